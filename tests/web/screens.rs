//! The page on screens of all sizes, and as people see it.

use protocol::act::Act;
use protocol::message::ClientMsg;
use protocol::side::BySide;
use protocol::spec::{GameSpec, OpeningRule, SeatSpec};
use serde_json::{Value, json};
use server::{Config, store};

use super::browser::Devtools;
use super::page::{Device, Page};
use super::{Table, answering, config, link, server, server_of_modules};
use crate::harness::{PATIENCE, TestServer, bot, me_and_open, spec};

/// All sizes of screens, with their names.
const DEVICES: [(&str, Device); 5] = [
    ("phone", Device::PHONE),
    ("small-phone", Device::SMALL_PHONE),
    ("landscape", Device::LANDSCAPE),
    ("tablet", Device::TABLET),
    ("desktop", Device::DESKTOP),
];

/// What is larger than the screen: true where the page could be scrolled.
const SCROLLS: &str = "(() => {
    const page = document.scrollingElement;
    return page.scrollWidth > innerWidth || page.scrollHeight > innerHeight;
})()";

/// Names and sizes of things that are too small for a finger, cells of the board aside.
fn too_small(target: f64) -> String {
    format!(
        "[...document.querySelectorAll('button, a[href], input, select, textarea, summary, [role=button]')]
            .filter((one) => one.checkVisibility({{ visibilityProperty: true }}))
            .map((one) => {{
                const label = one.closest('label') ?? one.labels?.[0];
                const boxes = [one, label].filter(Boolean).map((each) => each.getBoundingClientRect());
                const side = Math.max(...boxes.map((box) => Math.min(box.width, box.height)));
                return [side, (one.ariaLabel ?? one.innerText ?? one.name) + ' ' + one.className];
            }})
            .filter(([side]) => side < {target} - 0.5)"
    )
}

/// Asserts that everything that can be touched is large enough: for a finger, or for a mouse as WCAG has it (2.5.8).
async fn has_large_targets(page: &Page, device: Device, what: &str) {
    let target = if device.touch { 44.0 } else { 24.0 };
    let small = page.evaluate(&too_small(target)).await;
    assert_eq!(small, json!([]), "smaller than {target} px: {what}");
}

