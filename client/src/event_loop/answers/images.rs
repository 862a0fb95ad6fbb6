//! The questions about images, and the answers to them.

use ratatui_image::picker::ProtocolType;
use ratatui_image::picker::cap_parser::{Parser, QueryStdioOptions, Response};

use super::Protocols;
use crate::board::{CellSize, Graphics};

/// The text that asks for these protocols, and for the background.
pub(super) fn question(protocols: Protocols, ground: bool) -> String {
    let kitty = (!protocols.kitty).then_some(ProtocolType::Kitty);
    let sixel = (!protocols.sixel).then_some(ProtocolType::Sixel);
    Parser::query(
        false,
        QueryStdioOptions {
            terminal_background_color_osc: ground,
            kitty_compression: protocols.kitty,
            blacklist_protocols: kitty.into_iter().chain(sixel).collect(),
            ..QueryStdioOptions::default()
        },
    )
}

/// The answers of a terminal about images.
#[derive(Debug, Default)]
pub(super) struct Images {
    kitty: bool,
    compressed: bool,
    sixel: bool,
    /// The size of its cells in pixels.
    pub(super) cell: Option<CellSize>,
}

impl Images {
    pub(super) fn read(&mut self, sequence: &[u8]) {
        let mut parser = Parser::new();
        for response in sequence.iter().flat_map(|&byte| parser.push(byte.into())) {
            match response {
                Response::Kitty => self.kitty = true,
                Response::KittyCompression => self.compressed = true,
                Response::Sixel => self.sixel = true,
                Response::CellSize(size) => self.cell = size.or(self.cell),
                _ => {}
            }
        }
    }

    /// The protocol to use, of those that were asked for.
    pub(super) fn shown(&self, asked: Protocols, is_complete: bool) -> Option<Graphics> {
        let compressed = self.compressed;
        match asked {
            _ if self.kitty => Some(Graphics::Kitty { compressed }),
            // A name from the environment may be that of another terminal, which is silent.
            Protocols { iterm2: true, .. } if is_complete => Some(Graphics::Iterm2),
            asked => (self.sixel && asked.sixel).then_some(Graphics::Sixel),
        }
    }
}
