use std::time::Duration;

use protocol::codec::{Encoding, Message as _};
use protocol::id::Seq;
use protocol::message::RoomEvent;
use protocol::side::Side;
use protocol::text::{ChatText, Name};
use protocol::view::ChatLine;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::time::timeout;

use super::*;

/// A connection of which the test is both ends, and whose pipe holds `pipe` bytes.
struct Trial {
    outbox: Outbox,
    outgoing: OutboxReader,
    stream: SharedStream<DuplexStream>,
    far: DuplexStream,
}

impl Trial {
    fn new(pipe: usize) -> Self {
        let (near, far) = tokio::io::duplex(pipe);
        let stream = SharedStream::new(near);
        let (outbox, outgoing) = stream.outbox(4, Encoding::Json, Arc::default());
        Self {
            outbox,
            outgoing,
            stream,
            far,
        }
    }

    /// Sends the event with this number.
    fn tell(&self, seq: u32) {
        self.outbox.send(&event(seq), None);
    }

    /// Returns the numbers of the next `count` events at the other end.
    async fn heard(&mut self, count: usize) -> Vec<u32> {
        let mut heard = Vec::new();
        for _ in 0..count {
            let header = [self.far.read_u8().await, self.far.read_u8().await];
            let [Ok(0x81), Ok(length)] = header else {
                panic!("{header:?}");
            };
            let mut text = vec![0; length.into()];
            self.far.read_exact(&mut text).await.expect("is whole");
            match ServerMsg::decode(Encoding::Json, &text).expect("a message") {
                ServerMsg::Event { seq, .. } => heard.push(seq.0),
                other => panic!("{other:?}"),
            }
        }
        heard
    }

    /// Returns true if nothing more can be read.
    async fn is_silent(&mut self) -> bool {
        let read = timeout(Duration::from_secs(1), self.far.read_u8()).await;
        read.is_err()
    }
}

/// Does what a session does with the next items.
async fn write_all(outgoing: &OutboxReader, mut next: Option<Outgoing>) {
    while let Some(item) = next {
        if let Outgoing::Frame(frame, reference) = item {
            outgoing.write(&frame.encoded(Encoding::Json, reference));
        }
        next = outgoing.take();
    }
    outgoing.flush().await.expect("the pipe is open");
}

fn numbered(seq: u32, event: RoomEvent) -> Arc<Frame> {
    let (room, seq) = (RoomId::from_draw(1), Seq(seq));
    Frame::new(ServerMsg::Event { room, seq, event })
}

fn event(seq: u32) -> Arc<Frame> {
    numbered(seq, RoomEvent::DrawOffered { by: Side::First })
}

fn chat(seq: u32) -> Arc<Frame> {
    let line = ChatLine {
        side: None,
        name: Name::clean("Ana").expect("a name"),
        text: ChatText::clean("hello").expect("a text"),
    };
    numbered(seq, RoomEvent::ChatPosted { line })
}

#[tokio::test(start_paused = true)]
async fn an_event_is_on_the_socket_before_the_session_wakes() {
    let mut trial = Trial::new(1 << 16);
    trial.tell(1);
    trial.tell(2);
    assert_eq!(trial.heard(2).await, [1, 2]);
    assert!(trial.outgoing.take().is_none());
}

#[tokio::test(start_paused = true)]
async fn what_a_session_must_see_first_waits_for_it_and_what_comes_later_behind_it() {
    let mut trial = Trial::new(1 << 16);
    trial.tell(1);
    trial.outbox.send(&chat(2), None);
    trial.tell(3);
    assert_eq!(trial.heard(1).await, [1]);
    assert!(trial.is_silent().await);
    let next = trial.outgoing.next().await;
    // The session has it, and has not written it.
    trial.tell(4);
    write_all(&trial.outgoing, next).await;
    trial.tell(5);
    assert_eq!(trial.heard(4).await, [2, 3, 4, 5]);
}

#[tokio::test(start_paused = true)]
async fn a_frame_that_the_socket_takes_by_half_is_ended_before_any_other() {
    let mut trial = Trial::new(100);
    for seq in 1..=4 {
        trial.tell(seq);
    }
    let mut pong = vec![0x8a, 40];
    pong.resize(42, 0);
    let ponged = trial.stream.write_all(&pong).await;
    ponged.expect("is taken as a whole");
    // What waits is not an item: there is a rest.
    let Trial { outgoing, far, .. } = &mut trial;
    let flushed = async {
        loop {
            let next = outgoing.next().await;
            write_all(outgoing, next).await;
        }
    };
    let mut bytes = vec![0; 4 * event(1).encoded(Encoding::Json, None).len() + pong.len()];
    tokio::select! {
        biased;
        () = flushed => {}
        read = far.read_exact(&mut bytes) => drop(read.expect("is whole")),
    }
    let mut rest = &bytes[..];
    let mut order = Vec::new();
    while let [first, length, tail @ ..] = rest {
        let (payload, tail) = tail.split_at(usize::from(*length));
        order.push(match first {
            0x8a => 0,
            0x81 => match ServerMsg::decode(Encoding::Json, payload).expect("a message") {
                ServerMsg::Event { seq, .. } => seq.0,
                other => panic!("{other:?}"),
            },
            other => panic!("{other:#x}"),
        });
        rest = tail;
    }
    let events: Vec<_> = order.iter().copied().filter(|seq| *seq > 0).collect();
    assert_eq!((events.as_slice(), order.len()), (&[1, 2, 3, 4][..], 5));
}