#[tokio::test]
async fn the_table_fits_every_screen_without_scrolling() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    table.play(0, "d1 c1").await;
    let page = &table.first;
    for (name, device) in DEVICES {
        page.resize(device).await;
        page.until(&format!("no scrolling on {name}"), &format!("!{SCROLLS}"))
            .await;
        page.picture(&format!("table-{name}")).await;
        has_large_targets(page, device, &format!("the table on {name}")).await;
        // Every column is on the screen, and a finger meets it.
        let width = "document.querySelector('[data-cell=d3]').getBoundingClientRect().width";
        let width = page.evaluate(width).await.as_f64().expect("a number");
        assert!(width >= 39.5, "a column on {name} is {width} wide");
    }
    page.resize(Device::SMALL_LANDSCAPE).await;
    let right = "document.querySelector('.line .count').getBoundingClientRect().right";
    let inside = format!("{right} > 300 && {right} <= innerWidth - 16");
    page.until("the number of moves beside their beads", &inside)
        .await;
    // A zoom of 400 % leaves hardly any height: the page is scrolled, and the board is still one.
    page.resize(Device::ZOOMED).await;
    let width = "document.querySelector('[role=grid]').getBoundingClientRect().width > 200";
    page.until("a board that can be played", width).await;
    page.tap("Resign").await;
    page.tap("Play on").await;
    // Text of twice the size leaves the buttons at the foot whole, and on the screen.
    page.resize(Device::SMALL_PHONE).await;
    page.evaluate("document.documentElement.style.fontSize = '200%'")
        .await;
    let cut = "[...document.querySelectorAll('.bar button')]
        .filter((one) => one.scrollWidth > one.clientWidth || one.getBoundingClientRect().right > innerWidth)
        .map((one) => one.ariaLabel ?? one.innerText)";
    for shows in ["Give this game up?", "You lose"] {
        page.tap("Resign").await;
        page.shows(shows).await;
        assert_eq!(page.evaluate(cut).await, json!([]), "{shows}");
    }
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn nothing_lies_under_the_camera_or_the_bar_of_the_system() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    table.play(0, "d1 c1").await;
    let page = &table.first;
    for (name, device, [top, right, bottom, left]) in [
        ("upright", Device::PHONE, [47, 0, 34, 0]),
        ("landscape", Device::LANDSCAPE, [0, 47, 21, 47]),
    ] {
        page.resize(device).await;
        let insets = json!({ "top": top, "right": right, "bottom": bottom, "left": left });
        page.command(
            "Emulation.setSafeAreaInsetsOverride",
            json!({ "insets": insets }),
        )
        .await;
        let outside = format!(
            "[...document.querySelectorAll('button, [role=gridcell], .who, h1')]
                .filter((one) => one.checkVisibility() && !one.matches('.offscreen'))
                .filter((one) => {{
                    const box = one.getBoundingClientRect();
                    return box.top < {top} || box.left < {left} || box.right > innerWidth - {right} + 0.5
                        || box.bottom > innerHeight - {bottom} + 0.5;
                }})
                .map((one) => one.ariaLabel ?? one.innerText)"
        );
        let free = format!("!({outside}).length && !{SCROLLS}");
        page.until(&format!("free sides, {name}"), &free).await;
        page.tap("Resign").await;
        page.shows("Give this game up?").await;
        assert_eq!(page.evaluate(&outside).await, json!([]), "{name}");
        page.tap("Play on").await;
    }
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn no_state_of_the_table_moves_the_board() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    let page = &table.first;
    let place = "JSON.stringify(document.querySelector('[role=grid]').getBoundingClientRect())";
    page.shows("your turn").await;
    let before = page.evaluate(place).await;
    table.play(0, "d1").await;
    assert_eq!(page.evaluate(place).await, before, "their turn");
    table.play(1, "c1").await;
    table.second.tap("Draw").await;
    page.shows("Accept").await;
    assert_eq!(page.evaluate(place).await, before, "an offer");
    page.picture("offer").await;
    table.play(2, "d2 c2 d3 c3 d4").await;
    page.shows("You win").await;
    assert_eq!(page.evaluate(place).await, before, "the end");
    assert_eq!(page.evaluate(SCROLLS).await, json!(false));
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn the_start_of_a_desktop_scrolls_its_columns_and_leaves_each_list_its_share() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    // Nobody here reads what the server says while the page is looked at.
    let config = Config {
        silence: 4 * PATIENCE,
        ..config()
    };
    let server = TestServer::with(config, store::memory()).await;
    let mut people = Vec::new();
    for number in 1..=33 {
        people.push(server.client(&format!("Ana {number:02}")).await);
    }
    // The budget of one connection is less than that.
    for (number, speaker) in people.iter_mut().take(10).enumerate() {
        speaker.say(ClientMsg::EnterLobby { boards: false }).await;
        for line in 1..=3 {
            let text = format!("{number}.{line} of a talk that is longer than its column is wide");
            speaker.say(ClientMsg::LobbyChat { text }).await;
        }
    }
    let page = Page::open(&devtools, Device::DESKTOP, &link(server.address, "")).await;
    page.shows("Here now: 34").await;
    page.shows("9.3 of a talk").await;
    // Both lists can be scrolled, the talk to its newest line, and the page itself cannot.
    let shares = "(() => {
        const [names, talk] = ['.people .names', '.people .said-lines'].map((list) => document.querySelector(list));
        const { scrollHeight, scrollTop, clientHeight } = talk;
        return names.clientHeight >= 132 && names.scrollHeight > names.clientHeight
            && clientHeight >= 132 && scrollHeight > clientHeight
            && scrollHeight - scrollTop - clientHeight < 2;
    })()";
    for (width, height) in [(1100, 700), (1280, 800), (1440, 900), (1920, 1080)] {
        let device = Device {
            width,
            height,
            ..Device::DESKTOP
        };
        page.resize(device).await;
        let name = format!("both lists at {width}");
        page.until(&name, &format!("innerWidth === {width} && {shares}"))
            .await;
        assert_eq!(page.evaluate(SCROLLS).await, json!(false), "{name}");
        page.picture(&format!("start-{width}")).await;
    }
    page.close().await;
    drop(people);
    server.stop().await;
}

