//! Refusals of the server on the screen.

use super::*;
use crate::language::{Language, within};

#[test]
fn a_refusal_is_shown_as_the_server_says_it() {
    let mut play = Play::at_table("connect-four");
    let refusal = Refusal::TakebacksOff;
    let message = refusal.to_string();
    play.hear(ServerMsg::Refused {
        refusal,
        message: message.clone(),
    });
    assert_eq!(play.app.notice().unwrap(), message);
    assert_eq!(play.app.screen, Screen::Table);
}

#[test]
fn a_refusal_is_shown_in_the_language_in_force_and_one_of_a_later_release_as_it_came() {
    let shown = |language, refusal: Refusal, message: &str| {
        let mut play = Play::at_table("connect-four");
        let message = message.to_owned();
        within(language, || {
            play.hear(ServerMsg::Refused { refusal, message });
        });
        play.app.notice().unwrap().to_owned()
    };
    let bots = "bots do not accept draws; play on, or resign";
    for (language, expected) in [
        (Language::En, bots),
        (
            Language::Es,
            "los bots no aceptan el empate; sigue jugando o abandona",
        ),
        (
            Language::Pl,
            "boty nie przyjmują remisu; graj dalej albo się poddaj",
        ),
    ] {
        assert_eq!(shown(language, Refusal::BotsDoNot, bots), expected);
        let name = "out_of_tea".to_owned();
        let tea = "there is no tea; brew some";
        assert_eq!(shown(language, Refusal::Other { name }, tea), tea);
    }
}

/// The refusal and the end of the connection reach the screens within one millisecond, with the same text.
#[test]
fn why_the_server_lets_somebody_in_no_more_is_told_on_the_first_screen() {
    let banned = Refusal::Banned {
        wait: None,
        reason: Some("shouted".to_owned()),
    };
    let version = Refusal::Version {
        yours: VERSION,
        oldest: VERSION + 1,
        newest: VERSION + 1,
    };
    let lobby = Play::in_lobby;
    let plays: [fn() -> Play; 2] = [lobby, || Play::at_table("connect-four")];
    for refusal in [banned, version] {
        for play in plays {
            let mut play = play();
            let message = refusal.to_string();
            let now = play.app.now + Millis::from_millis(1);
            let refused = ServerMsg::Refused {
                refusal: refusal.clone(),
                message: message.clone(),
            };
            let why = message.clone();
            for event in [
                NetEvent::Message(Box::new(refused)),
                NetEvent::Failed { why },
            ] {
                play.app.update(now, Event::Net(event));
            }
            assert_eq!(play.app.screen, Screen::Home);
            assert_eq!(play.app.notice().unwrap(), message);
        }
    }
}
