//! The commands about games that are over, on a server: `history`, `profile`, `leaderboard`.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use jiff::Zoned;
use protocol::id::GameNr;
use protocol::message::{ClientMsg, ServerMsg};
use protocol::refusal::Refusal;
use protocol::side::{BySide, Side};
use protocol::text::Name;
use protocol::view::{GameResult, PastGame, Place, Profile, Score};
use tokio::time::sleep;

use super::conversation::{Conversation, answer_to, welcome};
use super::games::unwritable;
use super::json_lines::{PlaceLine, RecordLine, WrittenLine};
use super::output::{Mode, Output, warn};
use crate::args::{Common, HistoryArgs, LeaderboardArgs, ProfileArgs, is_hyphen};
use crate::failure::{Failure, Kind};
use crate::language::Said;
use crate::past::{self, Filter};
use crate::text::plain;
use crate::words::{self, listed};

/// A page of games, the beginning of the next one, and the number of all.
type Page = (Vec<PastGame>, Option<GameNr>, Option<u32>);

/// Lists a page of the games, or writes the records of all of them to a file.
pub(super) async fn history(
    common: &Common,
    args: HistoryArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let filter = Filter::read(args.words.iter().map(String::as_str));
    let filter = filter.map_err(|problem| Failure::new(Kind::Usage, problem))?;
    let (mut conversation, _) = welcome(common).await?;
    let now = Zoned::now();
    if let Some(path) = args.export {
        return export(&mut conversation, (&filter, &now), &path, output).await;
    }
    let before = args.before.map(GameNr);
    let question = filter.question(&now, before);
    let (games, older, total) = page(&mut conversation, question).await?;
    if games.is_empty() {
        warn(&say!("history-none"));
    }
    for game in &games {
        match output.mode() {
            Mode::Plain => output.line(&in_words(game, &now)),
            Mode::Json => output.json_line(game),
        }
    }
    if let Some(older) = older {
        if let Some(total) = total {
            output.line(&say!(
                "lines-games-of",
                shown = games.len().to_string(),
                total = words::past::total(total)
            ));
        }
        output.line(&say!("lines-older-games", before = older.to_string()));
    }
    Ok(())
}

/// Asks for a page, as soon as the server answers again.
async fn page(conversation: &mut Conversation<'_>, question: ClientMsg) -> Result<Page, Failure> {
    loop {
        let answer = conversation.ask(question.clone(), |message| match message {
            ServerMsg::History {
                games,
                older,
                total,
            } => Some(Ok((games.clone(), *older, *total))),
            ServerMsg::Refused {
                refusal: Refusal::TooFast { wait },
                ..
            } => Some(Err(*wait)),
            _ => None,
        });
        match answer.await? {
            Ok(page) => return Ok(page),
            Err(wait) => sleep(Duration::from_millis(wait.as_millis())).await,
        }
    }
}

/// Writes the records of all games, page by page.
async fn export(
    conversation: &mut Conversation<'_>,
    (filter, now): (&Filter, &Zoned),
    path: &Path,
    output: &mut Output,
) -> Result<(), Failure> {
    let failed = |problem: io::Error| unwritable(path, &problem);
    let mut file = if is_hyphen(path) {
        None
    } else {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        Some(BufWriter::new(file.map_err(failed)?))
    };
    let written = records(conversation, (filter, now), file.as_mut(), path, output).await;
    let Some(file) = file else {
        return written.map(|_count| ());
    };
    let whole = file
        .into_inner()
        .map_err(|error| failed(error.into_error()));
    let count = written.and_then(|count| whole.map(|_file| count));
    let count = count.inspect_err(|_| {
        // What is wrong is said; half of the games would look like all of them.
        let _ = fs::remove_file(path);
    })?;
    let name = path.display().to_string();
    match output.mode() {
        Mode::Plain => output.line(&say!("lines-games-written", count = count, file = name)),
        Mode::Json => output.json_line(&WrittenLine { written: name }),
    }
    Ok(())
}

