//! Messages about other people and other devices: rooms watched beside one's own, the lobby's chat, whom not to see,
//! and a seat that changes hands.

use engine::ladder;
use protocol::id::{HandOverCode, RoomId};
use protocol::message::{RoomEvent, ServerMsg};
use protocol::refusal::Refusal;
use protocol::rules::Variant;
use protocol::text::{ChatText, Name};
use protocol::view::{BotOffer, LobbyLine};
use protocol::word::Named;

use super::out::{Entry, Out, Refused, What};
use super::world::{HandOver, World};

/// Rooms that a connection may watch.
const MOST_WATCHED: usize = 16;
/// Names that a connection may mute.
const MOST_MUTED: usize = 100;
/// Lines of the lobby that whoever enters it is shown.
const LOBBY_LINES: usize = 50;
/// Time for which a code is good, in milliseconds.
const GOOD_FOR: u64 = 60_000;

/// The offers with their measured strength in a variant, the weakest first where it was measured.
fn in_order(variant: Variant, mut bots: Vec<BotOffer>) -> Vec<BotOffer> {
    for bot in &mut bots {
        bot.level = ladder::elo(variant, &bot.kind, bot.default_depth);
        for preset in &mut bot.presets {
            preset.level = ladder::elo(variant, &bot.kind, Some(preset.depth));
        }
    }
    if bots.iter().any(|bot| bot.level.is_some()) {
        bots.sort_by_key(|bot| (bot.level.is_none(), bot.level));
    }
    bots
}

impl World {
    pub(super) fn watch(
        &mut self,
        now: u64,
        who: usize,
        room: RoomId,
        entry: Option<&Entry>,
        out: &mut Out,
    ) -> Result<(), Refused> {
        let client = self.client(who);
        if client.room == Some(room) {
            return Err(Refusal::AlreadyInRoom { room }.into());
        }
        if client.watched.len() == MOST_WATCHED && !client.watched.contains(&room) {
            return Err(Refused::Code("over_limit"));
        }
        let name = client.name.clone();
        let table = self.table_mut(room)?;
        if table.is_beside(who) {
            out.coming = Some(who);
            table.show(now, who, out);
            return Ok(());
        }
        if let Some(entry) = entry {
            table.catch_up(&entry.snapshot);
        }
        if !table.spec.spectators {
            return Err(Refusal::NoSpectators.into());
        }
        if table.keeps_out(who, &name) {
            return Err(Refusal::Locked { room }.into());
        }
        table.watch(now, who, name, true, out);
        table.wake();
        self.client_mut(who).watched.insert(room);
        Ok(())
    }

    pub(super) fn unwatch(
        &mut self,
        now: u64,
        who: usize,
        room: RoomId,
        out: &mut Out,
    ) -> Result<(), Refused> {
        if !self.client(who).watched.contains(&room) {
            return Err(Refusal::NotWatching { room }.into());
        }
        self.table_mut(room)?.leave(now, who, true, out);
        Ok(())
    }

    pub(super) fn who(&self, who: usize, room: RoomId, out: &mut Out) -> Result<(), Refused> {
        let client = self.client(who);
        if client.room != Some(room) && !client.watched.contains(&room) {
            return Err(Refusal::NotInRoom.into());
        }
        let table = self.table(room).expect("clients are in rooms that exist");
        let answer = ServerMsg::Who {
            room,
            spectators: table.watcher_names(),
            watching: table.watching(),
        };
        out.tell(who, answer);
        Ok(())
    }

    /// The bots that play a variant are those that `welcome` says, or always the same where that has not the variant;
    /// with their strength there, by which they are ordered.
    pub(super) fn list_bots(
        &mut self,
        who: usize,
        variant: Variant,
        answer: &[BotOffer],
        out: &mut Out,
    ) {
        let named = Named::Known(variant);
        let offered = |offer: &&BotOffer| {
            if Variant::fixed().any(|fixed| fixed == variant) {
                offer.variants.contains(&named)
            } else {
                answer.contains(offer)
            }
        };
        let known = self.playing.iter().find(|(known, _)| *known == variant);
        let bots = known.map_or_else(
            || in_order(variant, self.bots.iter().filter(offered).cloned().collect()),
            |(_, bots)| bots.clone(),
        );
        if known.is_none() {
            self.playing.push((variant, bots.clone()));
        }
        let variant = named;
        out.tell(who, ServerMsg::Bots { variant, bots });
    }

