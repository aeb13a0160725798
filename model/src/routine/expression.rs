//! A single expression, compiled for whoever watches a run: a breakpoint's condition, a value to be
//! noted.

use formats::script::{Item, Opcode, assemble};

use super::lower::lower;
use super::references::rename_in_text;
use super::scope::Scope;
use super::{Body, CodeStyle};
use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::ids::AnyId;

/// What makes a statement of an expression.
const RETURN: &str = "return ";

/// Compiles an expression of the script language, in the scope of the routine that it is about: a
/// block that returns it, with its length word, and the block's constants behind (dte-format 4).
///
/// # Errors
///
/// Every error of the text, with bytes of it for their spans. An expression only looks: one that runs
/// a command or calls a routine is an error as well.
pub fn compile_expression(text: &str, scope: &Scope<'_>) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let error = |message: &str| {
        let place = Place {
            span: Some(0..text.len()),
            ..Place::default()
        };
        vec![Diagnostic::error("expression", place, message)]
    };
    if text.trim().is_empty() {
        return Err(error("there is nothing to work out; write an expression"));
    }
    if text.contains(['\n', '\r', '#']) {
        return Err(error("an expression is one line, without a comment"));
    }
    let body = Body {
        text: format!("{RETURN}{}", text.trim_start()),
        style: CodeStyle::Rules,
        ..Body::default()
    };
    let skipped = text.len() - text.trim_start().len();
    let lowered = lower(&body, scope);
    let mut errors: Vec<Diagnostic> = lowered
        .diagnostics
        .into_iter()
        .filter(|it| it.severity == Severity::Error)
        .collect();
    for error in &mut errors {
        error.fixes.clear();
        if let Some(span) = &mut error.place.span {
            let back = |at: usize| at.saturating_sub(RETURN.len()) + skipped;
            *span = back(span.start)..back(span.end);
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    if lowered.items.iter().any(acts) {
        return Err(error("an expression only looks; it cannot run a command"));
    }
    match assemble(&lowered.items, &[]) {
        Ok(assembled) => Ok(assembled.bytes),
        Err(flaw) => Err(error(&flaw.to_string())),
    }
}

/// An expression in which a record is called by another id, as [`rename_in_text`] does it for a whole
/// text; `None` where it does not name the record. The scope is that of the mission before.
pub fn rename_in_expression(
    text: &str,
    scope: &Scope<'_>,
    from: &AnyId,
    to: &str,
) -> Option<String> {
    let statement = format!("{RETURN}{}", text.trim_start());
    let renamed = rename_in_text(&statement, scope, from, to)?;
    renamed.strip_prefix(RETURN).map(str::to_owned)
}

fn acts(item: &Item) -> bool {
    let Item::Code(instruction) = item else {
        return false;
    };
    matches!(
        instruction.opcode,
        Opcode::Command
            | Opcode::CommandB
            | Opcode::CallPart
            | Opcode::CallPartB
            | Opcode::SpawnPart
            | Opcode::SpawnPartB
    )
}
