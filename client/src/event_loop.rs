//! The event loop of the screens: joins terminal, network and time with the [`App`].
//!
//! Decisions are made in `app.rs`. Here keys become [`Event`]s and [`Action`](ui::Action)s are carried out; the
//! outcome of an action comes back as an event.

mod actions;
mod answers;
mod connection;
mod data_directory;
mod evaluation;
mod games;
mod hosting;
mod keyboard;
#[cfg_attr(
    not(any(unix, test)),
    expect(dead_code, reason = "elsewhere a terminal sends no bytes")
)]
mod sequences;
mod terminal;
mod ticks;

use std::net::SocketAddr;
use std::time::Duration;

use crossterm::event::{Event as TermEvent, MouseButton, MouseEventKind};
use crossterm::execute;
use crossterm::terminal::{Clear, ClearType, SetTitle};
use jiff::Zoned;
use protocol::millis::Millis;
use protocol::record::Record;
use ratatui::layout::Rect;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::time::{Instant, sleep, timeout};

use self::answers::Question;
use self::evaluation::Search;
use self::games::GameQueries;
use self::hosting::Hosting;
use self::keyboard::Opposite;
use self::sequences::Splitter;
use self::terminal::{Input, Keys, Modes, Request, Signals, key};
use crate::args::Common;
use crate::board::{CellSize, Depth, Graphics, GraphicsChoice, Ground, GroundChoice, Look, Moving};
use crate::choices::Choices;
use crate::crash;
use crate::discovery::{Browser, Change};
use crate::failure::{Failure, Kind};
use crate::identity::Identity;
#[cfg(unix)]
use crate::input::Key;
use crate::known_servers::KnownServers;
use crate::language;
use crate::library::KnownEnds;
use crate::motion::Motion;
use crate::net::{Link, NetEvent};
use crate::resolve;
use crate::seats::{SavedSeat, Seats, Warning};
use crate::ui::{self, App, Event, Goal, HostScope, KeyMap, Me};

pub use self::terminal::is_interactive;

/// The command for a program with images, where this one was built without them.
const INSTALL_WITH_IMAGES: &str = "cargo install --path client --features images";

/// Time after which a terminal does not answer any more.
const LATE: Duration = Duration::from_secs(5);

/// Most time that the program waits before it leaves for what the terminal has still to answer.
const LEAVING: Duration = Duration::from_secs(1);

/// The first thing that the screens do.
#[derive(Debug)]
pub enum Start {
    /// Shows the first screen.
    Home,
    /// Connects to the server of these addresses, with a purpose.
    At(Vec<String>, Goal),
    /// Shows a saved game, without a server.
    Replay(Box<Record>),
    /// Serves in this program for this client alone.
    Alone(Goal),
    /// Serves others in this program.
    Hosting {
        /// The address to listen on.
        listen: SocketAddr,
        /// Keeps games in a database that outlives the program.
        keep: bool,
        /// The purpose.
        goal: Goal,
    },
}

/// Opens the screens, with these keys, until the person leaves, who trusts the servers in `known`, and tells the
/// `warning` about their saved seats.
///
/// # Errors
///
/// One line, where the terminal does not do what it must.
pub async fn run(
    common: &Common,
    keymap: KeyMap,
    known: KnownServers,
    start: Start,
    warning: Option<Warning>,
) -> Result<(), Failure> {
    let (outcome_sender, outcomes) = mpsc::unbounded_channel();
    let discovery = !common.no_discovery && !matches!(start, Start::Replay(_));
    let mut event_loop = EventLoop::new(common, keymap, known, discovery, outcome_sender)?;
    if let Some(warning) = warning {
        event_loop.app.say_for_long(warning.to_string());
    }
    let signals = Signals::listen().map_err(|error| {
        let problem = error.to_string();
        Failure::failed(say!("hosting-no-interrupt", problem = problem))
    })?;
    // Puts the terminal back in order when the program panics, too.
    let mut terminal = ratatui::try_init().map_err(|error| {
        let problem = error.to_string();
        Failure::failed(say!("hosting-no-terminal", problem = problem))
    })?;
    if let Err(error) = event_loop.ask_terminal() {
        ratatui::restore();
        return Err(terminal_failed(&error));
    }
    let modes = Modes::begin();
    crash::guard_screens();
    let ended = event_loop
        .run(&mut terminal, signals, start, outcomes)
        .await;
    modes.end();
    // A terminal that was closed takes nothing, and has nobody to be told of it.
    let _ = ratatui::try_restore();
    if terminal.show_cursor().is_err() {
        // At its end it would write there that it cannot, and panic.
        std::mem::forget(terminal);
    }
    crash::note_screen(None);
    event_loop.end().await;
    match ended {
        Ok(Ended::ByPerson) => Ok(()),
        Ok(Ended::BySystem) => Err(Failure::new(Kind::Interrupted, say!("lines-interrupted"))),
        Err(error) => Err(terminal_failed(&error)),
    }
}

