// One WebSocket to the server that the page came from, for as long as the page
// lives: it comes back by itself with growing pauses. A line that has been silent
// for 6 s is asked, and without an answer in 6 s it is broken: a browser does not tell.
// Times are of `performance.now()`, since the clock of the machine may be set.

/** @import { ClientMessage, ServerMessage } from "../../protocol/protocol.d.ts" */
/**
 * @typedef {object} Handlers
 * @property {() => ClientMessage[]} hello what to say first, on every connection
 * @property {(message: ServerMessage) => void} message
 * @property {(status: "open" | "lost" | "renewing", retryAt: number) => void} status with the moment of the next try,
 *   by `performance.now()`, 0 while one goes on; a line is renewed where the page itself dropped one that was not lost
 */

/** A server speaks every 5 s, if its host did not choose another time. */
const QUIET = 6_000;
/** Two packets that are lost, and a slow network, fit in. */
const ANSWERS = 6_000;
/** A return from sleep or from another network asks at once and waits so long. */
const PROBE = 4_000;
/** So long where the device says that it has no network: a server on this very machine answers all the same. */
const UNPLUGGED = 500;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
/**
 * Pauses begin anew after a line that lived so long. By then a server has spoken once more than to let the page in; one
 * that drops every line is tried once in 6 s at most, and a player with a bad network does not wait long each time.
 */
const LIVED = QUIET;
/** Servers that are tried one after the other because each says that the room is at the next. */
const MOST_FOLLOWED = 4;
/** No page waits longer to be let in again: a day. A timer of a browser ends at 24 days. */
const LONGEST_HOLD = 86_400_000;

/** The address of the socket of a server, such as `ws://node-b:4270`. @param {string} address */
const socketOf = (address) => `${address.replace(/\/(ws)?$/, "")}/ws`;

/** @param {ClientMessage | null} entering */
const isForRoom = (entering) => Boolean(entering && entering.type !== "follow_tournament");

export class Connection {
  /** @type {WebSocket | null} */ #socket = null;
  #lastHeard = 0;
  /** When the line was asked whether it is alive. */
  #asked = 0;
  #tries = 0;
  /** When the server let the page in on this line. */
  #welcomedAt = Infinity;
  #stopped = false;
  #isLost = false;
  #retryAt = 0;
  /**
   * Until when the server lets nobody in: before that nothing but `restart` tries it. By the clock of the machine,
   * which goes on while it sleeps; where that is set back, the timer comes first.
   */
  #heldUntil = 0;
  /** How far the clock of the machine was ahead of `performance.now()`, which may stand still while it sleeps. */
  #ahead = Date.now() - performance.now();
  /** @type {number | undefined} */ #timer;
  /** @type {Handlers} */ #handlers;
  #url;
  /** The other servers with the same rooms, for when this one is gone. @type {string[]} */ #others = [];
  /** The message that asked for a room or a tournament, until it is answered. @type {ClientMessage | null} */
  #entering = null;
  /** The room that keeps the page at this server. @type {string | null} */ #room = null;
  #followed = 0;

  /** @param {string} url @param {Handlers} handlers */
  constructor(url, handlers) {
    this.#url = url;
    this.#handlers = handlers;
    setInterval(() => this.#listen(), 1000);
    // A page comes back from the cache of the browser, or a phone wakes up:
    // the socket may be dead without a word.
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.wake());
    addEventListener("online", () => this.wake());
    addEventListener("offline", () => this.#probe(UNPLUGGED));
    this.#open();
  }

  /** @param {ClientMessage} message @returns {boolean} whether there was a line to send it on */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    if (message.type === "join" || message.type === "quick" || message.type === "take_over") this.#entering = message;
    // After a room: two servers must not take turns.
    if (message.type === "follow_tournament" && !this.#room && !isForRoom(this.#entering)) this.#entering = message;
    return true;
  }

  /** Ends the connection for good. */
  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#drop();
  }

