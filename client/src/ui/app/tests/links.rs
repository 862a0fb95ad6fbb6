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
        (format!("http://elsewhere:4270/#{code}"), &[]),
    ] {
        // As after a refusal.
        play.app.asks_for_room = false;
        play.press("c");
        play.does(Event::Paste(link.clone()));
        assert_eq!(play.does(Event::Key(Key::Enter)), expected, "{link}");
    }
    let notice = play.app.notice().unwrap();
    assert!(notice.contains("another server"), "{notice}");
}
