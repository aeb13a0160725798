//! What comes to a run from outside, by the ids of the mission's records.
//!
//! A run takes numbers, which shift when a record is added or moved; an author, a test and a run that
//! is played again after an edit go by ids. The way there and back loses nothing as long as the
//! records exist.

use model::{
    AnyId, Collection, FlightGroupId, GlobalId, Id, Mission, ObjectIds, Record, RoutineId, ShipId,
    SquadId, Subject,
};
use runtime::{Input, InputValue, OrderTarget, StandInPilot};

use super::Names;

/// An [`Input`] whose records go by their ids.
#[derive(Debug, Clone, PartialEq)]
pub enum NamedInput {
    /// The player presses JUMP DRIVE.
    JumpDrive,
    /// The player asks the carrier for help.
    RequestBackup,
    /// The player asks for permission to land.
    RequestLanding,
    /// The player holds the key of an action down.
    PressKey {
        /// The action's number.
        action: u32,
    },
    /// The player lets go of it.
    ReleaseKey {
        /// The action's number.
        action: u32,
    },
    /// Another stand-in pilot takes over the player's ship.
    SetPilot {
        /// The pilot.
        pilot: StandInPilot,
    },
    /// An event is raised by hand.
    RaiseEvent {
        /// Whose event; by its object ID where no record has that.
        object: Subject,
        /// The condition's number.
        condition: u8,
        /// The component; none for the whole object.
        component: Option<u8>,
        /// The event's values, five at most.
        values: Vec<NamedValue>,
    },
    /// A ship is destroyed.
    Destroy {
        /// The ship.
        ship: ShipId,
        /// Who did it.
        attacker: Option<ShipId>,
    },
    /// A component of a ship is destroyed.
    DestroyComponent {
        /// The ship.
        ship: ShipId,
        /// The component.
        component: u8,
        /// Who did it.
        attacker: Option<ShipId>,
    },
    /// A ship is hit by a shot.
    Damage {
        /// The ship.
        ship: ShipId,
        /// The component that is hit; without one, the fore quadrant of shield and armor.
        component: Option<u8>,
        /// How hard.
        amount: f64,
        /// Who did it.
        attacker: Option<ShipId>,
    },
    /// A ship is put elsewhere.
    MoveShip {
        /// The ship.
        ship: ShipId,
        /// Where, in world units: X right, Y down, Z forward.
        position: [f64; 3],
    },
    /// A ship is given an order.
    GiveOrder {
        /// The ship.
        ship: ShipId,
        /// The order's number.
        order: i16,
        /// What it is aimed at.
        target: NamedTarget,
    },
    /// A ship is told to dock.
    Dock {
        /// The ship.
        ship: ShipId,
        /// The ship with the port.
        target: ShipId,
        /// The port.
        port: u16,
    },
    /// A global is set.
    SetGlobal {
        /// The global.
        global: GlobalId,
        /// Its value.
        value: u32,
    },
    /// A game variable is set.
    SetVariable {
        /// Its number.
        variable: u8,
        /// Its value.
        value: u32,
    },
    /// A routine is run at once on a thread of its own.
    RunPart {
        /// The routine.
        part: RoutineId,
    },
}

/// A value of an event raised by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedValue {
    /// A ship.
    Ship(ShipId),
    /// A flight group.
    FlightGroup(FlightGroupId),
    /// A squad.
    Squad(SquadId),
    /// A number.
    Number(u32),
}

/// What an order is aimed at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamedTarget {
    /// Nothing.
    None,
    /// A ship, or a component or gate of it.
    Ship {
        /// The ship.
        ship: ShipId,
        /// The component or gate.
        component: Option<u16>,
    },
    /// A flight group, whole.
    FlightGroup(FlightGroupId),
    /// A squad, whole.
    Squad(SquadId),
    /// A place in the waypoint list.
    Waypoint(u16),
}

/// A record that an input speaks of and the mission does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchRecord {
    /// Nothing bears the id.
    #[error("the mission has no {0}")]
    Id(AnyId),
    /// No record of the kind has the number.
    #[error("the mission has no {} with the number {number}", collection.noun())]
    Number {
        /// The kind.
        collection: Collection,
        /// The number.
        number: u16,
    },
}

/// The way between the inputs of a run and their names.
#[derive(Debug, Clone)]
pub struct InputNames<'a> {
    names: &'a Names,
    mission: &'a Mission,
    objects: ObjectIds,
}

impl<'a> InputNames<'a> {
    /// The names of a mission's inputs; `names` are that mission's own.
    pub fn new(mission: &'a Mission, names: &'a Names) -> Self {
        Self {
            names,
            mission,
            objects: ObjectIds::new(mission),
        }
    }

