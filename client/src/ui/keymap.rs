//! The keys in force on each screen: those of the tables, changed by the section `keys` of the file of settings.
//!
//! tables of the screens, `EVERYWHERE` -> settings for all screens -> settings for one screen -> [`KeyMap`]

#[cfg(test)]
mod tests;

use super::Screen;
use crate::input::{Binding, EVERYWHERE, Intent, Key, Rebinding};

/// Actions without which there is no way on, each of which keeps a key.
const NEEDED: [Intent; 4] = [Intent::Choose, Intent::Back, Intent::Help, Intent::Quit];

/// The keys in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyMap {
    /// The bindings of every screen.
    everywhere: Vec<Binding>,
    /// Those of each screen, in the order of [`Screen::ALL`].
    screens: Vec<Table>,
}

/// The bindings of a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Table {
    /// Its own first. No key stands there with two meanings.
    bindings: Vec<Binding>,
    /// The number of its own.
    own: usize,
}

/// A row of the table of all keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The screen; none for all.
    pub screen: Option<Screen>,
    /// The name of the action; none where its keys cannot be changed.
    pub action: Option<String>,
    /// The keys, as the file of settings has them.
    pub keys: Vec<String>,
    /// The keys, for people.
    pub shown: String,
    /// The meaning, for people.
    pub does: String,
}

/// A fault in the section `keys`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line in the file, counted from 1.
    pub line: usize,
    /// The problem, and what is possible.
    pub problem: String,
}

impl Default for KeyMap {
    fn default() -> Self {
        Self::new(&[]).expect("the tables have no faults")
    }
}

impl KeyMap {
    /// The keys of the tables with these changes.
    ///
    /// # Errors
    ///
    /// The first change that names something unknown, or gives a key a second meaning on a screen.
    pub fn new(rebindings: &[Rebinding]) -> Result<Self, Fault> {
        let changes: Vec<_> = rebindings
            .iter()
            .map(Change::read)
            .collect::<Result<_, _>>()?;
        let mut everywhere = EVERYWHERE.to_vec();
        for change in changes.iter().filter(|change| change.screen.is_none()) {
            for binding in &mut everywhere {
                change.apply(binding);
            }
        }
        let screens = Screen::ALL
            .iter()
            .map(|&screen| Table::new(screen, &changes))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            everywhere,
            screens,
        })
    }

    /// The bindings of a screen, its own first.
    pub fn bindings(&self, screen: Screen) -> &[Binding] {
        let place = Screen::ALL.iter().position(|known| *known == screen);
        let table = place.and_then(|place| self.screens.get(place));
        table.map_or(&[], |table| &table.bindings)
    }

    /// The meaning of a key on a screen.
    pub fn intent(&self, screen: Screen, key: Key) -> Option<Intent> {
        meaning(self.bindings(screen), key)
    }

    /// The meaning of a key that it has on every screen but those with another one.
    pub fn anywhere(&self, key: Key) -> Option<Intent> {
        meaning(&self.everywhere, key)
    }

    /// The name of the first key with a meaning on every screen, for people.
    pub(super) fn name(&self, intent: Intent) -> String {
        let mut bindings = self.everywhere.iter();
        let binding = bindings.find(|binding| binding.intent == intent);
        binding.map_or_else(String::new, Binding::name)
    }

    /// The name of the first key with a meaning on a screen, for people; none where no key has it.
    pub fn key(&self, screen: Screen, intent: Intent) -> Option<String> {
        let mut bindings = self.bindings(screen).iter();
        let binding = bindings.find(|binding| binding.intent == intent);
        binding.map(Binding::name)
    }

    /// The table of all keys: those of every screen, then those that each screen has of its own.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<_> = self
            .everywhere
            .iter()
            .map(|row| Row::new(None, row))
            .collect();
        for (&screen, table) in Screen::ALL.iter().zip(&self.screens) {
            rows.extend(fixed(screen));
            let own = table.bindings.iter().take(table.own);
            rows.extend(own.map(|binding| Row::new(Some(screen), binding)));
        }
        rows
    }
}

