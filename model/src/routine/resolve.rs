//! What a name means where it stands.

use std::ops::Range;

use formats::catalogue::{
    Command, Kinds, NamedValues, Param, closest, condition_by_name, conditions, is_identifier,
    order_by_name, orders, pilot_by_name, pilots, variable, variable_by_name,
};
use formats::script::Opcode;

use super::CodeStyle;
use super::ast::{BinaryOp, StoreOp, Width};
use super::scope::Scope;
use super::token::collection_prefix;
use crate::{AnyId, Collection};

/// Where an expression stands, which decides what its names mean and how its numbers are pushed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Slot {
    /// An argument of a command; a walked one may be any ship, flight group or squad, whatever the
    /// parameter's mask says (script-vm V90).
    Parameter { param: &'static Param, walked: bool },
    /// An argument of a routine.
    Argument,
    /// Either side of a comparison.
    Compared,
    /// An operand of any other operator, a condition.
    Operand,
    /// The right side of a store.
    Stored(StoreOp),
    /// What a routine returns.
    Returned,
    /// The left side of `in`.
    Member,
    /// The right side of `in`.
    Container,
}

impl Slot {
    /// The slot of a command's argument; past the last parameter there are none to say more.
    pub(crate) fn of_parameter(command: &'static Command, at: usize) -> Self {
        match command.params.get(at) {
            Some(param) => Self::Parameter {
                param,
                walked: command.per_ship && at == 0,
            },
            None => Self::Argument,
        }
    }

    /// The slots of an operator's two operands.
    pub(crate) fn operands(operator: BinaryOp) -> (Self, Self) {
        if operator.is_membership() {
            (Self::Member, Self::Container)
        } else if operator.precedence() == BinaryOp::COMPARISON {
            (Self::Compared, Self::Compared)
        } else {
            (Self::Operand, Self::Operand)
        }
    }

    /// The kinds that a command's parameter takes.
    pub(crate) fn kinds(self) -> Option<Kinds> {
        match self {
            Self::Parameter { param, .. } => Some(param.kinds),
            _ => None,
        }
    }

    /// How a number is pushed whose width is not written: in shipped code named values are bytes
    /// (dte-format 4.4), in rules code compared and added numbers are (interop 1.5).
    pub(crate) fn width(self, style: CodeStyle, value: u32) -> Width {
        let named = Kinds::CONSTANT | Kinds::CONDITION | Kinds::PART;
        let byte = match (self, style) {
            (Self::Returned, _) => true,
            (Self::Parameter { param, .. }, CodeStyle::Shipped) => param.kinds.intersects(named),
            (Self::Compared, CodeStyle::Rules) => true,
            (Self::Stored(operator), CodeStyle::Rules) => operator != StoreOp::Assign,
            _ => false,
        };
        if byte && value <= 255 {
            Width::Byte
        } else {
            Width::Constant
        }
    }
}

/// What a name may be of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Wanted {
    /// Whatever its place takes.
    Slot(Slot),
    /// A record of one collection.
    Only(Collection),
    /// Something with an object ID.
    Object,
}

/// Collections of what a command walks ship by ship.
const WALKED: [Collection; 3] = [
    Collection::Ships,
    Collection::FlightGroups,
    Collection::Squads,
];

/// Collections that hold values which every place takes.
const VALUES: [Collection; 5] = [
    Collection::Globals,
    Collection::Ships,
    Collection::FlightGroups,
    Collection::Squads,
    Collection::Curves,
];

