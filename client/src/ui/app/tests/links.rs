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
    play.app.enter_lobby();
    for (link, expected) in [
        (format!("http://box:4270/#{code}"), &join[..]),
        (code.to_owned(), &join[..]),
        (format!("http://elsewhere:4270/#{code}"), &[]),
    ] {
        play.press("c");
        play.does(Event::Paste(link.clone()));
        assert_eq!(play.does(Event::Key(Key::Enter)), expected, "{link}");
    }
    let notice = &play.app.notice.as_ref().unwrap().0;
    assert!(notice.contains("another server"), "{notice}");
}
