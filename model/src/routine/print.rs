//! From statements to text, in one form: four spaces a level, one space around operators.
//!
//! What is printed reads back as the same statements. Comments are no part of those: the text of a
//! body that has any is edited, not printed anew.

use std::fmt::Write as _;

use super::ast::{
    AsmArm, AsmKind, AsmLine, AsmOperand, AsmValue, BinaryOp, Block, Expr, ExprKind, Name, Object,
    Reference, Selector, Statement, StatementKind, Target,
};
use super::literal::quote;
use super::parse::{BYTES, DEFAULT_ARM};
use super::token::collection_prefix;

/// Spaces of a level.
const INDENT: usize = 4;

/// The text of statements, a line each, with a line end behind the last.
pub fn print(block: &Block) -> String {
    let mut printer = Printer {
        out: String::new(),
        level: 0,
    };
    for statement in &block.statements {
        printer.statement(statement);
    }
    printer.out
}

struct Printer {
    out: String,
    level: usize,
}

impl Printer {
    fn line(&mut self, line: &str) {
        let _ = writeln!(
            self.out,
            "{:indent$}{line}",
            "",
            indent = INDENT * self.level
        );
    }

    fn block(&mut self, opener: &str, block: &Block) {
        self.line(opener);
        self.level += 1;
        if block.statements.is_empty() {
            self.line("pass");
        }
        for statement in &block.statements {
            self.statement(statement);
        }
        self.level -= 1;
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Command(invocation) => {
                let arguments = list(&invocation.arguments);
                self.line(&format!("{}({arguments})", invocation.command.text));
            }
            StatementKind::Call(call) => {
                let word = if call.spawn { "spawn" } else { "call" };
                let mut line = format!("{word} {}", reference(&call.routine));
                if !call.arguments.is_empty() {
                    let _ = write!(line, "({})", list(&call.arguments));
                }
                self.line(&line);
            }
            StatementKind::Yield => self.line("yield"),
            StatementKind::Store(store) => {
                let target = match &store.target {
                    Target::Global(id) => name(id),
                    Target::Variable(selector) => variable(selector),
                    Target::Argument(selector) => argument(selector),
                };
                let value = expr_text(&store.value);
                self.line(&format!("{target} {} {value}", store.operator.symbol()));
            }
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (at, branch) in branches.iter().enumerate() {
                    let word = if at == 0 { "if" } else { "else if" };
                    let condition = expr_text(&branch.condition);
                    self.block(&format!("{word} {condition}:"), &branch.block);
                }
                if let Some(otherwise) = otherwise {
                    self.block("else:", otherwise);
                }
            }
            StatementKind::Random { arms, otherwise } => {
                self.line("random:");
                self.level += 1;
                for arm in arms {
                    self.block(&format!("below {}:", arm.below), &arm.block);
                }
                if let Some(otherwise) = otherwise {
                    self.block("else:", otherwise);
                }
                self.level -= 1;
            }
            StatementKind::Either(blocks) => {
                for (at, block) in blocks.iter().enumerate() {
                    self.block(if at == 0 { "either:" } else { "or:" }, block);
                }
            }
            StatementKind::Return(None) => self.line("return"),
            StatementKind::Return(Some(value)) => {
                self.line(&format!("return {}", expr_text(value)));
            }
            StatementKind::Pass => self.line("pass"),
            StatementKind::Asm(lines) => {
                self.line("asm:");
                self.level += 1;
                if lines.is_empty() {
                    self.line(BYTES);
                }
                for line in lines {
                    self.line(&asm_line(line));
                }
                self.level -= 1;
            }
        }
    }
}

/// An expression on its own.
pub fn expr_text(expr: &Expr) -> String {
    let mut out = String::new();
    write_expr(&mut out, expr);
    out
}

