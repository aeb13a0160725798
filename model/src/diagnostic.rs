//! What is wrong with a mission, where, and what can be done about it.

use std::fmt;
use std::ops::Range;

use crate::edit::Edit;
use crate::ids::AnyId;

/// How much it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Hint,
    /// The mission may not do what its author means.
    Warning,
    /// The mission cannot be compiled.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hint => "hint",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// What a diagnostic is about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// The record; `None` for the mission as a whole.
    pub record: Option<AnyId>,
    /// The key of the source that holds the field.
    pub field: Option<&'static str>,
    /// Bytes of the record's text in the script language.
    pub span: Option<Range<usize>>,
}

impl Place {
    /// A record as a whole.
    pub fn record(record: AnyId) -> Self {
        Self {
            record: Some(record),
            ..Self::default()
        }
    }

    /// A field of a record.
    pub fn field(record: AnyId, field: &'static str) -> Self {
        Self {
            record: Some(record),
            field: Some(field),
            span: None,
        }
    }

    /// A run of a record's text in the script language.
    pub fn text(record: AnyId, span: Range<usize>) -> Self {
        Self {
            record: Some(record),
            field: Some("run"),
            span: Some(span),
        }
    }
}

/// Something to tell the author.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// The check's name, in kebab case, the same for all that it finds.
    pub code: &'static str,
    /// Where.
    pub place: Place,
    /// What is wrong, and the way out, in one sentence.
    pub message: String,
    /// Edits that would mend it.
    pub fixes: Vec<Fix>,
}

/// An edit that mends something.
#[derive(Debug, Clone, PartialEq)]
pub struct Fix {
    /// What it does, as a button says it.
    pub title: String,
    /// The edit.
    pub edit: Edit,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            place,
            message: message.into(),
            fixes: Vec::new(),
        }
    }

    /// A warning.
    pub fn warning(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, place, message)
        }
    }

    /// A hint.
    pub fn hint(code: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Hint,
            ..Self::error(code, place, message)
        }
    }

    /// The same, with an edit that would mend it.
    pub fn with_fix(mut self, title: impl Into<String>, edit: Edit) -> Self {
        self.fixes.push(Fix {
            title: title.into(),
            edit,
        });
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.severity)?;
        if let Some(record) = &self.place.record {
            write!(f, "{record}: ")?;
        }
        write!(f, "{} [{}]", self.message, self.code)
    }
}