impl Row {
    fn new(screen: Option<Screen>, binding: &Binding) -> Self {
        Self {
            screen,
            action: Some(binding.intent.name()),
            keys: binding.keys.iter().map(Key::to_string).collect(),
            shown: binding.names(),
            does: binding.does.said(),
        }
    }
}

/// The keys of a screen that follow from the board, and have no action to name.
fn fixed(screen: Screen) -> Vec<Row> {
    let row = |shown: String, does: String| Row {
        screen: Some(screen),
        action: None,
        keys: Vec::new(),
        shown,
        does,
    };
    match screen {
        Screen::Table => vec![
            row("1-9".to_owned(), say!("help-columns")),
            row("1-3".to_owned(), say!("help-choices")),
            row("A-T".to_owned(), say!("help-letters")),
            row(say!("help-mouse"), say!("help-click")),
        ],
        Screen::Replay => vec![row("1-9".to_owned(), say!("help-go-to-column"))],
        Screen::Opponents => vec![row("1-9".to_owned(), say!("help-levels"))],
        Screen::Home
        | Screen::Lobby
        | Screen::Form
        | Screen::Tv
        | Screen::Rules
        | Screen::Settings
        | Screen::History
        | Screen::Profile
        | Screen::Leaderboard
        | Screen::Tournament
        | Screen::TournamentForm => Vec::new(),
    }
}

/// True for a key that means a column on this screen, whatever the tables say.
fn is_column(screen: Screen, key: Key) -> bool {
    matches!(
        (screen, key),
        (
            Screen::Table | Screen::Replay,
            Key::Char('1'..='9' | 'A'..='T')
        ) | (Screen::Opponents, Key::Char('1'..='9'))
    )
}

fn meaning(bindings: &[Binding], key: Key) -> Option<Intent> {
    let binding = bindings.iter().find(|binding| binding.keys.contains(&key));
    binding.map(|binding| binding.intent)
}

/// A change that names what there is.
struct Change<'a> {
    screen: Option<Screen>,
    action: &'a str,
    keys: Vec<Key>,
    line: usize,
}

impl<'a> Change<'a> {
    fn read(rebinding: &'a Rebinding) -> Result<Self, Fault> {
        let Rebinding {
            screen,
            action,
            keys,
            line,
        } = rebinding;
        let fault = |problem| Fault {
            line: *line,
            problem,
        };
        let find = |name: &String| {
            let mut all = Screen::ALL.iter().copied();
            all.find(|screen| screen.name() == *name).ok_or_else(|| {
                let known = Screen::ALL.iter().map(|screen| screen.name());
                let known = known.collect::<Vec<_>>().join(", ");
                fault(say!("keys-fault-screen", screen = name, known = known))
            })
        };
        let screen = screen.as_ref().map(find).transpose()?;
        let known = actions(screen);
        if !known.contains(action) {
            let known = known.join(", ");
            return Err(fault(match screen {
                None => say!("keys-fault-action", action = action, known = known),
                Some(screen) => say!(
                    "keys-fault-action-of-screen",
                    action = action,
                    screen = screen.name(),
                    known = known
                ),
            }));
        }
        let is_needed = NEEDED.iter().any(|intent| intent.name() == *action);
        if keys.is_empty() && is_needed {
            return Err(fault(say!("keys-fault-none", action = action)));
        }
        let read = |key: &String| {
            let known = || Key::named().collect::<Vec<_>>().join(", ");
            let unknown = |_| fault(say!("keys-fault-key", key = key, known = known()));
            key.parse().map_err(unknown)
        };
        Ok(Self {
            screen,
            action,
            keys: keys.iter().map(read).collect::<Result<_, _>>()?,
            line: *line,
        })
    }

    fn is_of(&self, binding: &Binding) -> bool {
        binding.intent.name() == self.action
    }

