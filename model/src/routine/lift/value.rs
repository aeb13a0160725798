//! What instructions leave on the stack, and how a text says it.

use formats::catalogue::{Kinds, command, condition, condition_by_name};
use formats::script::{Instruction, Opcode, Operand};

use super::Refusal;
use crate::routine::asm::{bare, record_name};
use crate::routine::ast::{
    BinaryOp, Expr, ExprKind, Invocation, Last, Number, Object, Reference, Selector, Width, Word,
};
use crate::routine::resolve::{Slot, Wanted, variable_symbol};
use crate::routine::scope::Scope;
use crate::routine::token::is_bare_name;
use crate::{Collection, routine::CodeStyle};

/// Values inside one another that a text is made of.
const MAX_DEPTH: usize = 40;

/// A value that instructions left on the stack.
#[derive(Debug, Clone)]
pub(super) struct Value {
    pub(super) kind: ValueKind,
    /// Values inside one another.
    pub(super) depth: usize,
}

#[derive(Debug, Clone)]
pub(super) enum ValueKind {
    Number(u32, Width),
    Record(Collection, usize),
    Component(u8, u8),
    EventValue(u8, u8, u8),
    Variable(u8),
    Local(u8),
    Argument(u8),
    Null,
    Result,
    Text(Vec<u8>),
    Percent(Box<Value>, u8),
    Binary(Opcode, Box<Value>, Box<Value>),
    Command(u8, Vec<Value>),
    /// The old value of what a store is about to change.
    Selected(Opcode, u8),
}

impl Value {
    pub(super) fn leaf(kind: ValueKind) -> Self {
        Self { kind, depth: 0 }
    }

    /// A value made of others, the deepest of which is `depth` deep.
    pub(super) fn around(kind: ValueKind, depth: usize) -> Result<Self, Refusal> {
        if depth >= MAX_DEPTH {
            return Err(Refusal::new("an expression is nested too deep"));
        }
        Ok(Self {
            kind,
            depth: depth + 1,
        })
    }
}

/// The value that an instruction pushes without taking any; `None` for other instructions.
pub(super) fn pushed(code: &Instruction, constants: &[u32]) -> Option<ValueKind> {
    Some(match (code.opcode, &code.operand) {
        (Opcode::PushByte, Operand::Byte(byte)) => ValueKind::Number(u32::from(*byte), Width::Byte),
        (Opcode::PushConstant, Operand::Byte(index)) => {
            ValueKind::Number(*constants.get(usize::from(*index))?, Width::Constant)
        }
        (Opcode::PushConstantWide, Operand::Wide(index)) => {
            ValueKind::Number(*constants.get(usize::from(*index))?, Width::Constant)
        }
        (Opcode::PushShip, Operand::Byte(index)) => {
            ValueKind::Record(Collection::Ships, usize::from(*index))
        }
        (Opcode::PushShipWide, Operand::Wide(index)) => {
            ValueKind::Record(Collection::Ships, usize::from(*index))
        }
        (Opcode::PushFlightGroup, Operand::Byte(index)) => {
            ValueKind::Record(Collection::FlightGroups, usize::from(*index))
        }
        (Opcode::PushSquad, Operand::Byte(index)) => {
            ValueKind::Record(Collection::Squads, usize::from(*index))
        }
        (Opcode::PushCurve, Operand::Byte(index)) => {
            ValueKind::Record(Collection::Curves, usize::from(*index))
        }
        (Opcode::PushGlobal, Operand::Byte(index)) => {
            ValueKind::Record(Collection::Globals, usize::from(*index))
        }
        (Opcode::PushArray, Operand::Byte(number)) => ValueKind::Variable(*number),
        (Opcode::PushLocal, Operand::Byte(number)) => ValueKind::Local(*number),
        (Opcode::PushArgument, Operand::Byte(number)) => ValueKind::Argument(*number),
        (Opcode::PushComponent, Operand::Component { ship, component }) => {
            ValueKind::Component(*ship, *component)
        }
        (
            Opcode::PushEventValue,
            Operand::EventValue {
                condition,
                value,
                object,
            },
        ) => ValueKind::EventValue(*condition, *value, *object),
        (Opcode::PushNull, _) => ValueKind::Null,
        (Opcode::PushResult, _) => ValueKind::Result,
        (Opcode::PushString, Operand::Text(text)) => {
            ValueKind::Text(text.strip_suffix(&[0])?.to_vec())
        }
        (
            Opcode::SelectGlobal | Opcode::SelectArray | Opcode::SelectArgument,
            Operand::Byte(number),
        ) => ValueKind::Selected(code.opcode, *number),
        _ => return None,
    })
}

