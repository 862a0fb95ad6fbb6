//! The invitation at a table where a seat is open: a link to the room, as text and as a QR code.

use std::net::IpAddr;

use protocol::replica::Replica;
use protocol::view::Phase;
use qrcode::{Color as Module, EcLevel, QrCode};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::text::wrapped;
use super::{App, Glyphs, ServerKind, above_notice, centred};
use crate::args::{RoomLink, ServerUrl, shown};
use crate::discovery::HERE;
use crate::text::plain;
use crate::words::opening;

/// Sign between a link-local address and its zone.
const ZONE: char = '%';

/// Light modules around a code, as its standard wants them.
const QUIET: usize = 4;

/// The link that others open to come to this table; none where nobody else reaches the server, or nobody is waited for.
///
/// Where this client came by a name, or by `wss`, others come by that, too: behind a reverse proxy or a router the
/// server tells addresses that lead nowhere outside, or none.
pub(super) fn link(app: &App, table: &Replica) -> Option<String> {
    let seen = table.snapshot();
    let waits = seen.phase == Phase::Seating && table.you().is_some() && !seen.locked;
    let page = address(app).filter(|_| waits)?;
    Some(plain(&RoomLink::text(&page, table.room())))
}

/// The address of the page that others open; `None` if nobody else reaches the server.
pub(super) fn address(app: &App) -> Option<String> {
    let told = &app.server.greeting.as_ref()?.addresses;
    let told = told.iter().find(|url| reach(url) != Reach::ThisMachine);
    let for_others = |urls: &[String]| {
        let url = urls.iter().find(|url| reach(url) != Reach::ThisMachine);
        url.map(|url| page(url))
    };
    let came = app.server.urls.iter().find(|url| leads_from_outside(url));
    let came = came.map(|url| {
        let page = page(url);
        // A server that requires encryption tells so; a browser has to know it from the link.
        match page.strip_prefix("http://") {
            Some(rest) if told.is_some_and(|url| url.starts_with("https://")) => {
                format!("https://{rest}")
            }
            Some(_) | None => page,
        }
    });
    came.or_else(|| told.cloned())
        .or_else(|| for_others(&app.server.shared))
        .or_else(|| for_others(&app.server.urls))
}

/// True where the server announces itself on the local network: the list of servers there has one with an address of
/// it.
pub(super) fn is_announced(app: &App) -> bool {
    let authority = |url: &String| url.parse().map(|url: ServerUrl| url.authority()).ok();
    let told = app
        .server
        .greeting
        .iter()
        .flat_map(|greeting| &greeting.addresses);
    let of_server = app.server.urls.iter().chain(&app.server.shared).chain(told);
    let of_server: Vec<_> = of_server.filter_map(authority).collect();
    // The list has a server of this machine, too, which others do not see.
    let announced = app.home.found.iter().filter(|found| found.id != HERE);
    let mut announced = announced
        .flat_map(|found| &found.urls)
        .filter_map(authority);
    announced.any(|found| of_server.contains(&found))
}

/// The key of the server in this program, in the form in which those who join are told to compare it.
pub(super) fn key(app: &App) -> Option<&str> {
    let key = app.home.here.key.as_deref();
    key.filter(|_| app.server.kind == ServerKind::Hosted && app.home.hosted.is_some())
}

/// What others need to join the server in this program, in words.
pub(super) fn words(app: &App) -> Option<String> {
    let urls: Vec<_> = app.server.shared.iter().map(|url| shown(url)).collect();
    let urls = opening::either(&urls);
    match key(app) {
        _ if urls.is_empty() => None,
        Some(key) => Some(say!("lobby-invite-key", urls = urls, key = key)),
        None => Some(say!("lobby-invite", urls = urls)),
    }
}

/// The machines from which the host of an address is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// The machine of this program alone.
    ThisMachine,
    /// Those of which an IP address is reached.
    Address,
    /// Those that know a name.
    Name,
}

