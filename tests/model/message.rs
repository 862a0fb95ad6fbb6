//! The messages of the clients, made here and nowhere else in the test.

use protocol::act::Act;
use protocol::id::{HandOverCode, Revision, RoomId};
use protocol::message::{ClientMsg, Role, VERSION};
use protocol::rules::Variant;
use protocol::side::BySide;
use protocol::spec::{ClockSpec, GameSpec, SeatSpec};
use protocol::square::Square;
use protocol::text::Name;

pub(super) fn hello(name: Option<&str>, heartbeat: bool) -> ClientMsg {
    ClientMsg::Hello {
        protocol: VERSION,
        software: "model".to_owned(),
        name: name.map(str::to_owned),
        key: None,
        heartbeat,
    }
}

pub(super) fn open(spec: GameSpec, seats: BySide<SeatSpec>, shuffle: bool) -> ClientMsg {
    ClientMsg::Open {
        spec,
        seats,
        shuffle,
    }
}

pub(super) fn join(room: RoomId, role: Role) -> ClientMsg {
    ClientMsg::Join { room, role }
}

pub(super) fn quick(
    variant: Variant,
    clock: Option<ClockSpec>,
    own_rooms: Vec<RoomId>,
) -> ClientMsg {
    ClientMsg::Quick {
        variant,
        clock,
        own_rooms,
        rated: false,
    }
}

pub(super) fn play(revision: Revision, square: Square) -> ClientMsg {
    act(Act::Move { revision, square })
}

pub(super) fn act(act: Act) -> ClientMsg {
    ClientMsg::from(act)
}

pub(super) fn chat(text: &str) -> ClientMsg {
    let text = text.to_owned();
    ClientMsg::Chat { text }
}

pub(super) fn analyse(variant: Variant, moves: Vec<Square>) -> ClientMsg {
    ClientMsg::Analyse { variant, moves }
}

pub(super) fn look(room: RoomId) -> ClientMsg {
    ClientMsg::RoomInfo { room }
}

pub(super) fn record(room: RoomId) -> ClientMsg {
    ClientMsg::Record { room }
}

pub(super) fn enter_lobby(boards: bool) -> ClientMsg {
    ClientMsg::EnterLobby { boards }
}

pub(super) fn watch(room: RoomId) -> ClientMsg {
    ClientMsg::Watch { room }
}

pub(super) fn unwatch(room: RoomId) -> ClientMsg {
    ClientMsg::Unwatch { room }
}

pub(super) fn who(room: RoomId) -> ClientMsg {
    ClientMsg::Who { room }
}

pub(super) fn list_bots(variant: Variant) -> ClientMsg {
    ClientMsg::ListBots { variant }
}

pub(super) fn lobby_chat(text: &str) -> ClientMsg {
    let text = text.to_owned();
    ClientMsg::LobbyChat { text }
}

pub(super) fn mute(name: Name, muted: bool) -> ClientMsg {
    ClientMsg::Mute { name, muted }
}

pub(super) fn take_over(code: HandOverCode) -> ClientMsg {
    ClientMsg::TakeOver { code }
}
