//! Blocks of instructions.

use std::collections::HashMap;
use std::ops::Range;

use formats::catalogue::{closest, command_by_name, commands, condition_by_name};
use formats::script::{Arm, Instruction, Item, Label, Opcode, Operand};

use super::Lowering;
use crate::Collection;
use crate::routine::ast::{
    AsmArm, AsmKind, AsmLine, AsmOperand, AsmValue, Reference, Selector, Word,
};
use crate::routine::resolve::{Meaning, Wanted};

/// Values of an event, and so a thread's locals.
const LOCALS: usize = 5;

/// The labels of a block.
struct Labels {
    by_name: HashMap<String, Label>,
    placed: Vec<Label>,
}

/// The collection that the byte of an instruction is an index of.
pub(crate) fn indexed_collection(opcode: Opcode) -> Option<Collection> {
    match opcode {
        Opcode::PushShip | Opcode::PushShipWide => Some(Collection::Ships),
        Opcode::PushComponent | Opcode::PushComponentAlt => Some(Collection::Ships),
        Opcode::PushFlightGroup => Some(Collection::FlightGroups),
        Opcode::PushSquad => Some(Collection::Squads),
        Opcode::PushCurve => Some(Collection::Curves),
        Opcode::PushGlobal | Opcode::SelectGlobal => Some(Collection::Globals),
        Opcode::CallPart | Opcode::SpawnPart => Some(Collection::Routines),
        _ => None,
    }
}