fn reach(url: &str) -> Reach {
    let authority = url.parse().map(|url: ServerUrl| url.authority());
    let authority = authority.unwrap_or_default();
    let Some((host, _)) = authority.rsplit_once(':') else {
        // In a form that this release does not know; the server does.
        return Reach::Address;
    };
    let digits = host.trim_start_matches('[').trim_end_matches(']');
    // A zone is the name of an interface, which parses as no address.
    let digits = digits.split_once(ZONE).map_or(digits, |(ip, _)| ip);
    if let Ok(ip) = digits.parse::<IpAddr>() {
        let ip = ip.to_canonical();
        // A system takes the unspecified address for its own.
        return if ip.is_loopback() || ip.is_unspecified() {
            Reach::ThisMachine
        } else {
            Reach::Address
        };
    }
    let name = host.trim_end_matches('.');
    let last = name.rsplit('.').next().unwrap_or_default();
    // 127.1 is an address, too, in a form that few programs know.
    if last == "localhost" || last.starts_with(|c: char| c.is_ascii_digit()) {
        Reach::ThisMachine
    } else {
        Reach::Name
    }
}

/// True for an address that was made for people elsewhere: a name, or one with encryption.
fn leads_from_outside(url: &str) -> bool {
    match reach(url) {
        Reach::ThisMachine => false,
        // What has a zone leads from this machine alone.
        Reach::Address => url.starts_with("wss://") && !url.contains(ZONE),
        Reach::Name => true,
    }
}

/// The address of the page of a server with this address for programs.
fn page(url: &str) -> String {
    let url = url.strip_suffix("/ws").unwrap_or(url);
    // A browser takes the usual port by itself.
    let (scheme, usual, rest) = match url.split_once("://") {
        Some(("ws", rest)) => ("http", ":80", rest),
        Some(("wss", rest)) => ("https", ":443", rest),
        Some(_) | None => return url.to_owned(),
    };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let authority = authority.strip_suffix(usual).unwrap_or(authority);
    format!("{scheme}://{authority}{path}")
}

/// Rows of the board that the key of the server leaves free where there is no code.
const BOARD: u16 = 12;

/// Draws the invitation over a board that nobody plays on yet: the code where there is room, and the link below it,
/// which has the last row that is free; below that the key of the server, where there is room, too.
pub(super) fn draw(app: &App, link: &str, glyphs: Glyphs, frame: &mut Frame<'_>, area: Rect) {
    if area.height == 0 || area.width == 0 {
        return;
    }
    let width = usize::from(area.width);
    let link_rows = wrapped(link, width);
    // The first groups are enough to compare on the way; the lobby has all of them.
    let short = |key: &str| key.chars().take(4 * 5 - 1).collect::<String>();
    let key = key(app).map(|key| say!("lobby-invitation-key", key = short(key)));
    let key_rows = key.map(|key| wrapped(&key, width));
    let key_rows = key_rows.unwrap_or_default();
    let rows = |lines: &[String]| lines.len() as u16;
    let code = QrCode::with_error_correction_level(link, EcLevel::L);
    let code = code
        .ok()
        .filter(|_| !glyphs.ascii)
        .map(|code| Picture::new(&code));
    let uncovered = above_notice(app, frame.area(), area);
    let fits = |code: &Picture, area: Rect| {
        code.width() <= area.width && code.height() + rows(&link_rows) <= area.height
    };
    let code = code.filter(|code| fits(code, area));
    let area = match &code {
        Some(code) if !fits(code, uncovered) => area,
        Some(_) | None => uncovered,
    };
    let picture = code.as_ref().map_or(BOARD, Picture::height);
    let has_key = picture + rows(&link_rows) + rows(&key_rows) <= area.height;
    let mut lines: Vec<Line<'_>> = link_rows
        .iter()
        .map(|row| Line::from(row.as_str()).bold().centered())
        .collect();
    if has_key {
        lines.extend(
            key_rows
                .iter()
                .map(|row| Line::from(row.as_str()).centered()),
        );
    }
    let below = (lines.len() as u16).min(area.height);
    let widest = lines.iter().map(Line::width).max().unwrap_or(0) as u16;
    let all = match &code {
        Some(code) => centred(area, code.width().max(widest), code.height() + below),
        // Without a code the link stands at the lower edge, so that the board is seen.
        None => Rect {
            y: area.bottom() - below,
            height: below,
            ..area
        },
    };
    frame.render_widget(Clear, all);
    if let Some(code) = code {
        code.draw(
            centred(all, code.width(), all.height).as_position(),
            frame.buffer_mut(),
        );
    }
    let below = Rect {
        y: all.bottom() - below,
        height: below,
        ..all
    };
    frame.render_widget(Clear, below);
    frame.render_widget(Paragraph::new(lines), below);
}

