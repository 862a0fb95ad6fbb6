//! The page for browsers: its files, and the codes for the cameras of phones.
//!
//! request -> file by its path, or a code drawn for a link -> headers -> whole answer, or 304
//!
//! The files are in the program; with a directory (`--web`) they are read from there at each request, for those who
//! work on them. Nothing here knows what the page does: it talks over `/ws` as every client.
//!
//! The types of the modules are in comments, which `tsc` checks in `.ci/run` only, so that a build needs no Node. The
//! texts are made from `client/languages/*/page.ftl`.

mod disk;
mod files;
mod link;
#[cfg(test)]
mod pack;

use std::io::Write;
use std::path::PathBuf;
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue, IF_NONE_MATCH, REFERRER_POLICY, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use hyper::{Response, StatusCode};
use sha2::{Digest, Sha256};
use tokio_tungstenite::tungstenite::Bytes;

pub(crate) use self::link::qr_svg;

/// The files of the page.
#[derive(Debug)]
pub(crate) enum Page {
    /// Those in the program.
    Embedded,
    /// Those of a directory.
    Directory(PathBuf),
}

/// A file of the page.
#[derive(Clone, Debug)]
pub(crate) struct File {
    media_type: &'static str,
    bytes: Bytes,
    /// Strong validator: a hash of the bytes.
    tag: HeaderValue,
    /// The bytes as gzip has them: a third of a script, for phones at the edge of the network.
    packed: Bytes,
    /// Strong validator of the packed bytes, which are others.
    packed_tag: HeaderValue,
    /// True if the file is named by its content, so that a browser need not ask for it again.
    is_kept: bool,
}

impl Page {
    /// Returns the page in the program, or the one in a directory.
    pub(crate) fn new(directory: Option<PathBuf>) -> Self {
        directory.map_or(Self::Embedded, Self::Directory)
    }

    /// Returns the file for the path of a request, which begins with a slash.
    pub(crate) fn file(&self, path: &str) -> Option<File> {
        let path = match path.strip_prefix('/')? {
            "" => INDEX,
            path => path,
        };
        match self {
            Self::Embedded => {
                let mut files = EMBEDDED.iter();
                let (_, file) = files.find(|(name, _)| *name == path)?;
                Some(file.clone())
            }
            Self::Directory(directory) => disk::read(directory, path),
        }
    }
}

/// The files in the program with their tags, compressed when the first of them is asked for: many servers serve none,
/// such as that of a game against a bot in the client.
static EMBEDDED: LazyLock<Vec<(String, File)>> = LazyLock::new(|| files::embedded().collect());

/// Name of the file for `/`.
const INDEX: &str = "index.html";

impl File {
    fn new(media_type: &'static str, bytes: Bytes) -> Self {
        let hash = Sha256::digest(&bytes);
        let digits = hash[..TAG_BYTES].iter().map(|byte| format!("{byte:02x}"));
        let digits: String = digits.collect();
        let tag =
            |tag: &str| HeaderValue::from_str(tag).expect("hexadecimal digits are a header value");
        Self {
            media_type,
            tag: tag(&format!("\"{digits}\"")),
            packed: packed(&bytes),
            packed_tag: tag(&format!("\"{digits}-gzip\"")),
            bytes,
            is_kept: false,
        }
    }

    /// Returns the file as one that is named by its content.
    fn kept(self) -> Self {
        Self {
            is_kept: true,
            ..self
        }
    }

    /// Returns true if a client that sends these headers has the file as it is.
    fn is_known(&self, headers: &HeaderMap) -> bool {
        let values = headers.get_all(IF_NONE_MATCH).iter();
        let mut tags = values.flat_map(|value| value.to_str().unwrap_or_default().split(','));
        // A proxy that compresses makes a tag weak; for this comparison it stays the same one.
        tags.any(|tag| {
            let tag = tag.trim();
            let strong = tag.strip_prefix("W/").unwrap_or(tag).as_bytes();
            tag == "*" || strong == self.tag.as_bytes() || strong == self.packed_tag.as_bytes()
        })
    }
}

fn packed(bytes: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("memory takes every byte").into()
}

/// Bytes of the hash in a tag: two versions of one file never share them by chance.
const TAG_BYTES: usize = 16;

