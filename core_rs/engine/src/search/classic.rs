//! The search of classic positions.

use std::sync::atomic::AtomicBool;

use crate::action::Action;
use crate::color::Color;
use crate::movegen::MoveList;
use crate::piece::{PIECES, Placement};
use crate::state::State;

use super::Model;
use super::accelerate::{Task, accelerated};
use super::answer::{Step, StopReason, Suggestion, Suggestions, Tally};
use super::clock::Clock;
use super::endgame::{Move, POSITION_UNITS, Solution, most_placements, solve};
use super::levels::SearchOptions;
use super::payoff::{Payoff, SIDES};
use super::position::Position;
use super::prior::{ONE, Prior, exp};
use super::random::Random;
use super::terrain::{Holding, Terrain};
use super::tree::{Edge, ROOT, Selection, Tree, key_of};
use super::value::Value;
use super::weak_levels::draw_some;

/// Parameters that were tuned by playing matches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tuning {
    pub(crate) selection: Selection,
    /// Maximum number of moves considered in positions after the root.
    pub(crate) widest: usize,
    /// The prior's values are divided by this: below 1, the prior favours its top moves more.
    pub(crate) temperature: f32,
}

impl Tuning {
    /// The parameters for a number of sides, of pieces left to the colour to move, and of units.
    fn new(sides: usize, pieces_left: u32, units: u64, exploration: f32) -> Self {
        let narrow = sides > 2;
        // RAVE assumes that the order of placements does not matter. With few pieces left it does:
        // whether I1 is placed last, for example.
        let rest = pieces_left as f32 / PIECES as f32;
        Self {
            selection: Selection {
                exploration,
                rave: 1000.0 * rest * rest,
                width: if narrow { 25 } else { 60 },
                caution: 0.0,
            },
            widest: if narrow || units >= LONG { WIDEST } else { WIDEST_ROOT },
            temperature: 0.7,
        }
    }
}

/// Maximum number of moves considered, at the root and elsewhere. Short two-sided searches use one
/// limit for both, as in training.
const WIDEST_ROOT: usize = 100;
const WIDEST: usize = 50;
/// Searches with fewer units are short.
const LONG: u64 = 100_000;

/// Maximum number of nodes: 27 MiB with [`WIDEST`] edges each.
const NODES_OF_SEARCH: u64 = 20_000;

/// Visits of an edge at which its node is added, as long as the tree does not fill up too early.
const EXPAND_AT: u32 = 3;

/// The used shares of the tree and of the work are compared in units of 1/`PARTS`.
const PARTS: u32 = 128;

/// At most 84 pieces are placed in a game.
const DEEPEST: usize = 84;

/// Simulations between two checks of the clock.
const BATCH: u32 = 32;

/// Maximum number of positions searched to solve an endgame: about a fortieth of a second.
const LONGEST_SOLUTION: u64 = 50_000;
const _: () = assert!(most_placements(LONGEST_SOLUTION) as usize <= WIDEST_ROOT, "all are ranked");

/// Maximum number of steps in the line of a suggestion.
const LONGEST_LINE: usize = 12;

/// Suggests moves for a classic state that is not over.
pub(crate) fn suggest(
    state: &State,
    model: Model,
    options: &SearchOptions,
    cancel: &AtomicBool,
) -> Suggestions {
    let mut clock = Clock::new(options, cancel);
    let (mut solution, mut is_cut) = (None, false);
    if options.budget.sampling_temperature().is_none() {
        let limit = (options.budget.units() / 2 / POSITION_UNITS).min(LONGEST_SOLUTION);
        let payoff = Payoff::new(state.rules());
        let attempt = solve(&Position::new(state), &payoff, limit, &clock);
        clock.spend_on_solving(POSITION_UNITS * attempt.positions);
        is_cut = attempt.is_cut;
        solution = attempt.solution;
    }
    let mut search = Search::new(state, model, options, solution.as_ref());
    let stopped = if solution.is_some() {
        // One batch chooses among the best moves. The result is exact even if the clock has ended.
        search.step(&mut clock);
        StopReason::Solved
    } else {
        match search.run(&mut clock, options.count) {
            StopReason::Cancelled => StopReason::Cancelled,
            // With more time the endgame could have been solved.
            _ if is_cut => StopReason::Time,
            stopped => stopped,
        }
    };
    search.answer(&clock, stopped, options, solution.as_ref())
}

