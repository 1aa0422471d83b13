//! The tree of a Monte Carlo tree search: nodes, edges, and which edge to try next.
//!
//! A simulation walks down from the root and takes the best edge at each node: by the mean of its
//! results (`value / visits`), plus a bonus for rarely tried edges, which is larger for edges that
//! looked promising before (`prior`). Where it leaves the tree the game is played out at random,
//! and the result is added to every edge on the path. After many simulations the most visited edge
//! of the root is the move.
//!
//! RAVE ('all moves as first'): the result of a placement late in a playout also says something
//! about making it now. These averages settle long before the edge's own, and their weight fades as
//! its visits grow.

use std::cmp::Ordering;
use std::ops::Range;

use crate::piece::Placement;

/// An action at a node, and its statistics.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The action: a placement, or the number of another action (see `shuffle`).
    pub(crate) key: u32,
    pub(crate) prior: f32,
    pub(crate) visits: u32,
    /// Sum of the payoffs for the side that decides at the node.
    pub(crate) value: f32,
    /// The node it leads to; 0: none yet.
    pub(crate) child: u32,
}

impl Edge {
    /// By visits, then by value. Values are sums, which compare like means if the visits are equal.
    fn compare(&self, other: &Self) -> Ordering {
        self.visits.cmp(&other.visits).then_with(|| self.value.total_cmp(&other.value))
    }
}

/// All edges, with one column for each field, so that eight edges of a node are compared at once.
struct Edges {
    keys: Vec<u32>,
    priors: Vec<f32>,
    visits: Vec<u32>,
    values: Vec<f32>,
    /// For RAVE; for a card of Blokus Shuffle, which has no RAVE, how often it could be played.
    rave_visits: Vec<u32>,
    rave_values: Vec<f32>,
    children: Vec<u32>,
}

/// The bytes of an edge, over all columns.
const EDGE_SIZE: usize = 28;

impl Edges {
    /// Reserves all memory at once: a growing vector would need half as much again while it moves.
    fn with_capacity(edges: usize) -> Self {
        Self {
            keys: Vec::with_capacity(edges),
            priors: Vec::with_capacity(edges),
            visits: Vec::with_capacity(edges),
            values: Vec::with_capacity(edges),
            rave_visits: Vec::with_capacity(edges),
            rave_values: Vec::with_capacity(edges),
            children: Vec::with_capacity(edges),
        }
    }

    #[inline(always)]
    fn push(&mut self, key: u32, prior: f32) {
        self.keys.push(key);
        self.priors.push(prior);
        self.visits.push(0);
        self.values.push(0.0);
        self.rave_visits.push(0);
        self.rave_values.push(0.0);
        self.children.push(0);
    }

    #[inline(always)]
    fn get(&self, edge: usize) -> Edge {
        Edge {
            key: self.keys[edge],
            prior: self.priors[edge],
            visits: self.visits[edge],
            value: self.values[edge],
            child: self.children[edge],
        }
    }
}

/// A decision node.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    first: u32,
    count: u16,
    pub(crate) color: u8,
    pub(crate) side: u8,
    pub(crate) visits: u32,
    /// Sum of the payoffs for the side that decides here.
    pub(crate) value: f32,
}

/// How the next edge is chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selection {
    /// How strongly the prior and low visit counts weigh against the mean payoff.
    pub(crate) exploration: f32,
    /// The number of visits at which RAVE has lost half of its weight; 0: no RAVE.
    pub(crate) rave: f32,
    /// How many edges are considered at first; the others follow as the visits grow.
    pub(crate) width: u32,
    /// How much lower than the mean of the node an edge is assumed to be before its first visit.
    pub(crate) caution: f32,
}

/// Nodes and edges. Their number is limited, so that a search has bounded memory: in a full tree
/// simulations go on, but no node is added.
pub(crate) struct Tree {
    nodes: Vec<Node>,
    edges: Edges,
    most_nodes: usize,
    most_edges: usize,
}

/// Maximum number of nodes: 5 MiB.
const MOST_NODES: usize = 1 << 18;
/// Maximum number of edges: 49 MiB.
const MOST_EDGES: usize = 1_835_008;
const _: () = assert!(MOST_NODES * size_of::<Node>() + MOST_EDGES * EDGE_SIZE <= 54 << 20);

/// Maximum number of edges of a node.
const MOST_OF_NODE: usize = 128;

/// The root's number; 0 means 'none yet'.
pub(crate) const ROOT: u32 = 1;

impl Tree {
    /// An empty tree, with capacity for a root of `root` edges and for `nodes` nodes of `width`
    /// edges each.
    pub(crate) fn new(nodes: usize, width: usize, root: usize) -> Self {
        let most_edges = nodes.saturating_mul(width).saturating_add(root).min(MOST_EDGES);
        let most_nodes = nodes.saturating_add(2).min(MOST_NODES);
        let mut all = Vec::with_capacity(most_nodes);
        all.push(Node::default());
        Self { nodes: all, edges: Edges::with_capacity(most_edges), most_nodes, most_edges }
    }