/// Writes each record, and returns their number.
async fn records(
    conversation: &mut Conversation<'_>,
    (filter, now): (&Filter, &Zoned),
    mut file: Option<&mut BufWriter<File>>,
    path: &Path,
    output: &mut Output,
) -> Result<usize, Failure> {
    let (mut count, mut missing, mut before) = (0, 0_usize, None);
    loop {
        let question = filter.question(now, before);
        let (games, older, _) = page(conversation, question).await?;
        for game in &games {
            let Some(record) = past::record(game, now) else {
                missing += 1;
                continue;
            };
            count += 1;
            match (&mut file, output.mode()) {
                (Some(file), _) => {
                    writeln!(file, "{record}").map_err(|problem| unwritable(path, &problem))?;
                }
                (None, Mode::Plain) => output.raw(&format!("{record}\n")),
                (None, Mode::Json) => output.json_line(&RecordLine {
                    record: record.to_string(),
                }),
            }
        }
        before = older;
        if before.is_none() || output.is_closed() {
            break;
        }
    }
    if missing > 0 {
        warn(&say!("lines-games-without-moves", count = missing));
    }
    Ok(count)
}

fn in_words(game: &PastGame, now: &Zoned) -> String {
    let ended = past::before(now, game.ended);
    let names = words::past::players(game);
    let against = say!(
        "lines-against",
        first = names.first.as_str(),
        second = names.second.as_str()
    );
    let winner = game.outcome.winner;
    let result = match winner {
        Some(side) => say!("replay-wins", name = names[side].as_str()),
        None => words::past::result(game, None),
    };
    let ratings = game.ratings.iter().flat_map(BySide::iter);
    let ratings = ratings.map(|(side, change)| words::events::rating(&names[side], *change));
    let facts = [
        words::past::title(game),
        against,
        result,
        words::past::how(game),
        say!("lines-plies", count = game.plies),
    ];
    let facts = listed(facts.into_iter().chain(ratings));
    format!(
        "{}. {}: {facts}",
        game.game,
        ended.strftime("%Y-%m-%d %H:%M")
    )
}

/// Tells of a person; without a name, of this person.
pub(super) async fn profile(
    common: &Common,
    args: ProfileArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let name = args.person.map(|name| {
        let clean = Name::clean(&name);
        let wrong = || say!("options-no-name", name = format!("{name:?}"));
        clean.ok_or_else(|| Failure::new(Kind::Usage, wrong()))
    });
    let question = ClientMsg::Profile {
        name: name.transpose()?,
    };
    let profile = answer_to(common, question, |message| match message {
        ServerMsg::Profile { profile } => Some(profile.clone()),
        _ => None,
    })
    .await?;
    match output.mode() {
        Mode::Plain => profile_in_words(&profile, &Zoned::now(), output),
        Mode::Json => output.json_line(&*profile),
    }
    Ok(())
}

fn profile_in_words(profile: &Profile, now: &Zoned, output: &mut Output) {
    let games: u32 = profile.results.iter().map(|it| it.score.games()).sum();
    let since = past::before(now, profile.since).date();
    output.line(&say!(
        "lines-profile",
        name = plain(profile.name.as_str()),
        day = since.to_string(),
        count = games
    ));
    for it in &profile.ratings {
        output.line(&say!(
            "lines-profile-rating",
            game = it.variant.said(),
            rating = words::past::rating(it.rating),
            deviation = it.rating.deviation.to_string(),
            count = it.games
        ));
    }
    for it in &profile.levels {
        output.line(&say!(
            "lines-profile-level",
            game = it.variant.said(),
            level = tenths(it.tenths),
            lowest = tenths(it.lowest),
            highest = tenths(it.highest),
            count = it.games
        ));
    }
    for it in &profile.results {
        output.line(&format!("{}: {}", it.variant.said(), score(it.score)));
    }
    let form = listed(profile.form.iter().map(GameResult::said));
    if !form.is_empty() {
        output.line(&say!("lines-profile-form", results = form));
    }
    for it in &profile.opponents {
        let name = plain(it.name.as_str());
        let against = say!(
            "lines-profile-opponent",
            name = name,
            score = score(it.score)
        );
        output.line(&against);
    }
    for game in &profile.best_wins {
        let loser = game.outcome.winner.map(Side::other);
        let loser = loser.map(|side| words::past::players(game)[side].clone());
        output.line(&say!(
            "lines-profile-best",
            game = game.game.to_string(),
            name = loser.unwrap_or_default(),
            day = past::before(now, game.ended).date().to_string()
        ));
    }
    for game in &profile.games {
        output.line(&in_words(game, now));
    }
}