/// A running search.
pub(crate) struct Search<'a> {
    start: Position,
    payoff: Payoff,
    model: Model<'a>,
    tuning: Tuning,
    pub(crate) tree: Tree,
    /// Visits of an edge at which its node is added, at present.
    expand_at: u32,
    random: Random,
    /// The results of each edge of the root.
    tallies: Vec<Tally>,
    /// The share of the prior that the root's moves have, of all that were ranked.
    kept: f32,
    /// The number of the last simulation in which a colour made a placement, from 1 to 255:
    /// `color << 16 | placement`.
    stamps: Vec<u8>,
    stamp: u8,
    moves: MoveList,
    /// Scattered placements with negated values, so that sorting puts the most promising first.
    ranked: Vec<(i32, u16)>,
    prior: Box<Prior>,
}

impl<'a> Search<'a> {
    /// Prepares a search; the game is not over.
    ///
    /// If the endgame is solved, only the best moves are searched.
    pub(crate) fn new(
        state: &State,
        model: Model<'a>,
        options: &SearchOptions,
        solution: Option<&Solution>,
    ) -> Self {
        let payoff = Payoff::new(state.rules());
        let left = state.to_move().map_or(0, |color| state.board().supply(color).len());
        let tuning =
            Tuning::new(payoff.sides().len(), left, options.budget.units(), model.exploration);
        // A simulation that adds a node costs more than ten units.
        let nodes = (options.budget.units() / 10).min(NODES_OF_SEARCH) as usize;
        let mut search = Self {
            start: Position::new(state),
            payoff,
            model,
            tuning,
            tree: Tree::new(nodes, tuning.widest, WIDEST_ROOT),
            expand_at: EXPAND_AT,
            random: Random::new(options.seed),
            tallies: Vec::new(),
            kept: 1.0,
            stamps: vec![0; 4 << 16],
            stamp: 0,
            moves: MoveList::new(),
            ranked: Vec::new(),
            prior: Prior::new(),
        };
        let root = search.start.clone();
        search.rank(&root, WIDEST_ROOT);
        let first = search.ranked.first().map_or(0, |one| one.0);
        let all = search.chances(first);
        if let Some(solution) = solution {
            search.ranked.retain(|one| solution.after(gather(one.1)).is_some());
        }
        if let Some(temperature) = options.budget.sampling_temperature() {
            draw_some(&mut search.ranked, temperature, options.count, &mut search.random);
        }
        search.kept = search.chances(first) / all;
        search.expand(&root);
        search.tallies = vec![Tally::default(); search.tree.edges(ROOT).len()];
        search
    }

    /// Searches until there is a reason to stop.
    pub(crate) fn run(&mut self, clock: &mut Clock, count: usize) -> StopReason {
        loop {
            // The first batch always runs: there must be an answer.
            self.step(clock);
            if let Some(reason) = clock.stop() {
                return reason;
            }
            if count <= 1 && self.tree.is_decided(clock.simulations_left(BATCH.into())) {
                return StopReason::Decided;
            }
        }
    }

    /// Runs a batch of simulations.
    ///
    /// Afterwards it sets when nodes are added, so that the tree does not fill up before the search
    /// ends: the more its used share exceeds that of the work, the more visits an edge needs.
    pub(crate) fn step(&mut self, clock: &mut Clock) {
        clock.spent += accelerated(Batch { simulations: BATCH, search: self });
        clock.playouts += u64::from(BATCH);
        self.expand_at = EXPAND_AT + self.tree.used(PARTS).saturating_sub(clock.done(PARTS));
    }

