//! What is to be written as YAML.

/// A value to write.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A single value.
    Scalar(Scalar),
    /// A list, in brackets on one line where it fits.
    List(Vec<Value>),
    /// A list of records, each an item of its own line or lines, told apart by their `id`.
    Records(Vec<Value>),
    /// Keys and their values, in the order in which they are written.
    Map(Vec<(String, Value)>),
}

/// A single value to write.
#[derive(Debug, Clone, PartialEq)]
pub enum Scalar {
    /// Nothing.
    Null,
    /// A number or a symbol, written as it is.
    Plain(String),
    /// Text, quoted where YAML would otherwise read it as something else.
    Text(String),
    /// Lines under a `|`, where YAML can hold them so.
    Block(String),
}

impl Value {
    /// Nothing.
    pub fn null() -> Self {
        Self::Scalar(Scalar::Null)
    }

    /// A number or a symbol.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::Scalar(Scalar::Plain(text.into()))
    }

    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Scalar(Scalar::Text(text.into()))
    }

    /// Lines of text.
    pub fn block(text: impl Into<String>) -> Self {
        Self::Scalar(Scalar::Block(text.into()))
    }

    /// A number of game units or degrees, as the shortest text that reads back as the same f32.
    pub fn float(value: f32) -> Self {
        Self::plain(float_text(value))
    }

    /// The value of a key, if it is a map that has the key.
    pub fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Self::Map(entries) => entries
                .iter()
                .find(|(name, _)| name == key)
                .map(|(_, value)| value),
            _ => None,
        }
    }

    /// The `id` that tells a record from its siblings.
    pub(super) fn id(&self) -> Option<&str> {
        match self.get("id")? {
            Value::Scalar(Scalar::Plain(text) | Scalar::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// Whether it can stand on one line.
    pub(super) fn is_inline(&self) -> bool {
        match self {
            Self::Scalar(Scalar::Block(_)) | Self::Records(_) => false,
            Self::Scalar(_) => true,
            Self::List(items) => items.iter().all(Self::is_inline),
            Self::Map(entries) => entries.iter().all(|(_, value)| value.is_inline()),
        }
    }
}

/// An f32 as YAML: the shortest decimals that read back as the same bits. A NaN other than YAML's own
/// has its bits written out.
fn float_text(value: f32) -> String {
    if value.to_bits() == f32::NAN.to_bits() {
        ".nan".to_owned()
    } else if value.is_nan() {
        format!("nan(0x{:08X})", value.to_bits())
    } else if value.is_infinite() {
        if value > 0.0 {
            ".inf".to_owned()
        } else {
            "-.inf".to_owned()
        }
    } else {
        value.to_string()
    }
}
