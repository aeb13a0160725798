//! Expressions.

use std::ops::Range;

use formats::catalogue::{
    Kinds, NamedValues, closest, command_by_name, commands, condition, order,
};
use formats::script::{Instruction, Item, MAX_TEXT, Opcode, Operand};

use super::Lowering;
use super::flow::counted;
use crate::Collection;
use crate::routine::ast::{BinaryOp, Expr, ExprKind, Invocation, Name, Number, Reference, Width};
use crate::routine::literal::as_name;
use crate::routine::resolve::{Meaning, Resolved, Slot, Wanted, resolve, resolve_display_name};

/// Kinds that are records.
const RECORDS: Kinds =
    Kinds(Kinds::SHIP.0 | Kinds::FLIGHT_GROUP.0 | Kinds::SQUAD.0 | Kinds::CURVE.0 | Kinds::PART.0);
/// Kinds that are texts.
const TEXTS: Kinds = Kinds(Kinds::FILE_NAME.0 | Kinds::TEXT.0);
/// Commands that go back over their argument to wait: `WaitForJumpOrLaunch`, `WaitForKey` and, in a
/// network game, `MultiplayerScriptSync` (script-vm V84).
const PUSHES_AGAIN: [u8; 3] = [0x3A, 0x4C, 0x56];
/// Values of an event, and so a thread's locals.
const LOCALS: u32 = 5;