/// A level with its tenth.
fn tenths(level: u8) -> String {
    format!("{}.{}", level / 10, level % 10)
}

fn score(score: Score) -> String {
    say!(
        "lines-score",
        won = score.won.to_string(),
        drawn = score.drawn.to_string(),
        lost = score.lost.to_string()
    )
}

/// Lists the players of a game in the order of their ratings.
pub(super) async fn leaderboard(
    common: &Common,
    args: &LeaderboardArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let within = args.today.then(|| past::since_midnight(&Zoned::now()));
    let variant = args.game;
    let question = ClientMsg::Leaderboard { variant, within };
    let (places, unplaced) = answer_to(common, question, |message| match message {
        ServerMsg::Leaderboard {
            places, unplaced, ..
        } => Some((places.clone(), unplaced.clone())),
        _ => None,
    })
    .await?;
    if places.is_empty() && unplaced.is_empty() {
        warn(&say!("leaderboard-none"));
    }
    let placed = (1..).zip(&places).map(|(number, it)| (Some(number), it));
    for (number, it) in placed.chain(unplaced.iter().map(|it| (None, it))) {
        match output.mode() {
            Mode::Plain => output.line(&place_in_words(number, it, args.today)),
            Mode::Json => output.json_line(&PlaceLine {
                place: number,
                at_least: it.rating.at_least(),
                player: it.clone(),
            }),
        }
    }
    if !unplaced.is_empty() {
        warn(&say!("leaderboard-about"));
    }
    Ok(())
}

fn place_in_words(number: Option<u32>, place: &Place, is_today: bool) -> String {
    let change = is_today.then(|| past::signed(place.change.into()));
    let facts = [
        Some(format!(
            "{} +- {}",
            words::past::rating(place.rating),
            place.rating.deviation
        )),
        Some(say!(
            "lines-at-least",
            rating = place.rating.at_least().to_string()
        )),
        Some(say!("lines-rated-games", count = place.games)),
        change.map(|change| say!("lines-change", change = change)),
        number.is_none().then(|| say!("leaderboard-unplaced")),
    ];
    let number = number.map_or_else(String::new, |number| format!("{number}. "));
    let name = plain(place.name.as_str());
    format!("{number}{name}: {}", listed(facts.into_iter().flatten()))
}

#[cfg(test)]
mod tests {
    use protocol::millis::Millis;
    use protocol::record::Record;

    use super::*;
    use crate::args::settings::Settings;
    use crate::args::{Command, CommandLine};
    use crate::net::tests::{Double, in_time};
    use crate::past_fixture;

    fn line(data: &Path, url: &str, words: &[&str]) -> CommandLine {
        let data = data.to_str().unwrap();
        let common = ["enlinea", "--name", "Ana", "--data", data, "--server", url];
        let line = common.iter().chain(words).map(Into::into);
        crate::args::read(line, &Settings::default()).unwrap()
    }

