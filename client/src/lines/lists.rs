//! The commands `servers`, `rooms` and `bots`.

use protocol::message::{ClientMsg, ServerMsg};
use protocol::rules::Variant;
use protocol::spec::OpeningRule;
use protocol::view::{BotOffer, BotOption, Preset};
use protocol::word::Named;

use super::conversation::{Conversation, welcome};
use super::json_lines::ServerLine;
use super::output::{Mode, Output, warn};
use super::own_games::RoomList;
use crate::args::{Common, ServerUrl, levels, shown};
use crate::discovery::{self, LISTEN};
use crate::failure::Failure;
use crate::known_servers::KnownServers;
use crate::resolve;
use crate::seats::is_at;
use crate::words;
use crate::words::listed;

/// Lists the servers on this machine and on the local network; where one was named, that one, which is asked for its
/// name.
pub(super) async fn servers(common: &Common, output: &mut Output) -> Result<(), Failure> {
    let servers = match &common.server {
        Some(server) => {
            let (_, welcome) = welcome(common).await?;
            let ServerMsg::Welcome { server: name, .. } = welcome else {
                return Ok(());
            };
            let urls = vec![server.url.to_string()];
            vec![ServerLine { name, urls }]
        }
        None => servers_around(common, output.mode()).await,
    };
    if servers.is_empty() {
        warn(&say!("lines-no-server-found"));
    }
    for server in servers {
        match output.mode() {
            Mode::Plain => {
                let urls = listed(server.urls.iter().map(|url| shown(url)));
                output.line(&format!("{}: {urls}", server.name));
            }
            Mode::Json => output.json_line(&server),
        }
    }
    Ok(())
}

/// The name of the server on this machine in JSON.
pub(super) const THIS_MACHINE: &str = "this machine";

async fn servers_around(common: &Common, mode: Mode) -> Vec<ServerLine> {
    let mut servers = Vec::new();
    if resolve::is_server_here().await {
        servers.push(ServerLine {
            name: match mode {
                Mode::Plain => say!("hosting-this-machine"),
                Mode::Json => THIS_MACHINE.to_owned(),
            },
            urls: vec![ServerUrl::here().to_string()],
        });
    }
    if !common.no_discovery {
        match discovery::find(LISTEN).await {
            Ok(found) => servers.extend(found.into_iter().map(|server| ServerLine {
                name: server.name,
                urls: server.urls,
            })),
            Err(problem) => warn(&problem),
        }
    }
    servers
}

/// Lists the games of this person, and the rooms in the lobby.
pub(super) async fn rooms(common: &Common, output: &mut Output) -> Result<(), Failure> {
    let known = resolve::known_servers(common);
    let urls = resolve::server(common, &known).await?;
    rooms_at(common, (known, urls), output).await
}

/// Lists the games and rooms of the server at these addresses.
pub(super) async fn rooms_at(
    common: &Common,
    server: (KnownServers, Vec<String>),
    output: &mut Output,
) -> Result<(), Failure> {
    let mut seats = super::open_seats(common);
    let mut here = seats.returnable();
    here.retain(|seat| is_at(seat, &server.1));
    let server_option = common.server_option(&server.1[0]);
    let mut list = RoomList::ask(Conversation::open(common, server).await?, here).await?;
    list.server_option = server_option;
    for token in &list.gone {
        if let Err(warning) = seats.forget(*token, None) {
            warn(&warning.to_string());
        }
    }
    match output.mode() {
        Mode::Plain => list.lines().iter().for_each(|line| output.line(line)),
        Mode::Json => list.rooms().iter().for_each(|room| output.json_line(room)),
    }
    if let Some(problem) = list.problem {
        warn(&say!("lines-own-untold", problem = problem));
    }
    Ok(())
}

/// Lists the bots, or those that play one game.
pub(super) async fn bots(
    common: &Common,
    game: Option<Variant>,
    output: &mut Output,
) -> Result<(), Failure> {
    let bots = match (game, welcome(common).await?) {
        (Some(variant), (mut conversation, _)) => {
            let bots = conversation.ask(ClientMsg::ListBots { variant }, |message| match message {
                ServerMsg::Bots { bots, .. } => Some(bots.clone()),
                _ => None,
            });
            bots.await?
        }
        (None, (_, ServerMsg::Welcome { bots, .. })) => bots.to_vec(),
        (None, _) => Vec::new(),
    };
    for bot in bots {
        match output.mode() {
            Mode::Plain => output.line(&bot_in_words(&bot, game)),
            Mode::Json => output.json_line(&bot),
        }
    }
    if game.is_none() {
        output.line(&say!("lines-bots-own-board"));
    }
    Ok(())
}

