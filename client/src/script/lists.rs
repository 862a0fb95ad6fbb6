//! The commands `servers`, `rooms` and `bots`.

use protocol::message::{ClientMsg, ServerMsg};
use protocol::side::Side;
use protocol::view::{BotOffer, Phase, RoomSummary};
use serde::Serialize;

use super::output::{Mode, Output, warn};
use super::runner::settings;
use crate::args::{Common, ServerUrl, levels};
use crate::discovery::{self, Found, LISTEN};
use crate::failure::{Failure, Kind};
use crate::net::{Link, NetEvent};
use crate::resolve;

/// Lists the servers on this machine and on the local network.
pub(super) async fn servers(common: &Common, output: &mut Output) -> Result<(), Failure> {
    let mut servers = Vec::new();
    if resolve::is_server_here().await {
        servers.push(Found {
            id: String::new(),
            name: "this machine".to_owned(),
            urls: vec![ServerUrl::here().to_string()],
        });
    }
    if !common.no_discovery {
        match discovery::find(LISTEN).await {
            Ok(found) => servers.extend(found),
            Err(problem) => warn(&problem),
        }
    }
    if servers.is_empty() {
        warn("no server was found; start one with enlinea-server, or name one with --server");
    }
    for server in servers {
        match output.mode() {
            Mode::Plain => output.line(&format!("{}: {}", server.name, server.urls.join(", "))),
            Mode::Json => {
                let line = ServerLine {
                    name: &server.name,
                    urls: &server.urls,
                };
                output.json(&serde_json::to_string(&line).unwrap_or_default());
            }
        }
    }
    Ok(())
}

/// A server in JSON, which is no message of the protocol.
#[derive(Serialize)]
struct ServerLine<'a> {
    name: &'a str,
    urls: &'a [String],
}

/// Lists the rooms in the lobby.
pub(super) async fn rooms(common: &Common, output: &mut Output) -> Result<(), Failure> {
    ask(
        common,
        output,
        Some(ClientMsg::EnterLobby { boards: false }),
        |message| {
            let ServerMsg::Lobby {
                rooms,
                players,
                present,
                chat: _,
            } = message
            else {
                return None;
            };
            let mut lines: Vec<_> = rooms.iter().map(room_in_words).collect();
            if lines.is_empty() {
                lines.push("no room is open; open one with: enlinea new".to_owned());
            }
            let names: Vec<_> = players.iter().map(ToString::to_string).collect();
            lines.push(format!("{present} connected: {}", names.join(", ")));
            Some(lines)
        },
    )
    .await
}

/// Lists the bots.
pub(super) async fn bots(common: &Common, output: &mut Output) -> Result<(), Failure> {
    ask(common, output, None, |message| {
        let ServerMsg::Welcome { bots, .. } = message else {
            return None;
        };
        Some(bots.iter().map(bot_in_words).collect())
    })
    .await
}

/// Connects, sends `question`, and prints the lines that `answer` returns for the first message it accepts.
async fn ask(
    common: &Common,
    output: &mut Output,
    question: Option<ClientMsg>,
    answer: impl Fn(&ServerMsg) -> Option<Vec<String>>,
) -> Result<(), Failure> {
    let urls = resolve::server(common).await?;
    let (link, mut events) = Link::open(settings(common, urls, output.mode()));
    if let Some(question) = question {
        link.send(question);
    }
    let mut kind = Kind::Failed;
    while let Some(event) = events.recv().await {
        match event {
            NetEvent::Verbatim(text) => output.json(&text),
            NetEvent::Message(message) => {
                if let ServerMsg::Refused { .. } = *message {
                    kind = Kind::Refused;
                }
                if let Some(lines) = answer(&message) {
                    for line in lines {
                        output.line(&line);
                    }
                    return Ok(());
                }
            }
            NetEvent::Failed { why } => return Err(Failure::new(kind, why)),
            NetEvent::Lost { .. } => kind = Kind::Lost,
            NetEvent::RoundTrip(_) => {}
        }
    }
    Err(Failure::new(
        kind,
        "the connection ended before the answer; try again",
    ))
}

fn room_in_words(room: &RoomSummary) -> String {
    let clock = room
        .clock
        .map(|clock| format!(", clock {clock}"))
        .unwrap_or_default();
    let phase = match &room.phase {
        Phase::Seating => "a seat is open".to_owned(),
        Phase::Playing => format!("at ply {}", room.plies),
        Phase::Over { .. } => "over".to_owned(),
    };
    let watch = match (room.watchable, room.spectators) {
        (false, _) => "no spectators".to_owned(),
        (true, 1) => "1 watches".to_owned(),
        (true, watching) => format!("{watching} watch"),
    };
    format!(
        "{}: {}{clock}, {} against {}, {phase}, {watch}",
        room.room,
        room.variant.title(),
        room.seats[Side::First],
        room.seats[Side::Second],
    )
}

fn bot_in_words(offer: &BotOffer) -> String {
    let boards: Vec<_> = offer.variants.iter().map(ToString::to_string).collect();
    let boards = boards.join(", ");
    let depth = match offer.default_depth {
        Some(depth) => format!("; {}, {depth} if not said", levels(offer)),
        None => String::new(),
    };
    let about = offer.about.trim_end_matches('.');
    format!("bot:{}: {about}; plays {boards}{depth}", offer.kind)
}

#[cfg(test)]
mod tests {
    use protocol::rules::Variant;
    use protocol::side::BySide;
    use protocol::spec::Depth;
    use protocol::view::{Preset, Seat};

    use protocol::word::Named;

    use super::*;

    #[test]
    fn a_room_is_a_line() {
        let room = RoomSummary {
            room: "K7QM2X".parse().unwrap(),
            variant: Named::Known(Variant::named("connect-four").unwrap()),
            clock: Some("5m+3s".parse().unwrap()),
            seats: BySide {
                first: Seat::Bot {
                    bot: "negamax:4".parse().unwrap(),
                },
                second: Seat::Open,
            },
            phase: Phase::Seating,
            plies: 0,
            spectators: 2,
            watchable: true,
            locked: false,
            moves: None,
        };
        assert_eq!(
            room_in_words(&room),
            "K7QM2X: Connect Four, clock 5m+3s, negamax:4 against open seat, a seat is open, 2 watch"
        );
    }

    #[test]
    fn a_bot_is_a_line_with_its_levels() {
        let depth = |depth| Depth::new(depth).unwrap();
        let offer = BotOffer {
            kind: "minimax".to_owned(),
            about: "Looks ahead.".to_owned(),
            depths: Some((depth(1), depth(12))),
            default_depth: Some(depth(6)),
            presets: vec![Preset {
                name: "easy".to_owned(),
                depth: depth(4),
                level: None,
            }],
            variants: Variant::fixed().map(Named::Known).collect(),
            options: Vec::new(),
            level: None,
        };
        assert_eq!(
            bot_in_words(&offer),
            "bot:minimax: Looks ahead; plays games where discs fall; \
             a depth from 1 to 12, or one of: easy, 6 if not said"
        );
    }
}