#[tokio::test]
async fn the_board_of_a_desktop_has_one_place_in_play_and_in_review() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::between(&devtools, [Device::DESKTOP; 2], server.address).await;
    table.play(0, "d1 c1").await;
    let page = &table.first;
    let place = "(() => {
        const { x, y, width, height } = document.querySelector('.board-svg').getBoundingClientRect();
        return [x, y, width, height].map(Math.round);
    })()";
    let before = page.evaluate(place).await;
    table.second.tap("Draw").await;
    page.shows("offers a draw").await;
    assert_eq!(page.evaluate(place).await, before, "an offer");
    page.picture("offer-desktop").await;
    page.tap_away("No").await;
    page.press(",").await;
    page.shows("2 of 2").await;
    assert_eq!(page.evaluate(place).await, before, "looking back");
    page.press("Escape").await;
    page.tap("Resign").await;
    page.shows("Give this game up?").await;
    assert_eq!(page.evaluate(place).await, before, "a question");
    page.tap("Resign").await;
    page.shows("You lose").await;
    assert_eq!(page.evaluate(place).await, before, "the end");
    page.tap("Look back").await;
    page.shows("End").await;
    assert_eq!(page.evaluate(place).await, before, "after the game");
    page.picture("review-desktop").await;
    assert_eq!(page.evaluate(SCROLLS).await, json!(false));
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn an_offer_of_a_long_name_is_whole_and_large_on_every_screen() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let (name, game) = ("Wilhelmina Featherst", ("connect-four", "4"));
    let (mut ana, page) = answering(&devtools, Device::SMALL_PHONE, &server, name, game).await;
    page.tap("c1 empty").await;
    ana.plies(2).await;
    ana.say(ClientMsg::Act(Act::AskTakeback)).await;
    page.shows("asks to take").await;
    // It is whole and does not leave the screen, in text of twice the size too; both answers are for a thumb.
    let outside = "(() => {
        const asked = document.querySelector('.asking');
        const cut = [asked, ...asked.querySelectorAll('p, button')].filter((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return left < -0.5 || right > innerWidth + 0.5 || top < 0 || bottom > innerHeight + 0.5
                || one.scrollWidth > one.clientWidth + 1;
        });
        const low = [...asked.querySelectorAll('button')].filter((one) => {
            const { top, height } = one.getBoundingClientRect();
            return height < 44 || top < innerHeight / 2;
        });
        return [...cut, ...low].map((one) => one.innerText);
    })()";
    let size = "parseFloat(getComputedStyle(document.querySelector('.asking p')).fontSize)";
    for device in [
        Device::SMALL_PHONE,
        Device::PHONE,
        Device::SMALL_LANDSCAPE,
        Device::LANDSCAPE,
        Device::TABLET,
        Device::DESKTOP,
    ] {
        page.resize(device).await;
        let resized = format!("innerWidth === {}", device.width);
        page.until("the size", &resized).await;
        let mut sizes = Vec::new();
        for text in ["100%", "200%"] {
            page.evaluate(&format!(
                "document.documentElement.style.fontSize = '{text}'"
            ))
            .await;
            assert_eq!(page.evaluate(outside).await, json!([]), "{device:?} {text}");
            sizes.push(page.evaluate(size).await.as_f64().expect("a number"));
        }
        assert!(
            sizes[0] >= 19.0 && sizes[1] > sizes[0],
            "{device:?} {sizes:?}"
        );
    }
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn the_table_does_not_move_under_a_finger() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    let page = &table.first;
    page.shows("your turn").await;
    for (from, to) in [
        ((195.0, 400.0), (195.0, 100.0)),
        ((195.0, 300.0), (195.0, 600.0)),
    ] {
        page.drag(from, to).await;
        let moved = "scrollX || scrollY || visualViewport.pageTop || visualViewport.pageLeft";
        assert_eq!(page.evaluate(moved).await, json!(0));
    }
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn all_screens_fit_the_smallest_phone() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::open(&devtools, Device::SMALL_PHONE, &link(server.address, "")).await;
    page.offers("Play the bot").await;
    let wide = "document.scrollingElement.scrollWidth > innerWidth";
    for (hash, shows) in [("", "Invite a friend"), ("#new", "New game")] {
        page.go(&link(server.address, hash)).await;
        page.shows(shows).await;
        page.picture(&format!("small-{}", hash.trim_start_matches('#')))
            .await;
        assert_eq!(page.evaluate(wide).await, json!(false), "{shows}");
        has_large_targets(&page, Device::SMALL_PHONE, shows).await;
    }
    // A wide screen has the way back too.
    page.resize(Device::DESKTOP).await;
    let back = "innerWidth > 1000 && document.querySelector('.back').checkVisibility()";
    page.until("the way back", back).await;
    page.resize(Device::SMALL_PHONE).await;
    // The rules are those of the board that is chosen, not of the last game.
    page.evaluate(
        "(() => {
            const games = document.querySelector('select');
            games.value = 'custom';
            games.dispatchEvent(new Event('change'));
        })()",
    )
    .await;
    page.offers("Columns").await;
    page.tap("Menu").await;
    page.tap("Rules").await;
    page.shows("9 columns and 7 rows").await;
    page.go(&link(server.address, "")).await;
    page.tap("Here now: 1").await;
    page.offers("Send").await;
    let cut = "(() => {
        const dialog = document.querySelector('dialog').getBoundingClientRect();
        return [...document.querySelectorAll('.people-list *')]
            .filter((one) => one.getBoundingClientRect().right > dialog.right - 12)
            .map((one) => one.className || one.tagName);
    })()";
    assert_eq!(page.evaluate(cut).await, json!([]), "cut by the edge");
    page.tap("Close").await;
    page.resize(Device::DESKTOP).await;
    page.until(
        "every button of the start to be in its column",
        "(() => {
            const edge = document.querySelector('.begin').getBoundingClientRect().right;
            return [...document.querySelectorAll('.begin *')]
                .every((one) => one.getBoundingClientRect().right <= edge);
        })()",
    )
    .await;
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn the_lists_of_games_are_whole_on_the_smallest_phone() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let mut waiting = server.client("Wilhelmina Featherst").await;
    let gomoku = GameSpec {
        clock: Some("5m+3s".parse().expect("a clock")),
        ..spec("gomoku-standard")
    };
    waiting.open(gomoku, me_and_open()).await;
    let mut opener = server.client("Ana").await;
    let bots = GameSpec {
        pace: "10000".parse().expect("milliseconds"),
        ..spec("connect-four")
    };
    let seats = BySide {
        first: bot("level:3"),
        second: bot("level:9"),
    };
    opener.open_for(bots, seats).await;
    let page = Page::open(&devtools, Device::SMALL_PHONE, &link(server.address, "")).await;
    page.shows("Wilhelmina Featherst").await;
    page.shows("Bot, level 9").await;
    page.picture("small-lists").await;
    let cut = "[...document.querySelectorAll('.texts > *, .watch > :not(svg)')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent)";
    assert_eq!(page.evaluate(cut).await, json!([]));
    page.close().await;
    drop((waiting, opener));
    server.stop().await;
}

