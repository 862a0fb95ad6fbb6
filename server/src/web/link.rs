//! Links to this server as codes for the camera of a phone.

use qrcode::QrCode;
use qrcode::render::svg;

/// Reason why no code is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrongLink {
    /// The request has not exactly one `text`.
    Missing,
    /// The link has more characters than [`LONGEST`].
    TooLong,
    /// The link leads to another server: who shows a code answers for it.
    Elsewhere,
}

impl WrongLink {
    /// Returns the reason as a line for people.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Missing => "write the link behind /qr.svg?text=, percent-encoded\n",
            Self::TooLong => "the link is too long for a code: it may have 200 bytes\n",
            Self::Elsewhere => {
                "codes are drawn for links to this server alone: begin with http:// and its address\n"
            }
        }
    }
}

/// Longest link: an address, and behind it what a page needs.
const LONGEST: usize = 200;

/// Draws the code of the link in the `query` of a request to `host`; the server is also reached at `addresses`.
pub(crate) fn qr_svg(query: &str, host: &str, addresses: &[String]) -> Result<String, WrongLink> {
    let pairs = form_urlencoded::parse(query.as_bytes());
    let mut texts = pairs.filter(|(name, _)| name == "text");
    let (Some((_, link)), None) = (texts.next(), texts.next()) else {
        return Err(WrongLink::Missing);
    };
    if link.len() > LONGEST {
        return Err(WrongLink::TooLong);
    }
    let own = ["http", "https"].map(|scheme| format!("{scheme}://{host}"));
    let mut places = addresses.iter().chain(&own);
    if !places.any(|place| is_below(&link, place)) {
        return Err(WrongLink::Elsewhere);
    }
    let code = QrCode::new(link.as_bytes()).map_err(|_too_long| WrongLink::TooLong)?;
    // Colours of their own, whatever those of the page: many readers take only a code that is dark on light.
    let drawn = code
        .render()
        .dark_color(svg::Color("#000"))
        .light_color(svg::Color("#fff"))
        .build();
    Ok(drawn)
}

/// Returns true if a link leads to a place, or into it.
fn is_below(link: &str, place: &str) -> bool {
    let rest = link.strip_prefix(place);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '#']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(query: &str) -> Result<String, WrongLink> {
        let addresses = ["http://192.168.1.5:4270".to_owned()];
        qr_svg(query, "localhost:4270", &addresses)
    }

    #[test]
    fn a_link_to_this_server_is_drawn() {
        for query in [
            "text=http%3A%2F%2F192.168.1.5%3A4270%2F%23K7QM2X.ABCDEFGH",
            "text=http://192.168.1.5:4270",
            "text=https%3A%2F%2Flocalhost%3A4270%23K7QM2X",
            "other=1&text=http://localhost:4270/",
        ] {
            let svg = drawn(query).unwrap();
            assert!(svg.contains("<svg") && svg.contains("<path"), "{svg}");
        }
    }

    #[test]
    fn nothing_else_is_drawn() {
        let long = format!("text=http://localhost:4270/{}", "x".repeat(LONGEST));
        for (query, problem) in [
            ("", WrongLink::Missing),
            ("txt=a", WrongLink::Missing),
            ("text=http://localhost:4270&text=b", WrongLink::Missing),
            ("text=", WrongLink::Elsewhere),
            ("text=hello", WrongLink::Elsewhere),
            ("text=http://evil.example/", WrongLink::Elsewhere),
            ("text=http://localhost:42700/", WrongLink::Elsewhere),
            (
                "text=http://localhost:4270@evil.example/",
                WrongLink::Elsewhere,
            ),
            (
                "text=http://192.168.1.5:4270.evil.example/",
                WrongLink::Elsewhere,
            ),
            (
                "text=javascript:alert(1)//http://localhost:4270",
                WrongLink::Elsewhere,
            ),
            (&*long, WrongLink::TooLong),
        ] {
            assert_eq!(drawn(query), Err(problem), "{query}");
        }
    }
}
