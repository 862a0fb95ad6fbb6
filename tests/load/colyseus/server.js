// Connect Four in a room of Colyseus, by messages of bytes: the room checks seat, turn, column and win.
//
// A move is [plies, column], with the number of plies before it; the room sends it on to everybody in it. The first two
// who come are the players. When a game has ended the board is cleared, and the first player begins again.

import { createServer } from "node:http";
import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";

const MOVE = 1;
const COLUMNS = 7;
const ROWS = 6;
const DIRECTIONS = [[1, 0], [0, 1], [1, 1], [1, -1]];

class ConnectFour extends Room {
  // There is no state that Colyseus would have to look through for changes.
  patchRate = null;
  players = [];

  onCreate() {
    this.clear();
    this.onMessageBytes(MOVE, (client, move) => {
      if (!this.play(client, move)) return client.leave(4000, "not a legal move");
      this.broadcastBytes(MOVE, move);
    });
  }

  onJoin(client) {
    if (this.players.length < 2) this.players.push(client.sessionId);
  }

  clear() {
    this.plies = 0;
    this.columns = Array.from({ length: COLUMNS }, () => []);
  }

  // Returns false if the move is not legal.
  play(client, [plies, column]) {
    const side = this.plies % 2;
    const stones = this.columns[column];
    if (plies !== this.plies || client.sessionId !== this.players[side]) return false;
    if (stones === undefined || stones.length === ROWS) return false;
    stones.push(side);
    this.plies += 1;
    if (this.wins(column, stones.length - 1, side) || this.plies === COLUMNS * ROWS) this.clear();
    return true;
  }

  // Whether the stone there is one of four in a row.
  wins(column, row, side) {
    const stones = (dx, dy) => {
      let count = 0;
      while (this.columns[column + dx * (count + 1)]?.[row + dy * (count + 1)] === side) count += 1;
      return count;
    };
    return DIRECTIONS.some(([dx, dy]) => stones(dx, dy) + stones(-dx, -dy) >= 3);
  }
}

const http = createServer();
const server = new Server({ greet: false, transport: new WebSocketTransport({ server: http }) });
server.define("connect-four", ConnectFour);
await server.listen(0, "127.0.0.1");
console.log(`listening on 127.0.0.1:${http.address().port}`);