#[tokio::test]
async fn the_steps_of_an_opening_are_read_whole_beside_a_clock() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let mut opener = server.client("Ana").await;
    let swap2 = GameSpec {
        clock: Some("10m+5s".parse().expect("a clock")),
        opening: Some(OpeningRule::Swap2),
        ..spec("gomoku-15")
    };
    let seats = BySide {
        first: SeatSpec::Open,
        second: SeatSpec::Me,
    };
    let (room, _) = opener.open(swap2, seats).await;
    let here = link(server.address, &format!("#{room}"));
    let page = Page::open(&devtools, Device::DESKTOP, &here).await;
    page.tap("Play").await;
    for (cell, left) in [("h8 empty", 2), ("h9 empty", 1)] {
        page.tap(cell).await;
        // The cells have English names again for the next stone.
        for language in ["es-ES", "pl-PL", "en-GB"] {
            page.reads(language).await;
            page.reload().await;
            for (name, device) in DEVICES {
                page.resize(device).await;
                let whole = format!(
                    "[...document.querySelectorAll('.status')].some((one) => one.textContent.includes('{left}'))
                        && [...document.querySelectorAll('.status')].every((one) => one.scrollWidth <= one.clientWidth)"
                );
                page.until(&format!("the step in {language} on {name}"), &whole)
                    .await;
            }
        }
        page.resize(Device::DESKTOP).await;
    }
    page.close().await;
    server.stop().await;
}