/// The cause of the end of the screens.
enum Ended {
    ByPerson,
    BySystem,
}

fn terminal_failed(error: &std::io::Error) -> Failure {
    let problem = error.to_string();
    Failure::failed(say!("hosting-terminal-failed", problem = problem))
}

#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct EventLoop {
    /// The model of the screens.
    app: App,
    hosting: Hosting,
    look: Look,
    /// The background that the terminal has, by its answer or its environment.
    ground: Ground,
    /// The way of the terminal to show images, if it has one.
    images: Option<(Graphics, CellSize)>,
    motion: Motion,
    /// The servers that are known by their keys.
    known: KnownServers,
    /// The saved seats, and the servers visited last.
    seats: Seats,
    /// The name that servers are asked for; none is a guest.
    name: Option<String>,
    /// The choices as they were read or written last.
    kept: Choices,
    /// The key of the person.
    identity: Option<Identity>,
    /// True where the key is shown on connections without encryption, too.
    key_in_clear: bool,
    /// True where a server for others is announced on the local network.
    discovery: bool,
    /// The URLs of the server, to save with a seat.
    servers: Vec<String>,
    /// True where the server is in this program for this client alone, so that its seats are not saved.
    is_private: bool,
    /// True where that server keeps its games, so that they are.
    keeps_own: bool,
    /// The seats that are not saved: on such a server, and on one for others that keeps its games in memory.
    temporary_seats: Vec<SavedSeat>,
    queries: GameQueries,
    /// The connection of the screens, and its events.
    link: Option<Link>,
    net: Option<UnboundedReceiver<NetEvent>>,
    /// The second person at this keyboard, with the events of their connection.
    opposite: Option<Opposite>,
    opposite_net: Option<UnboundedReceiver<NetEvent>>,
    /// The evaluation of a saved game.
    search: Option<Search>,
    /// The days on which games of this person ended.
    ends: KnownEnds,
    /// For events that are the outcome of an action.
    outcome_sender: UnboundedSender<Event>,
    /// The start of the program, from which the screens count the time.
    began: Instant,
    /// The size of the terminal.
    area: Rect,
    /// True while the title of the window says that it is this person's turn.
    called: bool,
    /// The time at which the terminal was asked; `None` if it has answered all.
    asked: Option<Instant>,
    /// Bytes of the terminal that have no end yet, from when it was asked.
    splitter: Splitter,
    /// Keys that were pressed while it was asked, and other events.
    typed: Vec<TermEvent>,
}