impl Lowering<'_> {
    /// A command with its arguments.
    pub(super) fn invocation(&mut self, invocation: &Invocation) {
        let Invocation {
            command: word,
            arguments,
        } = invocation;
        let Some(command) = command_by_name(&word.text) else {
            let names = commands().iter().map(|command| command.name.as_str());
            let mut message = format!("`{}` is no command of the game", word.text);
            if self.scope.mission.routines.contains(&word.text) {
                message = format!("{message}; to run the routine, write `call {}`", word.text);
            } else if let Some(near) = closest(&word.text, names) {
                message = format!("{message}; did you mean `{near}`?");
            }
            self.error("script-unknown-command", word.span.clone(), message);
            for argument in arguments {
                self.expr(argument, Slot::Argument);
            }
            return;
        };
        self.note_word(&word.span, Meaning::Command(command.index));
        let (takes, given) = (command.params.len(), arguments.len());
        if takes != given {
            let labels: Vec<_> = command.params.iter().map(|it| it.label.as_str()).collect();
            let list = if labels.is_empty() {
                String::new()
            } else {
                format!(" ({})", labels.join("; "))
            };
            let message = format!(
                "{} takes {}{list}, and {given} {} given",
                command.name,
                counted(takes, "argument"),
                if given == 1 { "is" } else { "are" }
            );
            self.error("script-argument-count", word.span.clone(), message);
        }
        let first = self.items.len();
        for (at, argument) in arguments.iter().enumerate() {
            let slot = Slot::of_parameter(command, at);
            self.expr(argument, slot);
        }
        if PUSHES_AGAIN.contains(&command.index)
            && let [argument] = arguments.as_slice()
        {
            self.check_pushed_again(&command.name, argument, first);
        }
        self.op(Instruction::byte(Opcode::Command, command.index), given, 0);
    }

    /// Checks the argument of a command that waits by going back to the push of it (script-vm V84).
    ///
    /// It goes back 4 bytes, 2 of them its own; with any other push there it would go on in the middle
    /// of an instruction.
    fn check_pushed_again(&mut self, command: &str, argument: &Expr, first: usize) {
        let pushes = self.items.get(first..).unwrap_or_default();
        let why = match pushes {
            // Nothing was pushed for what is wrong already.
            [] => return,
            [Item::Constant(_)] => return,
            [Item::Code(push)] if push.size() == 2 => return,
            [Item::Code(push)] if push.opcode == Opcode::PushShipWide => {
                "only ships up to number 255 can stand here; move this one up in the list, or name its \
                 flight group"
            }
            [Item::Code(push)] if push.opcode == Opcode::PushNull => "there is nothing to wait for",
            _ => "keep the value in a global first, and name that",
        };
        let message = format!(
            "{command} waits by going back over its argument, which must be one push of two bytes, and \
             this is not: {why}"
        );
        self.error("script-pushed-again", argument.span.clone(), message);
    }

    /// Pushes a value.
    pub(super) fn expr(&mut self, expr: &Expr, slot: Slot) {
        let span = &expr.span;
        match &expr.kind {
            ExprKind::Missing => {}
            ExprKind::Number(number) => {
                self.check_number(*number, span, slot);
                self.number(*number, span, slot);
            }
            ExprKind::Bool(value) => {
                let number = Number::plain(u32::from(*value));
                self.check_number(number, span, slot);
                self.number(number, span, slot);
            }
            ExprKind::Null => {
                if let Slot::Parameter { param, .. } = slot
                    && !param.takes_null()
                {
                    let message = format!(
                        "\"{}\" is not known to take `null`; the original game may read what is not \
                         there",
                        param.label
                    );
                    self.warning("script-null", span.clone(), message);
                }
                self.push(Instruction::plain(Opcode::PushNull));
            }
            ExprKind::Result => self.push(Instruction::plain(Opcode::PushResult)),
            ExprKind::Text(bytes) => self.quoted(bytes, span, slot),
            ExprKind::Name(name) => self.name(name, slot),
            ExprKind::Component(owner, component) => self.component(owner, *component, span, slot),
            ExprKind::Event(label) => self.event(label),
            ExprKind::Argument(selector) => {
                if let Some(byte) = self.argument(selector) {
                    self.push(Instruction::byte(Opcode::PushArgument, byte));
                }
            }
            ExprKind::Variable(selector) => {
                if let Some(byte) = self.variable(selector) {
                    self.push(Instruction::byte(Opcode::PushArray, byte));
                }
            }
            ExprKind::Local(index) => {
                if *index >= LOCALS {
                    let message = format!("a thread has the locals 0 to 4, and no {index}");
                    self.warning("script-local", span.clone(), message);
                }
                if let Some(byte) = self.byte(*index, span) {
                    self.push(Instruction::byte(Opcode::PushLocal, byte));
                }
            }
            ExprKind::Percent(value, hundredths) => {
                if self.depth > self.kept {
                    self.warning(
                        "script-percent",
                        span.clone(),
                        "the game leaves what `percent` is taken of on its stack, beneath the \
                         result, where the operator around it takes it for its left side; put \
                         `percent` first, or keep it in a global",
                    );
                }
                self.expr(value, Slot::Operand);
                if let Some(byte) = self.byte(*hundredths, span) {
                    self.push(Instruction::byte(Opcode::PushPercent, byte));
                }
            }
            ExprKind::Last(last) => self.last(last, span),
            ExprKind::Command(invocation) => {
                self.invocation(invocation);
                self.push(Instruction::plain(Opcode::PushResult));
            }
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right),
        }
    }

    fn binary(&mut self, operator: BinaryOp, left: &Expr, right: &Expr) {
        let (left_slot, right_slot) = Slot::operands(operator);
        self.expr(left, left_slot);
        if !operator.is_membership() {
            self.expr(right, right_slot);
            self.op(Instruction::plain(operator.opcode()), 2, 1);
            return;
        }
        // Which instruction asks depends on what is asked about.
        let wanted = Wanted::Slot(right_slot);
        let found = match &right.kind {
            ExprKind::Name(name) => self.record(name, wanted),
            ExprKind::Text(bytes) => self.display_name(bytes, &right.span, wanted),
            ExprKind::Missing => None,
            _ => {
                self.error(
                    "script-wrong-kind",
                    right.span.clone(),
                    "`in` asks about a flight group or a squad, by its name",
                );
                None
            }
        };
        let Some((collection, index)) = found else {
            return;
        };
        self.push_record(collection, index, &right.span);
        let opcode = match (collection, operator) {
            (Collection::Squads, BinaryOp::In) => Opcode::InSquad,
            (Collection::Squads, _) => Opcode::NotInSquad,
            (_, BinaryOp::In) => Opcode::InFlightGroup,
            _ => Opcode::NotInFlightGroup,
        };
        self.op(Instruction::plain(opcode), 2, 1);
    }

    /// Warns of a number that is a poor stand-in for what the parameter takes.
    fn check_number(&mut self, number: Number, span: &Range<usize>, slot: Slot) {
        let Slot::Parameter { param, .. } = slot else {
            return;
        };
        let unknown = if param.kinds.contains(Kinds::CONDITION) {
            let known = u8::try_from(number.value).ok().and_then(condition);
            known.is_none().then_some("a trigger condition")
        } else if param.named_values() == Some(NamedValues::AiModes) {
            let known = u16::try_from(number.value).ok().and_then(order);
            known.is_none().then_some("an order")
        } else {
            None
        };
        if let Some(what) = unknown {
            let message = format!("{} is not the number of {what}", number.value);
            self.warning("script-unknown-value", span.clone(), message);
        } else if param.kinds.intersects(RECORDS) {
            let message = format!(
                "\"{}\" takes a {}, by its name; a number is not changed into one",
                param.label, param.kinds
            );
            self.warning("script-number-for-record", span.clone(), message);
        } else if param.kinds.intersects(TEXTS) {
            let message = format!(
                "\"{}\" takes a text, and the game reads a number as its place",
                param.label
            );
            self.warning("script-number-for-text", span.clone(), message);
        }
    }

    /// Pushes a number as its place and the style ask, or as it asks itself.
    fn number(&mut self, number: Number, span: &Range<usize>, slot: Slot) {
        let width = number
            .width
            .unwrap_or_else(|| slot.width(self.style, number.value));
        match width {
            Width::Byte => {
                if let Some(byte) = self.byte(number.value, span) {
                    self.push_byte(byte);
                }
            }
            Width::Constant => {
                self.item(Item::Constant(number.value));
                self.pushed(1);
            }
        }
    }

    pub(super) fn byte(&mut self, value: u32, span: &Range<usize>) -> Option<u8> {
        let byte = u8::try_from(value).ok();
        if byte.is_none() {
            let message = format!("{value} does not fit here; the instruction holds 0 to 255");
            self.error("script-width", span.clone(), message);
        }
        byte
    }

    fn name(&mut self, name: &Name, slot: Slot) {
        let wanted = Wanted::Slot(slot);
        match resolve(self.scope, wanted, name.prefix, &name.id.text) {
            Ok(Resolved::Symbol(value)) => {
                let param = match slot {
                    Slot::Parameter { param, .. } => Some(param),
                    _ => None,
                };
                self.note_name(name, wanted, Meaning::Symbol(param, value));
                self.number(Number::plain(value), &name.span, slot);
            }
            Ok(Resolved::Record(collection, index)) => {
                self.note(name, wanted, collection);
                self.push_record(collection, index, &name.span);
            }
            Err(problem) => self.name_problem(name.span.clone(), problem),
        }
    }

    fn push_record(&mut self, collection: Collection, index: usize, span: &Range<usize>) {
        let opcode = match collection {
            Collection::Ships => {
                let push = match (u8::try_from(index), u16::try_from(index)) {
                    (Ok(byte), _) => Instruction::byte(Opcode::PushShip, byte),
                    (_, Ok(wide)) => Instruction::wide(Opcode::PushShipWide, wide),
                    _ => return,
                };
                self.push(push);
                return;
            }
            Collection::FlightGroups => Opcode::PushFlightGroup,
            Collection::Squads => Opcode::PushSquad,
            Collection::Curves => Opcode::PushCurve,
            Collection::Globals => Opcode::PushGlobal,
            Collection::Routines => Opcode::PushByte,
            Collection::Formations | Collection::Triggers => return,
        };
        let what = format!("this {}", collection.noun());
        if let Some(byte) = self.index_byte(index, span, &what) {
            self.push(Instruction::byte(opcode, byte));
        }
    }

    /// A quoted text: a display name where the place takes a record that bears it, else text.
    fn quoted(&mut self, bytes: &[u8], span: &Range<usize>, slot: Slot) {
        let Slot::Parameter { param, .. } = slot else {
            if slot == Slot::Compared {
                self.warning(
                    "script-text-compared",
                    span.clone(),
                    "a text is equal to nothing but itself; to compare with a record, write its id",
                );
            }
            self.text(bytes, span);
            return;
        };
        let wanted = Wanted::Slot(slot);
        if param.kinds.intersects(RECORDS) {
            match resolve_display_name(self.scope, wanted, &as_name(bytes)) {
                Ok(Some((collection, index, id))) => {
                    self.note_quoted(span, wanted, id);
                    self.push_record(collection, index, span);
                    return;
                }
                Ok(None) if param.kinds.intersects(TEXTS) => {}
                Ok(None) => {
                    self.unknown_display_name(bytes, span, wanted);
                    return;
                }
                Err(problem) => {
                    self.name_problem(span.clone(), problem);
                    return;
                }
            }
        } else if !param.kinds.intersects(TEXTS) {
            let message = format!(
                "this is text, and \"{}\" takes a {}",
                param.label, param.kinds
            );
            self.error("script-wrong-kind", span.clone(), message);
            return;
        }
        self.text(bytes, span);
    }

    fn unknown_display_name(&mut self, bytes: &[u8], span: &Range<usize>, wanted: Wanted) {
        let name = as_name(bytes);
        let message = format!(
            "nothing here is called {name:?}; this takes {}",
            wanted.describe()
        );
        self.error("script-unknown-name", span.clone(), message);
    }

    fn text(&mut self, bytes: &[u8], span: &Range<usize>) {
        if bytes.len() > MAX_TEXT {
            let message = format!("the text has {} bytes, and {MAX_TEXT} fit", bytes.len());
            self.error("script-text-too-long", span.clone(), message);
            return;
        }
        let mut stored = bytes.to_vec();
        stored.push(0);
        self.push(Instruction {
            opcode: Opcode::PushString,
            operand: Operand::Text(stored),
        });
    }

    /// The record of one collection, or of several, that a display name is of.
    fn display_name(
        &mut self,
        bytes: &[u8],
        span: &Range<usize>,
        wanted: Wanted,
    ) -> Option<(Collection, usize)> {
        match resolve_display_name(self.scope, wanted, &as_name(bytes)) {
            Ok(Some((collection, index, id))) => {
                self.note_quoted(span, wanted, id);
                Some((collection, index))
            }
            Ok(None) => {
                self.unknown_display_name(bytes, span, wanted);
                None
            }
            Err(problem) => {
                self.name_problem(span.clone(), problem);
                None
            }
        }
    }

    pub(super) fn reference(
        &mut self,
        reference: &Reference,
        wanted: Wanted,
    ) -> Option<(Collection, usize)> {
        match reference {
            Reference::Name(name) => self.record(name, wanted),
            Reference::Quoted(span, bytes) => self.display_name(bytes, span, wanted),
        }
    }

    fn component(&mut self, owner: &Reference, component: u32, span: &Range<usize>, slot: Slot) {
        if slot
            .kinds()
            .is_some_and(|kinds| !kinds.contains(Kinds::SHIP))
        {
            let message = format!(
                "this is a component of a ship, and this takes {}",
                Wanted::Slot(slot).describe()
            );
            self.error("script-wrong-kind", span.clone(), message);
            return;
        }
        let Some((_, ship)) = self.reference(owner, Wanted::Only(Collection::Ships)) else {
            return;
        };
        let Ok(ship) = u8::try_from(ship) else {
            let message = format!(
                "this ship is number {ship}, and only ships up to 255 can be named with a component"
            );
            self.error("script-width", owner.span().clone(), message);
            return;
        };
        if let Some(component) = self.byte(component, span) {
            let operand = Operand::Component { ship, component };
            self.push(Instruction {
                opcode: Opcode::PushComponent,
                operand,
            });
        }
    }
}
