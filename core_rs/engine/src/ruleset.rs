//! The options of a game, and the variants as a table: which seat plays which colour, and how seats
//! and teams are scored.

use crate::card::CardCounts;
use crate::color::Color;
use crate::name::impl_names;
use crate::placement_rule::StartCorners;
use crate::problem::{Code, Problem, Problems};

/// Which game is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Game {
    /// Blokus.
    #[default]
    Classic,
    /// Blokus Shuffle, with cards.
    Shuffle,
}

impl Game {
    /// Every value.
    pub const ALL: [Self; 2] = [Self::Classic, Self::Shuffle];

    /// The name used on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Shuffle => "shuffle",
        }
    }

    /// The value of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

impl_names!(Game);

/// The number of players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Seats {
    /// Two colours each.
    Two,
    /// One colour each, the fourth is shared.
    Three,
    /// One colour each.
    #[default]
    Four,
}

impl Seats {
    /// The number of seats.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Two => 2,
            Self::Three => 3,
            Self::Four => 4,
        }
    }

    /// The seats of that number.
    #[must_use]
    pub const fn from_number(number: i64) -> Option<Self> {
        match number {
            2 => Some(Self::Two),
            3 => Some(Self::Three),
            4 => Some(Self::Four),
            _ => None,
        }
    }
}

/// How scores are counted (P1, P2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Unplayed squares; the lowest wins.
    #[default]
    Basic,
    /// Minus unplayed squares and the bonuses; the highest wins.
    Advanced,
}

impl Scoring {
    /// Every value.
    pub const ALL: [Self; 2] = [Self::Basic, Self::Advanced];

    /// The name used on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Advanced => "advanced",
        }
    }

    /// The value of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

impl_names!(Scoring);

/// When the +5 for a last I1 counts in Blokus Shuffle (P3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MonominoBonus {
    /// Always.
    #[default]
    Independent,
    /// Only on top of the +15, as in classic.
    WithAllPlaced,
}

impl MonominoBonus {
    /// Every value.
    pub const ALL: [Self; 2] = [Self::Independent, Self::WithAllPlaced];

    /// The name used on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Independent => "independent",
            Self::WithAllPlaced => "with_all_placed",
        }
    }

    /// The value of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

impl_names!(MonominoBonus);

/// The message for a deck that has too few or too many cards (S1).
pub(crate) const DECK_SIZE_MESSAGE: &str = "must be 1 to 60 cards in all";

/// Options as requested; they may conflict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Which game is played.
    pub game: Game,
    /// The number of seats.
    pub seats: Seats,
    /// Whether four seats play in two teams.
    pub teams: bool,
    /// The colour that three seats share; none for the default, green.
    pub shared_color: Option<Color>,
    /// The colour that has the first slot; none for the default, blue.
    pub first_color: Option<Color>,
    /// Where colours may start.
    pub start_corners: StartCorners,
    /// How scores are counted.
    pub scoring: Scoring,
    /// When the +5 counts; Shuffle only.
    pub monomino_bonus: Option<MonominoBonus>,
    /// The cards of each colour; none for the standard cards. Shuffle only.
    pub deck: Option<CardCounts>,
}

/// A player, numbered from 1 in colour order.
pub type Seat = u8;

/// A variant of the game.
#[derive(Debug, PartialEq, Eq)]
struct Variant {
    game: Game,
    seats: Seats,
    teams: bool,
    /// The seat that plays each colour; with three seats, of the colours that are not shared.
    players: &'static [Seat],
    /// The colours that are scored together, as positions in the list of scored colours.
    sides: &'static [&'static [usize]],
    /// How the scores of two colours are combined (P4).
    combination: ScoreCombination,
    /// The owners of decks: colours, or seats with the cards of both their colours (S3).
    decks: &'static [&'static str],
}

/// How the scores of two colours are combined (P4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScoreCombination {
    Sum,
    Worst,
}

const PAIRS: &[&[usize]] = &[&[0, 2], &[1, 3]];
const BY_COLOR: &[&str] = &["blue", "yellow", "red", "green"];
const BY_SEAT: &[&str] = &["seat1", "seat2"];