    /// The answer so far.
    fn answer(
        &self,
        clock: &Clock,
        stopped: StopReason,
        options: &SearchOptions,
        solution: Option<&Solution>,
    ) -> Suggestions {
        let edges: Vec<Edge> = self.tree.edges(ROOT).collect();
        let color = Color::ALL[usize::from(self.tree.node(ROOT).color)];
        let mut settled = self.start.clone();
        settled.block_unable();
        let is_open = |color| !settled.is_blocked(color);
        let most = self.payoff.points_if_placed(&settled, is_open);
        let possible = [self.payoff.points(&self.start), most];
        let order = match options.budget.sampling_temperature() {
            Some(_) => (0..edges.len()).collect(),
            None => self.tree.ranked(),
        };
        let suggestion = |at: usize| {
            let edge = edges[at];
            let action = action_of(color, edge.key);
            // In a solved endgame the continuation of the best moves is known.
            let known = solution.and_then(|one| one.after(Placement(edge.key as u16)));
            let (tally, line) = match known {
                Some((moves, points)) => {
                    let mut exact = Tally::default();
                    exact.add(&self.payoff, points, None);
                    (exact, steps(moves))
                }
                None => (self.tallies[at], self.line(edge.child)),
            };
            let estimates = tally.estimates(&self.payoff, &possible);
            let prior = edge.prior * self.kept;
            Suggestion { action, visits: edge.visits, prior, estimates, line }
        };
        let is_known = |&at: &usize| solution.is_some() || edges[at].visits > 0;
        let tried = order.into_iter().filter(is_known);
        let moves: Vec<Suggestion> = tried.take(options.count.max(1)).map(suggestion).collect();
        Suggestions::new(moves, clock, stopped)
    }

    /// The expected line from a node on.
    fn line(&self, mut node: u32) -> Vec<Step> {
        let mut line = Vec::new();
        while node != 0 && line.len() < LONGEST_LINE {
            let Some(edge) = self.tree.favourite(node) else {
                break;
            };
            let color = Color::ALL[usize::from(self.tree.node(node).color)];
            line.push(Step { color, action: action_of(color, edge.key) });
            node = edge.child;
        }
        line
    }

    /// Lists the moves of a position that is not over, the most promising first, and keeps at most
    /// `widest` of them.
    #[inline(always)]
    fn rank(&mut self, position: &Position, widest: usize) {
        let Some(color) = position.to_move() else {
            return;
        };
        let placed = position.placed(color);
        let acting = self.payoff.side(color, placed.into());
        let holdings = Holding::of_position(position);
        let terrain = Terrain::new(&holdings, &self.payoff, Color::ALL[color], acting, placed);
        self.prior.prepare(&terrain, self.model.prior);
        position.list(&mut self.moves);
        self.ranked.clear();
        let prior = &self.prior;
        self.ranked.extend(self.moves.iter().map(|&one| (-prior.value(one), scatter(one))));
        if widest < self.ranked.len() {
            self.ranked.select_nth_unstable(widest);
            self.ranked.truncate(widest);
        }
        self.ranked.sort_unstable();
    }

    /// Adds a node for the moves that were ranked.
    #[inline(always)]
    fn expand(&mut self, position: &Position) -> u32 {
        let color = position.to_move().unwrap_or(0);
        let side = self.payoff.side(color, position.placed(color).into());
        // The lowest levels sample their moves, so the first one may not be the best.
        let best = self.ranked.iter().map(|one| one.0).min().unwrap_or(0);
        let temperature = self.tuning.temperature;
        let all = self.chances(best);
        let edge =
            |one: &(i32, u16)| (key_of(gather(one.1)), chance(best - one.0, temperature) / all);
        self.tree.add(color, side, self.ranked.iter().map(edge))
    }

    /// The sum of the weights of the ranked moves, if the best value is this.
    #[inline(always)]
    fn chances(&self, best: i32) -> f32 {
        self.ranked.iter().map(|one| chance(best - one.0, self.tuning.temperature)).sum()
    }

    /// One simulation; returns what it cost in units.
    #[inline(always)]
    fn simulate(&mut self) -> u64 {
        self.next_stamp();
        let mut position = self.start.clone();
        let mut path = [(0, 0); DEEPEST];
        let mut depth = 0;
        let mut cost = 0;
        let mut at = ROOT;
        while let Some(edge) = self.tree.select(at, &self.tuning.selection) {
            path[depth % DEEPEST] = (at, edge);
            depth += 1;
            cost += 2;
            let placement = Placement(self.tree.edge(edge).key as u16);
            self.mark(&position, placement);
            position.put(placement);
            position.settle();
            if position.to_move().is_none() {
                break;
            }
            let taken = self.tree.edge(edge);
            at = taken.child;
            if at == 0 {
                let ripe = taken.visits + 1 >= self.expand_at;
                if ripe && self.tree.has_room(self.tuning.widest) {
                    self.rank(&position, self.tuning.widest);
                    let child = self.expand(&position);
                    self.tree.set_child(edge, child);
                    cost += 10;
                }
                break;
            }
        }
        let value = self.evaluate(&position);
        if value.is_some() {
            cost += 8;
        }
        cost += self.play_out(&mut position);
        self.record(&path[..depth.min(DEEPEST)], &position, value.as_ref());
        cost
    }

