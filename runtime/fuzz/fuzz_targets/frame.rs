//! Any stream of bytes as messages of the link, in pieces of any size: nothing ends the program, no
//! more is kept than was pushed, and what was read is written as it came.
#![no_main]

use libfuzzer_sys::fuzz_target;
use runtime::link::{Frame, FrameReader, ToEditor, ToGame};

fuzz_target!(|input: (u8, &[u8])| {
    let (piece, bytes) = input;
    let mut reader = FrameReader::new();
    let mut read = Vec::new();
    for piece in bytes.chunks(usize::from(piece).max(1)) {
        reader.push(piece);
        while let Ok(Some(frame)) = reader.take() {
            read.extend(frame.to_bytes().expect("it was within its limit"));
            look(frame);
        }
        assert!(reader.waiting() <= bytes.len());
    }
    assert!(bytes.starts_with(&read));
    if reader.finish().is_ok() {
        assert_eq!(read, bytes);
    }
});

/// What a payload means is written and read as the same again.
fn look(frame: Frame) {
    if let Ok(message) = ToGame::from_frame(frame.clone()) {
        let written = message.to_frame().expect("it was within its limit");
        let again = ToGame::from_frame(written.clone()).expect("it was written");
        // A float need not equal itself.
        assert_eq!(again.to_frame(), Ok(written));
    }
    // A text that is no UTF-8 grows as it is read, and may then be too large.
    if let Ok(message) = ToEditor::from_frame(frame)
        && let Ok(written) = message.to_frame()
    {
        assert_eq!(ToEditor::from_frame(written), Ok(message));
    }
}
