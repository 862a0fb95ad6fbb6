#![cfg(feature = "host")]

use protocol::message::{ClientMsg, ServerMsg};
use protocol::spec::{GameSpec, Grace, SeatSpec, ThinkTime};
use protocol::view::BotOffer;

use super::super::Field;
use crate::choices::Choices;
use crate::input::Key;
use crate::ui::app::tests::{Play, welcome};
use crate::ui::{Action, Event, Me, Target};

fn greeting(offers: Vec<BotOffer>) -> ServerMsg {
    let mut greeting = welcome();
    if let ServerMsg::Welcome { bots, .. } = &mut greeting {
        *bots = offers.into();
    }
    greeting
}

/// The form, with the bots of a server.
fn form() -> Play {
    let mut play = Play::home();
    play.hear(greeting(crate::host::bots()));
    play.press("n");
    play
}

/// Goes to a line, and presses a key there until it shows a value.
fn set(play: &mut Play, field: Field, key: Key, shown: &str) {
    let fields = play.app.form.fields();
    let at = fields.iter().position(|other| *other == field);
    play.app.form.chosen = at.unwrap_or_else(|| panic!("{field:?} is not in {fields:?}"));
    for _ in 0..100 {
        if play.app.form.line(field).1 == shown {
            return;
        }
        play.does(Event::Key(key));
    }
    panic!("{field:?} never shows {shown:?}");
}

fn write(play: &mut Play, text: &str) {
    play.press("e");
    let written = play
        .app
        .prompt
        .as_ref()
        .expect("a line is typed")
        .input
        .value()
        .len();
    for _ in 0..written {
        play.does(Event::Key(Key::Backspace));
    }
    play.press(text);
    play.does(Event::Key(Key::Enter));
}

/// The room that is opened, and the choices that are kept.
fn open(play: &mut Play) -> (GameSpec, [String; 2], Option<Choices>) {
    let mut kept = None;
    // As after a refusal.
    play.app.server.request = None;
    for action in play.does(Event::Key(Key::Enter)) {
        match action {
            Action::KeepChoices(choices) => kept = Some(*choices),
            Action::Send(ClientMsg::Open { spec, seats, .. }) => {
                let seats = [seats.first, seats.second].map(|seat| match seat {
                    SeatSpec::Bot { bot } => bot.to_string(),
                    SeatSpec::Me => "me".to_owned(),
                    SeatSpec::Open => "open".to_owned(),
                });
                return (spec, seats, kept);
            }
            other => panic!("{other:?}"),
        }
    }
    panic!("no room is opened: {:?}", play.app.notice());
}

/// Gomoku against `priority`.
fn against_priority() -> Play {
    let mut play = form();
    set(&mut play, Field::Game, Key::Right, "Gomoku 20 x 20");
    set(&mut play, Field::Opponent, Key::Right, "bot priority");
    play
}

#[test]
fn the_six_weights_of_priority_are_stepped_and_written_within_their_bounds() {
    let mut play = against_priority();
    let names = [
        "own_two",
        "own_three",
        "own_four",
        "other_two",
        "other_three",
        "other_four",
    ];
    for (at, name) in names.into_iter().enumerate() {
        assert_eq!(play.app.form.line(Field::Option(at)).0, name);
    }
    assert_eq!(open(&mut play).1, ["me", "priority"]);
    set(&mut play, Field::Option(0), Key::Right, "9");
    set(&mut play, Field::Option(3), Key::Left, "0");
    set(&mut play, Field::Option(2), Key::Right, "2000");
    write(&mut play, "1000000");
    let about = play.app.form.about(&play.app.keymap);
    assert!(about.contains("0 to 1000000, 2000 by itself"), "{about}");
    assert_eq!(
        open(&mut play).1[1],
        "priority,other_two=0,own_four=1000000,own_two=9"
    );
    write(&mut play, "1000001");
    let notice = play.app.notice().unwrap().to_owned();
    assert!(
        notice.contains("own_four is a number from 0 to 1000000"),
        "{notice}"
    );
    write(&mut play, "-");
    assert_eq!(open(&mut play).1[1], "priority,other_two=0,own_two=9");
}

