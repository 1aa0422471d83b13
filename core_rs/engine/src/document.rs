//! The JSON form of a state, whole or as one seat may see it.
//!
//! [`write_state`] is the only place that knows the fields and their order. It writes to a [`Sink`],
//! which decides what is built: [`state_json`] builds text, the Python bindings build dicts.

use std::convert::Infallible;
use std::fmt::Write as _;

use crate::card::Card;
use crate::color::Color;
use crate::deck::Deck;
use crate::phase::{ActiveEffect, Decision};
use crate::piece::Piece;
use crate::ruleset::{Game, Rules};
use crate::state::State;
use crate::view::Visibility;

/// Builds a document from its values, in the order in which they are written.
pub trait Sink {
    /// What can go wrong while building.
    type Error;

    /// Begins an object or an array; it ends with the matching [`Sink::end`].
    ///
    /// # Errors
    /// If it cannot be built.
    fn begin(&mut self, container: Container) -> Result<(), Self::Error>;

    /// Ends the object or array that was begun last.
    ///
    /// # Errors
    /// If it cannot be built.
    fn end(&mut self) -> Result<(), Self::Error>;

    /// The name of the field whose value comes next.
    ///
    /// # Errors
    /// If it cannot be built.
    fn name(&mut self, name: &'static str) -> Result<(), Self::Error>;

    /// A field's value or an array's item.
    ///
    /// # Errors
    /// If it cannot be built.
    fn value(&mut self, value: Scalar) -> Result<(), Self::Error>;
}

/// What a [`Sink`] begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// Fields with names.
    Object,
    /// Items without names.
    Array,
}

/// A value that contains no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// No value.
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(u32),
    /// A string; the names of the rules need no escaping.
    Text(&'static str),
}

impl From<bool> for Scalar {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<u32> for Scalar {
    fn from(value: u32) -> Self {
        Self::Number(value)
    }
}

impl From<usize> for Scalar {
    fn from(value: usize) -> Self {
        Self::Number(value as u32)
    }
}

impl From<&'static str> for Scalar {
    fn from(value: &'static str) -> Self {
        Self::Text(value)
    }
}

impl<T: Into<Self>> From<Option<T>> for Scalar {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// Writes a state with every default spelled out. With `viewer`, only what it shows is written, and
/// the numbers of the hidden cards.
///
/// # Errors
/// Those of the sink.
pub fn write_state<S: Sink>(
    state: &State,
    viewer: Option<&Visibility>,
    sink: &mut S,
) -> Result<(), S::Error> {
    let mut writer = Writer { sink };
    writer.object(|writer| {
        if let Some(viewer) = viewer {
            writer.field("seat", u32::from(viewer.seat))?;
        }
        writer.name("rules")?;
        writer.rules(state.rules())?;
        writer.name("placements")?;
        writer.array(|writer| {
            for (color, placement) in state.placements() {
                writer.object(|writer| {
                    writer.field("color", color.name())?;
                    writer.field("piece", placement.piece().name())?;
                    writer.field("orientation", placement.orientation())?;
                    writer.field("row", placement.row())?;
                    writer.field("col", placement.col())
                })?;
            }
            Ok(())
        })?;
        writer.name("turn")?;
        writer.turn(state, viewer)?;
        writer.field("direction", state.direction().name())?;
        writer.name("decks")?;
        writer.object(|writer| {
            for (index, (name, deck)) in state.decks().enumerate() {
                writer.name(name)?;
                match viewer {
                    Some(viewer) => writer.deck_view(deck, viewer.hands[index])?,
                    None => writer.deck(deck)?,
                }
            }
            Ok(())
        })?;
        writer.name("last_placed")?;
        writer.object(|writer| {
            for (color, piece) in state.last_placed().iter() {
                writer.field(color.name(), piece.map(Piece::name))?;
            }
            Ok(())
        })?;
        writer.field("shared_turns", state.shared_turns())
    })
}

struct Writer<'a, S> {
    sink: &'a mut S,
}

