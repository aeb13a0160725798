//! From statements to the items of an assembled routine, in one of two compilers' styles.
//!
//! `Shipped` is the code of the shipped missions (dte-format 4.4): branches are `24`, a jump stands
//! only before an `else`, and one return ends the routine, which earlier ones jump to. `Rules` is
//! that of rules text (interop 1.5): branches are `23`, a jump ends every block, and a return
//! returns where it stands.

mod asm;
mod expr;
mod flow;
mod values;

pub(super) use asm::indexed_collection;
pub(super) use flow::YIELD;

use std::ops::Range;

use formats::script::{Instruction, Item, Label, Opcode};

use super::ast::{Block, Expr, ExprKind, Statement, StatementKind};
use super::parse::{SyntaxProblem, parse};
use super::resolve::{Meaning, NameProblem, NameUse, Wanted, Written, resolve};
use super::scope::Scope;
use super::{Body, CodeStyle, RoutineChange};
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::edit::Edit;
use crate::trigger::{Run, TriggerChange};
use crate::{AnyId, Collection, Routine, Trigger};

/// Values that a thread's stack holds (dte-format 5).
const STACK: usize = 32;

/// A text as items to assemble.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lowered {
    /// The items.
    pub items: Vec<Item>,
    /// For each item, the bytes of the text that it comes from: its statement's line. What ends a
    /// routine without a statement for it lies at the text's end.
    pub spans: Vec<Range<usize>>,
    /// What is wrong with the text. With an error among it the items are not the routine.
    pub diagnostics: Vec<Diagnostic>,
}

impl Lowered {
    /// Whether the text has errors, so that the items must not be used.
    pub fn is_broken(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }
}

/// Reads a body's text and lowers it.
pub fn lower(body: &Body, scope: &Scope<'_>) -> Lowered {
    let lowering = Lowering::run(body, scope);
    Lowered {
        items: lowering.items,
        spans: lowering.spans,
        diagnostics: lowering.diagnostics,
    }
}

/// Every word of a text that means something, in order.
pub(super) fn name_uses(text: &str, scope: &Scope<'_>) -> Vec<NameUse> {
    let body = Body::new(text);
    let mut uses = Lowering::run(&body, scope).uses;
    uses.sort_by_key(|name| name.span.start);
    uses
}

struct Lowering<'a> {
    scope: &'a Scope<'a>,
    body: &'a Body,
    style: CodeStyle,
    items: Vec<Item>,
    spans: Vec<Range<usize>>,
    diagnostics: Vec<Diagnostic>,
    uses: Vec<NameUse>,
    labels: u32,
    /// Bytes of the statement at hand.
    span: Range<usize>,
    /// Values on the stack at this point of the statement.
    depth: usize,
    /// Of those, the ones that no operator takes: what a select pushed.
    kept: usize,
    overflow_told: bool,
    exits: Exits,
}

/// The shared end of a routine in the shipped style.
struct Exits {
    /// Whether the routine ends by pushing 1 and returning it.
    ends_with_one: bool,
    /// Before that push.
    one: Exit,
    /// Before the return.
    last: Exit,
}

struct Exit {
    label: Label,
    used: bool,
}

impl<'a> Lowering<'a> {
    fn run(body: &'a Body, scope: &'a Scope<'a>) -> Self {
        let parsed = parse(&body.text);
        let exit = |number| Exit {
            label: Label(number),
            used: false,
        };
        let mut lowering = Self {
            scope,
            body,
            style: body.style,
            items: Vec::new(),
            spans: Vec::new(),
            diagnostics: Vec::new(),
            uses: Vec::new(),
            labels: 2,
            span: 0..0,
            depth: 0,
            kept: 0,
            overflow_told: false,
            exits: Exits {
                ends_with_one: true,
                one: exit(0),
                last: exit(1),
            },
        };
        for SyntaxProblem { span, message } in parsed.errors {
            lowering.error("script-syntax", span, message);
        }
        lowering.routine(&parsed.ast);
        lowering
            .diagnostics
            .sort_by_key(|diagnostic| diagnostic.place.span.as_ref().map_or(0, |span| span.start));
        lowering
    }

