//! The pictures of `README.md` and `MANUAL.md`: screens of the program with what a server would say, drawn anew and
//! compared with those in `client/pictures`.
//!
//! Where another picture is meant, write them with `ENLINEA_BLESS=1 cargo test -p client --test pictures`, and look at
//! them.

// Without a server inside, the first screen offers less.
#![cfg(feature = "host")]

mod ascii;
mod film;
#[path = "../../../protocol/tests/fixtures/snapshot.rs"]
mod fixture;
#[path = "../fixtures/past.rs"]
mod past;
mod scenes;
mod screens;
mod stage;
mod states;
mod svg;
#[expect(dead_code, reason = "some are for the tests of the program")]
#[path = "../fixtures/tournament.rs"]
mod tournament;

use std::path::{Path, PathBuf};

use client::board::{Depth, Glyphs, Ground, Look, Moving, Theme};

use self::scenes::Scene;

/// Most bytes of a picture, and of one that moves.
const MOST: [usize; 2] = [60_000, 110_000];

const GROUNDS: [(&str, Ground, svg::Ground); 2] = [
    ("dark", Ground::Dark, svg::DARK),
    ("light", Ground::Light, svg::LIGHT),
];

fn look(ground: Ground) -> Look {
    let theme = Theme::named("classic").expect("a theme of the program");
    Look::new(Glyphs { ascii: false }, theme, Depth::True, ground).with_animation(true)
}

#[test]
fn screens_are_as_kept() {
    for (name, scene) in scenes::all() {
        let Scene { app, size, title } = &scene;
        for (suffix, ground, colours) in GROUNDS {
            let buffer = scenes::drawn(app, &look(ground), Moving::default(), *size);
            let layers = svg::draw(svg::cells(&buffer), &colours, false);
            let picture = svg::document(*size, &colours, "", title, &layers);
            compare(&format!("{name}-{suffix}.svg"), &picture, MOST[0]);
        }
    }
}

#[test]
fn the_recorded_game_is_as_kept() {
    for (suffix, ground, colours) in GROUNDS {
        let pictures = scenes::game(&look(ground));
        let film = film::film(
            &pictures,
            &colours,
            "A game of Connect Four, won by four in a row",
        );
        compare(&format!("game-{suffix}.svg"), &film, MOST[1]);
    }
}

fn compare(file: &str, now: &str, most: usize) {
    assert!(
        now.len() <= most,
        "{file} has {} bytes, and may have {most}",
        now.len()
    );
    let path = folder().join(file);
    if std::env::var_os("ENLINEA_BLESS").is_some() {
        std::fs::write(&path, now).expect("the pictures can be written");
    }
    // A checkout on Windows may have turned the line ends.
    let kept = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
        .replace("\r\n", "\n");
    assert!(
        kept == now,
        "{file} is not as the program draws it; if that is meant, write it with \
         ENLINEA_BLESS=1 cargo test -p client --test pictures, and look at it"
    );
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("pictures")
}
