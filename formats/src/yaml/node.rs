//! A YAML text as a tree that knows where everything stands.

use std::fmt;
use std::ops::Range;

use serde_yaml::granit_parser::{
    Event, Options, Parser, ScalarStyle as ParserStyle, ScanError, Span, StructureStyle,
};

/// How deep a source may nest; ours needs six levels.
const MAX_DEPTH: usize = 64;

/// A line and a column of a text, both counted from 1, the column in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Position {
    /// The position of a byte of a text; past the end, the end's.
    pub fn of(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        let column = before.get(start..).unwrap_or_default().chars().count() + 1;
        Self { line, column }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A text that is no YAML, or uses what a mission source does not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {message}")]
pub struct SyntaxError {
    /// Where.
    pub position: Position,
    /// What is wrong.
    pub message: String,
}

/// How a scalar is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarStyle {
    /// As it is.
    Plain,
    /// In quotes of either kind.
    Quoted,
    /// As lines under a `|` or `>`.
    Block,
}

/// A value of a YAML text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its bytes in the text: a collection from its first to its last child, brackets included; the
    /// lines of a block scalar.
    pub span: Range<usize>,
    /// What it is.
    pub value: NodeValue,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeValue {
    /// A single value.
    Scalar {
        /// Its text, escapes undone.
        text: String,
        /// How it is written.
        style: ScalarStyle,
    },
    /// A list.
    Sequence {
        /// Its items.
        items: Vec<Node>,
        /// Whether it is written in brackets.
        flow: bool,
    },
    /// Keys and their values.
    Mapping {
        /// The entries, in the order in which they stand.
        entries: Vec<(Node, Node)>,
        /// Whether it is written in braces.
        flow: bool,
    },
}

impl Node {
    /// Its text, if it is a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            NodeValue::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Whether it stands for nothing: an empty value, `~` or `null`.
    pub fn is_null(&self) -> bool {
        matches!(&self.value, NodeValue::Scalar { text, style: ScalarStyle::Plain }
            if matches!(text.as_str(), "" | "~" | "null" | "Null" | "NULL"))
    }

    /// The value of a key, if it is a mapping that has the key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            NodeValue::Mapping { entries, .. } => entries
                .iter()
                .find(|(name, _)| name.text() == Some(key))
                .map(|(_, value)| value),
            _ => None,
        }
    }

    /// Its items, if it is a list.
    pub fn items(&self) -> Option<&[Node]> {
        match &self.value {
            NodeValue::Sequence { items, .. } => Some(items),
            _ => None,
        }
    }

    /// What it is, for messages.
    pub fn describe(&self) -> &'static str {
        match &self.value {
            NodeValue::Scalar { .. } if self.is_null() => "nothing",
            NodeValue::Scalar { .. } => "a single value",
            NodeValue::Sequence { .. } => "a list",
            NodeValue::Mapping { .. } => "a mapping",
        }
    }
}

/// A YAML text and its tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// The text.
    pub text: String,
    /// Its value.
    pub root: Node,
    /// The comments, each from its `#` to the end of its line.
    pub comments: Vec<Range<usize>>,
}

impl Document {
    /// Parses a text that holds one YAML document.
    ///
    /// # Errors
    /// A [`SyntaxError`] where the text is no YAML, holds more than one document, or uses anchors,
    /// aliases or tags, which a mission source has no need of and a save could not keep.
    pub fn parse(text: &str) -> Result<Self, SyntaxError> {
        let mut builder = Builder {
            text,
            stack: Vec::new(),
            root: None,
            comments: Vec::new(),
        };
        let mut options = Options::default();
        options.set_emit_comments(true);
        for event in Parser::new_from_str_with_options(text, options) {
            let (event, span) = event.map_err(|error| scan_error(text, &error))?;
            builder.event(event, span)?;
        }
        let root = builder.root.unwrap_or(Node {
            span: text.len()..text.len(),
            value: NodeValue::Scalar {
                text: String::new(),
                style: ScalarStyle::Plain,
            },
        });
        Ok(Self {
            text: text.to_owned(),
            root,
            comments: builder.comments,
        })
    }

    /// Where a byte of the text is.
    pub fn position(&self, offset: usize) -> Position {
        Position::of(&self.text, offset)
    }

    /// Where a place of a scalar's text stands in the file.
    ///
    /// Exact for plain scalars and for the lines of a `|` block; for quoted text, the quote.
    pub fn position_in(&self, node: &Node, offset: usize) -> Position {
        match &node.value {
            NodeValue::Scalar {
                text,
                style: ScalarStyle::Block,
            } => {
                let within = Position::of(text, offset);
                let header = self.block_header(node);
                let indent = Position::of(&self.text, node.span.start).column - 1;
                Position {
                    line: self.position(header).line + within.line,
                    column: within.column + indent,
                }
            }
            NodeValue::Scalar {
                style: ScalarStyle::Plain,
                ..
            } => self.position(node.span.start + offset),
            _ => self.position(node.span.start),
        }
    }