    /// The value of a leaf, if it has one.
    #[inline(always)]
    fn evaluate(&self, position: &Position) -> Option<Value> {
        position.to_move()?;
        self.model.value?.of_position(position, &self.payoff)
    }

    #[inline(always)]
    fn next_stamp(&mut self) {
        if self.stamp == u8::MAX {
            self.stamp = 0;
            self.stamps.fill(0);
        }
        self.stamp += 1;
    }

    #[inline(always)]
    fn mark(&mut self, position: &Position, placement: Placement) {
        let color = position.to_move().unwrap_or(0);
        self.stamps[color << 16 | usize::from(placement.0)] = self.stamp;
    }

    /// Plays on to the end at random.
    #[inline(always)]
    fn play_out(&mut self, position: &mut Position) -> u64 {
        let mut cost = 0;
        while position.to_move().is_some() {
            if let Some(placement) = position.sample_large(&mut self.random) {
                self.mark(position, placement);
                position.put(placement);
                cost += 1;
            }
        }
        cost
    }

    /// Adds the result of a simulation to all edges on its path, and by RAVE to their siblings.
    #[inline(always)]
    fn record(&mut self, path: &[(u32, u32)], end: &Position, value: Option<&Value>) {
        let points = self.payoff.points(end);
        let mut payoffs = self.payoff.payoffs(&points);
        if let Some(value) = value {
            for (payoff, by_value) in payoffs.iter_mut().zip(value.payoffs) {
                *payoff += value.share * (by_value - *payoff);
            }
        }
        for &(at, edge) in path {
            let node = self.tree.node(at);
            let color = usize::from(node.color);
            let payoff = payoffs[usize::from(node.side) % SIDES];
            self.tree.record(at, edge, payoff);
            let (stamps, stamp) = (&self.stamps, self.stamp);
            let is_made = |key: u32| stamps[color << 16 | (key as usize & 0xffff)] == stamp;
            self.tree.record_rave(at, payoff, is_made);
        }
        if let Some(&(_, edge)) = path.first() {
            // The root's edges are the first of all.
            self.tallies[edge as usize].add(&self.payoff, &points, value);
        }
    }
}

/// A line of a solved endgame.
fn steps(moves: &[Move]) -> Vec<Step> {
    let step = |&(color, placement): &Move| Step { color, action: Action::Place(color, placement) };
    moves.iter().take(LONGEST_LINE).map(step).collect()
}

fn action_of(color: Color, key: u32) -> Action {
    Action::Place(color, Placement(key as u16))
}

/// A batch of simulations.
pub(crate) struct Batch<'s, 'a> {
    pub(crate) simulations: u32,
    pub(crate) search: &'s mut Search<'a>,
}

impl Task for Batch<'_, '_> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        (0..self.simulations).map(|_| self.search.simulate()).sum()
    }
}

/// An odd number, and its inverse modulo 2^16.
const SCATTER: u16 = 0x9E37;
const GATHER: u16 = 0x7787;

/// A number for a placement that is unrelated to its piece. Among equally promising placements the
/// one with the lowest number is preferred, which must not always be the first piece of G4.
#[inline(always)]
fn scatter(placement: Placement) -> u16 {
    placement.0.wrapping_mul(SCATTER)
}

/// The inverse of [`scatter`].
#[inline(always)]
fn gather(number: u16) -> Placement {
    const { assert!(SCATTER.wrapping_mul(GATHER) == 1) };
    Placement(number.wrapping_mul(GATHER))
}

/// The weight of a move; `below` is its value minus that of the best move.
#[inline(always)]
fn chance(below: i32, temperature: f32) -> f32 {
    exp(below as f32 / (ONE as f32 * temperature))
}