impl Wanted {
    /// The collections that a bare name is looked for in; in more than one it is ambiguous.
    pub(crate) fn collections(self) -> Vec<Collection> {
        match self {
            Self::Only(collection) => vec![collection],
            Self::Object => {
                vec![
                    Collection::Ships,
                    Collection::FlightGroups,
                    Collection::Squads,
                ]
            }
            Self::Slot(Slot::Container) => vec![Collection::FlightGroups, Collection::Squads],
            Self::Slot(Slot::Parameter { param, .. }) => [
                (Kinds::SHIP, Collection::Ships),
                (Kinds::FLIGHT_GROUP, Collection::FlightGroups),
                (Kinds::SQUAD, Collection::Squads),
                (Kinds::CURVE, Collection::Curves),
                (Kinds::PART, Collection::Routines),
            ]
            .into_iter()
            .filter(|(kind, _)| param.kinds.contains(*kind))
            .map(|(_, collection)| collection)
            .collect(),
            Self::Slot(_) => VALUES.to_vec(),
        }
    }

    /// The collections that a bare name is looked for in after those, one by one: what a walked
    /// argument may be besides, and globals, which can hold what any parameter takes.
    pub(crate) fn fallback(self) -> Vec<Collection> {
        let Self::Slot(Slot::Parameter { walked, .. }) = self else {
            return Vec::new();
        };
        let mut fallback = if walked { WALKED.to_vec() } else { Vec::new() };
        fallback.push(Collection::Globals);
        let first = self.collections();
        fallback.retain(|collection| !first.contains(collection));
        fallback
    }

    /// How early a bare name is looked for in a collection, from 0 on; `None` if it is not.
    pub(crate) fn rank(self, collection: Collection) -> Option<usize> {
        if self.collections().contains(&collection) {
            return Some(0);
        }
        let at = self
            .fallback()
            .iter()
            .position(|other| *other == collection)?;
        Some(at + 1)
    }

    /// Whether a record of a collection fits here.
    pub(crate) fn takes(self, collection: Collection) -> bool {
        self.rank(collection).is_some()
    }

    /// The number that a symbol of the catalogue stands for here.
    pub(crate) fn symbol(self, name: &str) -> Option<u32> {
        let Self::Slot(Slot::Parameter { param, .. }) = self else {
            return None;
        };
        if param.kinds.contains(Kinds::CONDITION) {
            return condition_by_name(name).map(|condition| u32::from(condition.index));
        }
        match param.named_values()? {
            NamedValues::AiModes => order_by_name(name).map(|order| u32::from(order.number)),
            NamedValues::Pilots => pilot_by_name(name).map(|pilot| u32::from(pilot.number)),
            NamedValues::Effects | NamedValues::Texts | NamedValues::HeadMovements => None,
        }
    }

    /// The symbols of the catalogue that fit here, each with its number.
    pub(crate) fn symbols(self) -> Vec<(String, u32)> {
        let Self::Slot(Slot::Parameter { param, .. }) = self else {
            return Vec::new();
        };
        if param.kinds.contains(Kinds::CONDITION) {
            let named = conditions().iter().filter(|condition| !condition.internal);
            return named.map(|it| (it.symbol(), u32::from(it.index))).collect();
        }
        match param.named_values() {
            Some(NamedValues::AiModes) => orders()
                .iter()
                .filter_map(|order| Some((order.script_name.clone()?, u32::from(order.number))))
                .collect(),
            Some(NamedValues::Pilots) => pilots()
                .iter()
                .filter_map(|pilot| Some((pilot.script_name.clone()?, u32::from(pilot.number))))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The symbol of a number here, where it reads back as that number.
    pub(crate) fn symbol_of(self, value: u32) -> Option<String> {
        let (name, _) = self
            .symbols()
            .into_iter()
            .find(|(_, number)| *number == value)?;
        (self.symbol(&name) == Some(value)).then_some(name)
    }

    /// What fits here, for messages.
    pub(crate) fn describe(self) -> String {
        match self {
            Self::Only(collection) => format!("a {}", collection.noun()),
            Self::Object => "a ship, flight group or squad".to_owned(),
            Self::Slot(Slot::Container) => "a flight group or squad".to_owned(),
            Self::Slot(Slot::Parameter { param, .. }) => {
                format!("a {} (\"{}\")", param.kinds, param.label)
            }
            Self::Slot(_) => "a global, ship, flight group, squad or curve".to_owned(),
        }
    }
}

/// The name of a variable of the game, where it reads back as the same number.
pub(crate) fn variable_symbol(number: u8) -> Option<&'static str> {
    let name = variable(number)?.name.as_deref()?;
    let same = variable_by_name(name).is_some_and(|found| found.number == number);
    (is_identifier(name) && same).then_some(name)
}

/// What a name turned out to mean.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Resolved {
    /// A record, and what instructions know it by.
    Record(Collection, usize),
    /// A symbol of the catalogue.
    Symbol(u32),
}

