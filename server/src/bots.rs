//! stub
use protocol::{message::BotOffer, refusal::Refusal, rules::Variant, spec::BotSpec};
pub fn offers() -> Vec<BotOffer> {
    vec![]
}
pub fn check(b: &BotSpec, _v: Variant) -> Result<BotSpec, Refusal> {
    Ok(b.clone())
}
