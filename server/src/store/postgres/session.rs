//! A connection to the database, and what its errors mean.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, Config, Notification, Row, Statement};

use super::Problem;
use super::tls::{Asked, Tls};

/// The settings by which connections to the database are opened.
#[derive(Clone)]
pub(super) struct Settings {
    config: Config,
    tls: Tls,
}

/// A connection, whose statements are prepared once.
pub(super) struct Session {
    pub(super) client: Client,
    statements: RefCell<HashMap<&'static str, Statement>>,
}

/// Parameters of a statement.
pub(super) type Parameters<'a> = &'a [&'a (dyn ToSql + Sync)];

impl Session {
    /// Opens a connection. It is driven by a task of the runtime, and notifications go to `heard`.
    pub(super) async fn open(
        settings: &Settings,
        heard: Option<mpsc::UnboundedSender<Notification>>,
    ) -> Result<Self, tokio_postgres::Error> {
        let Settings { config, tls } = settings;
        let (client, mut connection) = config.connect(tls.clone()).await?;
        tokio::spawn(async move {
            while let Some(Ok(message)) =
                std::future::poll_fn(|cx| connection.poll_message(cx)).await
            {
                if let (AsyncMessage::Notification(notification), Some(heard)) = (message, &heard) {
                    // The listener may have ended.
                    let _ = heard.send(notification);
                }
            }
        });
        Ok(Self {
            client,
            statements: RefCell::default(),
        })
    }

    async fn statement(&self, sql: &'static str) -> Result<Statement, tokio_postgres::Error> {
        if let Some(statement) = self.statements.borrow().get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).await?;
        let prepared = statement.clone();
        self.statements.borrow_mut().insert(sql, prepared);
        Ok(statement)
    }

    pub(super) async fn query(
        &self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<Vec<Row>, tokio_postgres::Error> {
        let statement = self.statement(sql).await?;
        self.client.query(&statement, parameters).await
    }

    pub(super) async fn execute(
        &self,
        sql: &'static str,
        parameters: Parameters<'_>,
    ) -> Result<u64, tokio_postgres::Error> {
        let statement = self.statement(sql).await?;
        self.client.execute(&statement, parameters).await
    }
}

/// Returns the settings of a connection to the database of this URL, which gives up after `patience`.
pub(super) fn settings(url: &str, patience: Duration) -> Result<Settings, Problem> {
    let asked = Asked::of(url).map_err(Problem::Tls)?;
    let mut config: Config = asked.url.parse().map_err(Problem::Url)?;
    // A server that is stopped in a transaction must not hold up the one that takes over its rooms.
    let options = format!(
        "{} -c idle_in_transaction_session_timeout={}",
        config.get_options().unwrap_or_default(),
        patience.as_millis()
    );
    config
        .options(options)
        .application_name("enlinea-server")
        .connect_timeout(patience)
        .tcp_user_timeout(patience)
        .ssl_mode(asked.mode);
    let tls = asked.connector().map_err(Problem::Tls)?;
    Ok(Settings { config, tls })
}

/// Returns true if the connection is gone, so that what was asked last may have been done.
pub(super) fn is_broken(error: &tokio_postgres::Error) -> bool {
    // Without a code it is no answer of the database.
    error.code().is_none_or(|code| {
        // Class 08 is of connections, and 57P of a database that stops, crashed or starts.
        code.code().starts_with("08") || code.code().starts_with("57P")
    })
}

/// Returns true if the transaction was undone only because of another one.
pub(super) fn is_in_the_way(error: &tokio_postgres::Error) -> bool {
    let codes = [
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::T_R_SERIALIZATION_FAILURE,
    ];
    error.code().is_some_and(|code| codes.contains(code))
}

/// Returns true if the disk of the database is full.
pub(super) fn is_full(error: &tokio_postgres::Error) -> bool {
    error.code() == Some(&SqlState::DISK_FULL)
}

/// Returns the error in one line, in the words of the database.
pub(super) fn said(error: &tokio_postgres::Error) -> String {
    match error.as_db_error() {
        Some(error) => error.message().to_owned(),
        None => match std::error::Error::source(error) {
            Some(cause) => format!("{error}: {cause}"),
            None => error.to_string(),
        },
    }
}
