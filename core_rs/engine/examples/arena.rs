//! Matches between our own players, in one process: levels against each other, and
//! Blokus Shuffle against simple players.
//!
//! ```text
//! cargo run --release --example arena -- classic 2 level:4 level:3 100
//! cargo run --release --example arena -- shuffle 2 units:20000 lookahead 100
//! ```
//!
//! Games come in pairs or rounds with the same seed, in which the players change seats. Players:
//! `level:N`, `units:N`, `ms:N` (a time limit), `random`, `greedy` (the largest piece, any card),
//! `lookahead` (tries every action, finishes the turn at random a few times, and takes the one
//! with the best score at the end of the turn).

#![expect(clippy::cast_precision_loss, reason = "figures for people to read")]

use std::error::Error;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cornerwise::action::Action;
use cornerwise::movegen::MoveList;
use cornerwise::piece::Supply;
use cornerwise::ruleset::{Game, Options, Scoring, Seats};
use cornerwise::search::{Budget, Level, MOST_UNITS, SearchOptions, suggest};
use cornerwise::shuffle::{RandomSource, SplitMix64};
use cornerwise::state::State;

#[derive(Clone, Copy)]
enum Player {
    Random,
    Greedy,
    Lookahead,
    Search(Budget, Option<Duration>),
}

impl Player {
    fn parse(text: &str) -> Result<Self, Box<dyn Error>> {
        let (kind, number) = text.split_once(':').unwrap_or((text, "0"));
        let number: u64 = number.parse()?;
        Ok(match kind {
            "random" => Self::Random,
            "greedy" => Self::Greedy,
            "lookahead" => Self::Lookahead,
            "level" => {
                let level = Level::new(number as u8).ok_or("levels are 1 to 9")?;
                Self::Search(Budget::Level(level), None)
            }
            "units" => Self::Search(Budget::Units(number), None),
            "ms" => Self::Search(Budget::Units(MOST_UNITS), Some(Duration::from_millis(number))),
            _ => return Err(format!("no such player: {text}").into()),
        })
    }

    fn choose(self, state: &State, random: &mut SplitMix64, moves: &mut MoveList) -> Action {
        let legal = state.legal_actions(Supply::FULL, moves);
        let all: Vec<Action> = legal.actions(moves).collect();
        match self {
            Self::Random => all[random.below(all.len() as u64) as usize],
            Self::Greedy => greedy(&all, random),
            Self::Lookahead => lookahead(state, &all, random, moves),
            Self::Search(budget, time) => {
                let seed = random.next_u64();
                let options = SearchOptions { budget, time, seed, ..SearchOptions::default() };
                suggest(state, &options, &AtomicBool::new(false)).moves[0].action
            }
        }
    }
}

fn size(action: Action) -> u32 {
    match action {
        Action::Place(_, placement) => placement.piece().size(),
        _ => 0,
    }
}

fn greedy(all: &[Action], random: &mut SplitMix64) -> Action {
    let largest = all.iter().map(|&one| size(one)).max().unwrap_or_default();
    let best: Vec<Action> = all.iter().copied().filter(|&one| size(one) == largest).collect();
    best[random.below(best.len() as u64) as usize]
}

/// How many times the turn is finished for each action.
const TRIES: u32 = 4;

/// The largest number of actions that are tried.
const ACTIONS: usize = 60;

fn lookahead(
    state: &State,
    all: &[Action],
    random: &mut SplitMix64,
    moves: &mut MoveList,
) -> Action {
    let mut tried = all.to_vec();
    random.shuffle(&mut tried);
    tried.sort_by_key(|&one| std::cmp::Reverse(size(one)));
    tried.truncate(ACTIONS);
    let mut best = (i64::MIN, tried[0]);
    for action in tried {
        let value = (0..TRIES).map(|_| after_turn(state, action, random, moves)).sum();
        if value > best.0 {
            best = (value, action);
        }
    }
    best.1
}

