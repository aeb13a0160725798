//! Breakpoints as the flags of a script, which are all that a linked game stops at.
//!
//! A flag stops every thread before a byte. What a breakpoint asks besides, its condition and the
//! number of its hits, is looked at once the game has stopped there; where it does not hold, the game
//! is let on at once.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use formats::Image;
use formats::script::{Instruction, Opcode, Operand, RoutineMap, RoutineOwner};
use formats::sections::SectionId;
use formats::tables::Tables;

use crate::debug::{At, Stops};
use crate::vm::fault::Cause;

use super::State;
use super::scene::stand_in;

/// Bit of a flag before whose byte a thread stops.
const STOP: u8 = 1;
/// Flags come for so many bytes at a time.
const STEP: usize = 4;

/// Where a game is to stop.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Breaks {
    flags: Vec<u8>,
    /// The breakpoints at each flagged byte, by their places among the stops.
    at: BTreeMap<u32, Vec<usize>>,
    unmet: Vec<(u32, Unmet)>,
}

/// Why a linked game cannot stop at a breakpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Unmet {
    /// The link stops before instructions, and an event is none.
    #[error("a linked game stops at lines, commands, triggers and writes, not at events")]
    Event,
    /// Nothing in the script does it.
    #[error("nothing in the script does this, so that a linked game never stops at it")]
    Nowhere,
    /// The script has no such byte.
    #[error("the script that the game plays has no such line")]
    Outside,
}

/// What to do where a game stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The breakpoints that stop there, by their numbers; empty where the game is to be let on.
    pub stopping: Vec<u32>,
    /// The breakpoints that count a hit, by their numbers.
    pub hit: Vec<u32>,
    /// What breakpoints note, by their numbers.
    pub noted: Vec<(u32, Vec<Result<u32, Cause>>)>,
    /// Breakpoints whose condition cannot be looked at over the link, by their numbers; they stop.
    pub unjudged: Vec<(u32, Cause)>,
}

impl Breaks {
    /// The flags for breakpoints, and for one more place to stop before, such as the caret's.
    pub fn new(image: &Image, stops: &Stops, also: Option<u32>) -> Self {
        let script = image.counted(SectionId::Script).len();
        let mut breaks = Self {
            flags: vec![0; script.next_multiple_of(STEP)],
            ..Self::default()
        };
        let code = LazyCell::new(|| Code(RoutineMap::read(image, &Tables::read(image))));
        for (place, breakpoint) in stops.breakpoints.iter().enumerate() {
            let offsets = offsets_of(breakpoint.at, &code);
            let offsets = offsets.and_then(|offsets| match offsets.is_empty() {
                true => Err(Unmet::Nowhere),
                false => Ok(offsets),
            });
            match offsets {
                Ok(offsets) => {
                    for offset in offsets {
                        if breaks.flag(offset, script) {
                            breaks.at.entry(offset).or_default().push(place);
                        } else {
                            breaks.unmet.push((breakpoint.id, Unmet::Outside));
                        }
                    }
                }
                Err(unmet) => breaks.unmet.push((breakpoint.id, unmet)),
            }
        }
        if let Some(offset) = also {
            breaks.flag(offset, script);
        }
        breaks
    }

    fn flag(&mut self, offset: u32, script: usize) -> bool {
        let place = usize::try_from(offset).ok().filter(|it| *it < script);
        match place.and_then(|place| self.flags.get_mut(place)) {
            Some(flag) => {
                *flag |= STOP;
                true
            }
            None => false,
        }
    }

    /// The flags, one for each byte of the script, rounded up to a multiple of 4.
    pub fn flags(&self) -> &[u8] {
        &self.flags
    }

    /// The breakpoints that a linked game cannot stop at, by their numbers.
    pub fn unmet(&self) -> &[(u32, Unmet)] {
        &self.unmet
    }

    /// Whether a breakpoint stands before a byte.
    pub fn stands_at(&self, offset: u32) -> bool {
        self.at.contains_key(&offset)
    }