    /// Whether a node with this many edges can be added.
    #[inline(always)]
    pub(crate) fn has_room(&self, edges: usize) -> bool {
        self.nodes.len() < self.most_nodes && self.edges.keys.len() + edges <= self.most_edges
    }

    /// The share of the node capacity in use, in units of 1/`parts`.
    pub(crate) fn used(&self, parts: u32) -> u32 {
        (self.nodes.len() * parts as usize / self.most_nodes) as u32
    }

    /// Adds a node whose edges have these keys and priors, the most promising first.
    #[inline(always)]
    pub(crate) fn add(
        &mut self,
        color: usize,
        side: usize,
        edges: impl ExactSizeIterator<Item = (u32, f32)>,
    ) -> u32 {
        assert!(edges.len() <= MOST_OF_NODE, "more edges than are compared");
        let (first, count) = (self.edges.keys.len() as u32, edges.len() as u16);
        for (key, prior) in edges {
            self.edges.push(key, prior);
        }
        let (color, side) = (color as u8, side as u8);
        self.nodes.push(Node { first, count, color, side, visits: 0, value: 0.0 });
        self.nodes.len() as u32 - 1
    }

    #[inline(always)]
    pub(crate) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    #[inline(always)]
    pub(crate) fn edge(&self, edge: u32) -> Edge {
        self.edges.get(edge as usize)
    }

    /// The range of a node's edges.
    #[inline(always)]
    fn range(&self, node: u32) -> Range<usize> {
        let node = &self.nodes[node as usize];
        node.first as usize..node.first as usize + usize::from(node.count)
    }

    /// The edges of a node, the most promising first.
    pub(crate) fn edges(&self, node: u32) -> impl ExactSizeIterator<Item = Edge> {
        self.range(node).map(|edge| self.edges.get(edge))
    }

    #[inline(always)]
    pub(crate) fn set_child(&mut self, edge: u32, child: u32) {
        self.edges.children[edge as usize] = child;
    }

    /// The edge of a node to try next.
    ///
    /// Branch-free, so that the compiler can vectorize it: the value of an edge without visits is
    /// divided by 1, and the result is not used.
    #[inline(always)]
    pub(crate) fn select(&self, at: u32, rule: &Selection) -> Option<u32> {
        let node = &self.nodes[at as usize];
        let visits = node.visits as f32;
        let mean = if node.visits > 0 { node.value / visits } else { 0.5 };
        let exploration = rule.exploration * (visits + 1.0).sqrt();
        let considered = (rule.width + node.visits / 8).min(node.count.into()) as usize;
        let Range { start, .. } = self.range(at);
        let range = start..start + considered;
        let priors = &self.edges.priors[range.clone()];
        let visits = &self.edges.visits[range.clone()];
        let values = &self.edges.values[range.clone()];
        let rave_visits = &self.edges.rave_visits[range.clone()];
        let rave_values = &self.edges.rave_values[range];
        let mut ranks = [i32::MIN; MOST_OF_NODE];
        let ranks = &mut ranks[..considered];
        for edge in 0..considered {
            let n = visits[edge] as f32;
            let known = rave_visits[edge] as f32;
            let tried = values[edge] / n.max(1.0);
            let mut value = if visits[edge] > 0 { tried } else { mean - rule.caution };
            let trust = (rule.rave / (3.0 * n + rule.rave)).sqrt() * known / (known + 10.0);
            let trust = if rave_visits[edge] > 0 && rule.rave > 0.0 { trust } else { 0.0 };
            value += trust * (rave_values[edge] / known.max(1.0) - value);
            value += exploration * priors[edge] / (1.0 + n);
            ranks[edge] = ordered(value);
        }
        let best = ranks.iter().copied().max()?;
        let best = ranks.iter().position(|&rank| rank == best)?;
        Some(node.first + best as u32)
    }

    /// The same for a node whose edges are not always open, because hands differ from deal to deal;
    /// `is_open` says whether an edge can be taken now.
    ///
    /// An edge is compared by how often it was open, not by the visits of the node: otherwise a
    /// card that is rarely in hand would be tried nearly every time it is.
    pub(crate) fn select_open(
        &mut self,
        at: u32,
        rule: &Selection,
        is_open: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let node = &self.nodes[at as usize];
        let mean = if node.visits > 0 { node.value / node.visits as f32 } else { 0.5 };
        let (mut best, mut best_value) = (None, f32::MIN);
        for at in self.range(at) {
            let edge = self.edges.get(at);
            if !is_open(edge.key) {
                continue;
            }
            self.edges.rave_visits[at] += 1;
            let n = edge.visits as f32;
            let value = if edge.visits > 0 { edge.value / n } else { mean - rule.caution };
            let exploration = rule.exploration * (self.edges.rave_visits[at] as f32).sqrt();
            let value = value + exploration * edge.prior / (1.0 + n);
            if value > best_value {
                (best, best_value) = (Some(at as u32), value);
            }
        }
        best
    }

    /// Adds the result of a simulation to a node and the edge that was taken.
    #[inline(always)]
    pub(crate) fn record(&mut self, node: u32, edge: u32, payoff: f32) {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        node.value += payoff;
        self.edges.visits[edge as usize] += 1;
        self.edges.values[edge as usize] += payoff;
    }