    /// An input of a run by its names.
    ///
    /// # Errors
    /// [`NoSuchRecord`] where it speaks of something that is no record, such as a ship that the
    /// engine made by itself.
    pub fn named(&self, input: &Input) -> Result<NamedInput, NoSuchRecord> {
        Ok(match input {
            Input::JumpDrive => NamedInput::JumpDrive,
            Input::RequestBackup => NamedInput::RequestBackup,
            Input::RequestLanding => NamedInput::RequestLanding,
            Input::PressKey { action } => NamedInput::PressKey { action: *action },
            Input::ReleaseKey { action } => NamedInput::ReleaseKey { action: *action },
            Input::SetPilot { pilot } => NamedInput::SetPilot { pilot: *pilot },
            Input::RaiseEvent {
                object,
                condition,
                component,
                values,
            } => NamedInput::RaiseEvent {
                object: self.subject(*object),
                condition: *condition,
                component: *component,
                values: self.named_values(values)?,
            },
            Input::Destroy { ship, attacker } => NamedInput::Destroy {
                ship: self.ship(*ship)?,
                attacker: self.some_ship(*attacker)?,
            },
            Input::DestroyComponent {
                ship,
                component,
                attacker,
            } => NamedInput::DestroyComponent {
                ship: self.ship(*ship)?,
                component: *component,
                attacker: self.some_ship(*attacker)?,
            },
            Input::Damage {
                ship,
                component,
                amount,
                attacker,
            } => NamedInput::Damage {
                ship: self.ship(*ship)?,
                component: *component,
                amount: *amount,
                attacker: self.some_ship(*attacker)?,
            },
            Input::MoveShip { ship, position } => NamedInput::MoveShip {
                ship: self.ship(*ship)?,
                position: *position,
            },
            Input::GiveOrder {
                ship,
                order,
                target,
            } => NamedInput::GiveOrder {
                ship: self.ship(*ship)?,
                order: *order,
                target: self.named_target(*target)?,
            },
            Input::Dock { ship, target, port } => NamedInput::Dock {
                ship: self.ship(*ship)?,
                target: self.ship(*target)?,
                port: *port,
            },
            Input::SetGlobal { global, value } => NamedInput::SetGlobal {
                global: id(self.names.global(*global), u16::from(*global))?,
                value: *value,
            },
            Input::SetVariable { variable, value } => NamedInput::SetVariable {
                variable: *variable,
                value: *value,
            },
            Input::RunPart { part } => NamedInput::RunPart {
                part: id(self.names.part(i64::from(*part)), *part)?,
            },
        })
    }

    /// An input as a run takes it.
    ///
    /// # Errors
    /// [`NoSuchRecord`] where the mission does not have a record of that id.
    pub fn numbered(&self, input: &NamedInput) -> Result<Input, NoSuchRecord> {
        Ok(match input {
            NamedInput::JumpDrive => Input::JumpDrive,
            NamedInput::RequestBackup => Input::RequestBackup,
            NamedInput::RequestLanding => Input::RequestLanding,
            NamedInput::PressKey { action } => Input::PressKey { action: *action },
            NamedInput::ReleaseKey { action } => Input::ReleaseKey { action: *action },
            NamedInput::SetPilot { pilot } => Input::SetPilot { pilot: *pilot },
            NamedInput::RaiseEvent {
                object,
                condition,
                component,
                values,
            } => Input::RaiseEvent {
                object: self.object_id(object)?,
                condition: *condition,
                component: *component,
                values: self.numbered_values(values)?,
            },
            NamedInput::Destroy { ship, attacker } => Input::Destroy {
                ship: self.ship_number(ship)?,
                attacker: self.some_number(attacker.as_ref())?,
            },
            NamedInput::DestroyComponent {
                ship,
                component,
                attacker,
            } => Input::DestroyComponent {
                ship: self.ship_number(ship)?,
                component: *component,
                attacker: self.some_number(attacker.as_ref())?,
            },
            NamedInput::Damage {
                ship,
                component,
                amount,
                attacker,
            } => Input::Damage {
                ship: self.ship_number(ship)?,
                component: *component,
                amount: *amount,
                attacker: self.some_number(attacker.as_ref())?,
            },
            NamedInput::MoveShip { ship, position } => Input::MoveShip {
                ship: self.ship_number(ship)?,
                position: *position,
            },
            NamedInput::GiveOrder {
                ship,
                order,
                target,
            } => Input::GiveOrder {
                ship: self.ship_number(ship)?,
                order: *order,
                target: self.numbered_target(target)?,
            },
            NamedInput::Dock { ship, target, port } => Input::Dock {
                ship: self.ship_number(ship)?,
                target: self.ship_number(target)?,
                port: *port,
            },
            NamedInput::SetGlobal { global, value } => Input::SetGlobal {
                global: number(global, |it| self.names.global_number(it))?,
                value: *value,
            },
            NamedInput::SetVariable { variable, value } => Input::SetVariable {
                variable: *variable,
                value: *value,
            },
            NamedInput::RunPart { part } => Input::RunPart {
                part: number(part, |it| self.names.part_number(it))?,
            },
        })
    }