/// A bot in a line: in what it plays, or at the game in question.
fn bot_in_words(offer: &BotOffer, game: Option<Variant>) -> String {
    let depth = offer.default_depth.map(|depth| {
        say!(
            "lines-bot-depth",
            levels = levels(offer),
            depth = depth.to_string()
        )
    });
    let options = (!offer.options.is_empty()).then(|| {
        let options = offer.options.iter().map(option_in_words);
        say!("lines-bot-options", options = listed(options))
    });
    let has = |rule: &&OpeningRule| game.is_none_or(|game| rule.is_played_in(game));
    let openings: Vec<_> = offer.openings.iter().filter(has).collect();
    let openings =
        (!openings.is_empty()).then(|| say!("lines-bot-openings", openings = listed(openings)));
    let plays = boards_in_words(&offer.variants);
    let facts = [
        Some(words::about_bot(offer).trim_end_matches('.').to_owned()),
        game.is_none()
            .then(|| say!("lines-bot-plays", games = plays)),
        openings,
        depth,
        strength_in_words(offer),
        options,
    ];
    let facts: Vec<_> = facts.into_iter().flatten().collect();
    format!("bot:{}: {}", offer.kind, facts.join("; "))
}

/// The strength that was measured on the board in question: of each depth with a name, or of the bot.
fn strength_in_words(offer: &BotOffer) -> Option<String> {
    let of_preset = |preset: &Preset| Some(format!("{} {}", preset.name, preset.level?));
    let mut strength: Vec<_> = offer.presets.iter().filter_map(of_preset).collect();
    if strength.is_empty() {
        strength.push(offer.level?.to_string());
    }
    Some(say!("lines-bot-strength", strength = listed(strength)))
}

fn option_in_words(option: &BotOption) -> String {
    let BotOption {
        name,
        least,
        most,
        default,
        ..
    } = option;
    say!(
        "lines-bot-option",
        name = name.as_str(),
        least = *least,
        most = *most,
        default = *default
    )
}

/// The variants that a bot plays, in a word if it plays all that have a name: of other boards they say nothing.
fn boards_in_words(variants: &[Named<Variant>]) -> String {
    let plays = |variant| variants.contains(&Named::Known(variant));
    let is_known = variants.iter().all(|variant| variant.known().is_some());
    if is_known && Variant::fixed().all(plays) {
        say!("lines-every-game")
    } else {
        listed(variants)
    }
}

#[cfg(test)]
mod tests {
    use protocol::rules::Family;
    use protocol::spec::Depth;
    use protocol::view::Preset;

    use super::*;

    #[test]
    fn a_bot_is_a_line_with_its_levels() {
        let depth = |depth| Depth::new(depth).unwrap();
        let offer = BotOffer {
            kind: "hal".to_owned(),
            about: "Looks ahead.".to_owned(),
            depths: Some((depth(1), depth(12))),
            default_depth: Some(depth(6)),
            presets: vec![Preset {
                name: "easy".to_owned(),
                depth: depth(4),
                level: None,
            }],
            variants: Variant::fixed()
                .filter(|variant| variant.family() == Family::Gravity)
                .map(Named::Known)
                .collect(),
            options: vec![BotOption {
                name: "temperature".to_owned(),
                about: "chance".to_owned(),
                least: 0,
                most: 100,
                default: 0,
            }],
            level: None,
            openings: vec![OpeningRule::Swap2],
        };
        assert_eq!(
            bot_in_words(&offer, None),
            "bot:hal: Looks ahead; plays connect-four, connect-four-7x7; openings: swap2; \
             a depth from 1 to 12, or one of: easy, default 6; options: temperature 0 to 100 (0)"
        );
        let rest =
            "a depth from 1 to 12, or one of: easy, default 6; options: temperature 0 to 100 (0)";
        for (game, openings) in [("custom:9x7x5:falls", ""), ("renju", "openings: swap2; ")] {
            assert_eq!(
                bot_in_words(&offer, Some(game.parse().unwrap())),
                format!("bot:hal: Looks ahead; {openings}{rest}"),
                "{game}"
            );
        }
    }
    #[test]
    fn the_games_that_a_bot_plays_are_a_word_where_they_are_all_that_have_a_name() {
        for (names, expected) in [
            (
                "connect-four connect-four-7x7",
                "connect-four, connect-four-7x7",
            ),
            (
                "gomoku gomoku-15 gomoku-standard renju",
                "gomoku, gomoku-15, gomoku-standard, renju",
            ),
            (
                "connect-four connect-four-7x7 gomoku gomoku-15 gomoku-standard renju",
                "every game with a name",
            ),
            (
                "gomoku gomoku-15 gomoku-standard",
                "gomoku, gomoku-15, gomoku-standard",
            ),
            ("connect-four", "connect-four"),
            (
                "connect-four connect-four-7x7 gomoku",
                "connect-four, connect-four-7x7, gomoku",
            ),
            (
                "gomoku gomoku-15 gomoku-standard renju hex-11",
                "gomoku, gomoku-15, gomoku-standard, renju, hex-11",
            ),
        ] {
            let names = names.split(' ').map(|name| name.parse().unwrap());
            let variants: Vec<Named<Variant>> = names.collect();
            assert_eq!(boards_in_words(&variants), expected);
        }
    }
}