    /// Adds the result to all edges of a node whose placement was made at any time: RAVE.
    #[inline(always)]
    pub(crate) fn record_rave(&mut self, node: u32, payoff: f32, is_made: impl Fn(u32) -> bool) {
        let range = self.range(node);
        let keys = &self.edges.keys[range.clone()];
        let visits = &mut self.edges.rave_visits[range.clone()];
        let values = &mut self.edges.rave_values[range];
        for edge in 0..keys.len() {
            let is_made = u32::from(is_made(keys[edge]));
            visits[edge] += is_made;
            values[edge] += payoff * is_made as f32;
        }
    }

    /// The most visited edge of a node; among equals the one with the higher value.
    pub(crate) fn favourite(&self, node: u32) -> Option<Edge> {
        let better = |a: &Edge, b: &Edge| a.compare(b).then(b.key.cmp(&a.key));
        self.edges(node).filter(|edge| edge.visits > 0).max_by(better)
    }

    /// The indices of the root's edges, best first; among equals the one with the higher prior.
    pub(crate) fn ranked(&self) -> Vec<usize> {
        let edges: Vec<Edge> = self.edges(ROOT).collect();
        let mut order: Vec<usize> = (0..edges.len()).collect();
        order.sort_by(|&one, &other| edges[other].compare(&edges[one]));
        order
    }

    /// Whether the most visited edge of the root cannot be overtaken in `left` more simulations.
    pub(crate) fn is_decided(&self, left: u64) -> bool {
        if self.edges(ROOT).len() == 1 {
            return true;
        }
        let (mut first, mut second) = (0, 0);
        for edge in self.edges(ROOT) {
            if edge.visits > first {
                (first, second) = (edge.visits, first);
            } else {
                second = second.max(edge.visits);
            }
        }
        u64::from(first - second) > left
    }
}

/// Maps a value to an integer of the same order: comparisons of integers can be vectorized.
#[inline(always)]
fn ordered(value: f32) -> i32 {
    let bits = value.to_bits().cast_signed();
    bits ^ ((bits >> 31) & i32::MAX)
}

/// The key of a placement.
#[inline(always)]
pub(crate) fn key_of(placement: Placement) -> u32 {
    placement.0.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::{RandomSource, SplitMix64};

    /// The best edge, found by comparing one edge after the other.
    fn obvious(tree: &Tree, rule: &Selection) -> Option<u32> {
        let node = tree.node(ROOT);
        let mean = if node.visits > 0 { node.value / node.visits as f32 } else { 0.5 };
        let considered = (rule.width + node.visits / 8) as usize;
        let mut best = (None, f32::MIN);
        for (at, edge) in tree.edges(ROOT).enumerate().take(considered) {
            let n = edge.visits as f32;
            let mut value = if edge.visits > 0 { edge.value / n } else { mean - rule.caution };
            let known = tree.edges.rave_visits[at] as f32;
            if known > 0.0 && rule.rave > 0.0 {
                let trust = (rule.rave / (3.0 * n + rule.rave)).sqrt() * known / (known + 10.0);
                value += trust * (tree.edges.rave_values[at] / known - value);
            }
            let rarely = rule.exploration * (node.visits as f32 + 1.0).sqrt() / (1.0 + n);
            value += rarely * edge.prior;
            if value > best.1 + 1e-6 {
                best = (Some(at as u32), value);
            }
        }
        best.0
    }

    #[test]
    fn the_selected_edge_is_the_best_one_by_one() {
        let mut random = SplitMix64::new(7);
        for round in 0..300 {
            let edges = 1 + random.below(MOST_OF_NODE as u64) as u32;
            let mut tree = Tree::new(1, MOST_OF_NODE, MOST_OF_NODE);
            let rule = Selection {
                exploration: 0.6,
                rave: if round % 3 == 0 { 0.0 } else { 400.0 },
                width: 1 + round % 60,
                caution: if round % 2 == 0 { 0.0 } else { 0.1 },
            };
            let mut share = || random.below(10_000) as f32 / 10_000.0;
            let priors: Vec<(u32, f32)> = (0..edges).map(|key| (key, share() / 20.0)).collect();
            assert_eq!(tree.add(0, 0, priors.into_iter()), ROOT);
            for _ in 0..200 {
                let chosen = tree.select(ROOT, &rule).expect("there are edges");
                assert_eq!(Some(chosen), obvious(&tree, &rule));
                let payoff = random.below(1_000) as f32 / 1_000.0;
                let made = random.below(8) as u32;
                tree.record(ROOT, chosen, payoff);
                tree.record_rave(ROOT, payoff, |key| key == chosen || key % 8 == made);
            }
        }
    }

    #[test]
    fn greater_values_have_greater_numbers() {
        let values = [f32::MIN, -1.0, -1e-20, 0.0, 1e-20, 0.3, 0.300_000_1, 1.0, f32::MAX];
        assert!(values.windows(2).all(|pair| ordered(pair[0]) < ordered(pair[1])));
    }
}