const VARIANTS: [Variant; 7] = {
    let four = Variant {
        game: Game::Classic,
        seats: Seats::Four,
        teams: false,
        players: &[1, 2, 3, 4],
        sides: &[&[0], &[1], &[2], &[3]],
        combination: ScoreCombination::Sum,
        decks: &[],
    };
    let three =
        Variant { seats: Seats::Three, players: &[1, 2, 3], sides: &[&[0], &[1], &[2]], ..four };
    let two = Variant { seats: Seats::Two, players: &[1, 2, 1, 2], sides: PAIRS, ..four };
    let game = Game::Shuffle;
    [
        Variant { teams: true, sides: PAIRS, ..four },
        Variant { game, decks: BY_COLOR, ..four },
        Variant { game, decks: BY_COLOR, ..three },
        Variant { game, decks: BY_SEAT, combination: ScoreCombination::Worst, ..two },
        four,
        three,
        two,
    ]
};

/// What is scored: a seat, or a team with the letter A or B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// One player.
    Seat(Seat),
    /// Two players.
    Team(char),
}

/// The rules of one game: options that were checked and do not conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    variant: &'static Variant,
    shared_color: Option<Color>,
    first_color: Color,
    start_corners: StartCorners,
    scoring: Scoring,
    monomino_bonus: MonominoBonus,
    deck: CardCounts,
}

impl Rules {
    /// Checks that options do not conflict; `pointer` is their JSON pointer.
    ///
    /// # Errors
    /// One problem for each option that conflicts with the game or the number of seats.
    pub fn new(options: &Options, pointer: &str) -> Result<Self, Problems> {
        let mut problems = Problems::default();
        let mut conflict = |field: &str, message: &str| {
            let pointer = format!("{pointer}/{field}");
            problems.add(Problem::new(Code::OptionsConflict, pointer, message));
        };
        let &Options { game, seats, teams, shared_color, monomino_bonus, deck, .. } = options;
        let row = |row: &&Variant| row.game == game && row.seats == seats && row.teams == teams;
        let variant = VARIANTS.iter().find(row);
        if variant.is_none() {
            match game {
                Game::Classic => conflict("teams", "teams need 4 seats"),
                Game::Shuffle => conflict("teams", "Blokus Shuffle is not played in teams"),
            }
        }
        if shared_color.is_some() && seats != Seats::Three {
            conflict("shared_color", "a shared colour needs 3 seats");
        }
        if deck.is_some_and(|deck| !deck.is_allowed()) {
            let pointer = format!("{pointer}/deck");
            problems.add(Problem::new(Code::OutOfRange, pointer, DECK_SIZE_MESSAGE));
            return Err(problems);
        }
        let only_shuffle = "only Blokus Shuffle has this option";
        if game == Game::Classic && monomino_bonus.is_some() {
            conflict("monomino_bonus", only_shuffle);
        }
        if game == Game::Classic && deck.is_some() {
            conflict("deck", only_shuffle);
        }
        match variant {
            Some(variant) if problems.is_empty() => Ok(Self {
                variant,
                shared_color: (seats == Seats::Three).then(|| shared_color.unwrap_or(Color::Green)),
                first_color: options.first_color.unwrap_or(Color::Blue),
                start_corners: options.start_corners,
                scoring: options.scoring,
                monomino_bonus: match game {
                    Game::Classic => MonominoBonus::WithAllPlaced,
                    Game::Shuffle => monomino_bonus.unwrap_or_default(),
                },
                deck: deck.unwrap_or(CardCounts::STANDARD),
            }),
            _ => Err(problems),
        }
    }

    /// Which game is played.
    #[must_use]
    pub fn game(&self) -> Game {
        self.variant.game
    }

    /// When the +5 for a last I1 counts; in classic that is not an option (P3).
    #[must_use]
    pub fn monomino_bonus(&self) -> MonominoBonus {
        self.monomino_bonus
    }

    /// The cards of each colour; not used in classic.
    #[must_use]
    pub fn deck(&self) -> &CardCounts {
        &self.deck
    }