/// A code with its margin, as rows of modules; true for a light one.
pub(super) struct Picture {
    rows: Vec<Vec<bool>>,
}

impl Picture {
    pub(super) fn new(code: &QrCode) -> Self {
        let side = code.width();
        let is_light = |x: usize, y: usize| {
            let inside = |at: usize| at.checked_sub(QUIET).filter(|at| *at < side);
            match (inside(x), inside(y)) {
                (Some(x), Some(y)) => code[(x, y)] == Module::Light,
                _ => true,
            }
        };
        let all = 0..side + 2 * QUIET;
        let row = |y| all.clone().map(|x| is_light(x, y)).collect();
        Self {
            rows: all.clone().map(row).collect(),
        }
    }

    pub(super) fn width(&self) -> u16 {
        self.rows.len() as u16
    }

    pub(super) fn height(&self) -> u16 {
        self.rows.len().div_ceil(2) as u16
    }

    /// Draws two modules in a character. The light ones are the characters, on black: a terminal without colours is
    /// mostly dark, and readers want a code that is dark on light.
    pub(super) fn draw(&self, at: ratatui::layout::Position, buffer: &mut Buffer) {
        let style = Style::new().fg(Color::White).bg(Color::Black);
        for (pair, y) in self.rows.chunks(2).zip(at.y..) {
            for (index, x) in (0..self.rows.len()).zip(at.x..) {
                let light = |row: usize| pair.get(row).is_some_and(|row: &Vec<bool>| row[index]);
                let glyph = match (light(0), light(1)) {
                    (true, true) => '█',
                    (true, false) => '▀',
                    (false, true) => '▄',
                    (false, false) => ' ',
                };
                if let Some(cell) = buffer.cell_mut((x, y)) {
                    cell.set_char(glyph).set_style(style);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::id::RoomId;
    use protocol::message::ServerMsg;
    use protocol::side::Side;
    use protocol::view::Seat;

    use super::*;
    use crate::discovery::Found;
    use crate::ui::app::tests::{Play, snapshot, welcome};
    use crate::ui::tests::shown;

    /// At a table that waits for somebody, on a server with these addresses.
    fn waiting(addresses: &[&str], you: Option<Side>, locked: bool) -> Play {
        let mut play = Play::home();
        let mut greeting = welcome();
        if let ServerMsg::Welcome {
            addresses: told, ..
        } = &mut greeting
        {
            *told = addresses.iter().map(ToString::to_string).collect();
        }
        play.hear(greeting);
        let mut seen = snapshot("connect-four");
        seen.phase = Phase::Seating;
        seen.seats.second = Seat::Open;
        seen.locked = locked;
        play.join(you, seen);
        play.app.clear_notice();
        play
    }

    const PAGE: &str = "http://192.168.1.5:4270";

    fn link_there() -> String {
        format!("{PAGE}/#{}", RoomId::from_draw(7))
    }

    #[test]
    fn who_waits_is_shown_the_link_at_every_size_and_the_code_where_there_is_room() {
        let play = waiting(&[PAGE], Some(Side::First), false);
        let link = link_there();
        for (width, height, has_code) in [(40, 12, false), (80, 24, true), (160, 50, true)] {
            let screen = shown(&play.app, (width, height));
            assert!(screen.contains(&link), "{screen}");
            // The upper edge of the code: a margin of four modules.
            assert_eq!(screen.contains(&"█".repeat(33)), has_code, "{screen}");
        }
    }

    #[test]
    fn the_link_is_whole_on_a_small_screen_whatever_is_said_and_however_long_it_is() {
        let long = "http://a-machine-with-a-long-name.local:4270";
        for page in [PAGE, long] {
            let mut play = waiting(&[page], Some(Side::First), false);
            play.app
                .say("a notice that is long enough for two rows of a small screen");
            let screen = shown(&play.app, (40, 12));
            let seen: String = screen.split_whitespace().collect();
            let link = format!("{page}/#{}", RoomId::from_draw(7));
            assert!(seen.contains(&link), "{screen}");
            assert!(screen.contains("long enough"), "{screen}");
        }
    }

    #[test]
    fn who_hosts_sees_the_key_that_those_who_join_compare() {
        let key = ["1A2B"; 16].join(" ");
        let mut play = waiting(&[PAGE], Some(Side::First), false);
        let url = "ws://127.0.0.1:4270/ws".to_owned();
        play.app.home.here.key = Some(key.clone());
        assert!(!shown(&play.app, (120, 40)).contains("1A2B"), "not here");
        play.app.home.hosted = Some(crate::ui::HostedUrls {
            own: url.clone(),
            for_others: vec![url],
            is_kept: false,
        });
        play.app.server.kind = ServerKind::Hosted;
        for size in [(80, 24), (120, 40)] {
            let screen = shown(&play.app, size);
            assert_eq!(screen.matches("1A2B").count(), 4, "{screen}");
            assert!(screen.contains(&"█".repeat(33)), "{screen}");
        }
        // Where there is no room, the link stays.
        let screen = shown(&play.app, (40, 12));
        assert!(screen.contains(&link_there()), "{screen}");
    }

    #[test]
    fn the_code_on_the_screen_says_the_link() {
        let play = waiting(&[PAGE], Some(Side::First), false);
        let screen = shown(&play.app, (80, 24));
        let code = QrCode::with_error_correction_level(link_there(), EcLevel::L).unwrap();
        let expected = Picture::new(&code);
        let lines: Vec<Vec<char>> = screen.lines().map(|line| line.chars().collect()).collect();
        let edge = |line: &Vec<char>| {
            line.windows(33)
                .position(|part| part.iter().all(|c| *c == '█'))
        };
        let top = lines.iter().position(|line| edge(line).is_some()).unwrap();
        let left = edge(&lines[top]).unwrap();
        for (y, row) in expected.rows.iter().enumerate() {
            for (x, light) in row.iter().enumerate() {
                let glyph = lines[top + y / 2].get(left + x).copied().unwrap_or(' ');
                let upper = matches!(glyph, '█' | '▀');
                let lower = matches!(glyph, '█' | '▄');
                assert_eq!(if y % 2 == 0 { upper } else { lower }, *light, "{x} {y}");
            }
        }
    }

    #[test]
    fn nobody_is_invited_to_what_nobody_can_reach() {
        let begun = {
            let mut play = waiting(&[PAGE], Some(Side::First), false);
            play.join(Some(Side::First), snapshot("connect-four"));
            play
        };
        for play in [
            waiting(&[], Some(Side::First), false),
            waiting(&[PAGE], None, false),
            waiting(&[PAGE], Some(Side::First), true),
            begun,
        ] {
            let screen = shown(&play.app, (80, 24));
            assert!(!screen.contains("/#"), "{screen}");
        }
    }

    #[test]
    fn who_hosts_inside_has_the_address_of_the_program() {
        for (url, expected) in [
            ("ws://192.168.1.5:4270/ws", "http://192.168.1.5:4270"),
            ("wss://box:1/ws", "https://box:1"),
            ("http://box:1", "http://box:1"),
        ] {
            assert_eq!(page(url), expected);
        }
        let mut play = waiting(&[], Some(Side::First), false);
        play.app.server.shared = vec!["ws://192.168.1.5:4270/ws".to_owned()];
        assert!(shown(&play.app, (80, 24)).contains(&link_there()));
        for url in ["ws://127.0.0.1:4270/ws", "ws://[::1]:4270/ws"] {
            play.app.server.shared = vec![url.to_owned()];
            assert!(!shown(&play.app, (80, 24)).contains("/#"), "{url}");
        }
    }

    #[test]
    fn the_list_of_servers_is_named_only_where_the_server_is_found_in_it() {
        let announced = |url: &str| Found {
            id: "here._enlinea._tcp.local.".to_owned(),
            name: "here".to_owned(),
            urls: vec![url.to_owned()],
            key: None,
        };
        for (came, told, shared, found, is_announced) in [
            // By its address on the network, by loopback, by a name, and as its host.
            (
                "ws://192.168.1.5:4270/ws",
                &[][..],
                &[][..],
                Some(announced("wss://192.168.1.5:4270/ws")),
                true,
            ),
            (
                "ws://127.0.0.1:4270/ws",
                &[PAGE],
                &[],
                Some(announced("ws://192.168.1.5:4270/ws")),
                true,
            ),
            (
                "ws://box:4270/ws",
                &[PAGE],
                &[],
                Some(announced("ws://192.168.1.5:4270/ws")),
                true,
            ),
            (
                "ws://127.0.0.1:4270/ws",
                &[],
                &["ws://192.168.1.5:4270/ws"],
                Some(announced("ws://192.168.1.5:4270/ws")),
                true,
            ),
            // Elsewhere, with no server on this network, with another one, and with one that announces itself to
            // nobody.
            ("wss://play.example.org:443/ws", &[], &[], None, false),
            (
                "ws://203.0.113.9:4270/ws",
                &[],
                &[],
                Some(announced("ws://192.168.1.5:4270/ws")),
                false,
            ),
            (
                "ws://127.0.0.1:4270/ws",
                &[PAGE],
                &[],
                Some(Found {
                    id: HERE.to_owned(),
                    ..announced("ws://127.0.0.1:4270/ws")
                }),
                false,
            ),
        ] {
            let mut play = waiting(told, Some(Side::First), false);
            play.app.server.urls = vec![came.to_owned()];
            play.app.server.shared = shared.iter().map(ToString::to_string).collect();
            play.app.home.found.extend(found);
            let screen = shown(&play.app, (120, 40));
            let words: Vec<_> = screen.split_whitespace().collect();
            let words = words.join(" ");
            assert!(words.contains("enlinea join"), "{screen}");
            assert_eq!(
                words.contains("in the list"),
                is_announced,
                "{came}\n{screen}"
            );
            assert_eq!(
                words.contains("with the address"),
                !is_announced,
                "{screen}"
            );
        }
    }

    #[test]
    fn who_came_by_a_name_or_through_a_proxy_invites_by_the_same_way() {
        const INSIDE: &[&str] = &["http://10.0.0.7:4270"];
        const ENCRYPTED: &[&str] = &["https://10.0.0.7:4270"];
        for (came, told, expected) in [
            // A proxy with the server on loopback, which tells no address.
            (
                "wss://play.example.org:8443/ws",
                &[][..],
                Some("https://play.example.org:8443"),
            ),
            ("ws://192.168.1.5:80/ws", &[], Some("http://192.168.1.5")),
            (
                "wss://example.org:443/games/ws",
                &[],
                Some("https://example.org/games"),
            ),
            // One with the server on an inner network.
            (
                "wss://play.example.org:8443/ws",
                INSIDE,
                Some("https://play.example.org:8443"),
            ),
            (
                "wss://203.0.113.9:443/ws",
                INSIDE,
                Some("https://203.0.113.9"),
            ),
            (
                "ws://play.example.org:80/ws",
                INSIDE,
                Some("http://play.example.org"),
            ),
            ("ws://box:4270/ws", ENCRYPTED, Some("https://box:4270")),
            // By an address, which the server knows better, and from the same machine.
            ("ws://192.168.1.5:4270/ws", INSIDE, Some(INSIDE[0])),
            // No browser takes a zone, which is a name of this machine.
            ("ws://[fe80::1%25eth0]:4270/ws", INSIDE, Some(INSIDE[0])),
            ("wss://[fe80::1%25eth0]:4270/ws", INSIDE, Some(INSIDE[0])),
            ("ws://localhost:4270/ws", INSIDE, Some(INSIDE[0])),
            ("wss://127.0.0.1:4270/ws", INSIDE, Some(INSIDE[0])),
            ("ws://localhost:4270/ws", &["http://127.0.0.1:4270"], None),
            ("wss://localhost:8443/ws", &[], None),
            ("wss://table.localhost.:8443/ws", &[], None),
            ("wss://[::1]:8443/ws", &[], None),
            ("wss://[::ffff:127.0.0.1]:8443/ws", &[], None),
            ("ws://0.0.0.0:4270/ws", &[], None),
            ("ws://127.1:4270/ws", &[], None),
        ] {
            let mut play = waiting(told, Some(Side::First), false);
            play.app.server.urls = vec![came.to_owned()];
            let screen = shown(&play.app, (120, 40));
            let link = |page| format!("{page}/#{}", RoomId::from_draw(7));
            match expected {
                Some(page) => assert!(screen.contains(&link(page)), "{came}\n{screen}"),
                None => assert!(!screen.contains("/#"), "{came}\n{screen}"),
            }
        }
    }
}
