//! A database with many finished games, and the times of questions about them.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand};
use protocol::game::Game;
use protocol::id::{RoomId, Seq, TokenHash};
use protocol::millis::Millis;
use protocol::rules::Variant;
use protocol::side::{BySide, Side};
use protocol::spec::GameSpec;
use protocol::square::Square;
use protocol::text::Name;
use protocol::turn_order::TurnOrder;
use protocol::view::{HistoryFilter, Reason};
use rand::rngs::StdRng;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use room::{Event, Finished, Player, Timing};
use server::store::{self, Append, Asker, NameChange, OwnedName, Reader};

/// Makes a database of finished games, or measures questions about one.
#[derive(Debug, Subcommand)]
pub(crate) enum History {
    /// Plays random games of people and bots into a new database.
    Make(Make),
    /// Measures the questions, the bytes of a game, and how long it takes to derive everything again.
    Measure(Measure),
}

#[derive(Debug, Args)]
pub(crate) struct Make {
    /// Directory of the database.
    #[arg(long)]
    data: PathBuf,
    /// Number of games.
    #[arg(long, default_value_t = 1_000_000)]
    games: u64,
    /// Number of people.
    #[arg(long, default_value_t = 2000)]
    people: u32,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct Measure {
    /// Directory of the database.
    #[arg(long)]
    data: PathBuf,
    /// Derives everything again, too.
    #[arg(long)]
    rebuild: bool,
}

/// Games of one commit.
const BATCH: u64 = 256;

/// Times that a question is asked.
const ASKED: usize = 200;

impl History {
    pub(crate) fn run(&self, output: &mut impl Write) -> Result<()> {
        match self {
            Self::Make(make) => make.run(output),
            Self::Measure(measure) => measure.run(output),
        }
    }
}

fn name(person: u32) -> String {
    format!("player {person}")
}

fn key(person: u32) -> TokenHash {
    TokenHash(u128::from(person) + 1)
}

impl Make {
    fn run(&self, output: &mut impl Write) -> Result<()> {
        let mut store = store::sqlite(&self.data)?;
        let mut random = StdRng::seed_from_u64(self.seed);
        let owned = |person| {
            NameChange::owned(OwnedName {
                owner: key(person),
                name: Name::clean(&name(person)).expect("a clean name"),
                used: Millis::from_millis(1),
            })
        };
        let names: Vec<_> = (0..self.people).map(owned).collect();
        store.change_names(&names)?;
        let begun = Instant::now();
        let mut made = 0;
        while made < self.games {
            let many = BATCH.min(self.games - made);
            let batch: Vec<_> = (0..many)
                .map(|at| self.append(made + at, &mut random))
                .collect();
            for answer in store.append(&batch) {
                answer?;
            }
            made += many;
        }
        writeln!(output, "{made} games in {:.1?}", begun.elapsed())?;
        Ok(())
    }