impl EventLoop {
    /// The state before the first event.
    fn new(
        common: &Common,
        keymap: KeyMap,
        known: KnownServers,
        discovery: bool,
        outcome_sender: UnboundedSender<Event>,
    ) -> Result<Self, Failure> {
        let (seats, warning) = Seats::open(common.data.clone());
        let (identity, no_identity) = resolve::identity(common);
        let mut app = App::new(seats.returnable(), seats.recent_servers());
        app.set_tournaments(seats.tournaments());
        let kept = seats.directory().map(Choices::read).unwrap_or_default();
        let name = common.name.clone().or_else(|| kept.name.clone());
        let me = Me {
            name: name.clone(),
            is_set: common.name.is_some(),
            key: identity.as_ref().map(Identity::fingerprint),
            key_in_clear: common.key_in_clear,
        };
        let setting = |name: &str| kept.settings.get(name).map(String::as_str);
        if let Some(language) = setting("language").filter(|_| common.lang.is_none()) {
            language::choose(language.parse().ok());
        }
        app.introduce(me, kept.clone());
        app.keymap = keymap;
        let chosen = common.look.or_kept(&kept.settings);
        app.quiet = common.quiet || setting("quiet") == Some("true");
        let look = chosen.open()?;
        app.settings.take(&chosen);
        let mut event_loop = Self {
            app,
            ground: look.ground(),
            images: None,
            look,
            motion: Motion::default(),
            hosting: Hosting::default(),
            known,
            seats,
            name,
            kept,
            identity,
            key_in_clear: common.key_in_clear,
            discovery,
            servers: Vec::new(),
            is_private: false,
            keeps_own: false,
            temporary_seats: Vec::new(),
            queries: GameQueries::default(),
            link: None,
            net: None,
            opposite: None,
            opposite_net: None,
            search: None,
            ends: KnownEnds::default(),
            outcome_sender,
            began: Instant::now(),
            area: Rect::default(),
            called: false,
            asked: None,
            splitter: Splitter::default(),
            typed: Vec::new(),
        };
        event_loop.app.offer_ascii(common.look.may_need_ascii());
        if let Some(warning) = warning {
            event_loop.app.say_for_long(warning.to_string());
        }
        if let Some(warning) = no_identity {
            event_loop.app.say_for_long(warning);
        }
        Ok(event_loop)
    }

    /// Asks the terminal for its background and its images, and takes the look that follows.
    fn ask_terminal(&mut self) -> std::io::Result<()> {
        let choice = self.app.settings.graphics;
        let variable = |name: &str| std::env::var(name).ok();
        let question = Question::new(self.app.settings.ground, choice, &self.look, variable);
        let ask = |question: Question| question.ask(&mut self.splitter);
        let answers = question.map(ask).unwrap_or_default();
        if question.is_some() {
            // A terminal that did not understand may have written a part of it on the screen. The library's own way to
            // clear it asks for the cursor first, and fails where nothing answers.
            execute!(std::io::stdout(), Clear(ClearType::All))?;
            self.asked = (!answers.is_complete).then(Instant::now);
        }
        if let Some(ground) = answers.ground {
            self.ground = ground;
        }
        self.images = answers
            .graphics
            .zip(answers.cell.or_else(answers::cell_size));
        if self.images.is_none() && choice == GraphicsChoice::On {
            self.app.say_for_long(if cfg!(feature = "images") {
                say!("hosting-no-images")
            } else {
                say!("hosting-images-not-built", command = INSTALL_WITH_IMAGES)
            });
        }
        self.typed = answers.typed;
        self.set_look();
        Ok(())
    }

    /// Takes the look of the settings, as far as the terminal has it.
    fn set_look(&mut self) {
        let (settings, look) = (&self.app.settings, &mut self.look);
        let variable = |name: &str| std::env::var(name).ok();
        let ground = match settings.ground {
            GroundChoice::Auto => self.ground,
            chosen => chosen.ground(variable),
        };
        let depth = settings.colours.depth(variable);
        look.set_colours(&settings.theme, depth, ground);
        look.set_animation(settings.falls);
        // NO_COLOR is heard in the look; a flag overrides it, of which crossterm knows nothing.
        crossterm::style::force_color_output(depth != Depth::Mono);
        match self
            .images
            .filter(|_| settings.graphics != GraphicsChoice::Off)
        {
            Some(_) if look.can_have_pictures() && look.pictures().is_some() => {}
            Some((graphics, cell)) if look.can_have_pictures() => look.set_pictures(graphics, cell),
            _ => look.remove_pictures(),
        }
    }

