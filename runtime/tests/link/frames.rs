//! Bytes to messages and back, in whatever pieces they come.

use proptest::prelude::*;
use runtime::link::{
    Frame, FrameError, FrameReader, HEADER_BYTES, MOST_PAYLOAD, MOST_PAYLOAD_ORIGINAL,
    payload_limit,
};

fn header(tag: u16, reserved: u16, size: u32) -> Vec<u8> {
    let mut bytes = tag.to_le_bytes().to_vec();
    bytes.extend(reserved.to_le_bytes());
    bytes.extend(size.to_le_bytes());
    bytes
}

fn all(reader: &mut FrameReader) -> Vec<Frame> {
    std::iter::from_fn(|| reader.take().unwrap()).collect()
}

#[test]
fn link_01_a_header_is_eight_bytes() {
    let frame = Frame::new(0x1234, [0xAA, 0xBB, 0xCC]);
    let bytes = frame.to_bytes().unwrap();
    assert_eq!(bytes, [0x34, 0x12, 0, 0, 3, 0, 0, 0, 0xAA, 0xBB, 0xCC]);
    let mut reader = FrameReader::new();
    reader.push(&bytes);
    assert_eq!(all(&mut reader), [frame]);
    assert_eq!(reader.finish(), Ok(()));
}

#[test]
fn link_02_a_payload_has_a_limit_by_its_tag() {
    assert_eq!(MOST_PAYLOAD_ORIGINAL, 0xD4A08);
    assert_eq!(MOST_PAYLOAD, 16 * 1024 * 1024);
    for (tag, limit) in [
        (0x00, 0xD4A08),
        (0xFF, 0xD4A08),
        (0x100, 0x0100_0000),
        (0xFFFF, 0x0100_0000),
    ] {
        assert_eq!(payload_limit(tag), limit);
        let mut reader = FrameReader::new();
        reader.push(&header(0x13, 0, 0));
        reader.push(&header(tag, 0, limit as u32));
        assert_eq!(reader.take(), Ok(Some(Frame::new(0x13, []))));
        assert_eq!(reader.take(), Ok(None), "the limit itself is allowed");

        let mut reader = FrameReader::new();
        reader.push(&header(0x13, 0, 0));
        reader.push(&header(tag, 0, limit as u32 + 1));
        reader.take().unwrap();
        let error = FrameError::TooLarge {
            tag,
            size: limit as u64 + 1,
            limit,
            offset: 8,
        };
        for _ in 0..3 {
            assert_eq!(reader.take(), Err(error.clone()));
        }
        assert_eq!(reader.finish(), Err(error.clone()));
        // Nothing more is kept of such a stream.
        reader.push(&[0; 4096]);
        assert_eq!(reader.waiting(), 0);
        let told = error.to_string();
        assert!(told.contains(&format!("0x{tag:X}")), "{told}");

        let frame = Frame::new(tag, vec![0; limit + 1]);
        assert!(matches!(
            frame.to_bytes(),
            Err(FrameError::TooLarge { offset: 0, .. })
        ));
    }
}

#[test]
fn link_01_the_second_halfword_is_0() {
    for reserved in [1, 0x100, 0xFFFF] {
        let mut reader = FrameReader::new();
        reader.push(&header(0x105, 0, 0));
        reader.push(&header(0x15, reserved, 8));
        reader.take().unwrap();
        let error = FrameError::Reserved {
            tag: 0x15,
            reserved,
            size: 8,
            offset: 8,
        };
        assert_eq!(reader.take(), Err(error));
    }
}

#[test]
fn a_claim_of_4_gib_takes_no_room() {
    let mut reader = FrameReader::new();
    reader.push(&header(0x107, 0, u32::MAX));
    assert!(matches!(
        reader.take(),
        Err(FrameError::TooLarge {
            size: 0xFFFF_FFFF,
            ..
        })
    ));
    // One within its limit holds what came of it alone.
    let mut reader = FrameReader::new();
    reader.push(&header(0x107, 0, MOST_PAYLOAD as u32));
    assert_eq!(reader.take(), Ok(None));
    assert_eq!(reader.waiting(), HEADER_BYTES);
}

#[test]
fn a_stream_that_ends_within_a_message_says_what_is_missing() {
    let bytes = [header(0x103, 0, 0), header(0x15, 0, 8), vec![0; 8]].concat();
    for end in 0..=bytes.len() {
        let mut reader = FrameReader::new();
        reader.push(&bytes[..end]);
        all(&mut reader);
        let (offset, missing) = match end {
            0 | 8 | 24 => {
                assert_eq!(reader.finish(), Ok(()));
                continue;
            }
            1..8 => (0, 8 - end),
            9..16 => (8, 16 - end),
            _ => (8, 24 - end),
        };
        let cut = FrameError::Cut {
            offset,
            end: end as u64,
            missing: missing as u64,
        };
        assert_eq!(reader.finish(), Err(cut));
    }
}

fn any_frame() -> impl Strategy<Value = Frame> {
    let tag = prop_oneof![0..0x1C_u16, 0x100..0x108_u16, any::<u16>()];
    (tag, prop::collection::vec(any::<u8>(), 0..70))
        .prop_map(|(tag, payload)| Frame::new(tag, payload))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn frames_come_back_split_at_every_byte(frames in prop::collection::vec(any_frame(), 1..5)) {
        let bytes: Vec<u8> = frames.iter().flat_map(|it| it.to_bytes().unwrap()).collect();
        for cut in 0..=bytes.len() {
            let mut reader = FrameReader::new();
            let mut read = Vec::new();
            for piece in [&bytes[..cut], &bytes[cut..]] {
                reader.push(piece);
                read.extend(all(&mut reader));
            }
            prop_assert_eq!(&read, &frames);
            prop_assert_eq!(reader.finish(), Ok(()));
        }
    }

    #[test]
    fn frames_come_back_in_pieces_of_any_size(
        frames in prop::collection::vec(any_frame(), 1..200),
        sizes in prop::collection::vec(1..3000_usize, 1..20),
    ) {
        let bytes: Vec<u8> = frames.iter().flat_map(|it| it.to_bytes().unwrap()).collect();
        let mut reader = FrameReader::new();
        let mut read = Vec::new();
        let mut rest = &bytes[..];
        for size in sizes.iter().cycle() {
            let (piece, behind) = rest.split_at((*size).min(rest.len()));
            reader.push(piece);
            read.extend(all(&mut reader));
            rest = behind;
            if rest.is_empty() {
                break;
            }
        }
        prop_assert_eq!(read, frames);
        prop_assert_eq!(reader.waiting(), 0);
    }

    #[test]
    fn any_bytes_are_messages_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..4000)) {
        let mut reader = FrameReader::new();
        reader.push(&bytes);
        let mut read = Vec::new();
        let end = loop {
            match reader.take() {
                Ok(Some(frame)) => read.push(frame),
                Ok(None) => break reader.finish(),
                Err(error) => break Err(error),
            }
        };
        let whole: Vec<u8> = read.iter().flat_map(|it| it.to_bytes().unwrap()).collect();
        prop_assert_eq!(&bytes[..whole.len()], &whole[..]);
        if let Err(FrameError::TooLarge { offset, .. } | FrameError::Reserved { offset, .. }) = end {
            prop_assert_eq!(offset, whole.len() as u64);
        }
    }
}
