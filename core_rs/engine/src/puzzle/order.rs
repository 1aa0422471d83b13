//! A legal order of play for a finished board of 84.

use crate::cells::Cells;
use crate::color::{ByColor, Color};
use crate::piece::Placement;

use super::position::corners;

/// Sorts pieces so that each is legal when it is placed (C1, C2): colours in turn as far as possible,
/// each with its largest legal piece; if `descending`, larger pieces of any colour come first. None if
/// there is no such order.
pub(crate) fn legal_order(
    placements: &[(Color, Placement)],
    descending: bool,
) -> Option<Vec<(Color, Placement)>> {
    let mut waiting: Vec<(Color, Placement, Cells)> = placements
        .iter()
        .map(|&(color, placement)| (color, placement, placement.cell_set()))
        .collect();
    waiting.sort_by_key(|&(color, placement, _)| (5 - placement.piece().size(), color, placement));
    let mut own = ByColor([Cells::EMPTY; 4]);
    let mut ordered = Vec::with_capacity(waiting.len());
    let mut color = Color::Blue;
    while let Some(largest) = waiting.first().map(|one| one.1.piece().size()) {
        // The colour whose turn it is, or the next one that can place.
        let found = (0..4).find_map(|steps| {
            let color = color.after(steps);
            let may = |(owner, placement, cells): &(Color, Placement, Cells)| {
                let anchors =
                    if own[color].is_empty() { corners() } else { own[color].corner_ring() };
                *owner == color
                    && (!descending || placement.piece().size() == largest)
                    && cells.meets(&anchors)
                    && !cells.meets(&own[color].side_ring())
            };
            waiting.iter().position(may)
        });
        let (owner, placement, cells) = waiting.remove(found?);
        own[owner] = own[owner].or(&cells);
        ordered.push((owner, placement));
        color = owner.after(1);
    }
    Some(ordered)
}
