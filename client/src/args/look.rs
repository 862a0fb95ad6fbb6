//! The options of the screens' look.

use std::collections::BTreeMap;

use clap::{Args, ValueEnum};

use super::suggested::suggested;
use crate::board::{ColourChoice, Glyphs, GraphicsChoice, GroundChoice, Look, Theme};
use crate::failure::{Failure, Kind};

/// The theme if no option and no choice names another.
const USUAL_THEME: &str = "classic";

/// The options of the screens' look.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = say!("options-heading-look"))]
pub struct LookArgs {
    #[arg(
        help = say!("options-color"), hide_short_help = true,
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = say!("options-value-depth"),
        env = "ENLINEA_COLOR"
    )]
    pub color: ColourChoice,

    #[arg(
        help = say!("options-ground"), hide_short_help = true,
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = say!("options-value-ground"),
        env = "ENLINEA_GROUND"
    )]
    pub ground: GroundChoice,

    #[arg(
        help = say!("options-graphics"), hide_short_help = true,
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = say!("options-value-when"),
        env = "ENLINEA_GRAPHICS"
    )]
    pub graphics: GraphicsChoice,

    /// Colours of the board.
    #[arg(help = theme_help(), hide_short_help = true, long, global = true, value_name = say!("options-value-theme"), value_parser = suggested(|text| Ok(text.to_owned()), Theme::names()), hide_possible_values = true, env = "ENLINEA_THEME")]
    pub theme: Option<String>,

    #[arg(help = say!("options-ascii"), hide_short_help = true, long, global = true, env = "ENLINEA_ASCII", value_parser = clap::builder::FalseyValueParser::new())]
    pub ascii: bool,

    #[arg(help = say!("options-no-animation"), hide_short_help = true, long, global = true, env = "ENLINEA_NO_ANIMATION", value_parser = clap::builder::FalseyValueParser::new())]
    pub no_animation: bool,
}

fn theme_help() -> String {
    say!("options-theme", names = Theme::names().join(", "))
}

impl LookArgs {
    /// The look with these options in a terminal with the environment of this process.
    ///
    /// # Errors
    ///
    /// One line, where the theme cannot be used.
    pub fn open(&self) -> Result<Look, Failure> {
        let theme = Theme::open(self.theme_name())
            .map_err(|error| Failure::new(Kind::Usage, error.to_string()))?;
        let variable = |name: &str| std::env::var(name).ok();
        let glyphs = Glyphs {
            ascii: self.ascii || lacks_glyphs(variable),
        };
        let depth = self.color.depth(variable);
        let look = Look::new(glyphs, theme, depth, self.ground.ground(variable));
        Ok(look.with_animation(!self.no_animation))
    }
}

impl LookArgs {
    /// The name of the theme, or of its file.
    pub fn theme_name(&self) -> &str {
        self.theme.as_deref().unwrap_or(USUAL_THEME)
    }

    /// The same with the values that the screen of the settings kept for options that are not given.
    #[must_use]
    pub fn or_kept(&self, kept: &BTreeMap<String, String>) -> Self {
        fn or<T: ValueEnum + Default + PartialEq>(given: T, kept: Option<&str>) -> T {
            let kept = kept.filter(|_| given == T::default());
            let kept = kept.and_then(|name| T::from_str(name, false).ok());
            kept.unwrap_or(given)
        }
        let kept = |name: &str| kept.get(name).map(String::as_str);
        let theme = kept("theme").filter(|name| Theme::named(name).is_some());
        Self {
            color: or(self.color, kept("colours")),
            ground: or(self.ground, kept("ground")),
            graphics: or(self.graphics, kept("graphics")),
            theme: self.theme.clone().or(theme.map(str::to_owned)),
            ascii: self.ascii,
            no_animation: self.no_animation || kept("falls") == Some("false"),
        }
    }

    /// True where the screens are drawn with more than ASCII, and the locale is one whose terminals may draw that too
    /// wide.
    pub fn may_need_ascii(&self) -> bool {
        let variable = |name: &str| std::env::var(name).ok();
        !self.ascii && !lacks_glyphs(variable) && is_wide(variable)
    }
}

/// The first of the variables that say the locale, in small letters.
fn locale(variable: impl Fn(&str) -> Option<String>) -> String {
    ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(&variable)
        .find(|value| !value.is_empty())
        .unwrap_or_default()
        .to_lowercase()
}

/// True in a locale whose terminals may draw lines and stones two columns wide: Unicode calls their width ambiguous.
fn is_wide(variable: impl Fn(&str) -> Option<String>) -> bool {
    let locale = locale(variable);
    ["zh", "ja", "ko"].iter().any(|wide| {
        let rest = locale.strip_prefix(wide);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_alphabetic()))
    })
}

/// True on a Linux console, and where the locale is not UTF-8.
fn lacks_glyphs(variable: impl Fn(&str) -> Option<String>) -> bool {
    let locale = locale(&variable);
    let utf8 = cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8");
    variable("TERM").as_deref() == Some("linux") || !utf8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_of_wide_characters_are_told_from_others() {
        for (name, value, expected) in [
            ("LANG", "zh_CN.UTF-8", true),
            ("LC_ALL", "ja_JP.UTF-8", true),
            ("LC_CTYPE", "ko_KR.UTF-8", true),
            ("LANG", "zh", true),
            ("LANG", "kok_IN.UTF-8", false),
            ("LANG", "en_GB.UTF-8", false),
            ("LANG", "", false),
        ] {
            let variable = |asked: &str| (asked == name).then(|| value.to_owned());
            assert_eq!(is_wide(variable), expected, "{name}={value}");
        }
        // The first that is set counts.
        let english = |asked: &str| match asked {
            "LC_ALL" => Some("en_GB.UTF-8".to_owned()),
            _ => Some("ja_JP.UTF-8".to_owned()),
        };
        assert!(!is_wide(english));
    }
}