/// Returns the answer with a file to a request with these headers, whose `Host` was checked. `others` are the addresses
/// of other servers to which the page may go.
pub(crate) fn answer<B: From<Bytes> + Default>(
    file: &File,
    host: &str,
    others: &[String],
    headers: &HeaderMap,
) -> Response<B> {
    let is_packed = accepts(headers, ACCEPT_ENCODING, "gzip");
    let (bytes, tag) = if is_packed {
        (&file.packed, &file.packed_tag)
    } else {
        (&file.bytes, &file.tag)
    };
    let mut response = if file.is_known(headers) {
        let mut response = Response::new(B::default());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response
    } else {
        let mut response = picture_or_text(file.media_type, bytes.clone());
        if is_packed {
            let gzip = HeaderValue::from_static("gzip");
            response.headers_mut().insert(CONTENT_ENCODING, gzip);
        }
        response
    };
    let fields = response.headers_mut();
    fields.insert(ETAG, tag.clone());
    // What has a name of its own is asked for again each time, and not sent again if it is the same: an update of the
    // server is taken up at once.
    let caching = if file.is_kept {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    fields.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
    // At `/` a program gets a text.
    fields.insert(VARY, HeaderValue::from_static("Accept, Accept-Encoding"));
    protect(fields, host, others);
    response
}

/// Returns the answer with a drawn code, which is kept nowhere: a link may contain the code of a seat.
pub(crate) fn answer_with_code<B: From<Bytes>>(svg: String, host: &str) -> Response<B> {
    let mut response = picture_or_text("image/svg+xml", svg.into());
    let fields = response.headers_mut();
    fields.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    protect(fields, host, &[]);
    response
}

fn picture_or_text<B: From<Bytes>>(media_type: &'static str, bytes: Bytes) -> Response<B> {
    let mut response = Response::new(bytes.into());
    let media_type = HeaderValue::from_static(media_type);
    response.headers_mut().insert(CONTENT_TYPE, media_type);
    response
}

/// Forbids whatever the page does not need.
///
/// Nothing here may ask for https (`upgrade-insecure-requests`, HSTS), which most servers have no certificate for, or
/// for what only secure pages have (COOP): the page comes over plain http on a local network.
fn protect(headers: &mut HeaderMap, host: &str, others: &[String]) {
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    // Safari before 16 does not count the socket of the same host as `'self'`. An address of IPv6 has no place in the
    // grammar of the policy.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:".contains(&byte);
    let socket = if host.bytes().all(is_plain) {
        format!(" ws://{host} wss://{host}")
    } else {
        String::new()
    };
    // The page goes there if another server has the room.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._:/".contains(&byte);
    let plain = others.iter().map(String::as_str);
    let plain = plain.filter(|address| address.bytes().all(is_plain));
    let others = std::iter::once("")
        .chain(plain)
        .collect::<Vec<_>>()
        .join(" ");
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'{socket}{others}; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let policy = HeaderValue::try_from(policy).expect("a policy of plain characters");
    headers.insert(CONTENT_SECURITY_POLICY, policy);
}

/// Returns true if a client wants a page, as browsers say; others get a text for people at a terminal.
pub(crate) fn wants_page(headers: &HeaderMap) -> bool {
    accepts(headers, ACCEPT, "text/html")
}

/// Returns true if a header of what is accepted names `wanted`, and does not refuse it.
fn accepts(headers: &HeaderMap, name: HeaderName, wanted: &str) -> bool {
    let values = headers.get_all(name).iter();
    let mut ranges = values.flat_map(|value| value.to_str().unwrap_or_default().split(','));
    ranges.any(|range| {
        let mut parts = range.split(';').map(str::trim);
        let is_wanted = parts
            .next()
            .is_some_and(|named| named.eq_ignore_ascii_case(wanted));
        let is_refused = |part: &str| {
            let quality = part
                .strip_prefix("q=")
                .and_then(|quality| quality.parse::<f32>().ok());
            quality.is_some_and(|quality| quality <= 0.0)
        };
        is_wanted && !parts.any(is_refused)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().unwrap())])
    }

    #[test]
    fn browsers_want_the_page_and_other_programs_a_text() {
        for (accept, expected) in [
            (
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
                true,
            ),
            ("text/plain, Text/HTML ; q=0.5", true),
            ("text/html;level=1", true),
            ("*/*", false),
            ("text/plain", false),
            ("text/html;q=0, text/plain", false),
            ("application/json", false),
        ] {
            assert_eq!(wants_page(&headers(ACCEPT, accept)), expected, "{accept}");
        }
        assert!(!wants_page(&HeaderMap::new()));
    }

    #[test]
    fn a_file_that_the_client_has_is_known_by_its_tag() {
        let file = File::new("text/plain", Bytes::from_static(b"abc"));
        let tag = file.tag.to_str().unwrap();
        for (tags, expected) in [
            (tag.to_owned(), true),
            (format!("\"0\", {tag}"), true),
            (format!("W/{tag}"), true),
            ("*".to_owned(), true),
            ("\"0\"".to_owned(), false),
            (tag.trim_matches('"').to_owned(), false),
        ] {
            let headers = headers(IF_NONE_MATCH, &tags);
            assert_eq!(file.is_known(&headers), expected, "{tags}");
        }
        let other = File::new("text/plain", Bytes::from_static(b"abd"));
        assert!(!other.is_known(&headers(IF_NONE_MATCH, tag)));
    }

    #[test]
    fn what_is_named_by_its_content_is_kept_and_all_else_is_asked_about() {
        let caching = |path: &str| {
            let file = Page::Embedded.file(path)?;
            let response = answer::<Bytes>(&file, "box.local", &[], &HeaderMap::new());
            Some(
                response.headers()[CACHE_CONTROL]
                    .to_str()
                    .unwrap()
                    .to_owned(),
            )
        };
        for path in ["/", "/index.html", "/app.webmanifest", "/icon-180.png"] {
            assert_eq!(caching(path).as_deref(), Some("no-cache"), "{path}");
        }
        let kept = EMBEDDED.iter().filter(|(_, file)| file.is_kept);
        let kept: Vec<_> = kept.map(|(path, _)| format!("/{path}")).collect();
        assert!(
            kept.iter().any(|path| path.ends_with("/page.js")),
            "{kept:?}"
        );
        for path in kept {
            let caching = caching(&path).unwrap();
            assert!(caching.contains("immutable"), "{path}: {caching}");
        }
        // The folder of another page is not this one's.
        assert_eq!(caching("/page-0000000000000000/page.js"), None);
        assert_eq!(caching("/page.js"), None);
    }

    #[test]
    fn who_can_unpack_gets_less_under_a_tag_of_its_own() {
        let text: &[u8] = b"the same words, the same words, the same words, the same words";
        let file = File::new("text/plain", Bytes::from_static(text));
        let answered = |encodings: &str| {
            answer::<Bytes>(
                &file,
                "box.local",
                &[],
                &headers(ACCEPT_ENCODING, encodings),
            )
        };
        for (encodings, is_packed) in [
            ("gzip, deflate, br", true),
            ("GZIP;q=0.5", true),
            ("br, gzip;q=0", false),
            ("identity", false),
        ] {
            let response = answered(encodings);
            let gzip = HeaderValue::from_static("gzip");
            let encoding = response.headers().get(CONTENT_ENCODING);
            assert_eq!(encoding, is_packed.then_some(&gzip), "{encodings}");
        }
        let (whole, packed) = (answered(""), answered("gzip"));
        assert_eq!(whole.body(), text);
        assert!(packed.body().len() < text.len());
        let mut unpacked = Vec::new();
        let mut decoder = flate2::read::GzDecoder::new(&packed.body()[..]);
        std::io::copy(&mut decoder, &mut unpacked).unwrap();
        assert_eq!(unpacked, text);
        assert_ne!(whole.headers()[ETAG], packed.headers()[ETAG]);
        for response in [whole, packed] {
            let tag = response.headers()[ETAG].to_str().unwrap();
            assert!(file.is_known(&headers(IF_NONE_MATCH, tag)));
        }
    }

    #[test]
    fn the_policy_names_the_socket_of_a_host_that_can_stand_in_it() {
        for (host, socket) in [
            ("192.168.1.5:4270", " ws://192.168.1.5:4270"),
            ("box.local", " ws://box.local wss://box.local;"),
            ("[::1]:4270", "connect-src 'self';"),
            ("a; script-src *.local", "connect-src 'self';"),
        ] {
            let mut headers = HeaderMap::new();
            protect(&mut headers, host, &[]);
            let policy = headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
            assert!(policy.contains(socket), "{policy}");
            assert_eq!(policy.matches("script-src").count(), 1, "{policy}");
        }
    }
}
