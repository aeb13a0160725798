//! What is to be sent.

use std::collections::VecDeque;

use crate::link::{MOST_PAYLOAD_ORIGINAL, ToGame, tag};

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
            && self.bytes.saturating_add(bytes) <= MOST_BYTES;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(message: &ToGame) -> Packet {
        let bytes = message.to_frame().unwrap().to_bytes().unwrap();
        Packet::new(message, bytes)
    }

    fn moved(object_id: u32, x: f32) -> ToGame {
        ToGame::MoveShip {
            object_id,
            unknown: 0,
            place: [x, 0.0, 0.0],
        }
    }

    fn outbox(messages: &[ToGame]) -> Outbox {
        let mut outbox = Outbox::default();
        for message in messages {
            assert!(outbox.push_all(vec![packet(message)]));
        }
        outbox
    }

    fn taken(outbox: &mut Outbox) -> Vec<Vec<u8>> {
        outbox.take().into_iter().map(|it| it.bytes).collect()
    }

    fn bytes(messages: &[ToGame]) -> Vec<Vec<u8>> {
        messages.iter().map(|it| packet(it).bytes).collect()
    }

    #[test]
    fn of_the_moves_of_a_ship_the_last_place_wins() {
        let sent = [moved(1, 1.0), moved(2, 2.0), moved(1, 3.0)];
        let mut outbox = outbox(&sent);
        let expected = [moved(1, 3.0), moved(2, 2.0)];
        assert_eq!(taken(&mut outbox), bytes(&expected));
        assert_eq!(outbox.bytes, 0);
    }

    #[test]
    fn the_game_compares_sixteen_bits_of_an_id() {
        let mut outbox = outbox(&[moved(1, 1.0), moved(0x0001_0001, 2.0)]);
        assert_eq!(taken(&mut outbox), bytes(&[moved(0x0001_0001, 2.0)]));
    }

    #[test]
    fn a_move_does_not_pass_what_may_undo_it() {
        let sent = [
            moved(1, 1.0),
            ToGame::RemakeShip(vec![0; 76]),
            moved(1, 2.0),
            moved(1, 3.0),
        ];
        let mut outbox = outbox(&sent);
        let expected = [sent[0].clone(), sent[1].clone(), moved(1, 3.0)];
        assert_eq!(taken(&mut outbox), bytes(&expected));
    }

    #[test]
    fn flags_come_first_and_once() {
        let flags = |flag| ToGame::CopyScriptFlags(crate::link::ScriptFlags(vec![flag; 4]));
        let mut outbox = outbox(&[ToGame::BindTables, flags(0)]);
        outbox.put_flags_first(packet(&flags(1)));
        assert_eq!(taken(&mut outbox), bytes(&[flags(1), ToGame::BindTables]));
        assert_eq!(outbox.bytes, 0);
    }

    #[test]
    fn what_was_meant_for_a_mission_goes_with_it() {
        let console = ToGame::ConsoleLine(crate::link::ConsoleLine::default());
        let mut outbox = outbox(&[ToGame::BindTables, console.clone(), moved(1, 1.0)]);
        outbox.drop_originals();
        assert_eq!(taken(&mut outbox), bytes(&[console]));
        assert_eq!(outbox.bytes, 0);
    }

    #[test]
    fn what_waits_is_bounded_and_goes_together_or_not_at_all() {
        let large = ToGame::CopyShips(vec![0; MOST_PAYLOAD_ORIGINAL]);
        let mut outbox = Outbox::default();
        assert!(outbox.push_all(vec![packet(&large), packet(&large), packet(&large)]));
        assert!(!outbox.push_all(vec![packet(&ToGame::Nothing), packet(&large)]));
        assert!(outbox.push_all(vec![packet(&ToGame::Nothing)]));
        // Large messages go one by one.
        assert_eq!(outbox.take().len(), 1);
        assert!(outbox.push_all(vec![packet(&large)]));
        let mut outbox = Outbox::default();
        let many = vec![packet(&ToGame::Nothing); MOST_MESSAGES];
        assert!(outbox.push_all(many));
        assert!(!outbox.push_all(vec![packet(&ToGame::Nothing)]));
    }
}
