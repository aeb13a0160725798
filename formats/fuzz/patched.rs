//! A valid image with bytes of it overwritten, so that a fuzzer need not find a mission from nothing.

use formats::Image;
use formats::sections::SECTIONS;

/// Bytes of a run's head: where it goes, and how long it is.
const HEAD: usize = 4;

/// The bytes of an image with runs of `data` laid over them.
///
/// A run is a section's number, or any other for the directory, an offset of two bytes from where that
/// starts, a length, and as many bytes.
pub(crate) fn patched(base: &Image, data: &[u8]) -> Vec<u8> {
    let mut bytes = base.bytes().to_vec();
    let mut rest = data;
    while let Some(([section, low, high, len], behind)) = rest.split_first_chunk::<HEAD>() {
        let start = SECTIONS
            .get(usize::from(*section))
            .map_or(0, |it| it.offset);
        let start = start + usize::from(u16::from_le_bytes([*low, *high]));
        let run = &behind[..behind.len().min(usize::from(*len))];
        if let Some(place) = bytes.get_mut(start..start + run.len()) {
            place.copy_from_slice(run);
        }
        rest = &behind[run.len()..];
    }
    bytes
}
