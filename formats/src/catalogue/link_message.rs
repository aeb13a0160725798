//! The messages of the editor link.

use serde::Deserialize;

use super::table;

/// A message of the editor link (`assets/tables/editor_link.yaml`).
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct LinkMessage {
    /// Its tag.
    pub tag: u16,
    /// Who sends it; `None` for a tag that neither side knows.
    pub direction: Option<String>,
    /// Its name.
    pub name: Option<String>,
    /// `original` or `openreliant`.
    pub origin: String,
    /// What it does.
    pub effect: String,
}

/// Every message, in order of its tag.
pub fn link_messages() -> &'static [LinkMessage] {
    #[derive(Default, Deserialize)]
    struct Document {
        tags: Vec<LinkMessage>,
    }
    table!("editor_link.yaml", Document, LinkMessage, |document| {
        document.tags
    })
}
