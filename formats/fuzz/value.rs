//! What a text says, as what is to be written.

use formats::yaml::{Node, NodeValue, ScalarStyle, Value};

/// The value of a node; `None` where a key is no text or stands twice, which no source may have.
pub(crate) fn value_of(node: &Node) -> Option<Value> {
    Some(match &node.value {
        NodeValue::Scalar { .. } if node.is_null() => Value::null(),
        NodeValue::Scalar { text, style } => match style {
            ScalarStyle::Block => Value::block(text),
            ScalarStyle::Plain | ScalarStyle::Quoted => Value::text(text),
        },
        NodeValue::Sequence { items, .. } => {
            let items: Vec<Value> = items.iter().map(value_of).collect::<Option<_>>()?;
            match items.iter().all(|item| item.get("id").is_some()) {
                true if !items.is_empty() => Value::Records(items),
                _ => Value::List(items),
            }
        }
        NodeValue::Mapping { entries, .. } => {
            let mut map: Vec<(String, Value)> = Vec::new();
            for (key, value) in entries {
                let key = key.text()?;
                if map.iter().any(|(known, _)| known == key) {
                    return None;
                }
                map.push((key.to_owned(), value_of(value)?));
            }
            Value::Map(map)
        }
    })
}

/// Whether a node says what a value does.
pub(crate) fn says(node: &Node, value: &Value) -> bool {
    match value {
        Value::Scalar(scalar) if *value == Value::null() => {
            node.is_null() && scalar.as_text().is_empty()
        }
        Value::Scalar(scalar) => node.text() == Some(scalar.as_text()) && !node.is_null(),
        Value::List(values) | Value::Records(values) => node.items().is_some_and(|items| {
            items.len() == values.len() && items.iter().zip(values).all(|(a, b)| says(a, b))
        }),
        Value::Map(values) => match &node.value {
            NodeValue::Mapping { entries, .. } => {
                entries.len() == values.len()
                    && values
                        .iter()
                        .all(|(key, value)| node.get(key).is_some_and(|node| says(node, value)))
            }
            _ => false,
        },
    }
}
