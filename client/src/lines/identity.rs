//! The commands about the key of the person: `whoami`, `rename`, `export-key`, `import-key`.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use protocol::message::ServerMsg;
use protocol::text::{Name, decode};
use protocol::view::Feature;

use super::conversation::Conversation;
use super::json_lines::{ImportedKeyLine, KeyLine, NameLine};
use super::output::{Mode, Output, warn};
use super::runner::settings;
use crate::args::{Common, ImportArgs, RenameArgs, is_hyphen};
use crate::choices::Choices;
use crate::failure::{Failure, Kind};
use crate::identity::{self, Identity, Unusable};
use crate::language::Said;
use crate::net::Settings;
use crate::resolve;
use crate::seats::data_directory;

/// Says where the key is, and the name on the server, where there is one.
pub(super) async fn whoami(common: &Common, output: &mut Output) -> Result<(), Failure> {
    let directory = directory(common)?;
    let identity = Identity::open(&directory).map_err(unusable)?;
    let place = identity::path(&directory).display().to_string();
    let fingerprint = identity.fingerprint();
    match output.mode() {
        Mode::Plain => {
            output.line(&say!("lines-key", file = place));
            output.line(&say!("lines-fingerprint", key = fingerprint));
        }
        Mode::Json => {
            output.json_line(&KeyLine {
                key: place,
                fingerprint,
            });
        }
    }
    let mut settings = match connection(common, output).await {
        Ok(settings) => settings,
        // The key is known without a server, unless one was named.
        Err(failure) if common.server.is_none() => {
            warn(&failure.to_string());
            return Ok(());
        }
        Err(failure) => return Err(failure),
    };
    settings.name = None;
    settings.identity = Some(identity);
    let (name, url) = welcome(settings, output).await?;
    let owned = !name.as_str().starts_with("guest-");
    let own = without_number(name.as_str());
    match output.mode() {
        Mode::Plain if own != name.as_str() => output.line(&say!(
            "lines-name-yours",
            wanted = own,
            server = url,
            name = name.as_str()
        )),
        Mode::Plain if owned => {
            output.line(&say!("lines-name-at", name = name.as_str(), server = url));
        }
        Mode::Plain => output.line(&say!("lines-no-name-at", server = url)),
        Mode::Json => output.json_line(&NameLine {
            name: name.to_string(),
            owned,
            server: url,
        }),
    }
    Ok(())
}

