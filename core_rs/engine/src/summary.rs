//! What a client needs to highlight a board: how many placements each piece has, and which squares
//! they cover.

use crate::action::Action;
use crate::cells::Cells;
use crate::color::Color;
use crate::legal::Legal;
use crate::movegen::MoveList;
use crate::piece::{Piece, Supply};
use crate::state::State;

/// A summary of the legal placements; empty in phases without placements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many placements each piece has, in the order of the placements; pieces without any are
    /// left out.
    pub pieces: Vec<(Color, Piece, u32)>,
    /// The squares that some placement covers.
    pub coverable: Cells,
    /// Those of them where the colour to move can connect under C1 and C2, whatever card is in
    /// force: corner squares of the board, or squares diagonal to its pieces and not beside them.
    pub open_corners: Cells,
}

impl State {
    /// Summarizes the legal placements.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        let mut moves = MoveList::new();
        let legal = self.legal_actions(Supply::FULL, &mut moves);
        let Legal::Placements { color, .. } = legal else {
            return summary;
        };
        for action in legal.actions(&moves) {
            let Action::Place(owner, placement) = action else {
                continue;
            };
            summary.coverable = summary.coverable.or(&placement.cell_set());
            let piece = placement.piece();
            match summary.pieces.last_mut() {
                Some(last) if (last.0, last.1) == (owner, piece) => last.2 += 1,
                _ => summary.pieces.push((owner, piece, 1)),
            }
        }
        summary.open_corners = self.placement_rule(color).anchors().and(&summary.coverable);
        summary
    }
}