  /**
   * Drops the line, on which the server lets nobody in, and tries it again after a time.
   * @param {number | null} pause in milliseconds; without one it is tried again by `restart` alone
   */
  hold(pause) {
    this.stop();
    this.#stopped = pause == null || pause > LONGEST_HOLD;
    this.#isLost = true;
    this.#heldUntil = this.#stopped ? Infinity : Date.now() + (pause ?? 0);
    this.#retryAt = this.#stopped ? Infinity : performance.now() + (pause ?? 0);
    this.#handlers.status("lost", this.#retryAt);
    if (!this.#stopped) this.#timer = setTimeout(() => this.#open(), pause ?? 0);
  }

  /** Begins a new connection in the place of this one. */
  restart() {
    clearTimeout(this.#timer);
    this.#stopped = false;
    this.#heldUntil = 0;
    this.#tries = 0;
    if (!this.#isLost) this.#handlers.status("renewing", 0);
    this.#open();
  }

  /** Makes sure that the line is alive, now. */
  wake() {
    if (this.#stopped || Date.now() < this.#heldUntil) return;
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#probe(PROBE);
    } else if (this.#socket?.readyState !== WebSocket.CONNECTING) {
      clearTimeout(this.#timer);
      this.#open();
    }
  }

  /** @param {ClientMessage | null} entering what is said again after the greeting, if that does not say it */
  #open(entering = null) {
    this.#drop();
    this.#welcomedAt = Infinity;
    this.#entering = this.#room = null;
    // From now on the next try is this one.
    if (this.#isLost) this.#handlers.status("lost", 0);
    const socket = new WebSocket(this.#url, ["enlinea.json"]);
    this.#socket = socket;
    this.#lastHeard = performance.now();
    socket.onopen = () => {
      this.#lastHeard = performance.now();
      const greeting = this.#handlers.hello();
      const isSaid = greeting.some(({ type }) => type === entering?.type);
      for (const message of entering && !isSaid ? [...greeting, entering] : greeting) this.send(message);
    };
    socket.onmessage = (event) => {
      this.#lastHeard = performance.now();
      /** @type {ServerMessage} */
      const message = JSON.parse(event.data);
      if (message.type === "ping") this.send({ type: "pong" });
      if (message.type === "joined") {
        this.#entering = null;
        this.#room = message.snapshot.room;
      }
      if (message.type === "joined" || message.type === "your_tournament") this.#followed = 0;
      if (message.type === "left" && message.room === this.#room) this.#room = null;
      if (this.#follows(message)) return;
      const isRefused = message.type === "refused" && message.ref != null;
      if (isRefused && this.#entering && "ref" in this.#entering && this.#entering.ref === message.ref) this.#entering = null;
      if (message.type === "welcome") {
        this.#others = (message.nodes ?? []).map(socketOf);
        this.#welcomedAt = performance.now();
        this.#isLost = false;
        this.#handlers.status("open", 0);
      }
      this.#handlers.message(message);
    };
    socket.onclose = () => this.#lost();
  }

  /**
   * Goes to the server that has the room, and says there what was refused here.
   * @param {ServerMessage} message @returns {boolean} whether it does
   */
  #follows(message) {
    const entering = this.#entering;
    if (message.type !== "refused" || message.refusal.code !== "elsewhere" || !entering) return false;
    if (entering.type === "join" && entering.room !== message.refusal.room) return false;
    if (entering.type === "follow_tournament" && entering.tournament !== message.refusal.room) return false;
    if (this.#followed++ >= MOST_FOLLOWED) return false;
    this.#others = [this.#url, ...this.#others];
    this.#url = socketOf(message.refusal.address);
    this.#handlers.status("renewing", 0);
    this.#open(entering);
    return true;
  }

  /** Drops the socket without hearing from it again. */
  #drop() {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** Gives the line up if it does not answer in time. @param {number} patience in milliseconds */
  #probe(patience) {
    const asked = performance.now();
    if (this.send({ type: "ping" })) setTimeout(() => this.#lastHeard < asked && this.#watch(0), patience);
  }

  /** Asks a line that is silent, and gives it up where it does not answer. */
  #listen() {
    const now = performance.now();
    const ahead = Date.now() - now;
    const slept = ahead - this.#ahead > QUIET;
    this.#ahead = ahead;
    if (slept) return this.wake();
    if (now - this.#lastHeard < QUIET) return;
    if (this.#asked <= this.#lastHeard && this.send({ type: "ping" })) this.#asked = now;
    else if (now - this.#asked >= ANSWERS) this.#watch(QUIET + ANSWERS);
  }

  /** @param {number} silence */
  #watch(silence) {
    if (!this.#socket || this.#stopped || performance.now() - this.#lastHeard < silence) return;
    this.#drop();
    this.#lost();
  }

  #lost() {
    this.#socket = null;
    if (this.#stopped) return;
    if (performance.now() - this.#welcomedAt >= LIVED) this.#tries = 0;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#tries) * (0.7 + Math.random() * 0.6);
    this.#tries += 1;
    // Another server with the same rooms does as well.
    if (this.#others.length) [this.#url, this.#others] = [this.#others[0], [...this.#others.slice(1), this.#url]];
    this.#followed = 0;
    this.#isLost = true;
    this.#retryAt = performance.now() + pause;
    this.#handlers.status("lost", this.#retryAt);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#open(), pause);
  }
}