    /// The whole routine, with what ends it.
    fn routine(&mut self, block: &Block) {
        if let [only] = block.statements.as_slice()
            && matches!(only.kind, StatementKind::Asm(_))
        {
            // One `asm:` block alone is the routine to its last byte.
            if self.statement(only) {
                self.warning(
                    "script-falls-off",
                    only.span.clone(),
                    "control runs off the end of these instructions; end them with `push_byte 1` \
                     and `return`",
                );
            }
            return;
        }
        // What does nothing does not keep the statement before it from being the last.
        let does = |statement: &Statement| !matches!(statement.kind, StatementKind::Pass);
        let len = block
            .statements
            .iter()
            .rposition(does)
            .map_or(0, |last| last + 1);
        let statements = block.statements.get(..len).unwrap_or_default();
        match self.style {
            CodeStyle::Shipped => self.shipped_routine(statements),
            CodeStyle::Rules => {
                let reachable = self.statements(statements);
                let last = statements.last().map(|last| &last.kind);
                let ends = match last {
                    Some(StatementKind::Return(_)) => true,
                    Some(StatementKind::Asm(_)) => !reachable,
                    _ => false,
                };
                if !ends {
                    self.at_end();
                    self.push_byte(1);
                    self.op(Instruction::plain(Opcode::Return), 1, 0);
                }
            }
        }
    }

    fn shipped_routine(&mut self, statements: &[Statement]) {
        let (last, before) = match statements.split_last() {
            Some((last, before)) => match &last.kind {
                StatementKind::Return(value) => (Some((last, value)), before),
                _ => (None, statements),
            },
            None => (None, [].as_slice()),
        };
        let value = last
            .and_then(|(_, value)| value.as_ref())
            .filter(|value| !is_one(value));
        self.exits.ends_with_one = value.is_none();
        let reachable = self.statements(before);
        if let Some((last, _)) = last {
            if !reachable && !before.is_empty() {
                self.unreachable(last.span.clone());
            }
            self.begin(last.span.clone());
        } else {
            self.at_end();
        }
        if let Some(value) = value {
            self.expr(value, super::resolve::Slot::Returned);
        } else if reachable || last.is_some() || self.exits.one.used {
            self.label(self.exits.one.label);
            self.push_byte(1);
        } else if !self.exits.last.used {
            return;
        }
        self.label(self.exits.last.label);
        self.op(Instruction::plain(Opcode::Return), 1, 0);
    }

    fn at_end(&mut self) {
        let end = self.body.text.len();
        self.begin(end..end);
    }

    /// Starts a statement.
    fn begin(&mut self, span: Range<usize>) {
        self.span = span;
        self.depth = 0;
        self.kept = 0;
        self.overflow_told = false;
    }

    fn new_label(&mut self) -> Label {
        let label = Label(self.labels);
        self.labels = self.labels.wrapping_add(1);
        label
    }

    fn label(&mut self, label: Label) {
        self.item(Item::Label(label));
    }

    fn item(&mut self, item: Item) {
        self.items.push(item);
        self.spans.push(self.span.clone());
    }

    /// An instruction that takes values from the stack and leaves some.
    fn op(&mut self, instruction: Instruction<Label>, pops: usize, pushes: usize) {
        self.item(Item::Code(instruction));
        self.depth = self.depth.saturating_sub(pops);
        self.pushed(pushes);
    }

    fn pushed(&mut self, count: usize) {
        self.depth = self.depth.saturating_add(count);
        if self.depth > STACK && !self.overflow_told {
            self.overflow_told = true;
            self.warning(
                "script-stack",
                self.span.clone(),
                format!(
                    "this statement needs more than the {STACK} values that the game's stack holds"
                ),
            );
        }
    }

    fn push(&mut self, instruction: Instruction<Label>) {
        self.op(instruction, 0, 1);
    }

    fn push_byte(&mut self, byte: u8) {
        self.push(Instruction::byte(Opcode::PushByte, byte));
    }

    fn jump(&mut self, label: Label) {
        self.op(Instruction::branch(Opcode::Jump, label), 0, 0);
    }

    // What is wrong.