impl Lowering<'_> {
    /// Whether control can come behind the block.
    pub(super) fn asm(&mut self, lines: &[AsmLine]) -> bool {
        let mut labels = Labels {
            by_name: HashMap::new(),
            placed: Vec::new(),
        };
        for line in lines {
            let AsmKind::Label(word) = &line.kind else {
                continue;
            };
            let label = self.new_label();
            if labels.by_name.insert(word.text.clone(), label).is_some() {
                let message = format!("the label `{}` stands twice in this block", word.text);
                self.error("script-label", word.span.clone(), message);
            }
        }
        for line in lines {
            self.span = line.span.clone();
            match &line.kind {
                AsmKind::Label(word) => {
                    if let Some(&label) = labels.by_name.get(&word.text)
                        && !labels.placed.contains(&label)
                    {
                        labels.placed.push(label);
                        self.note_word(&word.span, Meaning::Label);
                        self.label(label);
                    }
                }
                AsmKind::Bytes(bytes) => self.item(Item::Bytes(bytes.clone())),
                AsmKind::Code(opcode, operand) => {
                    let start = line.span.start;
                    let mnemonic = start..start + opcode.name().len();
                    self.note_word(&mnemonic, Meaning::Instruction(*opcode));
                    self.instruction(*opcode, operand, &line.span, &labels);
                }
            }
        }
        let last = lines
            .iter()
            .rev()
            .find(|line| !matches!(line.kind, AsmKind::Bytes(_)));
        match last.map(|line| &line.kind) {
            Some(AsmKind::Code(opcode, _)) => opcode.falls_through(),
            _ => true,
        }
    }

    fn instruction(
        &mut self,
        opcode: Opcode,
        operand: &AsmOperand,
        span: &Range<usize>,
        labels: &Labels,
    ) {
        let operand = match operand {
            AsmOperand::None => Some(Operand::None),
            AsmOperand::Value(AsmValue::Number(_, value)) if opcode == Opcode::PushConstant => {
                self.item(Item::Constant(*value));
                return;
            }
            AsmOperand::Value(value) if opcode == Opcode::PushShipWide => self
                .number_of(opcode, value)
                .and_then(|(index, span)| self.wide(index, &span).map(Operand::Wide)),
            AsmOperand::Value(value) => self.asm_byte(opcode, value).map(Operand::Byte),
            AsmOperand::Index(span, index) if opcode == Opcode::PushConstantWide => {
                self.wide(*index, span).map(Operand::Wide)
            }
            AsmOperand::Index(span, index) => self.byte(*index, span).map(Operand::Byte),
            AsmOperand::Component(ship, component) => {
                let component = *component;
                self.asm_byte(opcode, ship)
                    .map(|ship| Operand::Component { ship, component })
            }
            AsmOperand::EventValue(condition, value, object) => {
                let condition = self.condition_byte(condition);
                let object = self.object_operand(object);
                condition
                    .zip(object)
                    .map(|(condition, object)| Operand::EventValue {
                        condition,
                        value: *value,
                        object,
                    })
            }
            AsmOperand::Target(word) => self.target(word, labels).map(Operand::Target),
            AsmOperand::Text(bytes) => {
                if bytes.len() > formats::script::MAX_TEXT + 1 {
                    let message = format!(
                        "the text has {} bytes with its NUL, and 254 fit",
                        bytes.len()
                    );
                    self.error("script-text-too-long", span.clone(), message);
                }
                Some(Operand::Text(bytes.clone()))
            }
            AsmOperand::Arms(default, arms) => self.arms(default, arms, span, labels),
        };
        if let Some(operand) = operand {
            self.check_index(opcode, &operand, span);
            self.item(Item::Code(Instruction { opcode, operand }));
        }
    }

    /// Warns of an index past what the mission has (dte-format 4.7).
    fn check_index(&mut self, opcode: Opcode, operand: &Operand<Label>, span: &Range<usize>) {
        let mission = self.scope.mission;
        let index = match operand {
            Operand::Byte(byte) => usize::from(*byte),
            Operand::Wide(wide) => usize::from(*wide),
            Operand::Component { ship, .. } => usize::from(*ship),
            _ => return,
        };
        let (count, what) = match (indexed_collection(opcode), opcode) {
            (Some(Collection::Routines), _) => (mission.parts().count(), "parts"),
            (Some(collection), _) => {
                let title = match collection {
                    Collection::Ships => "ships",
                    Collection::FlightGroups => "flight groups",
                    Collection::Squads => "squads",
                    Collection::Curves => "curves",
                    _ => "globals",
                };
                (mission.ids(collection).len(), title)
            }
            (None, Opcode::Command) => (commands().len(), "commands of the game"),
            (None, Opcode::PushLocal) => (LOCALS, "locals of a thread"),
            _ => return,
        };
        if index >= count {
            let message = format!("{index} is past the {count} {what}, numbered from 0");
            self.warning("script-index", span.clone(), message);
        }
    }

    fn arms(
        &mut self,
        default: &Word,
        arms: &[AsmArm],
        span: &Range<usize>,
        labels: &Labels,
    ) -> Option<Operand<Label>> {
        if arms.len() > usize::from(u8::MAX) {
            let message = format!("{} arms are too many; at most 255 fit", arms.len());
            self.error("script-limit", span.clone(), message);
        }
        let default = self.target(default, labels);
        let mut found = Vec::with_capacity(arms.len());
        for arm in arms {
            let target = match &arm.target {
                Some(word) => Some(self.target(word, labels)?),
                None => None,
            };
            found.push(Arm {
                target,
                threshold: arm.threshold,
                unread: arm.unread,
            });
        }
        Some(Operand::Arms {
            default: default?,
            arms: found,
        })
    }

    fn target(&mut self, word: &Word, labels: &Labels) -> Option<Label> {
        let Some(&label) = labels.by_name.get(&word.text) else {
            let near = closest(&word.text, labels.by_name.keys().map(String::as_str));
            let mut message = format!("no label `{}` stands in this block", word.text);
            if let Some(near) = near {
                message = format!("{message}; did you mean `{near}`?");
            }
            self.error("script-unknown-label", word.span.clone(), message);
            return None;
        };
        if labels.placed.contains(&label) {
            let message = format!(
                "`{}` stands before this, and the game's branches only lead forward; repeat by a \
                 timer or by calling a routine",
                word.text
            );
            self.error("script-backward", word.span.clone(), message);
            return None;
        }
        self.note_word(&word.span, Meaning::Label);
        Some(label)
    }

    fn wide(&mut self, value: u32, span: &Range<usize>) -> Option<u16> {
        let wide = u16::try_from(value).ok();
        if wide.is_none() {
            let message = format!("{value} does not fit here; the instruction holds 0 to 65535");
            self.error("script-width", span.clone(), message);
        }
        wide
    }

    fn asm_byte(&mut self, opcode: Opcode, value: &AsmValue) -> Option<u8> {
        let (number, span) = self.number_of(opcode, value)?;
        if opcode == Opcode::PushShip && number > 255 {
            let message = format!(
                "this ship is number {number}, and the instruction holds at most 255; \
                 `push_ship_wide` holds more"
            );
            self.error("script-width", span, message);
            return None;
        }
        self.byte(number, &span)
    }

    /// The number that an operand stands for, and where it stands.
    fn number_of(&mut self, opcode: Opcode, value: &AsmValue) -> Option<(u32, Range<usize>)> {
        let reference = match value {
            AsmValue::Number(span, number) => return Some((*number, span.clone())),
            AsmValue::Name(name) => Reference::Name(name.clone()),
            AsmValue::Quoted(span, bytes) => Reference::Quoted(span.clone(), bytes.clone()),
        };
        let span = reference.span().clone();
        if let Some(collection) = indexed_collection(opcode) {
            let (_, index) = self.reference(&reference, Wanted::Only(collection))?;
            return Some((u32::try_from(index).unwrap_or(u32::MAX), span));
        }
        match (&reference, opcode) {
            (Reference::Name(name), Opcode::Command) if name.prefix.is_none() => {
                if let Some(command) = command_by_name(&name.id.text) {
                    self.note_word(&name.id.span, Meaning::Command(command.index));
                    return Some((u32::from(command.index), span));
                }
                let names = commands().iter().map(|command| command.name.as_str());
                let mut message = format!("`{}` is no command of the game", name.id.text);
                if let Some(near) = closest(&name.id.text, names) {
                    message = format!("{message}; did you mean `{near}`?");
                }
                self.error("script-unknown-command", span, message);
            }
            (Reference::Name(name), Opcode::PushArray | Opcode::SelectArray)
                if name.prefix.is_none() =>
            {
                let byte = self.variable(&Selector::Name(name.id.clone()))?;
                return Some((u32::from(byte), span));
            }
            _ => {
                let message = format!("`{}` takes a number", opcode.name());
                self.error("script-wrong-kind", span, message);
            }
        }
        None
    }

    fn condition_byte(&mut self, value: &AsmValue) -> Option<u8> {
        match value {
            AsmValue::Number(span, number) => self.byte(*number, span),
            AsmValue::Name(name) if name.prefix.is_none() => {
                if let Some(condition) = condition_by_name(&name.id.text) {
                    let meaning = Meaning::EventValue(condition.index, None);
                    self.note_word(&name.id.span, meaning);
                    return Some(condition.index);
                }
                self.unknown_condition(&name.id);
                None
            }
            AsmValue::Name(name) => {
                self.unknown_condition(&name.id);
                None
            }
            AsmValue::Quoted(span, _) => {
                self.error(
                    "script-wrong-kind",
                    span.clone(),
                    "a condition is not quoted",
                );
                None
            }
        }
    }

    fn object_operand(&mut self, value: &AsmValue) -> Option<u8> {
        let reference = match value {
            AsmValue::Number(span, number) => return self.byte(*number, span),
            AsmValue::Name(name) => Reference::Name(name.clone()),
            AsmValue::Quoted(span, bytes) => Reference::Quoted(span.clone(), bytes.clone()),
        };
        let (collection, index) = self.reference(&reference, Wanted::Object)?;
        self.object_byte(collection, index, reference.span())
    }
}