    /// Looks at what the breakpoints before a byte ask besides: `file` and `state` are the newest that
    /// the game told, `hits` the hits that a breakpoint had before, by its number.
    ///
    /// Over the link a condition sees globals and the game's variables; one that asks for arguments,
    /// locals or a command's result stops the game, and is told.
    pub fn judge(
        &self,
        offset: u32,
        stops: &Stops,
        file: &Arc<Image>,
        state: &State,
        hits: impl Fn(u32) -> u32,
    ) -> Judged {
        let mut judged = Judged {
            stopping: Vec::new(),
            hit: Vec::new(),
            noted: Vec::new(),
            unjudged: Vec::new(),
        };
        let places = self.at.get(&offset).into_iter().flatten();
        let values = LazyCell::new(|| stand_in(file, state));
        for breakpoint in places.filter_map(|place| stops.breakpoints.get(*place)) {
            let id = breakpoint.id;
            if let Some(condition) = &breakpoint.condition {
                match condition.value(&values, None) {
                    Ok(0) => continue,
                    Ok(_) => {}
                    Err(cause) => {
                        judged.unjudged.push((id, cause));
                        judged.stopping.push(id);
                        continue;
                    }
                }
            }
            judged.hit.push(id);
            if !breakpoint.hits.takes(hits(id).saturating_add(1)) {
                continue;
            }
            match &breakpoint.log {
                Some(log) => {
                    let noted = log.iter().map(|it| it.value(&values, None)).collect();
                    judged.noted.push((id, noted));
                }
                None => judged.stopping.push(id),
            }
        }
        judged
    }
}

/// The instructions of a script.
struct Code(RoutineMap);

impl Code {
    /// Every instruction with its offset from the start of the script, routine by routine.
    fn routines(&self) -> impl Iterator<Item = Vec<(u32, &Instruction)>> {
        self.0.routines.iter().map(|(routine, _)| {
            let start = routine.start as u32;
            let code = routine.code.iter();
            code.map(|(offset, it)| (start.saturating_add(*offset), it))
                .collect()
        })
    }

    /// The first instruction of what a trigger runs.
    fn first_of(&self, trigger: u16) -> Option<u32> {
        let routine = self.0.of(RoutineOwner::Trigger(usize::from(trigger)))?;
        let (first, _) = routine.code.first()?;
        Some((routine.start as u32).saturating_add(*first))
    }

    fn commands(&self, command: u8) -> Vec<u32> {
        let wanted = |it: &Instruction| {
            it.opcode == Opcode::Command
                && matches!(it.operand, Operand::Byte(number) if number == command)
        };
        self.routines()
            .flatten()
            .filter(|(_, it)| wanted(it))
            .map(|(offset, _)| offset)
            .collect()
    }

    /// The stores behind each choice of a target.
    fn stores(&self, choice: Opcode, number: u8) -> Vec<u32> {
        let mut stores = Vec::new();
        for routine in self.routines() {
            let mut chosen = false;
            for (offset, it) in routine {
                match it.opcode {
                    Opcode::SelectGlobal | Opcode::SelectArray | Opcode::SelectArgument => {
                        chosen = it.opcode == choice
                            && matches!(it.operand, Operand::Byte(it) if it == number);
                    }
                    _ if chosen && is_store(it.opcode) => stores.push(offset),
                    _ => {}
                }
            }
        }
        stores
    }
}

fn is_store(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::Assign
            | Opcode::AddAssign
            | Opcode::SubAssign
            | Opcode::MulAssign
            | Opcode::DivAssign
            | Opcode::AddAssignF
            | Opcode::SubAssignF
            | Opcode::MulAssignF
            | Opcode::DivAssignF
    )
}

fn offsets_of(at: At, code: &LazyCell<Code, impl FnOnce() -> Code>) -> Result<Vec<u32>, Unmet> {
    match at {
        At::Statement { script } => Ok(vec![script]),
        At::Command { command } => Ok(code.commands(command)),
        At::Trigger { trigger } => Ok(code.first_of(trigger).into_iter().collect()),
        At::Global { global } => Ok(code.stores(Opcode::SelectGlobal, global)),
        At::Variable { variable } => Ok(code.stores(Opcode::SelectArray, variable)),
        At::Event { .. } => Err(Unmet::Event),
        At::AnyStatement { .. } | At::Fault => Err(Unmet::Nowhere),
    }
}

#[cfg(test)]
mod tests {
    use formats::ImageBuilder;
    use formats::records::{Object, Part, Trigger};
    use formats::script::{Item, assemble};

    use super::*;
    use crate::debug::{Breakpoint, Condition, HitCount};

    fn byte(opcode: Opcode, byte: u8) -> Item {
        Item::Code(Instruction::byte(opcode, byte))
    }

    fn op(opcode: Opcode) -> Item {
        Item::Code(Instruction::plain(opcode))
    }

