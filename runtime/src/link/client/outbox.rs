//! What is to be sent.

use std::collections::VecDeque;

use crate::link::{HEADER_BYTES, MOST_PAYLOAD_ORIGINAL, ToGame, tag};

use super::capability::is_original;

/// Messages that wait at most.
const MOST_MESSAGES: usize = 1024;
/// Bytes that wait at most, headers included: OpenReliant drops an editor with more than four times
/// its largest payload waiting.
const MOST_BYTES: usize = 4 * MOST_PAYLOAD_ORIGINAL;
/// Bytes that are written at once at most, unless one message has more.
const MOST_AT_ONCE: usize = 256 << 10;

/// A message as bytes.
#[derive(Debug, Clone)]
pub(super) struct Packet {
    pub(super) tag: u16,
    /// The object whose move it is, by the 16 bits that the game compares.
    pub(super) moves: Option<u16>,
    pub(super) bytes: Vec<u8>,
}

impl Packet {
    pub(super) fn new(message: &ToGame, bytes: Vec<u8>) -> Self {
        Self {
            tag: message.tag(),
            moves: match message {
                ToGame::MoveShip { object_id, .. } => Some(*object_id as u16),
                _ => None,
            },
            bytes,
        }
    }
}

/// Messages in the order in which they are written.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    packets: VecDeque<Packet>,
    bytes: usize,
}

impl Outbox {
    /// Adds messages that belong together, or none of them; says whether there was room.
    pub(super) fn push_all(&mut self, packets: Vec<Packet>) -> bool {
        let bytes: usize = packets.iter().map(|it| it.bytes.len()).sum();
        let fits = self.packets.len().saturating_add(packets.len()) <= MOST_MESSAGES
            && self.bytes.saturating_add(bytes) <= MOST_BYTES + HEADER_BYTES;
        if fits {
            for packet in packets {
                self.push(packet);
            }
        }
        fits
    }

    /// Adds a message; a move in place of one of the same object that still waits, if nothing but
    /// other moves stands behind that.
    fn push(&mut self, packet: Packet) {
        if packet.moves.is_some() {
            let waiting = self.packets.iter_mut().rev();
            let mut moves = waiting.take_while(|it| it.moves.is_some());
            if let Some(older) = moves.find(|it| it.moves == packet.moves) {
                // A move has the same size as any other.
                *older = packet;
                return;
            }
        }
        self.bytes = self.bytes.saturating_add(packet.bytes.len());
        self.packets.push_back(packet);
    }

    /// Puts the script's flags before everything else, in place of those that still wait.
    pub(super) fn put_flags_first(&mut self, packet: Packet) {
        self.retain(|it| it.tag != tag::COPY_SCRIPT_FLAGS);
        self.bytes = self.bytes.saturating_add(packet.bytes.len());
        self.packets.push_front(packet);
    }

    /// Drops what was meant for a mission that has ended.
    pub(super) fn drop_originals(&mut self) {
        self.retain(|it| !is_original(it.tag));
    }

    /// The next messages to write, whole ones.
    pub(super) fn take(&mut self) -> Vec<Packet> {
        let mut bytes: usize = 0;
        let mut taken = Vec::new();
        while let Some(packet) = self.packets.front() {
            bytes = bytes.saturating_add(packet.bytes.len());
            if bytes > MOST_AT_ONCE && !taken.is_empty() {
                break;
            }
            taken.extend(self.packets.pop_front());
        }
        let gone: usize = taken.iter().map(|it| it.bytes.len()).sum();
        self.bytes = self.bytes.saturating_sub(gone);
        taken
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    fn retain(&mut self, keep: impl Fn(&Packet) -> bool) {
        self.packets.retain(keep);
        self.bytes = self.packets.iter().map(|it| it.bytes.len()).sum();
    }
}
