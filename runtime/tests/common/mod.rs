//! Small missions for the tests: records by hand, routines by the assembler.

#![allow(dead_code, reason = "each test binary uses a part of it")]

pub(crate) mod large;

use std::sync::Arc;

use formats::records::{
    Curve, FlightGroup, Global, Object, Part, Reference, Ship, Squad, SquadMember, Trigger,
};
use formats::script::{Instruction, Item, Label, Opcode, Operand, assemble};
use formats::{Image, ImageBuilder, SectionId, tables};
use runtime::{Firing, Input, InputValue, Options, Simulation, TraceEvent, TraceLevel};

/// A routine.
pub(crate) type Code = Vec<Item>;

/// Whose slice a trigger is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Owner {
    Ship(usize),
    Group(usize),
    Squad(usize),
    Nobody,
}

/// A mission in the making. Object IDs: ships first, then groups, then squads, in order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mission {
    pub(crate) ships: Vec<Ship>,
    pub(crate) groups: Vec<FlightGroup>,
    pub(crate) squads: Vec<Vec<(Owner, u8)>>,
    pub(crate) globals: Vec<u32>,
    pub(crate) curves: Vec<Curve>,
    pub(crate) parts: Vec<(Part, Option<Code>)>,
    pub(crate) triggers: Vec<(Owner, Trigger, Option<Code>)>,
    /// Bytes in place of section 24.
    pub(crate) command_flags: Option<Vec<u8>>,
    /// Bytes in place of the assembled script.
    pub(crate) script: Option<Vec<u8>>,
}

impl Mission {
    /// An empty mission with so many globals, all 0.
    pub(crate) fn new(globals: usize) -> Self {
        Self {
            globals: vec![0; globals],
            ..Self::default()
        }
    }

    /// Adds a ship at a place; gives its index.
    pub(crate) fn ship(&mut self, kind: u16, position: [f32; 3]) -> usize {
        self.ships.push(Ship {
            kind,
            position,
            runtime_position: position,
            ..Ship::default()
        });
        self.ships.len() - 1
    }

    /// Adds a ship of a flight group.
    pub(crate) fn ship_in(&mut self, group: usize, kind: u16, position: [f32; 3]) -> usize {
        let ship = self.ship(kind, position);
        self.ships[ship].flight_group = u8::try_from(group).unwrap();
        ship
    }

    /// Adds a flight group; gives its index.
    pub(crate) fn group(&mut self) -> usize {
        self.groups.push(FlightGroup::default());
        self.groups.len() - 1
    }

    /// Adds a squad; gives its index.
    pub(crate) fn squad(&mut self, members: &[(Owner, u8)]) -> usize {
        self.squads.push(members.to_vec());
        self.squads.len() - 1
    }

    /// Adds a curve between ships, straight where they stand.
    pub(crate) fn curve(&mut self, start: usize, end: Option<usize>) -> usize {
        let place = |ship: usize| self.ships[ship].position;
        let from = place(start);
        let to = end.map_or([from[0] + 1000.0, from[1], from[2]], place);
        self.curves.push(Curve {
            start: ship_reference(start),
            end: end.map_or(Reference::NONE, ship_reference),
            start_point: from,
            end_point: to,
            ..Curve::default()
        });
        self.curves.len() - 1
    }

    /// Adds a part; gives its index.
    pub(crate) fn part(&mut self, code: Code) -> usize {
        self.part_with(Part::default(), Some(code))
    }

    /// Adds a part that runs as the mission starts.
    pub(crate) fn start(&mut self, code: Code) -> usize {
        let part = Part {
            flags: Part::START,
            ..Part::default()
        };
        self.part_with(part, Some(code))
    }

    /// Adds a part that takes arguments.
    pub(crate) fn part_of(&mut self, arguments: u8, code: Code) -> usize {
        let part = Part {
            argument_count: arguments,
            ..Part::default()
        };
        self.part_with(part, Some(code))
    }

    /// Adds a part as it is, with or without a block.
    pub(crate) fn part_with(&mut self, part: Part, code: Option<Code>) -> usize {
        self.parts.push((part, code));
        self.parts.len() - 1
    }

    /// Adds a trigger that repeats always; gives its index among those of the image if they are
    /// added owner by owner.
    pub(crate) fn trigger(&mut self, owner: Owner, condition: u8, code: Code) -> usize {
        let trigger = Trigger {
            condition,
            repeat: Trigger::ALWAYS,
            ..Trigger::default()
        };
        self.trigger_with(owner, trigger, Some(code))
    }

    /// Adds a trigger as it is.
    pub(crate) fn trigger_with(
        &mut self,
        owner: Owner,
        trigger: Trigger,
        code: Option<Code>,
    ) -> usize {
        self.triggers.push((owner, trigger, code));
        self.triggers.len() - 1
    }

    /// The object ID of an owner.
    pub(crate) fn id(&self, owner: Owner) -> u16 {
        let id = match owner {
            Owner::Ship(index) => index,
            Owner::Group(index) => self.ships.len() + index,
            Owner::Squad(index) => self.ships.len() + self.groups.len() + index,
            Owner::Nobody => 0xFFFF,
        };
        u16::try_from(id).unwrap()
    }

