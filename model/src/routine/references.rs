//! The records that a text names, and their renaming in it.

use std::ops::Range;

use super::lower::name_uses;
use super::resolve::{Meaning, NameUse, Written};
use super::scope::Scope;
use super::token::{collection_prefix, is_bare_name};
use crate::{AnyId, Collection};

/// A word of a text that means a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextReference {
    /// Bytes of the word, without a prefix; with its quotation marks where it is a display name.
    pub span: Range<usize>,
    /// The record.
    pub target: AnyId,
    /// Whether it is the record's display name, and not its id.
    pub quoted: bool,
}

/// Every word of a text that means a record, in order.
///
/// Words of lines that cannot be read mean nothing, and neither do names that are not known or
/// could mean several records.
pub fn references(text: &str, scope: &Scope<'_>) -> Vec<TextReference> {
    name_uses(text, scope)
        .into_iter()
        .filter_map(|name| match name.meaning {
            Meaning::Record(target) => Some(TextReference {
                span: name.span,
                target,
                quoted: name.written == Written::Quoted,
            }),
            _ => None,
        })
        .collect()
}

/// The text after a record's id is changed to `to`; `None` where that changes nothing in it.
///
/// `scope` is the mission before the change. Every id that means the record is rewritten, with a
/// prefix where the new id alone would read as something else. An id of another record that the new
/// one would cloud gets a prefix too, so that the text goes on to mean what it means.
pub fn rename_in_text(text: &str, scope: &Scope<'_>, from: &AnyId, to: &str) -> Option<String> {
    let mut renamed = text.to_owned();
    let mut changed = false;
    for name in name_uses(text, scope).into_iter().rev() {
        let Some((span, instead)) = renamed_use(&name, text, scope, from, to) else {
            continue;
        };
        renamed.get(span.clone())?;
        renamed.replace_range(span, &instead);
        changed = true;
    }
    changed.then_some(renamed)
}

/// What takes the place of a name, and where.
fn renamed_use(
    name: &NameUse,
    text: &str,
    scope: &Scope<'_>,
    from: &AnyId,
    to: &str,
) -> Option<(Range<usize>, String)> {
    let Meaning::Record(target) = &name.meaning else {
        return None;
    };
    if name.written == Written::Quoted {
        return None;
    }
    if target == from {
        if name.written == Written::Prefixed || is_clear(name, scope, from.collection, to) {
            return Some((name.span.clone(), to.to_owned()));
        }
        return Some((name.span.clone(), with_prefix(from.collection, to)));
    }
    let clouded = name.written == Written::Bare
        && text.get(name.span.clone()) == Some(to)
        && comes_first(name, from.collection, target.collection);
    clouded.then(|| (name.span.clone(), with_prefix(target.collection, to)))
}

/// Whether a bare id in this place means the record of this collection, and nothing else.
fn is_clear(name: &NameUse, scope: &Scope<'_>, collection: Collection, id: &str) -> bool {
    is_bare_name(id)
        && name.wanted.symbol(id).is_none()
        && Collection::ALL.into_iter().all(|other| {
            other == collection
                || !comes_first(name, other, collection)
                || scope.index(other, id).is_none()
        })
}

/// Whether a record of one collection keeps a bare id from meaning one of another here.
fn comes_first(name: &NameUse, one: Collection, other: Collection) -> bool {
    match (name.wanted.rank(one), name.wanted.rank(other)) {
        (Some(one), Some(other)) => one <= other,
        _ => false,
    }
}

fn with_prefix(collection: Collection, id: &str) -> String {
    match collection_prefix(collection) {
        Some(prefix) => format!("{prefix}:{id}"),
        None => id.to_owned(),
    }
}
