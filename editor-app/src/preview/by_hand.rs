//! What an author hands in to a run, from its draft in a form to the input that it becomes.

use formats::catalogue::{Kinds, condition};
use model::{AnyId, Collection, Mission, Operand, Subject};
use runtime::{Input, InputValue, OrderTarget, Snapshot};

use super::Names;

/// What is handed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ByHand {
    /// An event on an object.
    RaiseEvent,
    /// A ship's end.
    Destroy,
    /// A hit on a ship.
    Damage,
    /// The end of a component.
    DestroyComponent,
    /// Another place for a ship: that of another.
    Move,
    /// An order to dock.
    Dock,
    /// Any order.
    GiveOrder,
    /// A routine, on a thread of its own.
    RunRoutine,
}

impl ByHand {
    /// Each, in order.
    pub const ALL: [Self; 8] = [
        Self::RaiseEvent,
        Self::Destroy,
        Self::Damage,
        Self::DestroyComponent,
        Self::Move,
        Self::Dock,
        Self::GiveOrder,
        Self::RunRoutine,
    ];

    /// Its name.
    pub fn title(self) -> &'static str {
        match self {
            Self::RaiseEvent => "Raise an Event",
            Self::Destroy => "Destroy",
            Self::Damage => "Damage",
            Self::DestroyComponent => "Destroy a Component",
            Self::Move => "Move to Another's Place",
            Self::Dock => "Dock",
            Self::GiveOrder => "Give an Order",
            Self::RunRoutine => "Run a Routine",
        }
    }
}

/// What is to be handed in, as far as a form is filled in.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// What it is.
    pub what: ByHand,
    /// The ship, flight group, squad or routine that it is done to.
    pub to: Option<AnyId>,
    /// The event's condition.
    pub condition: u8,
    /// The component that is meant; `None` for the whole.
    pub component: Option<u8>,
    /// The event's values, by their places.
    pub values: [DraftValue; 5],
    /// Who does it.
    pub by: Option<AnyId>,
    /// How hard a hit is.
    pub amount: f64,
    /// The order.
    pub order: i16,
    /// What the order is aimed at, or whom to dock with.
    pub target: Option<AnyId>,
    /// The port to dock at.
    pub port: u16,
}

/// A value of an event that is to be raised.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DraftValue {
    /// The record, where the value is one.
    pub record: Option<AnyId>,
    /// The number, where it is one.
    pub number: u32,
}

/// How hard a hit is at first.
const FIRST_AMOUNT: f64 = 100.0;
/// The condition of a first draft: Destroyed.
const DESTROYED: u8 = 1;
/// The order of a first draft: fight.
const FIGHT: &str = "fight";

impl Draft {
    /// A draft with what is likeliest filled in.
    pub fn new(what: ByHand, to: Option<AnyId>, mission: &Mission) -> Self {
        let waited = to.as_ref().and_then(|to| {
            let mut triggers = mission.triggers.iter();
            triggers.find(|trigger| {
                trigger.subject.as_ref().and_then(Subject::record).as_ref() == Some(to)
            })
        });
        let order = formats::catalogue::order_by_name(FIGHT).map_or(0, |order| order.number);
        let mut draft = Self {
            what,
            to,
            condition: waited.map_or(DESTROYED, |trigger| trigger.condition),
            component: None,
            values: Default::default(),
            by: None,
            amount: FIRST_AMOUNT,
            order: i16::try_from(order).unwrap_or_default(),
            target: None,
            port: 0,
        };
        draft.fill_values(mission);
        draft
    }

    /// Fills in what the first trigger that waits for such an event asks for, and the object itself
    /// as its victim.
    pub fn fill_values(&mut self, mission: &Mission) {
        self.values = Default::default();
        let trigger = mission.triggers.iter().find(|trigger| {
            trigger.condition == self.condition
                && trigger.subject.as_ref().and_then(Subject::record) == self.to
        });
        let player = mission.ids(Collection::Ships).into_iter().next();
        if let Some(trigger) = trigger {
            self.component = trigger.component;
            for (value, operand) in self.values.iter_mut().zip(&trigger.operands) {
                match operand {
                    Operand::Unset => {}
                    Operand::AnyPlayer => value.record.clone_from(&player),
                    Operand::Number(number) => value.number = *number,
                    other => value.record = other.record(),
                }
            }
        }
        let known = condition(self.condition).map(|it| it.values.as_slice());
        for (value, known) in self.values.iter_mut().zip(known.unwrap_or_default()) {
            let is_victim = known.label == "Victim" && value.record.is_none();
            if is_victim
                && let Some(to) = &self.to
                && to.collection == Collection::Ships
            {
                value.record = Some(to.clone());
            }
        }
    }