    async fn run(
        &mut self,
        terminal: &mut ratatui::DefaultTerminal,
        signals: Signals,
        start: Start,
        outcomes: UnboundedReceiver<Event>,
    ) -> std::io::Result<Ended> {
        let mut keys = Keys::read(std::mem::take(&mut self.splitter))?;
        let ended = self
            .run_to_end(terminal, &mut keys, signals, start, outcomes)
            .await;
        self.await_answers(&mut keys).await;
        ended
    }

    /// Waits for what the terminal has still to answer: the shell would take it for what a person types.
    async fn await_answers(&mut self, keys: &mut Keys) {
        let asked = self.asked.take();
        if asked.is_none_or(|asked| asked.elapsed() > LATE) {
            return;
        }
        let answered = async {
            while let Some(Ok(input)) = keys.next().await {
                if matches!(input, Input::Answered) {
                    return;
                }
            }
        };
        // A terminal that answers nothing is left without.
        let _ = timeout(LEAVING, answered).await;
    }

    async fn run_to_end(
        &mut self,
        terminal: &mut ratatui::DefaultTerminal,
        keys: &mut Keys,
        mut signals: Signals,
        start: Start,
        mut outcomes: UnboundedReceiver<Event>,
    ) -> std::io::Result<Ended> {
        let mut browser = self.discovery.then(Browser::start).and_then(Result::ok);
        if self.begin(start).await {
            return Ok(Ended::ByPerson);
        }
        loop {
            let next = self.draw(terminal)?;
            // The end first, then the person, who is slower than everything behind them; a tick only redraws.
            let event = tokio::select! {
                biased;
                request = signals.next() => match request {
                    Request::End => return Ok(Ended::BySystem),
                    #[cfg(unix)]
                    Request::Stop => {
                        self.await_answers(keys).await;
                        Modes::stop(&mut signals).await;
                        Modes::resume(terminal)?;
                        self.look.send_pictures_again();
                        None
                    }
                    #[cfg(unix)]
                    Request::Continue => {
                        Modes::resume(terminal)?;
                        self.look.send_pictures_again();
                        None
                    }
                    #[cfg(unix)]
                    Request::Resize => {
                        self.note_resize();
                        None
                    }
                },
                key = keys.next() => match key {
                    Some(Ok(Input::Event(event))) => self.read(&event),
                    Some(Ok(Input::Answered)) => {
                        self.asked = None;
                        None
                    }
                    Some(Err(error)) => return Err(error),
                    None => return Ok(Ended::BySystem),
                },
                event = next_net_event(&mut self.net) => {
                    self.note_visit(&event);
                    self.note_ends(&event);
                    self.app.clock = Zoned::now();
                    self.grant_opposite(&event);
                    Some(Event::Net(event))
                }
                event = next_net_event(&mut self.opposite_net) => {
                    self.hear_opposite(event);
                    None
                }
                change = next_change(&mut browser) => {
                    if let Change::Found(found) = &change {
                        found.note_key(&self.known);
                    }
                    Some(Event::Network(change))
                }
                Some(event) = outcomes.recv() => Some(event),
                () = after(next) => Some(Event::Tick),
            };
            let Some(event) = event else { continue };
            #[cfg(unix)]
            if self.suspends(&event) {
                terminal::suspend();
                continue;
            }
            self.note_presence(&event);
            let actions = self.app.update(self.now(), event);
            self.motion.observe(&self.app);
            if self.carry_out(actions).await {
                return Ok(Ended::ByPerson);
            }
        }
    }

    /// True for Ctrl-Z, unless the person has given it another meaning.
    #[cfg(unix)]
    fn suspends(&self, event: &Event) -> bool {
        let key = Key::Ctrl('z');
        matches!(event, Event::Key(pressed) if *pressed == key)
            && self.app.keymap.intent(self.app.screen, key).is_none()
    }

