//! Random sessions: whatever people, bots and time do to a room, certain things hold.