    fn place(&self, span: Range<usize>) -> Place {
        match &self.scope.owner {
            Some(owner) => Place::text(owner.clone(), span),
            None => Place {
                record: None,
                field: Some("run"),
                span: Some(span),
            },
        }
    }

    fn error(&mut self, code: &'static str, span: Range<usize>, message: impl Into<String>) {
        let place = self.place(span);
        self.diagnostics
            .push(Diagnostic::error(code, place, message));
    }

    fn warning(&mut self, code: &'static str, span: Range<usize>, message: impl Into<String>) {
        let place = self.place(span);
        self.diagnostics
            .push(Diagnostic::warning(code, place, message));
    }

    fn name_problem(&mut self, span: Range<usize>, problem: NameProblem) {
        let place = self.place(span.clone());
        let mut diagnostic = Diagnostic::error(problem.code, place, problem.message);
        for instead in problem.instead {
            if let Some(edit) = self.replacement(&span, &instead) {
                diagnostic = diagnostic.with_fix(format!("Write `{instead}`"), edit);
            }
        }
        self.diagnostics.push(diagnostic);
    }

    /// The edit that puts other words in place of a run of the text.
    fn replacement(&self, span: &Range<usize>, instead: &str) -> Option<Edit> {
        let owner = self.scope.owner.as_ref()?;
        let mut body = self.body.clone();
        body.text.get(span.clone())?;
        body.text.replace_range(span.clone(), instead);
        if let Some(id) = owner.of::<Routine>() {
            Some(Edit::change(&id, RoutineChange::Body(Some(body))))
        } else {
            let id = owner.of::<Trigger>()?;
            Some(Edit::change(&id, TriggerChange::Run(Run::Body(body))))
        }
    }

    /// An index that one byte has to hold.
    fn index_byte(&mut self, index: usize, span: &Range<usize>, what: &str) -> Option<u8> {
        let byte = u8::try_from(index).ok();
        if byte.is_none() {
            self.error(
                "script-width",
                span.clone(),
                format!("{what} is number {index}, and the instruction holds at most 255"),
            );
        }
        byte
    }

    /// A name that has to be of one collection, as what instructions know it by.
    fn record(&mut self, name: &super::ast::Name, wanted: Wanted) -> Option<(Collection, usize)> {
        match resolve(self.scope, wanted, name.prefix, &name.id.text) {
            Ok(super::resolve::Resolved::Record(collection, index)) => {
                self.note(name, wanted, collection);
                Some((collection, index))
            }
            Ok(super::resolve::Resolved::Symbol(_)) => None,
            Err(problem) => {
                self.name_problem(name.span.clone(), problem);
                None
            }
        }
    }

    /// Notes that a name means a record.
    fn note(&mut self, name: &super::ast::Name, wanted: Wanted, collection: Collection) {
        let id = AnyId {
            collection,
            id: name.id.text.as_str().into(),
        };
        self.note_name(name, wanted, Meaning::Record(id));
    }

    fn note_name(&mut self, name: &super::ast::Name, wanted: Wanted, meaning: Meaning) {
        let written = if name.prefix.is_some() {
            Written::Prefixed
        } else {
            Written::Bare
        };
        self.uses.push(NameUse {
            span: name.id.span.clone(),
            whole: name.span.clone(),
            written,
            wanted,
            meaning,
        });
    }

    fn note_word(&mut self, span: &Range<usize>, meaning: Meaning) {
        self.uses.push(NameUse {
            span: span.clone(),
            whole: span.clone(),
            written: Written::Bare,
            wanted: Wanted::Object,
            meaning,
        });
    }

    fn note_quoted(&mut self, span: &Range<usize>, wanted: Wanted, id: AnyId) {
        self.uses.push(NameUse {
            span: span.clone(),
            whole: span.clone(),
            written: Written::Quoted,
            wanted,
            meaning: Meaning::Record(id),
        });
    }
}

/// Whether what a `return` gives is what a routine that ends without one gives.
fn is_one(value: &Expr) -> bool {
    use super::ast::Width;
    match &value.kind {
        ExprKind::Number(number) => number.value == 1 && number.width != Some(Width::Constant),
        ExprKind::Bool(value) => *value,
        _ => false,
    }
}