/// Puts values into words, in the style that is tried.
pub(super) struct Wording<'a> {
    pub(super) scope: &'a Scope<'a>,
    pub(super) style: CodeStyle,
}

impl Wording<'_> {
    /// An expression of a value where it stands.
    pub(super) fn expr(&self, value: &Value, slot: Slot) -> Result<Expr, Refusal> {
        let kind = match &value.kind {
            ValueKind::Number(number, width) => self.number(*number, *width, slot),
            ValueKind::Record(collection, index) => {
                ExprKind::Name(self.record(Wanted::Slot(slot), *collection, *index)?)
            }
            ValueKind::Component(ship, component) => {
                let wanted = Wanted::Only(Collection::Ships);
                let ship = self.record(wanted, Collection::Ships, usize::from(*ship))?;
                ExprKind::Component(Reference::Name(ship), u32::from(*component))
            }
            ValueKind::EventValue(condition, value, object) => {
                ExprKind::Last(Box::new(self.last(*condition, *value, *object)))
            }
            ValueKind::Variable(number) => ExprKind::Variable(variable(*number)),
            ValueKind::Local(number) => self.local(*number),
            ValueKind::Argument(number) => ExprKind::Argument(self.argument(*number)),
            ValueKind::Null => ExprKind::Null,
            ValueKind::Result => ExprKind::Result,
            ValueKind::Text(bytes) => ExprKind::Text(bytes.clone()),
            ValueKind::Percent(of, hundredths) => {
                let of = self.expr(of, Slot::Operand)?;
                ExprKind::Percent(Box::new(of), u32::from(*hundredths))
            }
            ValueKind::Binary(opcode, left, right) => {
                let operator = operator(*opcode, &right.kind)?;
                let (left_slot, right_slot) = Slot::operands(operator);
                let left = self.expr(left, left_slot)?;
                let right = self.expr(right, right_slot)?;
                ExprKind::Binary(operator, Box::new(left), Box::new(right))
            }
            ValueKind::Command(index, arguments) => {
                ExprKind::Command(self.invocation(*index, arguments)?)
            }
            ValueKind::Selected(..) => {
                return Err(Refusal::new("the old value of a store is used"));
            }
        };
        Ok(Expr { span: 0..0, kind })
    }

    /// A command with its arguments.
    pub(super) fn invocation(&self, index: u8, arguments: &[Value]) -> Result<Invocation, Refusal> {
        let command = command(index)
            .ok_or_else(|| Refusal::new(format!("{index} is no command of the game")))?;
        let arguments = arguments
            .iter()
            .enumerate()
            .map(|(at, argument)| self.expr(argument, Slot::of_parameter(command, at)));
        Ok(Invocation {
            command: word(&command.name),
            arguments: arguments.collect::<Result<_, _>>()?,
        })
    }

    fn number(&self, value: u32, width: Width, slot: Slot) -> ExprKind {
        if let Slot::Parameter { param, .. } = slot {
            let wanted = Wanted::Slot(slot);
            if param.kinds.contains(Kinds::PART)
                && width == Width::Byte
                && let Ok(index) = usize::try_from(value)
                && let Ok(name) = self.record(wanted, Collection::Routines, index)
            {
                return ExprKind::Name(name);
            }
            if slot.width(self.style, value) == width {
                if param.is_boolean() && value <= 1 {
                    return ExprKind::Bool(value == 1);
                }
                if let Some(symbol) = wanted.symbol_of(value).filter(|it| is_bare_name(it)) {
                    return ExprKind::Name(bare(&symbol));
                }
            }
        }
        let plain = slot.width(self.style, value) == width;
        ExprKind::Number(Number {
            value,
            width: (!plain).then_some(width),
        })
    }

    pub(super) fn record(
        &self,
        wanted: Wanted,
        collection: Collection,
        index: usize,
    ) -> Result<crate::routine::ast::Name, Refusal> {
        let id = self.scope.id_at(collection, index).ok_or_else(|| {
            Refusal::new(format!("there is no {} number {index}", collection.noun()))
        })?;
        record_name(self.scope, wanted, collection, id).ok_or_else(|| {
            Refusal::new(format!(
                "{} {id} stands where it does not fit",
                collection.noun()
            ))
        })
    }

    fn local(&self, number: u8) -> ExprKind {
        let condition = self.scope.condition();
        let label = condition.and_then(|condition| {
            let label = condition.values.get(usize::from(number))?.symbol();
            let same = condition.value_by_label(&label) == Some(usize::from(number));
            (is_bare_name(&label) && same).then_some(label)
        });
        match label {
            Some(label) => ExprKind::Event(word(&label)),
            None => ExprKind::Local(u32::from(number)),
        }
    }

    pub(super) fn argument(&self, number: u8) -> Selector {
        let names = self.scope.arguments();
        let index = usize::from(number);
        match names.get(index) {
            Some(name)
                if is_bare_name(name) && names.iter().position(|it| it == name) == Some(index) =>
            {
                Selector::Name(word(name))
            }
            _ => Selector::Number(0..0, u32::from(number)),
        }
    }

    fn last(&self, index: u8, value: u8, object: u8) -> Last {
        let found = condition(index);
        let symbol = found.map(|condition| condition.symbol()).filter(|symbol| {
            is_bare_name(symbol) && condition_by_name(symbol).is_some_and(|it| it.index == index)
        });
        let label = found.and_then(|condition| {
            let label = condition.values.get(usize::from(value))?.symbol();
            let same = condition.value_by_label(&label) == Some(usize::from(value));
            (is_bare_name(&label) && same).then_some(label)
        });
        let record = self
            .scope
            .object(u16::from(object))
            .and_then(|(collection, at)| {
                let id = self.scope.id_at(collection, at)?;
                record_name(self.scope, Wanted::Object, collection, id)
            });
        Last {
            condition: named_or(symbol, index),
            value: named_or(label, value),
            object: match record {
                Some(name) => Object::Record(Reference::Name(name)),
                None => Object::Id(0..0, u32::from(object)),
            },
        }
    }
}

