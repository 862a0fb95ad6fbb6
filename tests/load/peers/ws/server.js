// The bare relay on Node.js: hands each frame to everybody on the same path.

import { WebSocketServer } from "ws";

const rooms = new Map();
const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });

server.on("connection", (socket, request) => {
  const room = rooms.get(request.url) ?? new Set();
  rooms.set(request.url, room);
  room.add(socket);
  socket.on("message", (frame) => {
    for (const member of room) member.send(frame);
  });
  socket.on("close", () => {
    room.delete(socket);
    if (room.size === 0) rooms.delete(request.url);
  });
  // Whoever breaks off closes as well.
  socket.on("error", () => {});
  // The one word of the relay itself: whoever has it is a member.
  socket.send(Buffer.alloc(0));
});

server.on("listening", () => console.log(`listening on 127.0.0.1:${server.address().port}`));
