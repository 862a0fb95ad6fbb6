//! Every screen at the sizes from 0 x 0 to 130 x 50, and what covers a screen at odd ones: nothing panics.
//!
//! Every other size is drawn in English, as the black squares of a chess board; other languages and ASCII have other
//! widths of words and signs, and are drawn at the sizes around which screens change.

use super::*;
use crate::language::{Language, within};
use crate::tournament_fixture;
use crate::ui::app::tests::Play;
use crate::ui::past::tests::{history, leaderboard, profile};
use crate::ui::tournament::tests::{evening, followed};

const MOST: (u16, u16) = (130, 50);

/// Draws a screen at a size, and finds what is under the mouse.
fn draws_as(play: &Play, glyphs: Glyphs, width: u16, height: u16) {
    drawn(&play.app, glyphs, width, height);
    let area = Rect::new(0, 0, width, height);
    for (column, row) in [
        (0, 0),
        (width / 2, height / 2),
        (width, height),
        (u16::MAX, u16::MAX),
    ] {
        let _ = target(&play.app, &look(glyphs), area, column, row);
    }
}

/// Draws a screen at a size in both sorts of characters.
pub(crate) fn draws(play: &mut Play, width: u16, height: u16) {
    for glyphs in [UNICODE, ASCII] {
        draws_as(play, glyphs, width, height);
    }
}

/// The sizes around which something changes, and some between.
fn odd_sizes() -> impl Iterator<Item = (u16, u16)> {
    let widths = (0..=MOST.0).step_by(13);
    let widths = widths.chain([1, 2, 3, 29, 31, 32, 40, 43, 44, 80, 89, 90, 91, 120]);
    widths.flat_map(|width| {
        let heights = (0..=MOST.1).step_by(7);
        let heights = heights.chain([1, 2, 3, 4, 5, 12, 13, 16, 23, 24, 25]);
        heights.map(move |height| (width, height))
    })
}

fn at_odd_sizes(play: &Play) {
    for (width, height) in odd_sizes() {
        for language in Language::ALL {
            within(language, || draws_as(play, UNICODE, width, height));
        }
        draws_as(play, ASCII, width, height);
    }
}

fn at_every_width_and_height(play: &Play) {
    for width in 0..=MOST.0 {
        for height in (width % 2..=MOST.1).step_by(2) {
            draws_as(play, UNICODE, width, height);
        }
    }
    at_odd_sizes(play);
}

fn tv() -> Play {
    let mut play = Play::home();
    play.app.go(vec!["ws://here/ws".to_owned()], Goal::Tv);
    play.hear(welcome());
    let games = ["connect-four", "gomoku-15", "gomoku"];
    let rooms = (1..).zip(games).map(|(number, variant)| {
        let seen = snapshot(variant);
        RoomSummary {
            room: RoomId::from_draw(number),
            variant: seen.spec.variant,
            clock: None,
            seats: seen.seats,
            phase: Phase::Playing,
            plies: 0,
            spectators: 2,
            watchable: true,
            locked: false,
            moves: None,
            opening: None,
            rated: false,
        }
    });
    play.hear(ServerMsg::Lobby {
        rooms: rooms.collect(),
        players: Vec::new(),
        present: 1,
        chat: Vec::new(),
    });
    for (number, variant) in (1..).zip(games) {
        let mut seen = snapshot(variant);
        seen.room = RoomId::from_draw(number);
        let snapshot = Box::new(seen);
        play.hear(ServerMsg::Watching { snapshot });
    }
    play
}

fn replay() -> Play {
    let mut play = Play::home();
    let game = "[Variant \"connect-four\"]\n[First \"Ana\"]\n[Second \"bot:negamax:4\"]\n[Clock \"5m+3s\"]\n\
        [Result \"1-0\"]\n[Reason \"line\"]\n\n1. 4 {[%clk 0:04:59] the centre} 3 2. 4 3 3. 4 3 4. 4 1-0\n";
    play.app.show_record(game.parse().unwrap());
    play.press("a");
    play
}

