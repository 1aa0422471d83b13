//! Random legal actions of any state, without listing all of them.

use crate::action::Action;
use crate::color::Color;
use crate::movegen::{self, Preference};
use crate::phase::Decision;
use crate::piece::{Placement, Supply};
use crate::state::State;

use crate::search::random::Random;

/// A random legal action of a state that is not over. Placements are chosen at a random anchor, a
/// recycled piece of the seat's other colour is placed again only if no other piece fits (S25), and
/// otherwise each card, colour and piece is about as likely as the others.
pub(crate) fn sample(state: &State, preference: Preference, random: &mut Random) -> Action {
    let Some(color) = state.to_move() else {
        return Action::Pass;
    };
    let mut place = |rule: &_, supply: Supply| {
        if supply.is_empty() {
            return None;
        }
        movegen::sample(rule, supply, preference, |bound| random.below(bound))
    };
    match *state.decision() {
        Decision::Opening => {
            let placement = place(&state.placement_rule(color), state.board().supply(color));
            placement.map_or(Action::Pass, |placement| Action::Place(color, placement))
        }
        Decision::Place(effect) => {
            let supply = state.board().supply(color);
            if let Some(placement) = place(&state.rule_under(color, effect), supply) {
                return Action::Place(color, placement);
            }
            let replayed = state.replay(color, effect).and_then(|(owner, piece, rule)| {
                Some(Action::Place(owner, place(&rule, Supply::only(piece))?))
            });
            replayed.unwrap_or(Action::Pass)
        }
        Decision::PlayCard => {
            let hand = state.deck(color).hand();
            Action::PlayCard(hand[random.below(hand.len() as u32) as usize])
        }
        Decision::ChooseCard(drawn) => Action::ChooseCard(drawn[random.below(2) as usize]),
        Decision::ChooseColor => {
            Action::ChooseColor(any_of(state.wild_colors(color), random).unwrap_or(color))
        }
        Decision::Recycle => {
            let pieces = state.recyclable(color).count() as u32;
            let chosen = state.recyclable(color).nth(random.below(pieces) as usize);
            chosen.map_or(Action::Pass, choose)
        }
        Decision::Warp => warp(state, color, random).map_or(Action::Pass, choose),
        Decision::WarpTo(owner, piece) => {
            let from = state.placement_of(owner, piece);
            let to = from.and_then(|from| destination(state, owner, from, random));
            to.map_or(Action::Pass, Action::WarpTo)
        }
        Decision::Over => Action::Pass,
    }
}

fn choose((owner, placement): (Color, Placement)) -> Action {
    Action::ChoosePiece(owner, placement.piece())
}

/// Any of at most four colours.
fn any_of(colors: impl Iterator<Item = Color>, random: &mut Random) -> Option<Color> {
    let mut found = [Color::Blue; 4];
    let mut count = 0;
    for color in colors {
        found[count % 4] = color;
        count += 1;
    }
    (count > 0).then(|| found[random.below(count as u32) as usize % 4])
}

/// A piece that can be warped. Checking a piece is expensive, so pieces are tried from a random one
/// on, instead of checking all of them.
fn warp(state: &State, color: Color, random: &mut Random) -> Option<(Color, Placement)> {
    let placements = state.placements();
    let (before, after) = placements.split_at(random.below(placements.len() as u32) as usize);
    after.iter().chain(before).copied().find(|&(owner, placement)| {
        state.is_opponent(color, owner) && state.has_destination(owner, placement)
    })
}

/// A destination of a piece, other than its present place.
fn destination(
    state: &State,
    owner: Color,
    from: Placement,
    random: &mut Random,
) -> Option<Placement> {
    let rule = state.warp_rule(owner, from);
    let only = Supply::only(from.piece());
    let below = |bound| random.below(bound);
    let to = movegen::sample(&rule, only, Preference::Any, below)?;
    if to != from {
        return Some(to);
    }
    // At most one of the first two placements of the rule is the present place.
    (0..2).find_map(|index| movegen::nth(&rule, only, index).filter(|&to| to != from))
}
