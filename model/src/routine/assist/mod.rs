//! What an editor asks while a text is typed.
//!
//! Every answer is for a text as it stands, whole or half-written, and for a place in it given in
//! bytes. Nothing is kept between questions.

mod complete;
mod context;
mod highlight;
mod hover;
mod signature;

pub use complete::{Completion, CompletionItem, CompletionKind, complete};
pub use highlight::{TokenClass, highlight};
pub use hover::{Hover, definition, hover};
pub use signature::{SignatureHelp, signature_at};
