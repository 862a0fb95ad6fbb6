use protocol::rules::CustomRules;

use super::*;
use crate::language::{Language, within};

#[test]
fn every_game_has_its_title_in_english_and_another_or_the_same_elsewhere() {
    let own = CustomRules::ALL.map(|rules| {
        let shape = Shape::new(9, 7, 5).unwrap();
        Variant::custom(shape, rules)
    });
    for variant in Variant::fixed().chain(own) {
        assert_eq!(variant.said(), variant.title());
        assert_eq!(Named::Known(variant).said(), variant.title());
        for language in [Language::Es, Language::Pl] {
            let said = within(language, || variant.said());
            let same = said == variant.title();
            let is_name = said.starts_with("Gomoku") || said == "Renju";
            assert!(!same || is_name, "{language}: {said}");
        }
    }
    let unknown = Named::<Variant>::Unknown("hex-11".to_owned());
    assert_eq!(within(Language::Pl, || unknown.said()), "hex-11");
}

#[test]
fn words_of_a_list_are_their_own_english_and_others_stay() {
    for (english, id) in COLOURS.iter().chain(&LEVELS) {
        assert_eq!(id.said(), *english);
        assert_ne!(within(Language::Es, || id.said()), *english);
        assert_ne!(within(Language::Pl, || id.said()), *english);
    }
    assert_eq!(level("level3"), "level 3");
    within(Language::Es, || {
        assert_eq!(level("level3"), "nivel 3");
        assert_eq!(level("levelled"), "levelled");
        assert_eq!(level("deep"), "deep");
        assert_eq!(colour("azure"), "azure");
    });
}

#[test]
fn a_bot_and_an_option_of_another_server_are_described_in_its_words() {
    let about = "plays well".to_owned();
    let option = BotOption {
        name: "mood".to_owned(),
        about: about.clone(),
        least: 0,
        most: 1,
        default: 0,
    };
    let offer = BotOffer {
        kind: "rapfi".to_owned(),
        about: about.clone(),
        depths: None,
        default_depth: None,
        presets: Vec::new(),
        variants: Vec::new(),
        options: Vec::new(),
        level: None,
        openings: Vec::new(),
    };
    within(Language::Es, || {
        assert_eq!(about_option(&option), about);
        assert_eq!(about_bot(&offer), about);
    });
}

/// The lists keep up with the bots, whose English is the server's.
#[test]
#[cfg(feature = "host")]
fn every_bot_of_the_program_is_known() {
    let check = |known: &[(&str, Id)], name: &str, about: &str| {
        assert_eq!(found(known, name).as_deref(), Some(about), "{name}");
        let polish = within(Language::Pl, || found(known, name));
        assert_ne!(polish.as_deref(), Some(about), "{name}");
    };
    for kind in engine::bots::ALL {
        check(&BOTS, kind.name(), kind.about());
        for (name, _) in kind.presets() {
            assert_ne!(within(Language::Pl, || level(name)), *name);
        }
        for option in kind.options() {
            check(&OPTIONS, option.name, option.about);
        }
    }
}

#[test]
fn every_colour_of_the_themes_is_known() {
    for name in crate::board::Theme::names() {
        let theme = crate::board::Theme::named(name).unwrap();
        for side in Side::BOTH {
            let english = theme.name(side);
            assert_ne!(within(Language::Pl, || colour(english)), english, "{name}");
        }
    }
}

#[test]
fn a_key_has_the_words_of_its_refusal() {
    within(Language::Pl, || {
        for text in [
            say!("keys-claim"),
            say!("table-claim"),
            say!("table-claim-key", key = "g"),
            say!("table-claim-in", wait = "0:10"),
            say!("refusals-opponent-present"),
            say!("refusals-claim-too-early", wait = "0:10"),
        ] {
            assert!(text.contains("przej"), "{text}");
        }
    });
}
