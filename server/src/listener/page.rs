//! Answers with the page for browsers, and with codes for links to the server.

use http_body_util::Full;
use hyper::body::Incoming;
use hyper::header::{HeaderMap, HeaderValue, RETRY_AFTER, VARY};
use hyper::{Request, Response, StatusCode};
use protocol::millis::Millis;
use tokio_tungstenite::tungstenite::Bytes;

use super::{ABOUT, Connection, text};
use crate::person::Person;
use crate::web;

/// Bytes of a unit of the budget for answers.
const KIBIBYTE: usize = 1024;

impl Connection {
    /// Returns the answer to a request for a file of the page or a code; none if nothing has this path.
    ///
    /// What is sent counts in the budget for answers of the person, as on `/ws`.
    pub(super) fn resource(
        &self,
        request: &Request<Incoming>,
        host: &str,
        path: &str,
    ) -> Option<Response<Full<Bytes>>> {
        let shared = self.directory.shared();
        let headers = request.headers();
        if path == "/" && !web::wants_page(headers) {
            let mut response = text(StatusCode::OK, ABOUT);
            let fields = response.headers_mut();
            fields.insert(VARY, HeaderValue::from_static("Accept"));
            return Some(response);
        }
        let (person, now) = (self.person_behind(headers), shared.time.now());
        let within = shared.answers.check(person, now);
        let charge = |size: usize| {
            let size = size.div_ceil(KIBIBYTE).max(1) as u64;
            shared.answers.charge(person, now, size);
        };
        if path == "/qr.svg" {
            if let Err(wait) = within {
                return Some(too_fast(wait));
            }
            let query = request.uri().query().unwrap_or_default();
            return Some(match web::qr_svg(query, host, &shared.addresses) {
                Ok(svg) => {
                    charge(svg.len());
                    web::answer_with_code(svg, host)
                }
                Err(problem) => text(StatusCode::BAD_REQUEST, problem.text()),
            });
        }
        let file = shared.page.file(path)?;
        if let Err(wait) = within {
            return Some(too_fast(wait));
        }
        charge(if file.is_known(headers) {
            0
        } else {
            file.size()
        });
        Some(web::answer(&file, host, headers))
    }

    /// Returns the person of a request, whom a trusted proxy may name.
    fn person_behind(&self, headers: &HeaderMap) -> Person {
        match self.person {
            Person::Unknown => self.named_by_proxy(headers),
            known @ Person::Address(_) => known,
        }
    }
}

fn too_fast(wait: Millis) -> Response<Full<Bytes>> {
    let seconds = wait.as_millis().div_ceil(1000);
    let body =
        format!("your address asks for more than this server gives it at once: wait {seconds} s\n");
    let mut response = text(StatusCode::TOO_MANY_REQUESTS, body);
    let fields = response.headers_mut();
    fields.insert(RETRY_AFTER, HeaderValue::from(seconds));
    response
}