#[tokio::test(start_paused = true)]
async fn a_full_outbox_ends_the_connection_and_never_waits() {
    let trial = Trial::new(10);
    // One is written by half, four wait.
    for seq in 1..=5 {
        trial.tell(seq);
    }
    let ended = timeout(Duration::from_secs(1), trial.outgoing.ended()).await;
    assert!(ended.is_err(), "{ended:?}");
    trial.tell(6);
    assert_eq!(trial.outgoing.ended().await, EndReason::TooSlow);
}

#[tokio::test(start_paused = true)]
async fn the_first_reason_to_end_stands_and_nothing_is_written_after_it() {
    let mut trial = Trial::new(1 << 16);
    assert!(trial.outbox.end(EndReason::ShuttingDown));
    assert!(!trial.outbox.end(EndReason::TooSlow));
    trial.tell(1);
    assert_eq!(trial.outgoing.ended().await, EndReason::ShuttingDown);
    assert!(trial.is_silent().await);
}

#[tokio::test(start_paused = true)]
async fn a_socket_that_is_broken_is_left_to_the_session() {
    let Trial {
        outbox,
        outgoing,
        far,
        stream: _stream,
    } = Trial::new(1 << 16);
    drop(far);
    outbox.send(&event(1), None);
    assert!(
        outgoing.next().await.is_none(),
        "something is to be flushed"
    );
    assert!(outgoing.flush().await.is_err());
    outgoing.give_up_writing();
    outbox.send(&event(2), None);
    assert!(outgoing.next().await.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_room_that_tells_thousands_is_not_kept_from_writing() {
    let mut trials: Vec<_> = (0..1000).map(|_| Trial::new(1 << 10)).collect();
    let frame = event(1);
    for trial in &trials {
        trial.outbox.send(&frame, None);
    }
    for trial in &mut trials {
        assert!(trial.outgoing.take().is_none());
        assert_eq!(trial.heard(1).await, [1]);
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_is_written_for_a_session_that_is_over() {
    let mut trial = Trial::new(1 << 16);
    let Trial { outgoing, .. } = &mut trial;
    let other = Outbox::in_test(1).1;
    drop(std::mem::replace(outgoing, other));
    trial.tell(1);
    assert!(trial.is_silent().await);
}

#[tokio::test(start_paused = true)]
async fn what_is_buffered_comes_when_it_is_flushed_and_in_its_order() {
    let mut trial = Trial::new(1 << 16);
    trial.tell(1);
    trial.outbox.send_buffered(&event(2), None);
    trial.outbox.send_buffered(&event(3), None);
    assert_eq!(trial.heard(1).await, [1]);
    assert!(trial.is_silent().await);
    trial.outbox.flush();
    assert_eq!(trial.heard(2).await, [2, 3]);
    // Nothing is buffered any more.
    trial.outbox.flush();
    trial.tell(4);
    assert_eq!(trial.heard(1).await, [4]);
    // Whatever is sent at once is behind what is buffered, and takes it along.
    trial.outbox.send_buffered(&event(5), None);
    trial.tell(6);
    assert_eq!(trial.heard(2).await, [5, 6]);
}

#[tokio::test(start_paused = true)]
async fn what_a_session_must_see_takes_along_what_is_buffered_before_it() {
    let mut trial = Trial::new(1 << 16);
    trial.outbox.send_buffered(&event(1), None);
    trial.outbox.send(&chat(2), None);
    trial.outbox.send_buffered(&event(3), None);
    let next = trial.outgoing.next().await;
    write_all(&trial.outgoing, next).await;
    trial.outbox.flush();
    assert_eq!(trial.heard(3).await, [1, 2, 3]);
}

#[tokio::test(start_paused = true)]
async fn what_a_full_socket_does_not_take_of_what_is_buffered_is_left_to_the_session() {
    let mut trial = Trial::new(100);
    for seq in 1..=3 {
        trial.outbox.send_buffered(&event(seq), None);
    }
    trial.outbox.flush();
    assert!(trial.outgoing.next().await.is_none(), "a rest");
    let Trial { outgoing, far, .. } = &mut trial;
    let mut bytes = vec![0; 3 * event(1).encoded(Encoding::Json, None).len()];
    let (flushed, read) = tokio::join!(outgoing.flush(), far.read_exact(&mut bytes));
    flushed.expect("the pipe is open");
    read.expect("is whole");
}