    /// Gives the binding the keys, where it is meant; true where it is.
    fn apply(&self, binding: &mut Binding) -> bool {
        let is_meant = self.is_of(binding);
        if is_meant {
            binding.keys = self.keys.clone().into();
        }
        is_meant
    }
}

/// The names of the actions of a screen, or of all of them.
fn actions(screen: Option<Screen>) -> Vec<String> {
    let screens = Screen::ALL.iter().copied();
    let screens = screens.filter(|known| screen.is_none_or(|screen| screen == *known));
    let own = screens.flat_map(Screen::keys);
    let mut names = Vec::new();
    for name in own.chain(EVERYWHERE).map(|binding| binding.intent.name()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

impl Table {
    fn new(screen: Screen, changes: &[Change<'_>]) -> Result<Self, Fault> {
        let here = |change: &&Change<'_>| change.screen == Some(screen);
        let is_of_screen = |change: &Change<'_>| screen.keys().iter().any(|row| change.is_of(row));
        // What is changed for this screen alone is its own.
        let is_own = |binding: &&Binding| {
            let mut changes = changes.iter().filter(here);
            changes.any(|change| change.is_of(binding) && !is_of_screen(change))
        };
        let (changed, others): (Vec<_>, Vec<_>) = EVERYWHERE.iter().partition(is_own);
        let defaults: Vec<_> = screen.keys().iter().chain(changed).collect();
        let own = defaults.len();
        let defaults: Vec<_> = defaults.into_iter().chain(others).collect();
        let mut bindings: Vec<Binding> = defaults.iter().map(|&binding| binding.clone()).collect();
        let mut lines = vec![None; bindings.len()];
        let for_all = changes.iter().filter(|change| change.screen.is_none());
        for change in for_all.chain(changes.iter().filter(here)) {
            // A screen may have keys of its own for what other keys do on every screen: `[keys]` has the latter,
            // `[keys.screen]` the former.
            let is_elsewhere = match change.screen {
                None => EVERYWHERE.iter().any(|row| change.is_of(row)),
                Some(_) => !is_of_screen(change),
            };
            let (first, end) = if is_elsewhere {
                (screen.keys().len(), bindings.len())
            } else {
                (0, screen.keys().len())
            };
            let rows = bindings[first..end].iter_mut().zip(&mut lines[first..end]);
            for (binding, line) in rows {
                if change.apply(binding) {
                    *line = Some(change.line);
                }
            }
        }
        for (at, line) in lines.iter().enumerate() {
            let Some(line) = *line else { continue };
            for &key in &*bindings[at].keys {
                let fault = |problem| Fault { line, problem };
                let (shown, name) = (key.to_string(), screen.name());
                if is_column(screen, key) {
                    return Err(fault(say!("keys-fault-column", key = shown, screen = name)));
                }
                // A table may cover a key of every screen, and stays as it is when that is written down.
                let taken = (0..bindings.len()).find(|&other| {
                    let is_default = [at, other].map(|row| defaults[row].keys.contains(&key));
                    bindings[other].keys.contains(&key)
                        && bindings[other].intent != bindings[at].intent
                        && is_default != [true, true]
                });
                if let Some(other) = taken {
                    let other = bindings[other].intent.name();
                    return Err(fault(say!(
                        "keys-fault-taken",
                        key = shown,
                        other = other,
                        screen = name
                    )));
                }
            }
        }
        let covering: Vec<Key> = bindings[..own]
            .iter()
            .flat_map(|binding| binding.keys.iter().copied())
            .collect();
        for binding in &mut bindings[own..] {
            binding.keys.to_mut().retain(|key| !covering.contains(key));
        }
        let mut own_left = own;
        let mut at = 0;
        bindings.retain(|binding| {
            let stays = !binding.keys.is_empty();
            own_left -= usize::from(at < own && !stays);
            at += 1;
            stays
        });
        Ok(Self {
            bindings,
            own: own_left,
        })
    }
}