/// The state of a screen, for the test that draws every one of them.
fn open(screen: Screen) -> Play {
    let mut play = match screen {
        Screen::Home | Screen::Opponents | Screen::Settings => Play::home(),
        Screen::Lobby | Screen::Form => lobby(),
        Screen::Table => full_table("connect-four"),
        Screen::Tv => tv(),
        Screen::Replay => replay(),
        Screen::Rules => full_table("renju"),
        Screen::History => history(),
        Screen::Profile => profile(),
        Screen::Leaderboard => leaderboard(),
        Screen::Tournament => followed(tournament_fixture::swiss_pause()),
        Screen::TournamentForm => evening(Goal::Lobby),
    };
    match screen {
        Screen::Opponents => play.does(Event::Key(Key::Right)),
        Screen::Form => play.press("n"),
        Screen::TournamentForm => play.press("e"),
        Screen::Rules => play.press("i"),
        Screen::Settings => play.press("s"),
        _ => Vec::new(),
    };
    assert_eq!(play.app.screen, screen);
    play
}

/// One test for each screen, so that they run beside one another.
macro_rules! every_width_and_height {
    ($($name:ident: $screen:ident,)*) => {
        $(#[test]
        fn $name() {
            at_every_width_and_height(&open(Screen::$screen));
        })*

        #[test]
        fn every_screen_has_its_test() {
            assert_eq!([$(Screen::$screen),*], Screen::ALL);
        }
    };
}

every_width_and_height! {
    the_first_screen_is_drawn_at_every_width_and_height: Home,
    the_opponents_are_drawn_at_every_width_and_height: Opponents,
    the_lobby_is_drawn_at_every_width_and_height: Lobby,
    the_form_is_drawn_at_every_width_and_height: Form,
    a_table_is_drawn_at_every_width_and_height: Table,
    tv_is_drawn_at_every_width_and_height: Tv,
    a_saved_game_is_drawn_at_every_width_and_height: Replay,
    the_rules_are_drawn_at_every_width_and_height: Rules,
    the_settings_are_drawn_at_every_width_and_height: Settings,
    the_history_is_drawn_at_every_width_and_height: History,
    the_profile_is_drawn_at_every_width_and_height: Profile,
    the_leaderboard_is_drawn_at_every_width_and_height: Leaderboard,
    a_tournament_is_drawn_at_every_width_and_height: Tournament,
    the_form_of_a_tournament_is_drawn_at_every_width_and_height: TournamentForm,
}

#[test]
fn what_covers_a_screen_is_drawn_at_odd_sizes() {
    let mut help = full_table("gomoku");
    help.press("?");
    let mut confirm = full_table("gomoku-15");
    confirm.press("x");
    let mut prompt = full_table("custom:20x3x3:free");
    prompt.press("tsome words");
    let mut form = lobby();
    form.press("n");
    form.does(Event::Key(Key::Down));
    // A state is large, and an array of them too large for the stack.
    let plays = vec![
        form,
        help,
        confirm,
        prompt,
        full_table("custom:3x20x3:falls"),
    ];
    for play in plays {
        at_odd_sizes(&play);
    }
}

/// It left room for nothing else.
#[test]
fn a_long_comment_leaves_room_for_players_moves_and_the_analysis() {
    let comment = "many words ".repeat(60);
    let game = format!(
        "[Variant \"connect-four\"]\n[First \"Ana\"]\n[Second \"bot:negamax:4\"]\n\n\
         1. 4 3 2. 4 3 3. 4 3 {{{}}} 4. 4 1-0\n",
        comment.trim()
    );
    let mut play = Play::home();
    play.app.show_record(game.parse().unwrap());
    play.press(",a");
    for (width, height) in [(80, 24), (60, 20)] {
        let screen = shown(&play.app, (width, height));
        for expected in ["many words", "…", "Ana", "Bot negamax", "0 of 7", " 3. 4"] {
            assert!(
                screen.contains(expected),
                "{expected} is missing:\n{screen}"
            );
        }
    }
}
