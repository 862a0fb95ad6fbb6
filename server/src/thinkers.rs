//! stub
use protocol::{clock::Millis, game::Game, message::Thought, side::Side, spec::BotSpec};
#[derive(Debug)]
pub(crate) struct Task {
    pub game: Game,
    pub bot: BotSpec,
    pub side: Side,
    pub ply: u16,
    pub seed: u64,
    pub limit: Millis,
}
#[derive(Debug)]
pub(crate) struct Thinkers;
impl Thinkers {
    pub fn start(_t: usize, _q: usize) -> Self {
        Self
    }
    pub async fn think(&self, _t: Task) -> Option<Thought> {
        None
    }
    pub fn stop(&self) {}
}
