//! Answers with the page for browsers, and with codes for links to the server; the budget for all plain answers.

use std::time::Duration;

use hyper::body::Incoming;
use hyper::header::{HeaderMap, HeaderValue, VARY};
use hyper::{Request, Response, StatusCode};
use tokio::time::sleep;

use super::{ABOUT, Body, Connection, text, whole};
use crate::people::person::Person;
use crate::web;

/// Bytes of a unit of the budget for answers.
const KIBIBYTE: u64 = 1024;

impl Connection {
    /// Returns the answer to a request for a file of the page or a code; none if nothing has this path.
    pub(super) fn resource(
        &self,
        request: &Request<Incoming>,
        host: &str,
        path: &str,
    ) -> Option<Response<Body>> {
        let shared = self.directory.shared();
        let headers = request.headers();
        if path == "/" && !web::wants_page(headers) {
            let mut response = text(StatusCode::OK, ABOUT);
            let fields = response.headers_mut();
            fields.insert(VARY, HeaderValue::from_static("Accept, Accept-Encoding"));
            return Some(response);
        }
        if path == "/qr.svg" {
            let query = request.uri().query().unwrap_or_default();
            return Some(match web::qr_svg(query, host, &shared.addresses) {
                Ok(svg) => web::answer_with_code(svg, host).map(whole),
                Err(problem) => text(StatusCode::BAD_REQUEST, problem.text()),
            });
        }
        let file = shared.page.file(path)?;
        Some(web::answer(&file, host, &shared.cluster.others(), headers).map(whole))
    }

    /// Waits before a plain answer while the address has drawn more than it may, as long as a handshake may take
    /// at the longest.
    ///
    /// A browser would show half of a page if a file of it were refused. The next request of a connection is read after
    /// the answer to the one before it, so that whoever asks too fast is read more slowly, as on `/ws`.
    pub(super) async fn wait_for_budget(&self, person: Person) {
        let shared = self.directory.shared();
        if let Err(wait) = shared.limits.answers.check(person, shared.time.now()) {
            sleep(Duration::from_millis(wait.as_millis()).min(shared.config.handshake)).await;
        }
    }

    /// Charges bytes of a plain answer to the address, 1 KiB at least: it has a head, and costs work.
    pub(super) fn charge(&self, person: Person, bytes: u64) {
        let shared = self.directory.shared();
        let now = shared.time.now();
        let size = bytes.div_ceil(KIBIBYTE).max(1);
        shared.limits.answers.charge(person, now, size);
    }

    /// Returns the person of a request, whom a trusted proxy may name.
    pub(super) fn person_behind(&self, headers: &HeaderMap) -> Person {
        match self.person {
            Person::Unknown => self.named_by_proxy(headers),
            known @ Person::Address(_) => known,
        }
    }
}
