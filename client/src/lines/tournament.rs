//! The commands about tournaments: `new`, `list`, `show`.

use protocol::message::{ClientMsg, ServerMsg};
use protocol::tournament::{Export, TournamentSummary};

use super::conversation::{answer_to, welcome};
use super::output::{Mode, Output, warn};
use crate::args::{Common, ShowTournamentArgs, TournamentCommand};
use crate::failure::Failure;
use crate::text::plain;
use crate::words::listed;
use crate::words::past::short_title;

pub(super) async fn run(
    common: &Common,
    command: TournamentCommand,
    output: &mut Output,
) -> Result<(), Failure> {
    match command {
        TournamentCommand::New(args) => {
            let question = ClientMsg::OpenTournament { spec: args.spec() };
            let opened = answer_to(common, question, |message| match message {
                ServerMsg::Tournament { view } => Some(view.clone()),
                _ => None,
            });
            let view = opened.await?;
            match output.mode() {
                Mode::Plain => output.line(&say!(
                    "lines-tournament-opened",
                    code = view.tournament.to_string()
                )),
                Mode::Json => output.json_line(&*view),
            }
            Ok(())
        }
        TournamentCommand::List => list(common, output).await,
        TournamentCommand::Show(args) => show(common, &args, output).await,
    }
}

async fn list(common: &Common, output: &mut Output) -> Result<(), Failure> {
    let asked = answer_to(
        common,
        ClientMsg::ListTournaments,
        |message| match message {
            ServerMsg::Tournaments { tournaments } => Some(tournaments.clone()),
            _ => None,
        },
    );
    let tournaments = asked.await?;
    if tournaments.is_empty() {
        warn(&say!("lines-no-tournaments"));
    }
    for tournament in &tournaments {
        match output.mode() {
            Mode::Plain => output.line(&in_words(tournament)),
            Mode::Json => output.json_line(tournament),
        }
    }
    Ok(())
}

fn in_words(it: &TournamentSummary) -> String {
    let game = short_title(&it.spec.variant);
    let clock = it.spec.clock.map(|clock| clock.to_string());
    let entrants = say!("lines-tournament-entrants", count = it.entrants);
    let round = (it.round > 0).then(|| say!("lines-tournament-round", round = it.round));
    let facts = [Some(game), clock, Some(entrants), round];
    let facts = listed(facts.into_iter().flatten());
    format!(
        "{} {}: {facts}",
        it.tournament,
        plain(it.spec.name.as_str())
    )
}

async fn show(
    common: &Common,
    args: &ShowTournamentArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let (mut conversation, _) = welcome(common).await?;
    let follow = ClientMsg::FollowTournament {
        tournament: args.code,
        token: None,
    };
    let asked = conversation.ask(follow, |message| match message {
        ServerMsg::Tournament { view } => Some(view.clone()),
        _ => None,
    });
    let view = asked.await?;
    let (mut pairings, mut from) = (Vec::new(), Some(0));
    while let Some(first) = from {
        let asked =
            conversation.ask(
                ClientMsg::ListPairings { from: first },
                |message| match message {
                    ServerMsg::TournamentPairings { pairings, more, .. } => {
                        Some((pairings.clone(), *more))
                    }
                    _ => None,
                },
            );
        let (page, more) = asked.await?;
        pairings.extend(page);
        from = more;
    }
    let form = match output.mode() {
        Mode::Json => Export::Json,
        Mode::Plain if args.csv => Export::Csv,
        Mode::Plain => Export::Text,
    };
    output.raw(&form.write(&view, &pairings));
    Ok(())
}