    /// Byte of the `|` or `>` above a block scalar's lines.
    pub(super) fn block_header(&self, node: &Node) -> usize {
        let before = self.text.get(..node.span.start).unwrap_or_default();
        // Between header and first line there are only line breaks, blanks, a comment and marks.
        let line_of_content = before.rfind('\n').map_or(0, |newline| newline + 1);
        let mut end = line_of_content;
        loop {
            let above = before.get(..end.saturating_sub(1)).unwrap_or_default();
            let start = above.rfind('\n').map_or(0, |newline| newline + 1);
            let line = above.get(start..).unwrap_or_default();
            if !line.trim().is_empty() || start == 0 {
                return start + line.find(['|', '>']).unwrap_or(0);
            }
            end = start;
        }
    }
}

fn scan_error(text: &str, error: &ScanError) -> SyntaxError {
    let marker = error.marker();
    let position = match marker.byte_offset() {
        Some(offset) => Position::of(text, offset),
        None => Position {
            line: marker.line().max(1),
            column: marker.col() + 1,
        },
    };
    SyntaxError {
        position,
        message: error.info(),
    }
}

/// A collection that is being read.
struct Open {
    start: usize,
    flow: bool,
    mapping: bool,
    children: Vec<Node>,
}

struct Builder<'a> {
    text: &'a str,
    stack: Vec<Open>,
    root: Option<Node>,
    comments: Vec<Range<usize>>,
}

impl Builder<'_> {
    fn fail(&self, offset: usize, message: &str) -> SyntaxError {
        SyntaxError {
            position: Position::of(self.text, offset),
            message: message.to_owned(),
        }
    }

    fn event(&mut self, event: Event<'_>, span: Span) -> Result<(), SyntaxError> {
        let start = span.start.byte_offset().unwrap_or(self.text.len());
        let end = span.end.byte_offset().unwrap_or(self.text.len());
        if event.tag().is_some() {
            return Err(self.fail(start, "YAML tags have no meaning here; remove the !tag"));
        }
        if event.anchor_id().is_some() || event.is_alias() {
            let message = "YAML anchors and aliases have no meaning here; write the value out";
            return Err(self.fail(start, message));
        }
        match event {
            Event::Comment(..) => self.comments.push(start..end),
            Event::Scalar(value, style, ..) => {
                let style = match style {
                    ParserStyle::Plain => ScalarStyle::Plain,
                    ParserStyle::Literal | ParserStyle::Folded => ScalarStyle::Block,
                    _ => ScalarStyle::Quoted,
                };
                // An empty value comes as `~` over no bytes.
                let text = if start == end && style == ScalarStyle::Plain {
                    String::new()
                } else {
                    value.into_owned()
                };
                self.add(Node {
                    span: start..end,
                    value: NodeValue::Scalar { text, style },
                })?;
            }
            Event::SequenceStart(style, ..) => self.open(start, style, false)?,
            Event::MappingStart(style, ..) => self.open(start, style, true)?,
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(open) = self.stack.pop() {
                    let node = close(open, end);
                    self.add(node)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn open(
        &mut self,
        start: usize,
        style: StructureStyle,
        mapping: bool,
    ) -> Result<(), SyntaxError> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(self.fail(start, "the text nests deeper than any mission source"));
        }
        let flow = style == StructureStyle::Flow;
        self.stack.push(Open {
            start,
            flow,
            mapping,
            children: Vec::new(),
        });
        Ok(())
    }

    fn add(&mut self, node: Node) -> Result<(), SyntaxError> {
        match self.stack.last_mut() {
            Some(open) => open.children.push(node),
            None if self.root.is_none() => self.root = Some(node),
            None => return Err(self.fail(node.span.start, "the file holds a second document")),
        }
        Ok(())
    }
}

/// A finished collection. In block style its end is its last child's, as the parser only notices
/// the end at the next token.
fn close(open: Open, end: usize) -> Node {
    let Open {
        start,
        flow,
        mapping,
        children,
    } = open;
    let end = if flow {
        end
    } else {
        children.last().map_or(start, |child| child.span.end)
    };
    let value = if mapping {
        let mut entries = Vec::with_capacity(children.len() / 2);
        let mut children = children.into_iter();
        while let (Some(key), Some(value)) = (children.next(), children.next()) {
            entries.push((key, value));
        }
        NodeValue::Mapping { entries, flow }
    } else {
        NodeValue::Sequence {
            items: children,
            flow,
        }
    };
    Node {
        span: start..end,
        value,
    }
}
