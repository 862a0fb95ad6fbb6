// The screens that a first visit does not need: looking back, and games that are over. The build packs them as a
// second script with what only they import; `load.js` fetches it.

import { analyse } from "./analyse.js";
import { history, pastGame } from "./history.js";
import { leaderboard, profile } from "./profile.js";
import { review } from "./review.js";
import { newTournament } from "./tournament-form.js";
import { tournament } from "./tournament.js";
import { wall } from "./wall.js";

export const screens = { analyse, history, leaderboard, newTournament, pastGame, profile, review, tournament, wall };