fn write_expr(out: &mut String, expr: &Expr) {
    match &expr.kind {
        ExprKind::Missing => {}
        ExprKind::Number(number) => {
            let _ = write!(out, "{number}");
        }
        ExprKind::Bool(value) => {
            let _ = write!(out, "{value}");
        }
        ExprKind::Null => out.push_str("null"),
        ExprKind::Result => out.push_str("result"),
        ExprKind::Text(bytes) => out.push_str(&quote(bytes)),
        ExprKind::Name(id) => out.push_str(&name(id)),
        ExprKind::Component(owner, index) => {
            let _ = write!(out, "{}.component({index})", reference(owner));
        }
        ExprKind::Event(label) => {
            let _ = write!(out, "event.{}", label.text);
        }
        ExprKind::Argument(selector) => out.push_str(&argument(selector)),
        ExprKind::Variable(selector) => out.push_str(&variable(selector)),
        ExprKind::Local(index) => {
            let _ = write!(out, "local[{index}]");
        }
        ExprKind::Percent(value, hundredths) => {
            let _ = write!(out, "percent({}, {hundredths})", expr_text(value));
        }
        ExprKind::Last(last) => {
            let object = match &last.object {
                Object::Record(record) => reference(record),
                Object::Id(_, id) => id.to_string(),
            };
            let (condition, value) = (selector(&last.condition), selector(&last.value));
            let _ = write!(out, "last({condition}.{value}, {object})");
        }
        ExprKind::Command(invocation) => {
            let _ = write!(
                out,
                "{}({})",
                invocation.command.text,
                list(&invocation.arguments)
            );
        }
        ExprKind::Binary(operator, left, right) => {
            let precedence = operator.precedence();
            // A chain leans to the left, and comparisons make no chain at all.
            let least_left = precedence + u8::from(precedence == BinaryOp::COMPARISON);
            write_operand(out, left, least_left);
            let _ = write!(out, " {} ", operator.symbol());
            write_operand(out, right, precedence + 1);
        }
    }
}

/// An operand, in brackets where it binds less closely than its place asks.
fn write_operand(out: &mut String, expr: &Expr, least: u8) {
    match &expr.kind {
        ExprKind::Binary(operator, ..) if operator.precedence() < least => {
            out.push('(');
            write_expr(out, expr);
            out.push(')');
        }
        _ => write_expr(out, expr),
    }
}

fn list(arguments: &[Expr]) -> String {
    arguments
        .iter()
        .map(expr_text)
        .collect::<Vec<_>>()
        .join(", ")
}

fn name(name: &Name) -> String {
    match name.prefix.and_then(collection_prefix) {
        Some(prefix) => format!("{prefix}:{}", name.id.text),
        None => name.id.text.clone(),
    }
}

fn reference(reference: &Reference) -> String {
    match reference {
        Reference::Name(id) => name(id),
        Reference::Quoted(_, bytes) => quote(bytes),
    }
}

fn selector(selector: &Selector) -> String {
    match selector {
        Selector::Name(word) => word.text.clone(),
        Selector::Number(_, number) => number.to_string(),
    }
}

fn variable(of: &Selector) -> String {
    format!("flag[{}]", selector(of))
}

fn argument(of: &Selector) -> String {
    match of {
        Selector::Name(word) => format!("arg.{}", word.text),
        Selector::Number(_, number) => format!("arg[{number}]"),
    }
}

fn asm_line(line: &AsmLine) -> String {
    match &line.kind {
        AsmKind::Label(label) => format!("{}:", label.text),
        AsmKind::Bytes(bytes) => format!("{BYTES}{}", hex(bytes)),
        AsmKind::Code(opcode, operand) => {
            let operands = match operand {
                AsmOperand::None => String::new(),
                AsmOperand::Value(value) => format!(" {}", asm_value(value)),
                AsmOperand::Index(_, index) => format!(" #{index}"),
                AsmOperand::Component(ship, component) => {
                    format!(" {}, {component}", asm_value(ship))
                }
                AsmOperand::EventValue(condition, value, object) => {
                    format!(" {}, {value}, {}", asm_value(condition), asm_value(object))
                }
                AsmOperand::Target(label) => format!(" {}", label.text),
                AsmOperand::Text(bytes) => match bytes.strip_suffix(&[0]) {
                    Some(text) => format!(" {}", quote(text)),
                    None => format!(" hex{}", hex(bytes)),
                },
                AsmOperand::Arms(default, arms) => {
                    let arms: String = arms.iter().map(arm).collect();
                    format!(" {}{arms}", default.text)
                }
            };
            format!("{}{operands}", opcode.name())
        }
    }
}

fn arm(arm: &AsmArm) -> String {
    let target = arm.target.as_ref().map_or(DEFAULT_ARM, |label| &label.text);
    let extra = if arm.unread == 0 {
        String::new()
    } else {
        format!(" extra {}", arm.unread)
    };
    format!(", {target} below {}{extra}", arm.threshold)
}

fn asm_value(value: &AsmValue) -> String {
    match value {
        AsmValue::Number(_, number) => number.to_string(),
        AsmValue::Name(id) => name(id),
        AsmValue::Quoted(_, bytes) => quote(bytes),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!(" {byte:02X}")).collect()
}