#[tokio::test]
async fn text_of_twice_the_size_is_larger_everywhere_and_nothing_covers_it() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::open(&devtools, Device::PHONE, &link(server.address, "#new")).await;
    page.offers("Open the game").await;
    let small = "['legend', '.segments button', '.hint', 'small', '.status', '.action span', '.head .title span']
        .flatMap((one) => document.querySelector(one) ?? [])
        .map((one) => parseFloat(getComputedStyle(one).fontSize))";
    let larger = |before: &Value| {
        format!("JSON.stringify({small}.map((size, i) => size >= 1.15 * {before}[i] || size))")
    };
    let twice = "document.documentElement.style.fontSize = '200%'";
    let before = page.evaluate(small).await;
    page.evaluate(twice).await;
    let after = page.evaluate(&larger(&before)).await;
    assert_eq!(after, json!("[true,true,true,true]"), "the form: {before}");
    let covers = "document.querySelector('.form .foot').getBoundingClientRect().top < innerHeight";
    assert_eq!(page.evaluate(covers).await, json!(false));
    page.picture("form-large-text").await;
    page.close().await;
    let table = Table::on_phones(&devtools, server.address).await;
    let page = &table.first;
    let before = page.evaluate(small).await;
    page.evaluate(twice).await;
    let after = page.evaluate(&larger(&before)).await;
    assert_eq!(after, json!("[true,true,true]"), "the table: {before}");
    for (name, device) in DEVICES {
        page.resize(device).await;
        page.until(&format!("no scrolling on {name}"), &format!("!{SCROLLS}"))
            .await;
        let cut = "[...document.querySelectorAll('.action span, .status, .head .title span')]
            .filter((one) => one.checkVisibility())
            .filter((one) => one.scrollWidth > Math.max(one.clientWidth, one.parentElement.clientWidth) + 1)
            .map((one) => one.textContent)";
        assert_eq!(page.evaluate(cut).await, json!([]), "on {name}");
    }
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn dark_forced_and_still_are_what_the_person_asked_for() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let table = Table::on_phones(&devtools, server.address).await;
    table.play(0, "d1 c1").await;
    let page = &table.first;
    let ground = "getComputedStyle(document.body).backgroundColor";
    let still = ("prefers-reduced-motion", "reduce");
    let mut grounds: Vec<Value> = Vec::new();
    for scheme in ["light", "dark"] {
        page.prefers(&[still, ("prefers-color-scheme", scheme)])
            .await;
        grounds.push(page.evaluate(ground).await);
        page.picture(&format!("table-{scheme}")).await;
    }
    assert_ne!(grounds[0], grounds[1]);
    page.prefers(&[still, ("forced-colors", "active")]).await;
    page.picture("table-forced").await;
    // The discs keep a shape that differs: one has a ring.
    let rings = "document.querySelectorAll('.second .ring').length > 0 && \
        document.querySelectorAll('.first .ring').length === 0";
    assert_eq!(page.evaluate(rings).await, json!(true));
    // Nothing moves where nothing should.
    page.prefers(&[still]).await;
    table.play(2, "d2 c2").await;
    let running = "document.getAnimations().filter((one) => one.playState === 'running').length";
    assert_eq!(page.evaluate(running).await, json!(0));
    table.close().await;
    server.stop().await;
}