/// A variable of the game, by its name where it has one.
pub(super) fn variable(number: u8) -> Selector {
    named_or(variable_symbol(number).map(str::to_owned), number)
}

fn named_or(name: Option<String>, number: u8) -> Selector {
    match name {
        Some(name) => Selector::Name(word(&name)),
        None => Selector::Number(0..0, u32::from(number)),
    }
}

fn word(text: &str) -> Word {
    Word {
        span: 0..0,
        text: text.to_owned(),
    }
}

/// The operator of an instruction; membership only where the group or squad is named.
fn operator(opcode: Opcode, right: &ValueKind) -> Result<BinaryOp, Refusal> {
    let container = match right {
        ValueKind::Record(collection, _) => Some(*collection),
        _ => None,
    };
    let membership = match opcode {
        Opcode::InFlightGroup => Some((BinaryOp::In, Collection::FlightGroups)),
        Opcode::NotInFlightGroup => Some((BinaryOp::NotIn, Collection::FlightGroups)),
        Opcode::InSquad => Some((BinaryOp::In, Collection::Squads)),
        Opcode::NotInSquad => Some((BinaryOp::NotIn, Collection::Squads)),
        _ => None,
    };
    if let Some((operator, collection)) = membership {
        return if container == Some(collection) {
            Ok(operator)
        } else {
            Err(Refusal::new(
                "membership of something that is not named is asked",
            ))
        };
    }
    BinaryOp::ALL
        .iter()
        .copied()
        .find(|operator| operator.opcode() == opcode)
        .ok_or_else(|| Refusal::new(format!("`{}` is no operator", opcode.name())))
}

/// Whether an instruction takes two values and leaves one.
pub(super) fn is_operator(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::InSquad | Opcode::NotInSquad)
        || BinaryOp::ALL
            .iter()
            .any(|operator| operator.opcode() == opcode)
}