    /// The image.
    pub(crate) fn image(&self) -> Image {
        let mut ships = self.ships.clone();
        for (id, ship) in (0..).zip(&mut ships) {
            ship.object_id = id;
        }
        let mut groups = self.groups.clone();
        for (index, group) in groups.iter_mut().enumerate() {
            group.object_id = self.id(Owner::Group(index));
        }
        let mut members = Vec::new();
        let mut squads = Vec::new();
        for (index, held) in self.squads.iter().enumerate() {
            squads.push(Squad {
                object_id: self.id(Owner::Squad(index)),
                first_member: if held.is_empty() {
                    Squad::NO_MEMBER
                } else {
                    u16::try_from(members.len()).unwrap()
                },
                ..Squad::default()
            });
            members.extend(held.iter().map(|&(member, component)| SquadMember {
                object_id: self.id(member),
                squad: u16::try_from(index).unwrap(),
                component,
                ..SquadMember::default()
            }));
        }
        let mut script = Vec::new();
        let mut place = |code: &Option<Code>| match code {
            None => 0xFFFF,
            Some(code) => {
                let start = u16::try_from(script.len() / 2).unwrap();
                script.extend(assemble(code, &[]).unwrap().bytes);
                start
            }
        };
        // A slice's triggers stand together; the sort keeps the order of each owner's.
        let mut sorted = self.triggers.clone();
        sorted.sort_by_key(|(owner, ..)| *owner);
        let mut triggers = Vec::new();
        let count = ships.len() + groups.len() + squads.len();
        let mut objects = vec![Object::default(); count];
        for (index, object) in objects.iter_mut().enumerate() {
            object.kind = if index < ships.len() {
                0
            } else if index < ships.len() + groups.len() {
                1
            } else {
                2
            };
        }
        for (owner, trigger, code) in &sorted {
            if *owner != Owner::Nobody {
                let object = &mut objects[usize::from(self.id(*owner))];
                if object.trigger_count == 0 {
                    object.first_trigger = u16::try_from(triggers.len()).unwrap();
                }
                object.trigger_count += 1;
            }
            triggers.push(Trigger {
                link: place(code),
                ..trigger.clone()
            });
        }
        let parts: Vec<Part> = self
            .parts
            .iter()
            .map(|(part, code)| Part {
                start: place(code),
                ..part.clone()
            })
            .collect();
        let globals: Vec<Global> = self
            .globals
            .iter()
            .map(|&value| Global {
                value,
                ..Global::default()
            })
            .collect();
        if let Some(bytes) = &self.script {
            script = bytes.clone();
        }
        let flags = self.command_flags.clone();
        let flags = flags.unwrap_or_else(tables::command_flags);
        let mut image = ImageBuilder::new();
        image.set_records(&globals).unwrap();
        image.set_records(&ships).unwrap();
        image.set_records(&groups).unwrap();
        image.set_records(&triggers).unwrap();
        image.set_section(SectionId::Script, &script).unwrap();
        image.set_records(&objects).unwrap();
        image.set_records(&parts).unwrap();
        image.set_records(&squads).unwrap();
        image.set_records(&members).unwrap();
        image.set_records(&self.curves).unwrap();
        image.set_section(SectionId::CommandFlags, &flags).unwrap();
        image.finish().unwrap()
    }

    /// The mission, started with the usual options and everything logged.
    pub(crate) fn run(&self) -> Simulation {
        self.run_with(Options::default())
    }

    /// The mission, started with options, everything logged.
    pub(crate) fn run_with(&self, options: Options) -> Simulation {
        let options = Options {
            trace: TraceLevel::Everything,
            ..options
        };
        Simulation::new(Arc::new(self.image()), options)
    }
}

pub(crate) fn ship_reference(ship: usize) -> Reference {
    Reference::new(Reference::SHIP, u16::try_from(ship).unwrap())
}

/// An instruction with one byte.
pub(crate) fn byte(opcode: Opcode, byte: usize) -> Item {
    Item::Code(Instruction::byte(opcode, u8::try_from(byte).unwrap()))
}

/// An instruction without an operand.
pub(crate) fn op(opcode: Opcode) -> Item {
    Item::Code(Instruction::plain(opcode))
}

/// A branch.
pub(crate) fn branch(opcode: Opcode, label: u32) -> Item {
    Item::Code(Instruction::branch(opcode, Label(label)))
}

pub(crate) fn label(label: u32) -> Item {
    Item::Label(Label(label))
}

/// Pushes a number.
pub(crate) fn num(value: u32) -> Item {
    Item::Constant(value)
}

/// Pushes a signed number.
pub(crate) fn int(value: i32) -> Item {
    Item::Constant(value as u32)
}

pub(crate) fn ship(index: usize) -> Item {
    byte(Opcode::PushShip, index)
}

pub(crate) fn group(index: usize) -> Item {
    byte(Opcode::PushFlightGroup, index)
}

pub(crate) fn squad(index: usize) -> Item {
    byte(Opcode::PushSquad, index)
}

