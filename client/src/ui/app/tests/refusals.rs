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
    assert_eq!(play.app.notice.as_ref().unwrap().0, message);
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
        play.app.notice.as_ref().unwrap().0.clone()
    };
    let bots = "a bot does not do that; play on, or resign";
    for (language, expected) in [
        (Language::En, bots),
        (Language::Es, "un bot no hace eso; sigue jugando o abandona"),
        (
            Language::Pl,
            "bot tego nie robi; graj dalej albo się poddaj",
        ),
    ] {
        assert_eq!(shown(language, Refusal::BotsDoNot, bots), expected);
        let name = "out_of_tea".to_owned();
        let tea = "there is no tea; brew some";
        assert_eq!(shown(language, Refusal::Other { name }, tea), tea);
    }
}
