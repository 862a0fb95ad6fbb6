//! Links to rooms, written or pasted.

use super::*;

#[test]
fn a_link_is_taken_where_an_address_or_a_code_is_asked_for() {
    let mut play = Play::home();
    let code = "K7QM2X";
    let room: RoomId = code.parse().unwrap();
    play.app.open_prompt(PromptKind::Address);
    play.does(Event::Paste(format!("http://box:4270/#{code}")));
    let actions = play.does(Event::Key(Key::Enter));
    assert_eq!(
        actions,
        [Action::Connect(vec!["ws://box:4270/ws".to_owned()])]
    );
    let role = Role::Player;
    let join = [Action::Send(ClientMsg::Join { room, role })];
    assert_eq!(play.hear(welcome()), join);
    // One by which the page hands a seat over.
    let handed = format!("http://box:4270/#{code}.22346789");
    let take_over = [Action::Send(ClientMsg::TakeOver {
        code: "22346789".parse().unwrap(),
    })];
    let mut other = Play::home();
    other.app.open_prompt(PromptKind::Address);
    other.does(Event::Paste(handed.clone()));
    other.does(Event::Key(Key::Enter));
    assert_eq!(other.hear(welcome()), take_over);
    play.app.enter_lobby();
    for (link, expected) in [
        (format!("http://box:4270/#{code}"), &join[..]),
        (code.to_owned(), &join[..]),
        (handed, &take_over[..]),
    ] {
        // As after a refusal.
        play.app.server.request = None;
        play.press("c");
        play.does(Event::Paste(link.clone()));
        assert_eq!(play.does(Event::Key(Key::Enter)), expected, "{link}");
    }
    // Of another server, and a server alone.
    for (place, url) in [
        (
            format!("http://elsewhere:4270/#{code}"),
            "ws://elsewhere:4270/ws",
        ),
        ("192.168.1.5".to_owned(), "ws://192.168.1.5:4270/ws"),
    ] {
        play.hear(welcome());
        play.app.enter_lobby();
        play.app.open_prompt(PromptKind::Code);
        play.does(Event::Paste(place.clone()));
        let connects = [Action::Connect(vec![url.to_owned()])];
        assert_eq!(play.does(Event::Key(Key::Enter)), connects, "{place}");
    }
}

#[test]
fn a_code_on_the_first_screen_asks_the_servers_that_are_known() {
    let mut play = Play::home();
    play.app.open_prompt(PromptKind::Address);
    play.press("k7qm2x");
    let room: RoomId = "K7QM2X".parse().unwrap();
    let link = RoomLink::from(room);
    let asks = [Action::FindRoom(link.clone())];
    assert_eq!(play.does(Event::Key(Key::Enter)), asks);
    assert_eq!(play.does(Event::RoomFound(link.clone(), None)), []);
    assert!(play.app.notice().unwrap().contains("K7QM2X"));
    let urls = vec!["ws://10.0.0.2:4270/ws".to_owned()];
    let actions = play.does(Event::RoomFound(link, Some(urls.clone())));
    assert_eq!(actions, [Action::Connect(urls)]);
    let role = Role::Player;
    let join = [Action::Send(ClientMsg::Join { room, role })];
    assert_eq!(play.hear(welcome()), join);
}

#[test]
fn a_seat_whose_games_another_program_serves_is_returned_to_there() {
    let mut play = Play::home();
    let room: RoomId = "K7QM2X".parse().unwrap();
    let goal = Goal::Return(room, Token(5));
    play.app.go_to_hosted(goal, Listen::Usual);
    assert_eq!(play.app.goal_room(), Some(room));
    let urls = vec!["ws://127.0.0.1:4270/ws".to_owned()];
    let actions = play.does(Event::ServedElsewhere(urls.clone()));
    assert_eq!(actions, [Action::Connect(urls)]);
    let role = Role::Seat { token: Token(5) };
    let back = [Action::Send(ClientMsg::Join { room, role })];
    assert_eq!(play.hear(welcome()), back);
}