    /// One part, which a trigger runs too: `globals[3] += 5`, a command, a return.
    fn image() -> Arc<Image> {
        let code = [
            byte(Opcode::SelectGlobal, 3), // 2
            byte(Opcode::PushByte, 5),     // 4
            op(Opcode::AddAssign),         // 6
            byte(Opcode::PushByte, 1),     // 7
            byte(Opcode::Command, 0x05),   // 9
            op(Opcode::Nop),               // 11
            byte(Opcode::SelectArray, 3),  // 12
            op(Opcode::Return),            // 14
        ];
        let script = assemble(&code, &[]).unwrap().bytes;
        let mut builder = ImageBuilder::new();
        builder.set_section(SectionId::Script, &script).unwrap();
        builder
            .set_records(&[Part {
                start: 0,
                ..Part::default()
            }])
            .unwrap();
        builder
            .set_records(&[Trigger {
                link: 0,
                ..Trigger::default()
            }])
            .unwrap();
        builder
            .set_records(&[Object {
                trigger_count: 1,
                first_trigger: 0,
                ..Object::default()
            }])
            .unwrap();
        let globals = vec![formats::records::Global::default(); 4];
        builder.set_records(&globals).unwrap();
        Arc::new(builder.finish().unwrap())
    }

    fn stops(at: &[At]) -> Stops {
        Stops {
            breakpoints: (1..)
                .zip(at)
                .map(|(id, at)| Breakpoint::new(id, *at))
                .collect(),
            faults: false,
        }
    }

    fn flagged(breaks: &Breaks) -> Vec<usize> {
        let flags = breaks.flags().iter().enumerate();
        flags
            .filter(|(_, flag)| **flag & 1 != 0)
            .map(|(place, _)| place)
            .collect()
    }

    #[test]
    fn each_kind_of_breakpoint_is_a_byte_to_stop_before() {
        let image = image();
        let of = |at: &[At]| Breaks::new(&image, &stops(at), None);
        assert_eq!(flagged(&of(&[At::Statement { script: 7 }])), [7]);
        assert_eq!(flagged(&of(&[At::Command { command: 5 }])), [9]);
        assert_eq!(flagged(&of(&[At::Trigger { trigger: 0 }])), [2]);
        assert_eq!(flagged(&of(&[At::Global { global: 3 }])), [6]);
        let all = of(&[At::Statement { script: 6 }, At::Global { global: 3 }]);
        assert_eq!(flagged(&all), [6]);
        assert!(all.stands_at(6) && !all.stands_at(7));
        assert_eq!(all.flags().len() % 4, 0);
        assert_eq!(
            flagged(&Breaks::new(&image, &Stops::default(), Some(11))),
            [11]
        );
    }

    #[test]
    fn what_no_byte_stands_for_is_told() {
        let event = At::Event {
            condition: None,
            object: None,
        };
        let asked = [
            event,
            At::Variable { variable: 3 },
            At::Command { command: 6 },
            At::Statement { script: 4000 },
        ];
        let breaks = Breaks::new(&image(), &stops(&asked), None);
        assert_eq!(flagged(&breaks), [0; 0]);
        assert_eq!(
            breaks.unmet(),
            [
                (1, Unmet::Event),
                (2, Unmet::Nowhere),
                (3, Unmet::Nowhere),
                (4, Unmet::Outside),
            ]
        );
    }

    #[test]
    fn conditions_and_hits_are_looked_at_where_the_game_stands() {
        let file = image();
        let expression = |code: &[Item]| Condition::new(assemble(code, &[]).unwrap().bytes);
        // The global's value itself; and an argument, which only a thread has.
        let global = expression(&[byte(Opcode::PushGlobal, 3), op(Opcode::Return)]);
        let argument = expression(&[byte(Opcode::PushArgument, 0), op(Opcode::Return)]);
        let at = At::Statement { script: 7 };
        let stops = Stops {
            breakpoints: vec![
                Breakpoint {
                    condition: Some(global.clone()),
                    ..Breakpoint::new(1, at)
                },
                Breakpoint {
                    hits: HitCount::Exactly(3),
                    ..Breakpoint::new(2, at)
                },
                Breakpoint {
                    log: Some(vec![global]),
                    ..Breakpoint::new(3, at)
                },
                Breakpoint {
                    condition: Some(argument),
                    ..Breakpoint::new(4, at)
                },
            ],
            faults: false,
        };
        let breaks = Breaks::new(&file, &stops, None);
        let judge = |value, hits| {
            let state = State {
                globals: [(3, value)].into(),
                ..State::default()
            };
            breaks.judge(7, &stops, &file, &state, |_| hits)
        };
        let judged = judge(0, 0);
        assert_eq!(judged.stopping, [4]);
        assert_eq!(judged.hit, [2, 3]);
        assert_eq!(judged.noted, [(3, vec![Ok(0)])]);
        assert_eq!(judged.unjudged, [(4, Cause::NoFrame)]);
        let judged = judge(9, 2);
        assert_eq!(judged.stopping, [1, 2, 4]);
        assert_eq!(judged.noted, [(3, vec![Ok(9)])]);
        assert!(
            breaks
                .judge(6, &stops, &file, &State::default(), |_| 0)
                .stopping
                .is_empty()
        );
    }
}
