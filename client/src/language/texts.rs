//! The texts: the files of each language, and messages with their values.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};

use super::{Language, Value, in_force};

type Bundle = FluentBundle<FluentResource>;

/// Declares the files of every language, in the order of [`Language::ALL`].
macro_rules! areas {
    ($($area:literal,)*) => {
        /// The files of each language, each with the name of its area.
        pub(super) const FILES: [&[(&str, &str)]; 3] = [
            &[$(($area, include_str!(concat!("../../languages/en/", $area, ".ftl")))),*],
            &[$(($area, include_str!(concat!("../../languages/es/", $area, ".ftl")))),*],
            &[$(($area, include_str!(concat!("../../languages/pl/", $area, ".ftl")))),*],
        ];
    };
}

areas! {
    "board",
    "commands",
    "connection",
    "dialogs",
    "errors",
    "events",
    "files",
    "form",
    "frame",
    "help",
    "history",
    "home",
    "hosting",
    "keys",
    "lines",
    "lobby",
    "options",
    "prompts",
    "records",
    "refusals",
    "replay",
    "rules",
    "table",
    "tournament",
    "tv",
    "values",
    "words",
}

/// The texts of each language, read when the first of them is needed.
static BUNDLES: [LazyLock<Bundle>; 3] = [
    LazyLock::new(|| bundle(Language::En, FILES[0])),
    LazyLock::new(|| bundle(Language::Es, FILES[1])),
    LazyLock::new(|| bundle(Language::Pl, FILES[2])),
];

fn bundle(language: Language, files: &[(&str, &str)]) -> Bundle {
    let locales = language.code().parse().into_iter().collect();
    let mut bundle = Bundle::new_concurrent(locales);
    // The marks around values would be drawn by many terminals.
    bundle.set_use_isolating(false);
    for (area, text) in files {
        let resource =
            FluentResource::try_new((*text).to_owned()).unwrap_or_else(|(rest, faults)| {
                debug_assert!(false, "{language}/{area}.ftl: {faults:?}");
                rest
            });
        if let Err(faults) = bundle.add_resource(resource) {
            debug_assert!(false, "{language}/{area}.ftl: {faults:?}");
        }
    }
    bundle
}

fn bundle_of(language: Language) -> &'static Bundle {
    match language {
        Language::En => &BUNDLES[0],
        Language::Es => &BUNDLES[1],
        Language::Pl => &BUNDLES[2],
    }
}

/// Returns a message in the language in force, else in English. [`say!`](crate::say) writes the call.
pub fn message<const COUNT: usize>(id: &str, values: [(&'static str, Value<'_>); COUNT]) -> String {
    let values: FluentArgs<'_> = values.into_iter().collect();
    let languages = [in_force(), Language::En];
    let said = languages.into_iter().find_map(|language| {
        let bundle = bundle_of(language);
        let message = bundle.get_message(id)?;
        let mut faults = Vec::new();
        let text = bundle.format_pattern(message.value()?, Some(&values), &mut faults);
        debug_assert!(faults.is_empty(), "{id} in {language}: {faults:?}");
        Some(text.into_owned())
    });
    said.unwrap_or_else(|| {
        debug_assert!(false, "there is no message {id}");
        id.to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(language: Language, text: &str, number: u32) -> String {
        let bundle = bundle(language, &[("test", text)]);
        let mut values = FluentArgs::new();
        values.set("number", number);
        let message = bundle.get_message("test").unwrap();
        let mut faults = Vec::new();
        let text = bundle.format_pattern(message.value().unwrap(), Some(&values), &mut faults);
        assert_eq!(faults, []);
        text.into_owned()
    }

    #[test]
    fn numbers_have_the_plural_of_their_language_and_no_grouping() {
        let polish = "test = { $number ->\n    [one] { $number } ruch\n    [few] { $number } ruchy\n   \
            *[many] { $number } ruchów\n    }\n";
        for (number, expected) in [
            (1, "1 ruch"),
            (3, "3 ruchy"),
            (5, "5 ruchów"),
            (12, "12 ruchów"),
            (22, "22 ruchy"),
            (12_345, "12345 ruchów"),
        ] {
            assert_eq!(said(Language::Pl, polish, number), expected);
        }
        let english =
            "test = { $number ->\n    [one] a ply\n   *[other] { $number } plies\n    }\n";
        assert_eq!(said(Language::En, english, 1), "a ply");
        assert_eq!(said(Language::En, english, 2), "2 plies");
    }
}