    fn append(&self, number: u64, random: &mut StdRng) -> Append {
        const VARIANTS: [&str; 4] = ["connect-four", "connect-four", "gomoku-15", "renju"];
        let variant = VARIANTS[random.random_range(0..VARIANTS.len())];
        let variant = Variant::named(variant).expect("a variant");
        // A few people play most games.
        let person = |random: &mut StdRng| {
            let share: f64 = random.random();
            (share.powi(3) * f64::from(self.people)) as u32
        };
        let first = person(random);
        let human = |person| Player {
            name: name(person),
            is_bot: false,
            owner: Some(key(person)),
        };
        let is_bot = random.random_bool(0.4);
        let second = if is_bot {
            Player {
                name: format!("level:{}", random.random_range(1..10)),
                is_bot: true,
                owner: None,
            }
        } else {
            human(person(random))
        };
        let moves = play(variant, random);
        let game = Game::after(variant, moves.iter().copied()).expect("legal moves");
        let winner = game.ending().map_or_else(
            || Some(Side::BOTH[random.random_range(0..2)]),
            |ending| (!ending.line().is_empty()).then(|| game.side_to_move().other()),
        );
        let at = Millis::from_millis(1_700_000_000_000 + number * 60_000);
        let event = Event::Opened {
            spec: GameSpec::new(variant),
            timing: Timing::default(),
        };
        let finished = Finished {
            game: 1,
            ended: at,
            variant,
            clock: Some("5m+3s".parse().expect("a clock")),
            players: BySide {
                first: human(first),
                second,
            },
            winner,
            reason: if winner.is_some() {
                Reason::Line
            } else {
                Reason::FullBoard
            },
            moves,
            turns: TurnOrder::default(),
            listed: true,
            rated: !is_bot,
        };
        Append {
            finished: Some(Box::new(finished)),
            ..Append::to_room(RoomId::from_draw(number), Seq(0), &[(at, event)], None)
        }
    }
}

/// A game that begins as games do, near the middle, and goes on at random.
fn play(variant: Variant, random: &mut StdRng) -> Vec<Square> {
    let mut game = Game::new(variant);
    let longest = random.random_range(20..60);
    while game.ending().is_none() && game.plies().len() < longest {
        let shape = variant.shape();
        let near = |square: &Square| {
            let across = square.column().abs_diff(shape.columns / 2);
            let up = square.row().abs_diff(shape.rows / 2);
            across.max(up) <= 3 || variant.shape().columns < 9
        };
        let Some(square) = game.legal().filter(near).choose(random) else {
            break;
        };
        game.play(square).expect("a legal move");
    }
    game.plies().to_vec()
}

impl Measure {
    fn run(&self, output: &mut impl Write) -> Result<()> {
        let reader = Reader::open(&self.data)?;
        let asker = Asker {
            key: None,
            now: Millis::from_millis(1_900_000_000_000),
        };
        let person = |number| Name::clean(&name(number)).expect("a clean name");
        let four = Variant::named("connect-four").expect("a variant");
        let mut questions: BTreeMap<&str, Vec<Duration>> = BTreeMap::new();
        for round in 0..ASKED as u32 {
            let mut ask = |what, question: &dyn Fn() -> Result<(), store::HistoryError>| {
                let begun = Instant::now();
                question().map_err(|error| anyhow!("{what}: {error}"))?;
                questions.entry(what).or_default().push(begun.elapsed());
                Ok::<_, anyhow::Error>(())
            };
            let newest = |filter: HistoryFilter| reader.history(asker, &filter, None).map(drop);
            ask("newest 20", &|| newest(HistoryFilter::default()))?;
            ask("newest 20 of a person", &|| {
                newest(HistoryFilter {
                    player: Some(person(round)),
                    ..HistoryFilter::default()
                })
            })?;
            ask("newest 20 of a pair", &|| {
                newest(HistoryFilter {
                    player: Some(person(0)),
                    opponent: Some(person(round + 1)),
                    ..HistoryFilter::default()
                })
            })?;
            ask("newest 20 of a variant", &|| {
                newest(HistoryFilter {
                    variant: Some(four),
                    ..HistoryFilter::default()
                })
            })?;
            ask("profile", &|| {
                reader.profile(asker, Some(&person(round))).map(drop)
            })?;
            ask("leaderboard", &|| {
                reader.leaderboard(asker, four, None).map(drop)
            })?;
            ask("explorer, empty board", &|| {
                reader.explore(four, &[]).map(drop)
            })?;
        }
        for (what, mut times) in questions {
            times.sort_unstable();
            let (median, last) = (times[ASKED / 2], times[ASKED - 1]);
            writeln!(output, "{what}: median {median:.1?}, longest {last:.1?}")?;
        }
        if self.rebuild {
            drop(reader);
            let begun = Instant::now();
            let games = store::rebuild(&self.data).map_err(anyhow::Error::msg);
            let games = games.context("cannot derive everything again")?;
            writeln!(
                output,
                "{games} games derived again in {:.1?}",
                begun.elapsed()
            )?;
        }
        Ok(())
    }
}