/// A name without the number by which a server tells two connections of one owner apart.
fn without_number(name: &str) -> &str {
    let parts = name
        .strip_suffix(')')
        .and_then(|name| name.rsplit_once(" ("));
    match parts {
        Some((stem, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => stem,
        Some(_) | None => name,
    }
}

/// Takes a name on the server for the key, in place of the one that it has.
pub(super) async fn rename(
    common: &Common,
    args: &RenameArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let wanted = Name::clean(&args.name)
        .ok_or_else(|| Failure::new(Kind::Usage, say!("lines-name-empty")))?;
    if wanted.as_str() != args.name.trim() {
        return Err(Failure::new(
            Kind::Usage,
            say!("lines-name-cut", name = wanted.as_str()),
        ));
    }
    let directory = directory(common)?;
    let identity = Identity::open(&directory).map_err(unusable)?;
    let mut settings = connection(common, output).await?;
    settings.name = Some(wanted.as_str().to_owned());
    settings.identity = Some(identity);
    settings.takes_suggestions = false;
    // Without it the name would be that of a guest, which the next one takes.
    settings.needs_key = true;
    let (name, url) = welcome(settings, output).await?;
    if let Err(problem) = choose_name(&directory, &wanted) {
        let problem = problem.to_string();
        warn(&say!("hosting-choices-unkept", problem = problem));
    }
    match output.mode() {
        Mode::Plain if name == wanted => {
            output.line(&say!("lines-you-are", name = name.as_str(), server = url));
        }
        Mode::Plain => output.line(&say!(
            "lines-name-yours",
            wanted = wanted.as_str(),
            server = url,
            name = name.as_str()
        )),
        Mode::Json => output.json_line(&NameLine {
            name: wanted.to_string(),
            owned: true,
            server: url,
        }),
    }
    let other = common.name.as_deref();
    if let Some(other) = other.filter(|other| *other != wanted.as_str()) {
        warn(&say!("lines-other-name-set", name = other));
    }
    Ok(())
}

/// Takes this name in the place of the one that was typed on the first screen, if one was: the next start would take
/// that one back.
fn choose_name(directory: &Path, name: &Name) -> io::Result<()> {
    let before = Choices::read(directory);
    let mut choices = before.clone();
    match &mut choices.name {
        Some(chosen) if chosen != name.as_str() => name.as_str().clone_into(chosen),
        Some(_) | None => return Ok(()),
    }
    choices.write(&before, directory)
}

/// Prints the key.
pub(super) fn export_key(common: &Common, output: &mut Output) -> Result<(), Failure> {
    let identity = Identity::open(&directory(common)?).map_err(unusable)?;
    warn(&say!("lines-key-secret"));
    output.raw(&format!("{}\n", identity.line()));
    Ok(())
}

/// Takes a key that was exported.
pub(super) fn import_key(
    common: &Common,
    args: &ImportArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let directory = directory(common)?;
    let text = read(&args.file).map_err(|error| {
        Failure::failed(say!(
            "lines-cannot-read",
            file = args.file.display().to_string(),
            problem = error.said()
        ))
    })?;
    let identity: Identity = text
        .parse()
        .map_err(|problem: identity::NoKey| Failure::failed(problem.to_string()))?;
    let former = identity.import(&directory, args.force).map_err(unusable)?;
    match output.mode() {
        Mode::Plain => {
            if let Some(former) = former {
                output.line(&say!(
                    "lines-former-key",
                    file = former.display().to_string()
                ));
            }
            output.line(&say!("lines-your-key", key = identity.fingerprint()));
        }
        Mode::Json => output.json_line(&ImportedKeyLine {
            fingerprint: identity.fingerprint(),
            former: former.map(|former| former.display().to_string()),
        }),
    }
    Ok(())
}

/// Most bytes of a key that are read: it is one line.
const KEY_BYTES: u64 = 4096;

fn read(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    if is_hyphen(file) {
        io::stdin().take(KEY_BYTES).read_to_end(&mut bytes)?;
    } else {
        let file = std::fs::File::open(file)?;
        file.take(KEY_BYTES).read_to_end(&mut bytes)?;
    }
    decode(bytes)
}

fn directory(common: &Common) -> Result<PathBuf, Failure> {
    data_directory(common.data.clone())
        .ok_or_else(|| Failure::failed(say!("lines-no-key-directory")))
}

#[expect(clippy::needless_pass_by_value, reason = "the shape of map_err")]
fn unusable(problem: Unusable) -> Failure {
    Failure::failed(problem.to_string())
}

/// The settings of a connection to the server of the command.
async fn connection(common: &Common, output: &Output) -> Result<Settings, Failure> {
    let known = resolve::known_servers(common);
    let urls = resolve::server(common, &known).await?;
    let mut settings = settings(common, urls, output.mode());
    settings.known = known;
    Ok(settings)
}

/// Connects with the key; returns the name on the server, and its address.
async fn welcome(settings: Settings, output: &mut Output) -> Result<(Name, String), Failure> {
    let (conversation, welcome) = Conversation::show_key(settings, output).await?;
    let ServerMsg::Welcome { name, features, .. } = welcome else {
        return Err(Failure::failed(say!("lines-answer-missing")));
    };
    if !features.contains(&Feature::Identity) {
        return Err(Failure::failed(say!("lines-binds-no-names")));
    }
    Ok((name, conversation.link.address().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use protocol::id::{PlayerId, ServerId};
    use protocol::message::{MINOR, VERSION};

    use super::*;
    use crate::args::settings::Settings;
    use crate::net::tests::{Double, in_time};

    /// It said `name: Bo (2)` while another terminal was Bo.
    #[test]
    fn the_number_of_a_connection_is_no_part_of_the_name() {
        for (name, expected) in [("Bo (2)", "Bo"), ("Bo (x)", "Bo (x)"), ("Bo", "Bo")] {
            assert_eq!(without_number(name), expected);
        }
    }

    fn welcome() -> ServerMsg {
        ServerMsg::Welcome {
            protocol: VERSION,
            minor: MINOR,
            software: "double".to_owned(),
            server: "double".to_owned(),
            id: ServerId(7),
            addresses: Vec::new(),
            features: vec![Feature::Identity],
            announcement: None,
            player: PlayerId(1),
            name: Name::clean("Ana").unwrap(),
            bots: Vec::new().into(),
            variants: Vec::new().into(),
            nodes: Vec::new(),
        }
    }

    /// Returns the outcome of `enlinea rename Ana` at a server that welcomes everybody.
    async fn rename_at(double: Double, url: &str, data: &Path) -> Result<(), Failure> {
        let directory = data.to_str().unwrap();
        let line = [
            "enlinea", "rename", "Ana", "--data", directory, "--server", url,
        ];
        let line = crate::args::read(line.map(Into::into), &Settings::default());
        let common = line.unwrap().common;
        let args = RenameArgs {
            name: "Ana".to_owned(),
        };
        let server = async {
            let mut visit = double.visit().await;
            visit.say(welcome()).await;
            std::future::pending::<()>().await;
        };
        let mut output = Output::new(Mode::Plain);
        in_time(async {
            tokio::select! {
                biased;
                renamed = rename(&common, &args, &mut output) => renamed,
                () = server => unreachable!("it is there for ever"),
            }
        })
        .await
    }

    /// It was told to be the person's, and nobody had bound it.
    #[tokio::test]
    async fn a_name_is_not_taken_where_the_key_is_not_shown() {
        let data = tempfile::tempdir().unwrap();
        let (mut double, url) = Double::start().await;
        double.says_id = false;
        let renamed = rename_at(double, &url, data.path()).await;
        let failure = renamed.unwrap_err();
        assert_eq!(failure.kind, Kind::Failed);
        assert!(failure.message.contains("says no id"), "{failure:?}");
    }

    /// The screens took the name before it back, and the new one was free for others.
    #[tokio::test]
    async fn a_name_that_was_typed_on_the_first_screen_is_renamed_too() {
        for (typed, expected) in [(Some("Bea"), Some("Ana")), (None, None)] {
            let data = tempfile::tempdir().unwrap();
            let choices = Choices {
                name: typed.map(str::to_owned),
                game: Some("renju".to_owned()),
                ..Choices::default()
            };
            choices.write(&Choices::default(), data.path()).unwrap();
            let (double, url) = Double::start().await;
            rename_at(double, &url, data.path()).await.unwrap();
            let kept = Choices::read(data.path());
            assert_eq!(kept.name.as_deref(), expected);
            assert_eq!(kept.game, choices.game);
        }
    }
}