    pub(super) fn say_in_lobby(
        &mut self,
        who: usize,
        text: &str,
        out: &mut Out,
    ) -> Result<(), Refused> {
        let client = self.client(who);
        client.in_lobby.ok_or(Refusal::NotInLobby)?;
        let text = ChatText::clean(text).ok_or(Refusal::NothingToSay)?;
        let name = client.name.clone();
        let line = LobbyLine { name, text };
        self.lobby_chat.push(line.clone());
        let first = self.lobby_chat.len().saturating_sub(LOBBY_LINES);
        self.lobby_chat.drain(..first);
        for (who, client) in self.clients.iter().enumerate() {
            if client
                .as_ref()
                .is_some_and(|client| client.in_lobby.is_some())
            {
                let line = line.clone();
                out.tell(who, ServerMsg::LobbyChat { line });
            }
        }
        Ok(())
    }

    pub(super) fn mute(
        &mut self,
        who: usize,
        name: Name,
        muted: bool,
        out: &mut Out,
    ) -> Result<(), Refused> {
        let client = self.client_mut(who);
        let key = folded(&name);
        if !muted {
            client.muted.remove(&key);
        } else if key != folded(&client.name) {
            if client.muted.len() == MOST_MUTED && !client.muted.contains_key(&key) {
                return Err(Refused::Code("over_limit"));
            }
            client.muted.insert(key, name);
        }
        let names = client.muted.values().cloned().collect();
        out.tell(who, ServerMsg::Muted { names });
        Ok(())
    }

    /// Takes out of what clients hear the chat of those whom they muted.
    pub(super) fn hide_muted(&self, out: &mut Out) {
        out.expected.retain_mut(|expected| {
            let Some(client) = &self.clients[expected.who] else {
                return true;
            };
            let is_muted = |name: &Name| client.muted.contains_key(&folded(name));
            match &mut expected.what {
                What::Lobby { chat, .. } => chat.retain(|line| !is_muted(&line.name)),
                What::Exactly(ServerMsg::LobbyChat { line }) => return !is_muted(&line.name),
                What::Exactly(
                    ServerMsg::Joined { snapshot, .. } | ServerMsg::Watching { snapshot },
                ) => snapshot.chat.retain(|line| !is_muted(&line.name)),
                What::Exactly(ServerMsg::Event { event, .. }) => {
                    if let RoomEvent::ChatPosted { line } = event
                        && is_muted(&line.name)
                    {
                        *event = RoomEvent::ChatHidden;
                    }
                }
                _ => {}
            }
            true
        });
    }

    pub(super) fn hand_over(
        &mut self,
        now: u64,
        who: usize,
        code: Option<HandOverCode>,
        out: &mut Out,
    ) -> Result<(), Refused> {
        let room = self.client(who).room.ok_or(Refusal::NotInRoom)?;
        let table = self.table_mut(room)?;
        let side = table.side(who).ok_or(Refusal::NotSeated)?;
        let token = table.person(side).expect("a client has the seat").token;
        // A seat has one code at most.
        let is_old = |offer: &HandOver| (offer.room, offer.token) == (room, token);
        let old = self.hand_overs.iter().position(is_old);
        if let Some(old) = old {
            self.old_codes.push(self.hand_overs.swap_remove(old).code);
        }
        self.hand_overs.push(HandOver {
            code: code.expect("a code"),
            room,
            token,
            until: now + GOOD_FOR,
        });
        out.push(who, What::HandedOver);
        Ok(())
    }

    pub(super) fn take_over(
        &mut self,
        now: u64,
        who: usize,
        code: HandOverCode,
        entry: Option<&Entry>,
        out: &mut Out,
    ) -> Result<(), Refused> {
        if let Some(room) = self.client(who).room {
            return Err(Refusal::AlreadyInRoom { room }.into());
        }
        let index = self.hand_overs.iter().position(|offer| offer.code == code);
        let offer = index.map(|index| self.hand_overs.swap_remove(index));
        self.old_codes.extend(offer.map(|offer| offer.code));
        let Some(HandOver { room, token, .. }) = offer.filter(|offer| now <= offer.until) else {
            return Err(Refusal::WrongCode.into());
        };
        let table = self.table_mut(room).map_err(|_gone| Refusal::WrongCode)?;
        // The seat may have been given up since.
        let side = table.side_of_token(token).ok_or(Refusal::WrongCode)?;
        if let Some(entry) = entry {
            table.catch_up(&entry.snapshot);
        }
        table.resume(now, who, side, out);
        table.wake();
        self.be_in(who, room);
        Ok(())
    }
}

/// The form in which names are compared.
fn folded(name: &Name) -> String {
    name.as_str().to_lowercase()
}