/// It went into the line that the mouse was over.
#[test]
fn a_value_is_written_to_the_line_that_was_chosen_when_it_was_begun() {
    let mut play = against_priority();
    set(&mut play, Field::Seed, Key::Right, "2");
    let fields = play.app.form.fields();
    let other = fields.iter().position(|field| *field == Field::Option(0));
    play.press("e");
    play.does(Event::Hover(Target::Line(other.unwrap())));
    // An answer that makes other lines has the same effect.
    play.app.form.chosen = 0;
    play.does(Event::Key(Key::Backspace));
    play.press("77");
    play.does(Event::Key(Key::Enter));
    assert_eq!(play.app.form.line(Field::Seed).1, "77");
    set(&mut play, Field::Seed, Key::Right, "77");
    let chosen = play.app.form.chosen;
    play.press("e");
    play.does(Event::Hover(Target::Line(0)));
    assert_eq!(play.app.form.chosen, chosen);
}

#[test]
fn seed_think_time_absence_and_thoughts_are_in_the_room() {
    let mut play = against_priority();
    let (spec, ..) = open(&mut play);
    assert_eq!((spec.seed, spec.think_time, spec.grace), (None, None, None));
    set(&mut play, Field::Seed, Key::Right, "2");
    write(&mut play, "4711");
    set(&mut play, Field::ThinkTime, Key::Right, "500 ms a ply");
    set(&mut play, Field::Grace, Key::Right, "1 min");
    write(&mut play, "5m");
    set(&mut play, Field::OpenThoughts, Key::Right, "yes");
    let (spec, ..) = open(&mut play);
    assert_eq!(spec.seed.map(|seed| seed.0), Some(4711));
    assert_eq!(spec.think_time.map(ThinkTime::value), Some(500));
    assert_eq!(spec.grace.map(Grace::value), Some(300_000));
    assert!(spec.open_thoughts);
    set(&mut play, Field::ThinkTime, Key::Left, "as usual");
    set(&mut play, Field::Seed, Key::Left, "4711");
    write(&mut play, "x");
    assert!(play.app.notice().is_some());
    play.does(Event::Key(Key::Esc));
    assert!(open(&mut play).0.think_time.is_none());
}

#[test]
fn a_board_of_ones_own_may_want_exactly_so_many_in_a_row() {
    let mut play = form();
    set(&mut play, Field::Game, Key::Left, "a board of your own");
    set(
        &mut play,
        Field::Falls,
        Key::Right,
        "exactly 5 in a row win",
    );
    assert_eq!(open(&mut play).0.variant.to_string(), "custom:9x7x5:exact");
}

#[test]
fn the_form_begins_with_the_answers_of_the_last_time() {
    let mut play = against_priority();
    set(&mut play, Field::Option(0), Key::Right, "9");
    set(&mut play, Field::Clock, Key::Right, "3 min + 2 s");
    set(&mut play, Field::Hints, Key::Right, "yes");
    set(&mut play, Field::Order, Key::Right, "the opponent");
    let (spec, seats, kept) = open(&mut play);
    let kept = kept.expect("is kept");
    let mut next = Play::home();
    next.app.introduce(Me::default(), kept.clone());
    next.hear(greeting(crate::host::bots()));
    next.press("n");
    let (again, seats_again, kept_again) = open(&mut next);
    assert_eq!((again, seats_again), (spec, seats));
    assert_eq!(kept_again, None);
    // A server without that bot.
    let mut other = Play::home();
    other.app.introduce(Me::default(), kept);
    other.hear(greeting(Vec::new()));
    other.press("n");
    assert_eq!(open(&mut other).1, ["open", "me"]);
}

#[test]
fn a_board_on_which_a_longer_row_does_not_win_is_not_said_to_take_one() {
    let mut play = form();
    set(&mut play, Field::Game, Key::Right, "a board of your own");
    for (rules, expected) in [
        ("discs fall", "so do more."),
        ("exactly 5 in a row win", "more do not."),
    ] {
        set(&mut play, Field::Falls, Key::Right, rules);
        let fields = play.app.form.fields();
        let at = fields.iter().position(|field| *field == Field::InRow);
        play.app.form.chosen = at.unwrap();
        let about = play.app.form.about(&play.app.keymap);
        assert!(about.ends_with(expected), "{about}");
    }
}

/// Boards without columns were promised the values of theirs.
#[test]
fn hints_speak_of_moves_where_there_are_no_columns() {
    let mut play = against_priority();
    let fields = play.app.form.fields();
    let at = fields.iter().position(|field| *field == Field::Hints);
    play.app.form.chosen = at.unwrap();
    let about = play.app.form.about(&play.app.keymap);
    assert!(about.contains("what the moves are worth"), "{about}");
}
