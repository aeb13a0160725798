//! Bytes as text: compressed, then in base 64.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Columns of a line of packed text.
const LINE: usize = 96;
/// The most that packed text may unpack to; no part of an image is longer.
const MAX_UNPACKED: usize = 4 * 1024 * 1024;
/// How hard to compress, 0 to 10. Fixed, so that the same bytes are always the same text.
const LEVEL: u8 = 6;

/// Bytes as lines of text.
pub(super) fn pack(bytes: &[u8]) -> String {
    let packed = STANDARD.encode(miniz_oxide::deflate::compress_to_vec_zlib(bytes, LEVEL));
    let mut out = String::with_capacity(packed.len() + packed.len() / LINE + 1);
    for (i, c) in packed.chars().enumerate() {
        if i > 0 && i.is_multiple_of(LINE) {
            out.push('\n');
        }
        out.push(c);
    }
    out.push('\n');
    out
}

/// The bytes of lines of text.
///
/// # Errors
/// Why the text is not what [`pack`] writes.
pub(super) fn unpack(text: &str) -> Result<Vec<u8>, String> {
    let joined: String = text.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    let packed = STANDARD
        .decode(joined)
        .map_err(|error| format!("this is no base 64: {error}"))?;
    miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&packed, MAX_UNPACKED)
        .map_err(|error| format!("these packed bytes are damaged: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        let bytes: Vec<u8> = (0..10_000u32).flat_map(|i| (i * i).to_le_bytes()).collect();
        let text = pack(&bytes);
        assert!(text.lines().all(|line| line.len() <= LINE));
        assert_eq!(unpack(&text).unwrap(), bytes);
        assert_eq!(unpack(&pack(&[])).unwrap(), []);
    }

    #[test]
    fn damage_is_told() {
        assert!(unpack("!").unwrap_err().contains("base 64"));
        assert!(unpack("AAAA").unwrap_err().contains("damaged"));
    }
}
