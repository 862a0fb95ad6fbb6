// Sounds made on the spot, and the short buzz of a phone. A browser lets a page
// sound only after a touch or a key, so the first of these wakes it.

import { app } from "./app.js";

/** @type {AudioContext | null} */
let audio = null;

function unlock() {
  // A key like Escape or the beginning of a touch is no such gesture yet.
  if (!("AudioContext" in window) || navigator.userActivation?.isActive === false) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
}

/** Listens for the gesture that allows sounds. */
export function prepare() {
  for (const gesture of ["pointerup", "click", "keyup"]) addEventListener(gesture, unlock, { passive: true });
}

/** @typedef {"disc" | "stone" | "turn" | "win" | "lose" | "draw" | "low" | "said" | "begin"} Sound */

/**
 * Frequency in Hz, start and length in seconds, and loudness of each note.
 *
 * @type {Record<Sound, [number, number, number, number][]>}
 */
const NOTES = {
  disc: [
    [210, 0, 0.07, 0.5],
    [140, 0.02, 0.09, 0.4],
  ],
  stone: [
    [880, 0, 0.03, 0.25],
    [420, 0.005, 0.06, 0.3],
  ],
  turn: [[660, 0, 0.09, 0.2]],
  win: [
    [523, 0, 0.14, 0.3],
    [659, 0.12, 0.14, 0.3],
    [784, 0.24, 0.28, 0.3],
  ],
  lose: [
    [392, 0, 0.18, 0.25],
    [311, 0.16, 0.3, 0.25],
  ],
  draw: [
    [440, 0, 0.16, 0.2],
    [440, 0.2, 0.2, 0.2],
  ],
  low: [[980, 0, 0.06, 0.2]],
  begin: [
    [587, 0, 0.12, 0.3],
    [587, 0.16, 0.12, 0.3],
    [880, 0.32, 0.3, 0.3],
  ],
  said: [[740, 0, 0.05, 0.1]],
};

/** @param {Sound} sound @param {number} [delay] in seconds */
export function play(sound, delay = 0) {
  if (!app.settings.sound || !audio || audio.state !== "running") return;
  for (const [frequency, start, length, loudness] of NOTES[sound]) {
    const from = audio.currentTime + delay + start;
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = sound === "disc" || sound === "stone" ? "triangle" : "sine";
    tone.frequency.setValueAtTime(frequency, from);
    gain.gain.setValueAtTime(loudness, from);
    gain.gain.exponentialRampToValueAtTime(0.001, from + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}

/** How long a phone shakes and rests in turn, in milliseconds. */
const BUZZES = { turn: [30], calm: [30], won: [60, 60, 140] };

/** @param {keyof typeof BUZZES} [what] */
export function buzz(what = "turn") {
  if (app.settings.sound && document.visibilityState === "visible" && navigator.userActivation?.hasBeenActive)
    navigator.vibrate?.(BUZZES[what]);
}
