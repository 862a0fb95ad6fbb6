//! Every screen drawn with ASCII alone: no other character is on it but the letters and marks of a language's words.

use client::board::{Depth, Glyphs, Ground, Look, Moving, Theme};
use client::language::{Language, within};
use client::ui::App;

use super::{scenes, states};

/// Sizes around which screens change their form.
const SIZES: [(u16, u16); 6] = [(20, 5), (30, 10), (40, 12), (60, 16), (80, 24), (120, 40)];

/// The characters of the words of a language that are not ASCII.
fn of_words(language: Language) -> &'static str {
    match language {
        Language::En => "",
        Language::Es => "áéíóúüñÁÉÍÓÚÜÑ¿¡«»",
        Language::Pl => "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ„”–",
    }
}

fn check(name: &str, app: &App, language: Language) {
    for depth in [Depth::Mono, Depth::Indexed, Depth::True] {
        let theme = Theme::named("classic").expect("a theme of the program");
        let look = Look::new(Glyphs { ascii: true }, theme, depth, Ground::Dark);
        for size in SIZES {
            let buffer = scenes::drawn(app, &look, Moving::default(), size);
            let glyphs = buffer
                .content()
                .iter()
                .flat_map(|cell| cell.symbol().chars());
            let others: String = glyphs
                .filter(|glyph| !glyph.is_ascii() && !of_words(language).contains(*glyph))
                .collect();
            assert_eq!(others, "", "{name} at {size:?} in {language}");
        }
    }
}

#[test]
fn screens_in_ascii_have_no_other_characters() {
    for language in Language::ALL {
        within(language, || {
            for (name, mut app) in states::all() {
                check(name, &app, language);
                app.help = Some(client::ui::Help::default());
                check(&format!("{name} with the keys"), &app, language);
            }
        });
    }
}