    /// Whose object ID a number is.
    pub fn subject(&self, object: u16) -> Subject {
        let place = |ids: &[u16]| {
            let place = ids.iter().position(|id| *id == object)?;
            u16::try_from(place).ok()
        };
        let ship = || self.names.ship(place(&self.objects.ships)?)?.of();
        let group = || self.names.group(place(&self.objects.flight_groups)?)?.of();
        let squad = || self.names.squad(place(&self.objects.squads)?)?.of();
        ship()
            .map(Subject::Ship)
            .or_else(|| group().map(Subject::FlightGroup))
            .or_else(|| squad().map(Subject::Squad))
            .unwrap_or(Subject::Object(object))
    }

    fn object_id(&self, subject: &Subject) -> Result<u16, NoSuchRecord> {
        let missing = || subject.record().map(NoSuchRecord::Id);
        match self.objects.of_subject(self.mission, subject) {
            Some(object) => Ok(object),
            // A subject that is only a number always has one.
            None => missing().map_or(Ok(u16::MAX), Err),
        }
    }

    fn named_values(&self, values: &[InputValue]) -> Result<Vec<NamedValue>, NoSuchRecord> {
        let named = values.iter().map(|value| {
            Ok(match *value {
                InputValue::Ship(ship) => NamedValue::Ship(self.ship(ship)?),
                InputValue::Group(group) => NamedValue::FlightGroup(self.group(group)?),
                InputValue::Squad(squad) => NamedValue::Squad(self.squad(squad)?),
                InputValue::Number(number) => NamedValue::Number(number),
            })
        });
        named.collect()
    }

    fn numbered_values(&self, values: &[NamedValue]) -> Result<Vec<InputValue>, NoSuchRecord> {
        let numbered = values.iter().map(|value| {
            Ok(match value {
                NamedValue::Ship(ship) => InputValue::Ship(self.ship_number(ship)?),
                NamedValue::FlightGroup(group) => InputValue::Group(self.group_number(group)?),
                NamedValue::Squad(squad) => InputValue::Squad(self.squad_number(squad)?),
                NamedValue::Number(number) => InputValue::Number(*number),
            })
        });
        numbered.collect()
    }

    fn named_target(&self, target: OrderTarget) -> Result<NamedTarget, NoSuchRecord> {
        Ok(match target {
            OrderTarget::None => NamedTarget::None,
            OrderTarget::Ship { ship, component } => NamedTarget::Ship {
                ship: self.ship(ship)?,
                component,
            },
            OrderTarget::Group { group } => NamedTarget::FlightGroup(self.group(group)?),
            OrderTarget::Squad { squad } => NamedTarget::Squad(self.squad(squad)?),
            OrderTarget::Waypoint { waypoint } => NamedTarget::Waypoint(waypoint),
        })
    }

    fn numbered_target(&self, target: &NamedTarget) -> Result<OrderTarget, NoSuchRecord> {
        Ok(match target {
            NamedTarget::None => OrderTarget::None,
            NamedTarget::Ship { ship, component } => OrderTarget::Ship {
                ship: self.ship_number(ship)?,
                component: *component,
            },
            NamedTarget::FlightGroup(group) => OrderTarget::Group {
                group: self.group_number(group)?,
            },
            NamedTarget::Squad(squad) => OrderTarget::Squad {
                squad: self.squad_number(squad)?,
            },
            NamedTarget::Waypoint(waypoint) => OrderTarget::Waypoint {
                waypoint: *waypoint,
            },
        })
    }

    fn ship(&self, number: u16) -> Result<ShipId, NoSuchRecord> {
        id(self.names.ship(number), number)
    }

    fn some_ship(&self, number: Option<u16>) -> Result<Option<ShipId>, NoSuchRecord> {
        number.map(|number| self.ship(number)).transpose()
    }

    fn group(&self, number: u16) -> Result<FlightGroupId, NoSuchRecord> {
        id(self.names.group(number), number)
    }

    fn squad(&self, number: u16) -> Result<SquadId, NoSuchRecord> {
        id(self.names.squad(number), number)
    }

    fn ship_number(&self, ship: &ShipId) -> Result<u16, NoSuchRecord> {
        number(ship, |it| self.names.ship_number(it))
    }

    fn some_number(&self, ship: Option<&ShipId>) -> Result<Option<u16>, NoSuchRecord> {
        ship.map(|ship| self.ship_number(ship)).transpose()
    }

