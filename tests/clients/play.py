"""A client written from PROTOCOL.md alone, with nothing but Python's standard library.

    python3 play.py HOST PORT

Plays every variant and the endings that need no long wait, in JSON. Ends with 0 if the server kept its word.
"""

import base64
import itertools
import json
import os
import socket
import struct
import sys

HOST, PORT = sys.argv[1], int(sys.argv[2])
REFS = itertools.count(1)


class Client:
    """One connection, with its own fold of snapshot and events."""

    def __init__(self, name):
        self.socket = socket.create_connection((HOST, PORT), timeout=60)
        self.buffer = b""
        self.upgrade()
        self.room = self.token = self.you = None
        self.welcome = self.ask("welcome", "hello", protocol=1, software="play.py", name=name, heartbeat=False)

    def upgrade(self):
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            "GET /ws HTTP/1.1",
            f"Host: {HOST}:{PORT}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Protocol: enlinea.json",
        ]
        self.socket.sendall("\r\n".join(lines + ["", ""]).encode())
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(4096)
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        assert head.startswith(b"HTTP/1.1 101"), head

    def write(self, opcode, payload):
        mask = os.urandom(4)
        length = len(payload)
        size = bytes([0x80 | length]) if length < 126 else b"\xfe" + struct.pack(">H", length)
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
        self.socket.sendall(bytes([0x80 | opcode]) + size + mask + masked)

    def take(self, count):
        while len(self.buffer) < count:
            more = self.socket.recv(65536)
            assert more, "the server closed the connection"
            self.buffer += more
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def hear(self):
        """Returns the next message, after it was folded in."""
        while True:
            first, second = self.take(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack(">H", self.take(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.take(8))
            payload = self.take(length)
            if first & 0x0F == 9:
                self.write(10, payload)
            elif first & 0x0F == 1:
                message = json.loads(payload)
                self.fold(message)
                return message

    def fold(self, message):
        if message["type"] == "joined":
            seen = message["snapshot"]
            self.room, self.seq, self.revision = seen["room"], seen["seq"], seen["revision"]
            self.plies = [ply["square"] for ply in seen["plies"]]
            self.you, self.token = message["you"], message["token"] or self.token
            self.outcome = seen["phase"].get("outcome")
            self.forbidden = seen["forbidden"]
        elif message["type"] == "event" and message["room"] == self.room:
            event = message["event"]
            assert message["seq"] - self.seq in (0, 1), "a gap"
            self.seq = message["seq"]
            self.revision = event.get("revision", self.revision)
            if "revision" in event or event["type"] in ("forbidden", "over"):
                self.forbidden = event.get("points", [])
            if event["type"] == "started":
                self.plies, self.outcome = [], None
                if event["series"]["game"] > 1 and self.you:
                    self.you = "second" if self.you == "first" else "first"
            elif event["type"] == "moved":
                self.plies.append(event["made"]["square"])
                assert len(self.plies) == event["ply"]
            elif event["type"] == "taken_back":
                self.plies = self.plies[: event["plies"]]
            elif event["type"] == "over":
                self.outcome = event["outcome"]

    def ask(self, answer, kind, **fields):
        """Sends a message, and returns the answer or the event of that name, which must have its ref."""
        reference = next(REFS)
        self.write(1, json.dumps({"type": kind, "ref": reference, **fields}).encode())
        while True:
            message = self.hear()
            if message.get("ref") != reference:
                continue
            assert message["type"] != "refused" or answer == "refused", message
            if answer in (message["type"], message.get("event", {}).get("type")):
                return message

    def refused(self, code, kind, **fields):
        refusal = self.ask("refused", kind, **fields)["refusal"]
        assert refusal["code"] == code, refusal

    def until(self, kind):
        while True:
            message = self.hear()
            if message.get("event", {}).get("type") == kind:
                return message["event"]

    def play(self, square):
        moved = self.ask("moved", "move", revision=self.revision, square=square)
        if moved["event"]["ends_game"]:
            self.until("over")

    def close(self):
        self.write(8, b"\x03\xe8")
        self.socket.close()


SPEC = {
    "clock": None,
    "listed": True,
    "takebacks": True,
    "spectators": True,
    "pace": 0,
    "repeat": 0,
}


def open_room(client, variant, second="open", **changes):
    spec = {**SPEC, "variant": variant, **changes}
    occupant = {"type": second} if second == "open" else {"type": "bot", "bot": second}
    seats = {"first": {"type": "me"}, "second": occupant}
    client.ask("joined", "open", spec=spec, seats=seats, shuffle=False)


def sit_down(one, two, variant, **changes):
    """Two people at a table, the game begun."""
    open_room(one, variant, **changes)
    two.ask("joined", "join", room=one.room, role={"type": "player"})
    while one.revision == 0:
        one.hear()


def turn(one, two, squares):
    """Plays the squares in turn; both must see the same."""
    players = [one, two] if one.you == "first" else [two, one]
    for square in squares:
        mover, other = players[len(one.plies) % 2], players[1 - len(one.plies) % 2]
        before = len(mover.plies)
        mover.play(square)
        while len(other.plies) == before:
            other.hear()
        assert one.plies == two.plies
    for client in (one, two):
        if one.outcome or two.outcome:
            while client.outcome is None:
                client.hear()


def leave(*clients):
    for client in clients:
        client.ask("left", "leave")


def over(clients, reason, winner):
    for client in clients:
        while client.outcome is None:
            client.hear()
        assert (client.outcome["reason"], client.outcome["winner"]) == (reason, winner), client.outcome


def wins(variant):
    """A game that the first side wins by a line, from the names of the document alone."""
    if variant.startswith("connect-four"):
        return ["a1", "b1", "a1", "b1", "a1", "b1", "a1"]
    return [column + row for column in "abcde" for row in ("1", "3")][:9]


def main():
    one, two, eva = Client("Ona"), Client("Tom"), Client("Eva")
    for variant in one.welcome["variants"] + ["custom:9x7x5:free"]:
        sit_down(one, two, variant)
        eva.ask("joined", "join", room=one.room, role={"type": "spectator"})
        turn(one, two, wins(variant))
        over([one, two, eva], "line", "first")
        assert len(one.outcome["line"]) in (4, 5)
        leave(one, two, eva)

    # A draw on the smallest board, then the other endings and offers in one series.
    sit_down(one, two, "custom:3x3x3:free")
    turn(one, two, "a1 b2 c3 a3 c1 b1 b3 c2 a2".split())
    over([one, two], "full_board", None)
    one.ask("rematch_offered", "rematch")
    two.until("rematch_offered")
    two.ask("rematch_declined", "answer_rematch", accept=False)
    one.until("rematch_declined")
    one.ask("rematch_offered", "rematch")
    two.ask("started", "rematch")
    while one.plies:
        one.hear()
    assert (one.you, two.you) == ("second", "first")
    turn(one, two, ["a1", "b2"])
    two.ask("takeback_asked", "ask_takeback")
    one.until("takeback_asked")
    one.ask("taken_back", "answer_takeback", accept=True)
    two.until("taken_back")
    assert one.plies == two.plies == []
    turn(one, two, ["a1", "b2"])
    one.ask("draw_offered", "offer_draw")
    two.until("draw_offered")
    two.ask("over", "answer_draw", accept=True)
    over([one, two], "agreement", None)
    one.ask("rematch_offered", "rematch")
    two.ask("started", "rematch")
    while one.plies:
        one.hear()
    two.refused("not_your_turn", "move", revision=two.revision, square="a1")
    turn(one, two, ["b2", "a1"])
    one.refused("occupied", "move", revision=one.revision, square="b2")
    one.refused("stale", "move", revision=one.revision - 1, square="c1")
    two.ask("over", "resign")
    over([one, two], "resignation", "first")
    leave(one, two)

    # A flag, an abort, and the way back to a seat.
    sit_down(one, two, "gomoku-15", clock="1s")
    turn(one, two, ["h8", "h9"])
    over([one, two], "flag", "second")
    leave(one, two)
    sit_down(one, two, "gomoku")
    one.ask("chat_posted", "chat", text="  have \n fun ")
    assert two.until("chat_posted")["line"]["text"] == "have fun"
    room, token = two.room, two.token
    two.close()
    one.until("disconnected")
    two = Client("Tom")
    two.ask("joined", "join", room=room, role={"type": "seat", "token": token})
    one.until("reconnected")
    info = eva.ask("room_info", "room_info", room=room)["room"]
    assert info["seats"]["second"]["name"] == "Tom" and info["watchable"]
    two.ask("over", "abort")
    over([one, two], "aborted", None)
    text = eva.ask("record", "record", room=room)["text"]
    assert '[Variant "gomoku"]' in text and text.rstrip().endswith("*")
    leave(one, two)

    # A bot, and the values of the columns afterwards.
    open_room(one, "connect-four", "random", seed="7")
    columns = itertools.cycle("dcebfag")
    while one.outcome is None:
        if len(one.plies) % 2 == (one.you == "second"):
            column = next(column for column in columns if sum(ply[0] == column for ply in one.plies) < 6)
            one.play(column + "1")
        else:
            one.hear()
    values = one.ask("analysis", "analyse", variant="connect-four", moves=one.plies[:-1])
    assert len(values["columns"]) == 7 and int(values["nodes"]) >= 0
    leave(one)

    # Forbidden points are told to both, refused, and gone with the next move.
    sit_down(one, two, "renju")
    turn(one, two, "h8 a1 h9 a3 g7 a5 f7 a7".split())
    for client in (one, two):
        while not client.forbidden:
            client.hear()
        assert client.forbidden == [{"square": "h7", "kind": "double_three"}]
    black, white = (one, two) if one.you == "first" else (two, one)
    refusal = black.ask("refused", "move", revision=black.revision, square="h7")["refusal"]
    assert refusal == {"code": "forbidden", "square": "h7", "kind": "double_three"}, refusal
    turn(one, two, ["i7"])
    assert one.forbidden == two.forbidden == []
    white.ask("over", "resign")
    over([one, two], "resignation", black.you)
    leave(one, two)

    # What the server does not know, it says so of by name.
    one.refused("unknown_message", "wave")
    spec = {**SPEC, "variant": "gomoku", "clokc": "5m"}
    seats = {"first": {"type": "me"}, "second": {"type": "open"}}
    one.refused("unknown_field", "open", spec=spec, seats=seats, shuffle=False)
    one.refused("malformed", "analyse", variant="connect-four", moves="four")
    one.ask("pong", "ping")
    assert one.ask("lobby", "enter_lobby")["present"] >= 3
    for client in (one, two, eva):
        client.close()


main()
