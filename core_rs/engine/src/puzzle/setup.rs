//! A layout as it was received: the types are right, but nothing is checked against the rules.

use crate::data::{Node, Path, Reader};
use crate::problem::Problems;
use crate::setup::PlacementSetup;

/// Pieces on a puzzle's board, not checked.
#[derive(Clone, Debug, Default)]
pub struct PuzzleSetup {
    /// The pieces, in any order.
    pub placements: Vec<PlacementSetup>,
}

impl PuzzleSetup {
    /// Reads a layout from untrusted data: `{"placements": [...]}`, placements as in states.
    ///
    /// # Errors
    /// Every value that has the wrong type, is missing, unknown or out of range.
    pub fn read<N: Node>(node: &N) -> Result<Self, Problems> {
        let mut reader = Reader::default();
        let setup = reader.puzzle_setup(node, &Path::Root(""));
        reader.problems.into_result(setup)
    }
}

impl Reader {
    fn puzzle_setup<N: Node>(&mut self, node: &N, path: &Path) -> PuzzleSetup {
        let mut setup = PuzzleSetup::default();
        if let Some([Some(placements)]) = self.fields(node, path, ["placements"]) {
            setup.placements = self.placements(&placements, &path.field("placements"));
        }
        setup
    }
}