    fn group_number(&self, group: &FlightGroupId) -> Result<u16, NoSuchRecord> {
        number(group, |it| self.names.group_number(it))
    }

    fn squad_number(&self, squad: &SquadId) -> Result<u16, NoSuchRecord> {
        number(squad, |it| self.names.squad_number(it))
    }
}

/// A record's id, as that of its kind.
fn id<R: Record>(found: Option<AnyId>, number: u16) -> Result<Id<R>, NoSuchRecord> {
    found.and_then(|it| it.of()).ok_or(NoSuchRecord::Number {
        collection: R::COLLECTION,
        number,
    })
}

/// A record's number, by whatever knows its kind.
fn number<R: Record, N>(id: &Id<R>, find: impl Fn(&AnyId) -> Option<N>) -> Result<N, NoSuchRecord> {
    let any = AnyId::from(id);
    find(&any).ok_or(NoSuchRecord::Id(any))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    /// An input of each kind, with numbers that the bundled mission has.
    fn inputs() -> Vec<Input> {
        let ship = |ship, component| OrderTarget::Ship { ship, component };
        let order = |target| Input::GiveOrder {
            ship: 8,
            order: 105,
            target,
        };
        vec![
            Input::JumpDrive,
            Input::RequestBackup,
            Input::RequestLanding,
            Input::PressKey { action: 4 },
            Input::ReleaseKey { action: 4 },
            Input::SetPilot {
                pilot: StandInPilot::Fight,
            },
            Input::RaiseEvent {
                object: 3,
                condition: 0,
                component: Some(2),
                values: vec![
                    InputValue::Ship(1),
                    InputValue::Group(2),
                    InputValue::Squad(0),
                    InputValue::Number(50),
                ],
            },
            Input::Destroy {
                ship: 5,
                attacker: Some(0),
            },
            Input::DestroyComponent {
                ship: 4,
                component: 3,
                attacker: None,
            },
            Input::Damage {
                ship: 4,
                component: None,
                amount: 0.1,
                attacker: Some(9),
            },
            Input::MoveShip {
                ship: 0,
                position: [1.5, -2.0, 1e9],
            },
            order(OrderTarget::None),
            order(ship(4, Some(2))),
            order(OrderTarget::Group { group: 1 }),
            order(OrderTarget::Squad { squad: 0 }),
            order(OrderTarget::Waypoint { waypoint: 7 }),
            Input::Dock {
                ship: 1,
                target: 4,
                port: 2,
            },
            Input::SetGlobal {
                global: 2,
                value: u32::MAX,
            },
            Input::SetVariable {
                variable: 14,
                value: 3,
            },
            Input::RunPart { part: 1 },
        ]
    }

    #[test]
    fn every_input_comes_back() {
        let document = Document::example();
        let mission = document.mission();
        let numbers = Names::new(mission);
        let names = InputNames::new(mission, &numbers);
        for input in inputs() {
            let named = names.named(&input).unwrap();
            assert_eq!(names.numbered(&named).unwrap(), input, "{named:?}");
        }
    }

    #[test]
    fn an_object_is_named_by_its_record() {
        let document = Document::example();
        let mission = document.mission();
        let numbers = Names::new(mission);
        let names = InputNames::new(mission, &numbers);
        let objects = ObjectIds::new(mission);
        for (object, ship) in objects.ships.iter().zip(&mission.ships) {
            assert_eq!(names.subject(*object), Subject::Ship(ship.id.clone()));
        }
        for (object, group) in objects.flight_groups.iter().zip(&mission.flight_groups) {
            let subject = Subject::FlightGroup(group.id.clone());
            assert_eq!(names.subject(*object), subject);
        }
        for (object, squad) in objects.squads.iter().zip(&mission.squads) {
            assert_eq!(names.subject(*object), Subject::Squad(squad.id.clone()));
        }
        assert_eq!(names.subject(9_999), Subject::Object(9_999));
        let raised = Input::RaiseEvent {
            object: 9_999,
            condition: 1,
            component: None,
            values: Vec::new(),
        };
        let named = names.named(&raised).unwrap();
        assert_eq!(names.numbered(&named).unwrap(), raised);
    }

    #[test]
    fn what_the_mission_does_not_have_is_told() {
        let document = Document::example();
        let mission = document.mission();
        let numbers = Names::new(mission);
        let names = InputNames::new(mission, &numbers);
        let input = Input::Destroy {
            ship: 300,
            attacker: None,
        };
        assert_eq!(
            names.named(&input).unwrap_err().to_string(),
            "the mission has no ship with the number 300"
        );
        let gone = NamedInput::Destroy {
            ship: ShipId::new("gone").unwrap(),
            attacker: None,
        };
        assert_eq!(
            names.numbered(&gone).unwrap_err().to_string(),
            "the mission has no ship gone"
        );
    }
}