    /// Runs `history` against a server that gives these answers.
    async fn run(data: &Path, words: &[&str], answers: Vec<ServerMsg>) -> Result<(), Failure> {
        let (double, url) = Double::start().await;
        let line = line(data, &url, words);
        let Some(Command::History(args)) = line.command else {
            unreachable!("it was written");
        };
        let server = async {
            let mut visit = double.welcome().await;
            for answer in answers {
                let asked = visit.hear().await;
                assert!(
                    matches!(asked, Some(ClientMsg::History { .. })),
                    "{asked:?}"
                );
                visit.say(answer).await;
            }
            std::future::pending::<()>().await;
        };
        let mut output = Output::new(Mode::Plain);
        in_time(async {
            tokio::select! {
                biased;
                done = history(&line.common, args, &mut output) => done,
                () = server => unreachable!("it is there for ever"),
            }
        })
        .await
    }

    fn page(older: Option<u32>) -> ServerMsg {
        let mut games = past_fixture::games();
        games.truncate(2);
        let older = older.map(GameNr);
        ServerMsg::History {
            games,
            older,
            total: None,
        }
    }

    #[tokio::test]
    async fn an_export_has_the_records_of_every_page_and_waits_if_it_is_too_fast() {
        let data = tempfile::tempdir().unwrap();
        let path = data.path().join("games.txt");
        let export = ["history", "Ana", "--export", path.to_str().unwrap()];
        let refusal = Refusal::TooFast {
            wait: Millis::from_millis(1),
        };
        let message = refusal.to_string();
        let refused = ServerMsg::Refused { refusal, message };
        let answers = vec![page(Some(1283)), refused, page(None)];
        run(data.path(), &export, answers).await.unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let records: Vec<Record> = Record::read_each(&text).map(Result::unwrap).collect();
        // Of the second game of each page the server has only the result.
        assert_eq!(records.len(), 2, "{text}");
        assert_eq!(records[0].tag("First"), Some("Bruno"));
        // A file that is there is not written over, and the server not asked.
        let failure = run(data.path(), &export, Vec::new()).await.unwrap_err();
        assert!(failure.to_string().contains("games.txt"), "{failure}");
    }

    #[tokio::test]
    async fn an_export_that_breaks_leaves_no_file() {
        let data = tempfile::tempdir().unwrap();
        let path = data.path().join("games.txt");
        let export = ["history", "--export", path.to_str().unwrap()];
        let refusal = Refusal::NoHistory;
        let message = refusal.to_string();
        let refused = ServerMsg::Refused { refusal, message };
        let answers = vec![page(Some(1283)), refused];
        let failure = run(data.path(), &export, answers).await.unwrap_err();
        assert_eq!(failure.kind, Kind::Refused, "{failure}");
        assert!(!path.exists());
    }

    #[tokio::test]
    async fn wrong_words_are_told_before_a_server_is_asked() {
        let data = tempfile::tempdir().unwrap();
        let failure = run(data.path(), &["history", "time=soon"], Vec::new());
        let failure = failure.await.unwrap_err();
        assert_eq!(failure.kind, Kind::Usage, "{failure}");
    }

    #[test]
    fn games_and_players_are_lines() {
        let now: Zoned = past_fixture::NOW.parse().unwrap();
        let games = past_fixture::games();
        assert_eq!(
            in_words(&games[0], &now),
            "1284. 2026-11-29 20:52: Connect Four 5m+3s, Bruno against Ana, Ana wins, four in a row, 8 moves, \
             rating of Bruno: 1607 to 1598 (-9), rating of Ana: 1633 to 1642 (+9)"
        );
        let [places, unplaced] = past_fixture::leaderboard();
        assert_eq!(
            place_in_words(Some(2), &places[1], true),
            "2. Ana: 1642 +- 48, at least 1546, 188 rated games, today +9"
        );
        let line = place_in_words(None, &unplaced[0], false);
        assert_eq!(
            line,
            "Olek: 1512? +- 120, at least 1272, 4 rated games, not placed yet"
        );
    }
}