    /// Does what the program was started for, and takes the keys that were pressed meanwhile; returns true if the
    /// person leaves by them.
    async fn begin(&mut self, start: Start) -> bool {
        let begin = match start {
            Start::Home => Vec::new(),
            Start::Replay(record) => {
                self.app.show_record(*record);
                Vec::new()
            }
            Start::At(urls, goal) => self.app.go(urls, goal),
            Start::Alone(goal) => self.app.serve(HostScope::ThisClient, goal),
            Start::Hosting { listen, keep, goal } => {
                self.hosting.listen = Some(listen);
                self.hosting.keep = keep;
                self.app.serve(HostScope::Network, goal)
            }
        };
        self.look_for_server_here();
        if begin.is_empty() {
            self.look_for_games();
        }
        let choices = self.app.home.choices.clone();
        if choices != self.kept {
            self.keep_choices(choices);
        }
        if self.carry_out(begin).await {
            return true;
        }
        for typed in std::mem::take(&mut self.typed) {
            let Some(event) = self.read(&typed) else {
                continue;
            };
            let actions = self.app.update(self.now(), event);
            if self.carry_out(actions).await {
                return true;
            }
        }
        false
    }

    /// Draws the screen; returns the time until it changes by itself, if it does.
    fn draw(
        &mut self,
        terminal: &mut ratatui::DefaultTerminal,
    ) -> std::io::Result<Option<Duration>> {
        let now = self.now();
        crash::note_screen(Some(self.app.screen));
        let moving = if self.look.animated {
            self.motion.at(now)
        } else {
            Moving::default()
        };
        terminal::draw(terminal, |frame| {
            self.area = frame.area();
            ui::draw(&self.app, &self.look, moving, frame);
        })?;
        crash::rehearse("screens");
        Ok(ticks::next(&self.app, moving.is_under_way(), now))
    }

    /// Ends the call for the person in the title of the window once they are back.
    fn note_presence(&mut self, event: &Event) {
        let is_back = matches!(event, Event::Key(_) | Event::Click(_) | Event::Focus(true));
        if is_back && std::mem::take(&mut self.called) {
            // Terminals without titles ignore this.
            let _ = execute!(std::io::stdout(), SetTitle("enlinea"));
        }
    }

    fn now(&self) -> Millis {
        Millis::from_millis(self.began.elapsed().as_millis() as u64)
    }

    /// Translates an event of the terminal; `None` for those without a meaning here.
    fn read(&mut self, event: &TermEvent) -> Option<Event> {
        match event {
            TermEvent::Key(event) => key(event).map(Event::Key),
            TermEvent::FocusGained => Some(Event::Focus(true)),
            TermEvent::FocusLost => Some(Event::Focus(false)),
            TermEvent::Paste(text) => Some(Event::Paste(text.clone())),
            TermEvent::Mouse(mouse) => {
                let target =
                    || ui::target(&self.app, &self.look, self.area, mouse.column, mouse.row);
                match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) => target().map(Event::Click),
                    MouseEventKind::Moved => target().map(Event::Hover),
                    MouseEventKind::ScrollUp => Some(Event::Wheel { up: true }),
                    MouseEventKind::ScrollDown => Some(Event::Wheel { up: false }),
                    _ => None,
                }
            }
            TermEvent::Resize(..) => {
                self.note_resize();
                None
            }
        }
    }

    /// Takes another size of the font, which comes with another size of the window.
    fn note_resize(&mut self) {
        if let Some(cell) = answers::cell_size() {
            self.look.resize_pictures(cell);
        }
    }

    /// Leaves without another look at the network, whose answers nobody would see.
    async fn end(&mut self) {
        self.close_connection().await;
        self.stop_server().await;
    }
}

/// Completes after a time; never where nothing on the screen changes by itself.
async fn after(next: Option<Duration>) {
    match next {
        Some(next) => sleep(next).await,
        None => std::future::pending().await,
    }
}

async fn next_net_event(net: &mut Option<UnboundedReceiver<NetEvent>>) -> NetEvent {
    if let Some(events) = net
        && let Some(event) = events.recv().await
    {
        return event;
    }
    *net = None;
    std::future::pending().await
}

async fn next_change(browser: &mut Option<Browser>) -> Change {
    if let Some(browsing) = browser
        && let Some(change) = browsing.next().await
    {
        return change;
    }
    *browser = None;
    std::future::pending().await
}

#[cfg(test)]
mod tests;