/// A name means nothing, or too much.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NameProblem {
    pub(crate) code: &'static str,
    pub(crate) message: String,
    /// What could stand in its place, with the title of the change.
    pub(crate) instead: Vec<String>,
}

impl NameProblem {
    fn new(code: &'static str, message: String) -> Self {
        Self {
            code,
            message,
            instead: Vec::new(),
        }
    }
}

/// Finds what an id means.
pub(crate) fn resolve(
    scope: &Scope<'_>,
    wanted: Wanted,
    prefix: Option<Collection>,
    id: &str,
) -> Result<Resolved, NameProblem> {
    if let Some(collection) = prefix {
        if !wanted.takes(collection) {
            return Err(wrong_kind(id, collection, wanted));
        }
        return match scope.index(collection, id) {
            Some(index) => Ok(Resolved::Record(collection, index)),
            None => Err(unknown(scope, wanted, Some(collection), id)),
        };
    }
    if let Some(value) = wanted.symbol(id) {
        return Ok(Resolved::Symbol(value));
    }
    let found: Vec<(Collection, usize)> = wanted
        .collections()
        .into_iter()
        .filter_map(|collection| Some((collection, scope.index(collection, id)?)))
        .collect();
    match found.as_slice() {
        [] => {}
        [(collection, index)] => return Ok(Resolved::Record(*collection, *index)),
        several => {
            let collections: Vec<_> = several.iter().map(|(collection, _)| *collection).collect();
            return Err(ambiguous(id, &collections));
        }
    }
    let later = wanted.fallback().into_iter();
    let found = later
        .filter_map(|it| Some(Resolved::Record(it, scope.index(it, id)?)))
        .next();
    if let Some(found) = found {
        return Ok(found);
    }
    Err(unknown(scope, wanted, None, id))
}

/// Finds the record that bears a display name; `None` where none does that fits.
pub(crate) fn resolve_display_name(
    scope: &Scope<'_>,
    wanted: Wanted,
    name: &str,
) -> Result<Option<(Collection, usize, AnyId)>, NameProblem> {
    let bears = |collection| {
        let id = scope.by_display_name(collection, name)?;
        let index = scope.index(collection, id)?;
        Some((
            collection,
            index,
            AnyId {
                collection,
                id: id.into(),
            },
        ))
    };
    let mut found = Vec::new();
    for collection in wanted.collections() {
        // A part stands only where no ship and no group of the name does (interop 1.5).
        if collection != Collection::Routines || found.is_empty() {
            found.extend(bears(collection));
        }
    }
    if found.is_empty() {
        let later = wanted
            .fallback()
            .into_iter()
            .filter(|it| *it != Collection::Globals);
        found.extend(later.filter_map(bears).next());
    }
    if let [_, _, ..] = found.as_slice() {
        let nouns: Vec<_> = found
            .iter()
            .map(|(collection, ..)| collection.noun())
            .collect();
        let instead: Vec<_> = found.iter().filter_map(|(.., id)| prefixed(id)).collect();
        let message = format!(
            "a {} is called {name:?}; write its id instead: {}",
            nouns.join(" and also a "),
            offers(&instead)
        );
        return Err(NameProblem {
            code: "script-ambiguous-name",
            message,
            instead,
        });
    }
    Ok(found.pop())
}

/// A record's id behind its prefix.
pub(crate) fn prefixed(id: &AnyId) -> Option<String> {
    Some(format!("{}:{}", collection_prefix(id.collection)?, id.id))
}