pub(crate) fn curve(index: usize) -> Item {
    byte(Opcode::PushCurve, index)
}

pub(crate) fn null() -> Item {
    op(Opcode::PushNull)
}

/// Pushes a ship with a component of it.
pub(crate) fn component(ship: u8, component: u8) -> Item {
    Item::Code(Instruction {
        opcode: Opcode::PushComponent,
        operand: Operand::Component { ship, component },
    })
}

pub(crate) fn text(text: &str) -> Item {
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    Item::Code(Instruction {
        opcode: Opcode::PushString,
        operand: Operand::Text(bytes),
    })
}

/// Calls a command.
pub(crate) fn command(number: usize) -> Item {
    byte(Opcode::Command, number)
}

/// A routine: the items, then `return 1`.
pub(crate) fn routine(items: impl IntoIterator<Item = Item>) -> Code {
    let mut code: Code = items.into_iter().collect();
    code.extend([byte(Opcode::PushByte, 1), op(Opcode::Return)]);
    code
}

/// Sets a global to what some items push.
pub(crate) fn set(global: usize, value: impl IntoIterator<Item = Item>) -> Code {
    let mut code = vec![byte(Opcode::SelectGlobal, global)];
    code.extend(value);
    code.push(op(Opcode::Assign));
    code
}

/// Adds 1 to a global.
pub(crate) fn count(global: usize) -> Code {
    vec![
        byte(Opcode::SelectGlobal, global),
        byte(Opcode::PushByte, 1),
        op(Opcode::AddAssign),
    ]
}

/// Several pieces of code as one routine.
pub(crate) fn all<const N: usize>(pieces: [Code; N]) -> Code {
    routine(pieces.into_iter().flatten())
}

/// A call of a command with its arguments.
pub(crate) fn call(number: usize, arguments: impl IntoIterator<Item = Item>) -> Code {
    let mut code: Code = arguments.into_iter().collect();
    code.push(command(number));
    code
}

/// A global's value now.
pub(crate) fn global(simulation: &Simulation, index: usize) -> u32 {
    simulation.snapshot().globals[index]
}

/// The events of a trace that a filter picks.
pub(crate) fn events<T>(
    simulation: &Simulation,
    pick: impl Fn(&TraceEvent) -> Option<T>,
) -> Vec<(u32, T)> {
    simulation
        .trace()
        .iter()
        .filter_map(|entry| Some((entry.tick.0, pick(&entry.event)?)))
        .collect()
}

/// The causes of the faults so far.
pub(crate) fn faults(simulation: &Simulation) -> Vec<runtime::Cause> {
    events(simulation, |event| match event {
        TraceEvent::Fault { cause, .. } => Some(*cause),
        _ => None,
    })
    .into_iter()
    .map(|(_, cause)| cause)
    .collect()
}

/// Runs some items in the start part and gives what they leave in global 0.
pub(crate) fn evaluate(items: impl IntoIterator<Item = Item>) -> u32 {
    let mut mission = Mission::new(1);
    mission.start(routine(set(0, items)));
    let simulation = mission.run();
    assert_eq!(faults(&simulation), [], "no fault");
    global(&simulation, 0)
}

/// Runs some items in the start part and gives the fault that they end in.
pub(crate) fn fault_of(items: impl IntoIterator<Item = Item>) -> Option<runtime::Cause> {
    let mut mission = Mission::new(4);
    let part = mission.group();
    mission.ship_in(part, 0, [0.0; 3]);
    mission.start(routine(items));
    faults(&mission.run()).first().copied()
}

pub(crate) const SHOT_AT: u8 = 0;
pub(crate) const DESTROYED: u8 = 1;
pub(crate) const LAUNCHED: u8 = 2;
pub(crate) const SHIP_REACHED: u8 = 4;
pub(crate) const CLOSE: u8 = 5;
pub(crate) const PROXIMITY: u8 = 6;
pub(crate) const JUMPED_IN: u8 = 9;

pub(crate) fn raise(object: u16, condition: u8, values: &[InputValue]) -> Input {
    Input::RaiseEvent {
        object,
        condition,
        component: None,
        values: values.to_vec(),
    }
}

pub(crate) fn fired(simulation: &Simulation) -> Vec<(u16, Firing)> {
    events(simulation, |event| match event {
        TraceEvent::TriggerFired {
            trigger, firing, ..
        } => Some((*trigger, *firing)),
        _ => None,
    })
    .into_iter()
    .map(|(_, fired)| fired)
    .collect()
}

pub(crate) fn event_value(condition: u8, value: u8, object: u8) -> Item {
    Item::Code(Instruction {
        opcode: Opcode::PushEventValue,
        operand: Operand::EventValue {
            condition,
            value,
            object,
        },
    })
}

/// A mission with ships that are all made, and globals.
pub(crate) fn with_ships(ships: usize, globals: usize) -> Mission {
    let mut mission = Mission::new(globals);
    let group = mission.group();
    for n in 0..ships {
        mission.ship_in(group, 0, [1e6 * n as f32, 0.0, 0.0]);
    }
    mission.start(routine(call(0x03, [self::group(group)])));
    mission
}