    /// The input that it becomes at a moment of the run of a mission.
    ///
    /// # Errors
    /// What is missing, or cannot be, in a sentence.
    pub fn input(&self, mission: &Mission, names: &Names, now: &Snapshot) -> Result<Input, String> {
        let problem = match (self.what, &self.to) {
            (ByHand::RunRoutine, Some(routine)) => argument_problem(mission, routine),
            _ => None,
        };
        match problem {
            Some(problem) => Err(problem),
            None => self.filled_in(names, now).map_err(str::to_owned),
        }
    }

    fn filled_in(&self, names: &Names, now: &Snapshot) -> Result<Input, &'static str> {
        let to = self.to.as_ref();
        let ship_of = |record: Option<&AnyId>| record.and_then(|it| names.ship_number(it));
        let ship = || ship_of(to).ok_or("Pick a ship.");
        let attacker = ship_of(self.by.as_ref());
        match self.what {
            ByHand::RaiseEvent => {
                let object = to.and_then(|it| names.object_id(it));
                Ok(Input::RaiseEvent {
                    object: object.ok_or("Pick a ship, a flight group or a squad.")?,
                    condition: self.condition,
                    component: self.component,
                    values: self.input_values(names),
                })
            }
            ByHand::Destroy => Ok(Input::Destroy {
                ship: ship()?,
                attacker,
            }),
            ByHand::Damage => Ok(Input::Damage {
                ship: ship()?,
                component: self.component,
                amount: self.amount,
                attacker,
            }),
            ByHand::DestroyComponent => Ok(Input::DestroyComponent {
                ship: ship()?,
                component: self.component.ok_or("Pick a component.")?,
                attacker,
            }),
            ByHand::Move => {
                let target = ship_of(self.target.as_ref());
                let place = target.and_then(|target| Some(now.ship(target)?.position));
                Ok(Input::MoveShip {
                    ship: ship()?,
                    position: place.ok_or("Pick the ship, or nav point, whose place it is.")?,
                })
            }
            ByHand::Dock => Ok(Input::Dock {
                ship: ship()?,
                target: ship_of(self.target.as_ref()).ok_or("Pick the ship with the port.")?,
                port: self.port,
            }),
            ByHand::GiveOrder => Ok(Input::GiveOrder {
                ship: ship()?,
                order: self.order,
                target: self.order_target(names),
            }),
            ByHand::RunRoutine => {
                let part = to.and_then(|it| names.part_number(it));
                Ok(Input::RunPart {
                    part: part.ok_or("Pick a routine.")?,
                })
            }
        }
    }

    fn input_values(&self, names: &Names) -> Vec<InputValue> {
        let known = condition(self.condition).map(|it| it.values.as_slice());
        known
            .unwrap_or_default()
            .iter()
            .zip(&self.values)
            .map(|(known, value)| match &value.record {
                Some(record) if known.kinds.contains(Kinds::SHIP) => value_of(names, record),
                _ => InputValue::Number(value.number),
            })
            .collect()
    }

    fn order_target(&self, names: &Names) -> OrderTarget {
        let Some(target) = &self.target else {
            return OrderTarget::None;
        };
        match value_of(names, target) {
            InputValue::Ship(ship) => OrderTarget::Ship {
                ship,
                component: self.component.map(u16::from),
            },
            InputValue::Group(group) => OrderTarget::Group { group },
            InputValue::Squad(squad) => OrderTarget::Squad { squad },
            InputValue::Number(_) => OrderTarget::None,
        }
    }
}

/// What keeps a routine from being run by hand: an input that runs a part carries no arguments
/// (script-vm V13).
pub fn argument_problem(mission: &Mission, routine: &AnyId) -> Option<String> {
    let arguments = &mission.routines.get(&routine.id)?.arguments;
    (!arguments.is_empty()).then(|| {
        format!(
            "{} takes {}, which cannot be handed in; run a routine that calls it.",
            routine.id,
            arguments.join(", ")
        )
    })
}