/// The value of an action for its seat, after finishing the turn greedily: the squares of the
/// seat's colours, and how many placements they have for the next turns.
fn after_turn(state: &State, action: Action, random: &mut SplitMix64, moves: &mut MoveList) -> i64 {
    let mut events = Vec::new();
    let color = state.to_move();
    let mut next = state.clone();
    next.play(action, &mut events);
    while next.to_move() == color && next.decision().card().is_some() {
        let legal = next.legal_actions(Supply::FULL, moves);
        let all: Vec<Action> = legal.actions(moves).collect();
        next.play(greedy(&all, random), &mut events);
    }
    let mut value = 0;
    for own in color.into_iter().flat_map(|color| state.rules().own_colors(color)) {
        next.legal_placements(own, Supply::FULL, moves);
        let squares = i64::from(next.board().cells(own).len());
        value += 100 * squares + i64::from(moves.len() as u32).min(300);
    }
    value
}

/// The result of a game.
struct GameResult {
    /// Player A's share of the victory.
    share: f64,
    /// Milliseconds of CPU time that each player took.
    spent: [f64; 2],
    /// How many decisions each player made.
    asked: [u32; 2],
}

/// Milliseconds of CPU time of this thread if the system reports it (Linux), else of elapsed time.
fn cpu_ms() -> f64 {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.map_or_else(|| BEGIN.elapsed().as_secs_f64() * 1e3, |ns| ns / 1e6)
}

fn play(
    options: &Options,
    players: [Player; 2],
    seats_of_a: &[bool],
    seed: u64,
) -> Result<GameResult, Box<dyn Error>> {
    let mut state = State::new_game(options, seed).map_err(|_| "the options conflict")?;
    let mut random = SplitMix64::new(seed);
    let mut moves = MoveList::new();
    let (mut spent, mut asked) = ([0.0; 2], [0; 2]);
    let mut events = Vec::new();
    while let Some(seat) = state.seat() {
        let who = usize::from(!seats_of_a[usize::from(seat) - 1]);
        let begin = cpu_ms();
        let action = players[who].choose(&state, &mut random, &mut moves);
        spent[who] += cpu_ms() - begin;
        asked[who] += 1;
        state.play(action, &mut events);
    }
    let score = state.score();
    let won: Vec<bool> = (0..seats_of_a.len())
        .filter(|&index| {
            let side = score.sides[index % score.sides.len()].side;
            score.winners().any(|winner| winner == side)
        })
        .map(|index| seats_of_a[index])
        .collect();
    let share = won.iter().filter(|&&of_a| of_a).count() as f64 / won.len() as f64;
    Ok(GameResult { share, spent, asked })
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, seats, a, b, games, rest @ ..] = arguments.as_slice() else {
        return Err("usage: arena classic|shuffle SEATS A B GAMES [SEED]".into());
    };
    let game = Game::ALL.into_iter().find(|one| one.name() == game).ok_or("classic or shuffle")?;
    let seats = Seats::from_number(seats.parse()?).ok_or("2, 3 or 4 seats")?;
    let options = Options { game, seats, scoring: Scoring::Advanced, ..Options::default() };
    let players = [Player::parse(a)?, Player::parse(b)?];
    let games: u64 = games.parse()?;
    let first_seed: u64 = rest.first().map_or(Ok(1), |seed| seed.parse())?;
    let count = usize::from(seats.number());
    let (mut wins, mut draws, mut sum) = (0, 0, 0.0);
    let (mut spent, mut asked) = ([0.0; 2], [0; 2]);
    for number in 0..games {
        // A has every other seat of two or four, and one of three seats.
        let shift = number as usize % count.max(2);
        let is_a = |seat: usize| {
            if count == 3 { seat == shift } else { (seat + shift).is_multiple_of(2) }
        };
        let seats_of_a: Vec<bool> = (0..count).map(is_a).collect();
        let seed = first_seed + number / count as u64;
        let result = play(&options, players, &seats_of_a, seed)?;
        sum += result.share;
        wins += u64::from(result.share > 0.5);
        draws += u64::from((result.share - 0.5).abs() < 1e-9);
        for who in 0..2 {
            spent[who] += result.spent[who];
            asked[who] += result.asked[who];
        }
    }
    let mean = sum / games as f64;
    println!(
        "{a} - {b}: {games} games, +{wins} ={draws} -{}, share {mean:.3}, Elo {:+.0}, \
         {:.1} and {:.1} ms a decision",
        games - wins - draws,
        400.0 * (mean / (1.0 - mean)).log10(),
        spent[0] / f64::from(asked[0].max(1)),
        spent[1] / f64::from(asked[1].max(1)),
    );
    Ok(())
}