#[tokio::test]
async fn the_page_speaks_the_language_of_the_person() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server_of_modules().await;
    for (language, words) in [
        ("es-ES", "Jugar con el bot"),
        ("pl", "Zagraj z botem"),
        ("fr,en", "Play the bot"),
    ] {
        let page = Page::blank(&devtools, Device::PHONE).await;
        page.reads(language).await;
        page.go(&link(server.address, "")).await;
        page.offers(words).await;
        // What the server says of its bots is English; the page has words of its own for each.
        let unknown =
            "Promise.all([import('/app.js'), import('/text.js')]).then(([{ app }, { has }]) =>
            app.state.welcome.bots.flatMap((bot) => [
                `bot-about-${bot.kind}`,
                ...bot.options.map((option) => `option-${option.name}`),
            ]).filter((id) => !has(id)))";
        assert_eq!(page.evaluate(unknown).await, json!([]), "{language}");
        page.close().await;
    }
    server.stop().await;
}

#[tokio::test]
async fn the_numbers_stand_under_their_columns_on_boards_of_all_widths() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    for columns in [3, 5, 7, 12] {
        let variant = format!("custom:{columns}x6x3:falls");
        let (ana, page) =
            answering(&devtools, Device::DESKTOP, &server, "Ana", (&variant, "2")).await;
        let beside = "[...document.querySelectorAll('.numbers > span')].filter((number, i) => {
            const middle = (box) => (box.left + box.right) / 2;
            const cell = document.querySelector(`[data-cell=\"${'abcdefghijkl'[i]}1\"]`);
            return Math.abs(middle(number.getBoundingClientRect()) - middle(cell.getBoundingClientRect())) > 3;
        }).length";
        assert_eq!(page.evaluate(beside).await, json!(0), "{columns}");
        let numbers = "document.querySelectorAll('.numbers > span').length";
        assert_eq!(page.evaluate(numbers).await, json!(columns));
        page.close().await;
        drop(ana);
    }
    server.stop().await;
}

#[tokio::test]
async fn the_start_screen_stands_still_when_the_server_answers() {
    let Some(devtools) = Devtools::connect().await else {
        return;
    };
    let server = server().await;
    let page = Page::blank(&devtools, Device::PHONE).await;
    page.at_first(
        "globalThis.places = new Set();
         const wanted = 'Invite a friend';
         new MutationObserver(() => {
             const button = [...document.querySelectorAll('button')].find((one) => one.textContent.includes(wanted));
             if (button) globalThis.places.add(Math.round(button.getBoundingClientRect().top));
         }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });",
    )
    .await;
    page.go(&link(server.address, "")).await;
    page.offers("Play the bot").await;
    page.shows("No open games right now").await;
    let places = page.evaluate("[...globalThis.places]").await;
    assert_eq!(
        places.as_array().map(Vec::len),
        Some(1),
        "it moved: {places}"
    );
    page.close().await;
    server.stop().await;
}