/// A record as a value of an event; 0, which names nothing, for one that the run does not know.
fn value_of(names: &Names, record: &AnyId) -> InputValue {
    let number = names.number(record);
    match (record.collection, number) {
        (Collection::Ships, Some(ship)) => InputValue::Ship(ship),
        (Collection::FlightGroups, Some(group)) => InputValue::Group(group),
        (Collection::Squads, Some(squad)) => InputValue::Squad(squad),
        _ => InputValue::Number(0),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use runtime::{Options, Simulation};

    use super::*;
    use crate::document::Document;

    fn record(collection: Collection, id: &str) -> AnyId {
        AnyId {
            collection,
            id: id.into(),
        }
    }

    /// The first moment of a run of a mission.
    fn moment(mission: &Mission) -> Snapshot {
        let image = model::compile::compile(mission).image.unwrap();
        Simulation::new(Arc::new(image), Options::default()).snapshot()
    }

    #[test]
    fn a_draft_becomes_the_input_that_its_form_says() {
        let document = Document::example();
        let mission = document.mission();
        let names = Names::new(mission);
        let now = moment(mission);
        let ship = |id: &str| names.ship_number(&record(Collection::Ships, id)).unwrap();
        let mammoth = Some(record(Collection::Ships, "mammoth_1"));
        let mut draft = Draft::new(ByHand::Destroy, mammoth.clone(), mission);
        draft.by = Some(record(Collection::Ships, "sabre_1"));
        let destroy = Input::Destroy {
            ship: ship("mammoth_1"),
            attacker: Some(ship("sabre_1")),
        };
        assert_eq!(draft.input(mission, &names, &now), Ok(destroy));
        draft.what = ByHand::DestroyComponent;
        assert_eq!(
            draft.input(mission, &names, &now),
            Err("Pick a component.".to_owned())
        );
        draft.component = Some(3);
        let component = Input::DestroyComponent {
            ship: ship("mammoth_1"),
            component: 3,
            attacker: Some(ship("sabre_1")),
        };
        assert_eq!(draft.input(mission, &names, &now), Ok(component));
        draft.what = ByHand::Dock;
        assert!(draft.input(mission, &names, &now).is_err());
        draft.target = Some(record(Collection::Ships, "reliant"));
        let dock = Input::Dock {
            ship: ship("mammoth_1"),
            target: ship("reliant"),
            port: 0,
        };
        assert_eq!(draft.input(mission, &names, &now), Ok(dock));
        draft.what = ByHand::Move;
        let reliant = mission.ships.get("reliant").unwrap().position;
        let moved = Input::MoveShip {
            ship: ship("mammoth_1"),
            position: reliant.to_array().map(f64::from),
        };
        assert_eq!(draft.input(mission, &names, &now), Ok(moved));
        draft.what = ByHand::GiveOrder;
        draft.component = None;
        draft.target = Some(record(Collection::FlightGroups, "alpha"));
        let given = draft.input(mission, &names, &now).unwrap();
        let alpha = names.number(draft.target.as_ref().unwrap()).unwrap();
        let target = OrderTarget::Group { group: alpha };
        assert!(matches!(given, Input::GiveOrder { target: it, .. } if it == target));
    }

    #[test]
    fn an_event_comes_with_what_its_trigger_asks_for() {
        let document = Document::example();
        let mission = document.mission();
        let names = Names::new(mission);
        let now = moment(mission);
        let nav = record(Collection::Ships, "nav_convoy");
        let draft = Draft::new(ByHand::RaiseEvent, Some(nav.clone()), mission);
        let reached = formats::catalogue::condition_by_name("ShipReached").unwrap();
        let Ok(Input::RaiseEvent {
            object,
            condition,
            values,
            component,
        }) = draft.input(mission, &names, &now)
        else {
            panic!("it is an event")
        };
        assert_eq!(names.object(object), Some(nav));
        assert_eq!((condition, component), (reached.index, None));
        assert_eq!(values.first(), Some(&InputValue::Ship(0)), "any player");
    }
}