impl<S: Sink> Writer<'_, S> {
    fn name(&mut self, name: &'static str) -> Result<(), S::Error> {
        self.sink.name(name)
    }

    fn field(&mut self, name: &'static str, value: impl Into<Scalar>) -> Result<(), S::Error> {
        self.sink.name(name)?;
        self.sink.value(value.into())
    }

    fn object(
        &mut self,
        fields: impl FnOnce(&mut Self) -> Result<(), S::Error>,
    ) -> Result<(), S::Error> {
        self.sink.begin(Container::Object)?;
        fields(self)?;
        self.sink.end()
    }

    fn array(
        &mut self,
        items: impl FnOnce(&mut Self) -> Result<(), S::Error>,
    ) -> Result<(), S::Error> {
        self.sink.begin(Container::Array)?;
        items(self)?;
        self.sink.end()
    }

    fn rules(&mut self, rules: &Rules) -> Result<(), S::Error> {
        self.object(|writer| {
            writer.field("game", rules.game().name())?;
            writer.field("seats", u32::from(rules.seats().number()))?;
            writer.field("teams", rules.teams())?;
            writer.field("shared_color", rules.shared_color().map(Color::name))?;
            writer.field("first_color", rules.first_color().name())?;
            writer.field("start_corners", rules.start_corners().name())?;
            writer.field("scoring", rules.scoring().name())?;
            if rules.game() == Game::Classic {
                writer.field("monomino_bonus", Scalar::Null)?;
                return writer.field("deck", Scalar::Null);
            }
            writer.field("monomino_bonus", rules.monomino_bonus().name())?;
            writer.name("deck")?;
            writer.object(|writer| {
                for (card, count) in rules.deck().iter() {
                    writer.field(card.name(), u32::from(count))?;
                }
                Ok(())
            })
        })
    }

    fn turn(&mut self, state: &State, viewer: Option<&Visibility>) -> Result<(), S::Error> {
        let decision = *state.decision();
        self.object(|writer| {
            writer.field("color", state.to_move().map(Color::name))?;
            writer.field("phase", decision.phase().name())?;
            match decision {
                Decision::ChooseCard(drawn) => {
                    if viewer.is_none_or(|viewer| viewer.drawn) {
                        writer.name("drawn")?;
                        writer.cards(drawn.into_iter())?;
                    }
                    if viewer.is_some() {
                        writer.field("drawn_count", drawn.len())?;
                    }
                }
                Decision::WarpTo(owner, piece) => writer.piece("target", owner, piece)?,
                Decision::Recycle | Decision::Warp | Decision::Place(_) => {
                    if let Some(card) = decision.card() {
                        writer.field("card", card.name())?;
                    }
                }
                _ => {}
            }
            match decision {
                Decision::Place(ActiveEffect::Wild(color)) => {
                    writer.field("as_color", color.name())
                }
                Decision::Place(ActiveEffect::Recycled(owner, piece)) => {
                    writer.piece("recycled", owner, piece)
                }
                Decision::Place(ActiveEffect::Second(first)) => writer.field("first", first.name()),
                _ => Ok(()),
            }
        })
    }

    fn piece(&mut self, name: &'static str, owner: Color, piece: Piece) -> Result<(), S::Error> {
        self.name(name)?;
        self.object(|writer| {
            writer.field("color", owner.name())?;
            writer.field("piece", piece.name())
        })
    }

    fn deck(&mut self, deck: &Deck) -> Result<(), S::Error> {
        self.object(|writer| {
            writer.name("draw")?;
            writer.cards(deck.draw())?;
            writer.name("hand")?;
            writer.cards(deck.hand().iter().copied())?;
            writer.name("discard")?;
            writer.cards(deck.discard().iter().copied())
        })
    }

    /// A deck whose draw pile is hidden, and perhaps its hand.
    fn deck_view(&mut self, deck: &Deck, shows_hand: bool) -> Result<(), S::Error> {
        self.object(|writer| {
            writer.field("draw_count", deck.draw().len())?;
            writer.field("hand_count", deck.hand().len())?;
            if shows_hand {
                writer.name("hand")?;
                writer.cards(deck.hand().iter().copied())?;
            } else {
                writer.field("hand", Scalar::Null)?;
            }
            writer.name("discard")?;
            writer.cards(deck.discard().iter().copied())
        })
    }

    fn cards(&mut self, mut cards: impl Iterator<Item = Card>) -> Result<(), S::Error> {
        self.array(|writer| cards.try_for_each(|card| writer.sink.value(card.name().into())))
    }
}

/// The JSON text of a state, with every default spelled out.
#[must_use]
pub fn state_json(state: &State) -> String {
    to_json(state, None)
}

/// The JSON text of what a viewer may see of a state.
#[must_use]
pub fn view_json(state: &State, viewer: &Visibility) -> String {
    to_json(state, Some(viewer))
}

fn to_json(state: &State, viewer: Option<&Visibility>) -> String {
    let mut text = JsonText {
        text: String::with_capacity(1024 + state.placements().len() * 80),
        closing: Vec::new(),
        is_first: true,
    };
    let Ok(()) = write_state(state, viewer, &mut text);
    text.text
}

/// Builds compact JSON text.
struct JsonText {
    text: String,
    /// The brackets that end what was begun, the innermost last.
    closing: Vec<char>,
    /// Whether no comma is needed before what comes next.
    is_first: bool,
}

impl JsonText {
    fn separate(&mut self) {
        if !self.is_first {
            self.text.push(',');
        }
        self.is_first = false;
    }
}

impl Sink for JsonText {
    type Error = Infallible;

    fn begin(&mut self, container: Container) -> Result<(), Infallible> {
        self.separate();
        let (opening, closing) = match container {
            Container::Object => ('{', '}'),
            Container::Array => ('[', ']'),
        };
        self.text.push(opening);
        self.closing.push(closing);
        self.is_first = true;
        Ok(())
    }

    fn end(&mut self) -> Result<(), Infallible> {
        self.text.extend(self.closing.pop());
        self.is_first = false;
        Ok(())
    }

    fn name(&mut self, name: &'static str) -> Result<(), Infallible> {
        self.separate();
        self.text.push('"');
        self.text.push_str(name);
        self.text.push_str("\":");
        self.is_first = true;
        Ok(())
    }

    fn value(&mut self, value: Scalar) -> Result<(), Infallible> {
        self.separate();
        match value {
            Scalar::Null => self.text.push_str("null"),
            Scalar::Bool(value) => self.text.push_str(if value { "true" } else { "false" }),
            Scalar::Number(number) => {
                let _ = write!(self.text, "{number}");
            }
            Scalar::Text(text) => {
                self.text.push('"');
                self.text.push_str(text);
                self.text.push('"');
            }
        }
        Ok(())
    }
}