fn ambiguous(id: &str, collections: &[Collection]) -> NameProblem {
    let instead: Vec<String> = collections
        .iter()
        .filter_map(|&collection| {
            prefixed(&AnyId {
                collection,
                id: id.into(),
            })
        })
        .collect();
    let nouns: Vec<_> = collections
        .iter()
        .map(|collection| collection.noun())
        .collect();
    let message = format!(
        "`{id}` is a {} here; write {}",
        nouns.join(" and also a "),
        offers(&instead)
    );
    NameProblem {
        code: "script-ambiguous-name",
        message,
        instead,
    }
}

fn offers(offers: &[String]) -> String {
    let quoted: Vec<_> = offers.iter().map(|offer| format!("`{offer}`")).collect();
    quoted.join(" or ")
}

fn wrong_kind(id: &str, collection: Collection, wanted: Wanted) -> NameProblem {
    let message = format!(
        "`{id}` is a {}, and this takes {}",
        collection.noun(),
        wanted.describe()
    );
    NameProblem::new("script-wrong-kind", message)
}

/// Why a name that was found nowhere it was looked for means nothing.
fn unknown(scope: &Scope<'_>, wanted: Wanted, prefix: Option<Collection>, id: &str) -> NameProblem {
    let collections = match prefix {
        Some(collection) => vec![collection],
        None => wanted
            .collections()
            .into_iter()
            .chain(wanted.fallback())
            .collect(),
    };
    if collections.contains(&Collection::Routines) && scope.mission.routines.contains(id) {
        let message = format!(
            "`{id}` is a block that triggers share and no part, and only parts can be called"
        );
        return NameProblem::new("script-wrong-kind", message);
    }
    if prefix.is_none()
        && let Some(elsewhere) = Collection::ALL
            .into_iter()
            .find(|&collection| scope.contains(collection, id))
    {
        return wrong_kind(id, elsewhere, wanted);
    }
    let mut known: Vec<String> = collections
        .iter()
        .flat_map(|&collection| scope.mission.ids(collection))
        .map(|id| id.id.to_string())
        .collect();
    if prefix.is_none() {
        known.extend(wanted.symbols().into_iter().map(|(name, _)| name));
    }
    let what = prefix.map_or_else(|| wanted.describe(), |of| format!("a {}", of.noun()));
    let mut message = format!("`{id}` is not known here; this takes {what}");
    let mut instead = Vec::new();
    if let Some(near) = closest(id, known.iter().map(String::as_str)) {
        message = format!("{message}; did you mean `{near}`?");
        instead.push(near.to_owned());
    }
    if id.contains('-') {
        message.push_str(" A hyphen belongs to a name; to subtract, put spaces around it.");
    }
    NameProblem {
        code: "script-unknown-name",
        message,
        instead,
    }
}

/// A word of a text and what it means.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NameUse {
    /// Where the word stands, without its prefix.
    pub(crate) span: Range<usize>,
    /// Where it stands with its prefix.
    pub(crate) whole: Range<usize>,
    /// How it is written.
    pub(crate) written: Written,
    /// What it may be of.
    pub(crate) wanted: Wanted,
    /// What it means.
    pub(crate) meaning: Meaning,
}

/// How a name is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    /// As an id alone.
    Bare,
    /// As an id behind a prefix.
    Prefixed,
    /// As a display name.
    Quoted,
}

/// What a word means.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Meaning {
    /// A record.
    Record(AnyId),
    /// A symbol of the catalogue: a condition, an AI mode, a pilot.
    Symbol(Option<&'static Param>, u32),
    /// A command.
    Command(u8),
    /// A variable of the game.
    Variable(u8),
    /// A condition, and maybe the place of one of its values.
    EventValue(u8, Option<u8>),
    /// An argument of the routine.
    Argument(u8),
    /// An instruction.
    Instruction(Opcode),
    /// A place in a block of instructions.
    Label,
}