    /// The names of the decks; none in classic.
    #[must_use]
    pub fn deck_names(&self) -> &'static [&'static str] {
        self.variant.decks
    }

    /// How many colours' cards are in each deck (S3).
    #[must_use]
    pub fn colors_per_deck(&self) -> usize {
        if self.variant.seats == Seats::Two { 2 } else { 1 }
    }

    /// Which deck is used on a colour's turns, as an index into the list of names (S3).
    #[must_use]
    pub fn deck_of(&self, color: Color) -> usize {
        color as usize % if self.variant.seats == Seats::Two { 2 } else { 4 }
    }

    /// The colours whose pieces are 'your own' on a colour's turn: with 2 seats both of the seat
    /// (S24, S25).
    pub fn own_colors(&self, color: Color) -> impl Iterator<Item = Color> {
        let deck = self.deck_of(color);
        Color::ALL.into_iter().filter(move |&one| self.deck_of(one) == deck)
    }

    /// The other colour of the seat that plays a colour; with 2 seats only.
    #[must_use]
    pub fn other_color(&self, color: Color) -> Option<Color> {
        self.own_colors(color).find(|&own| own != color)
    }

    /// The colours that are an opponent's on a colour's turn (S26).
    pub fn opponents(&self, color: Color, shared_turns: u32) -> impl Iterator<Item = Color> {
        let acting = self.seat(color, shared_turns);
        let is_own = move |one: Color| {
            one == color || (Some(one) != self.shared_color && self.seat(one, 0) == acting)
        };
        Color::ALL.into_iter().filter(move |&one| !is_own(one))
    }

    /// How the scores of a side's colours are combined (P4).
    pub(crate) fn combination(&self) -> ScoreCombination {
        self.variant.combination
    }

    /// The number of seats.
    #[must_use]
    pub fn seats(&self) -> Seats {
        self.variant.seats
    }

    /// Whether the seats play in two teams.
    #[must_use]
    pub fn teams(&self) -> bool {
        self.variant.teams
    }

    /// The colour that three seats share.
    #[must_use]
    pub fn shared_color(&self) -> Option<Color> {
        self.shared_color
    }

    /// The colour that has the first slot.
    #[must_use]
    pub fn first_color(&self) -> Color {
        self.first_color
    }

    /// Where colours may start.
    #[must_use]
    pub fn start_corners(&self) -> StartCorners {
        self.start_corners
    }

    /// How scores are counted.
    #[must_use]
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// A colour's place in the order of turns, from 0.
    #[must_use]
    pub fn position(&self, color: Color) -> usize {
        (4 + color as usize - self.first_color as usize) % 4
    }

    /// The colours in the order of turns.
    #[must_use]
    pub fn turn_order(&self) -> [Color; 4] {
        std::array::from_fn(|position| self.first_color.after(position))
    }

    /// The colours that are scored, in colour order: all but the shared one.
    pub fn scored_colors(&self) -> impl Iterator<Item = Color> {
        let shared = self.shared_color;
        Color::ALL.into_iter().filter(move |&color| Some(color) != shared)
    }

    /// The seat that plays each colour; for the shared colour it depends on `shared_turns` (C8).
    #[must_use]
    pub fn seat(&self, color: Color, shared_turns: u32) -> Seat {
        let players = self.variant.players;
        let Some(shared) = self.shared_color else {
            return players[color as usize];
        };
        let own = if color == shared {
            // The seats take turns, beginning with the one that begins the game.
            let mut order = self.turn_order().into_iter().filter(|&one| one != shared);
            order.nth(shared_turns as usize % players.len()).unwrap_or(color)
        } else {
            color
        };
        players[own as usize - usize::from(own > shared)]
    }

    /// The seats or teams that are scored, with their colours (P4).
    pub fn sides(&self) -> impl Iterator<Item = (Side, Vec<Color>)> {
        let scored: Vec<_> = self.scored_colors().collect();
        let teams = self.variant.teams;
        self.variant.sides.iter().zip(1..).map(move |(colors, number)| {
            let side = match (teams, number) {
                (true, 1) => Side::Team('A'),
                (true, _) => Side::Team('B'),
                (false, seat) => Side::Seat(seat),
            };
            (side, colors.iter().map(|&index| scored[index]).collect())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(options: Options) -> Rules {
        Rules::new(&options, "").unwrap()
    }

    #[test]
    fn c8_the_seats_take_turns_with_the_shared_color() {
        for shared in Color::ALL {
            let rules = rules(Options {
                seats: Seats::Three,
                shared_color: Some(shared),
                ..Options::default()
            });
            let seats: Vec<_> = (0..5).map(|turns| rules.seat(shared, turns)).collect();
            assert_eq!(seats, [1, 2, 3, 1, 2]);
            let own: Vec<_> = rules.scored_colors().map(|color| rules.seat(color, 7)).collect();
            assert_eq!(own, [1, 2, 3]);
        }
    }

    #[test]
    fn p4_sides_of_each_variant() {
        let colors = |options| rules(options).sides().map(|(_, colors)| colors).collect::<Vec<_>>();
        let pairs = [vec![Color::Blue, Color::Red], vec![Color::Yellow, Color::Green]];
        assert_eq!(colors(Options { seats: Seats::Two, ..Options::default() }), pairs);
        assert_eq!(colors(Options { teams: true, ..Options::default() }), pairs);
        assert_eq!(colors(Options::default()).len(), 4);
        assert_eq!(colors(Options { seats: Seats::Three, ..Options::default() }).len(), 3);
    }
}
