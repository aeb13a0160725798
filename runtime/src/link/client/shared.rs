//! What the caller and the two threads of a client share.

use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use formats::{Image, SectionId};

use crate::link::{ScriptFlags, State, ToGame, message_name};

use super::capability::{Capabilities, PROTOCOL_WITH_EVENTS, is_original};
use super::event::{ClientEvent, Lost, SendError};
use super::inbox::Inbox;
use super::learn::Learning;
use super::options::ClientOptions;
use super::outbox::{Outbox, Packet};
use super::poll::Poll;
use crate::link::tag;

/// How long the reader may look for the reason once the writer found the connection broken.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// What is shared.
pub(super) struct Shared {
    pub(super) port: u16,
    pub(super) patience: Duration,
    inner: Mutex<Inner>,
    /// Told when the writer may have something to do.
    turn: Condvar,
    wake: Mutex<Box<dyn Fn() + Send>>,
}

/// What changes.
pub(super) struct Inner {
    pub(super) closed: bool,
    /// The connection, once there is one, to end it by.
    stream: Option<TcpStream>,
    /// Until when the Hello must come.
    hello_by: Option<Instant>,
    /// Since when a message is there in part.
    pub(super) part_since: Option<Instant>,
    /// What the writer found wrong, and by when the reader must have found why.
    broken: Option<(String, Instant)>,
    pub(super) playing: bool,
    /// The mission's file as it came last, of the mission that plays.
    file: Option<Arc<Image>>,
    pub(super) state: Option<Arc<State>>,
    flags: Vec<u8>,
    pub(super) inbox: Inbox,
    outbox: Outbox,
    pub(super) states: Poll,
    pub(super) files: Poll,
    pub(super) capabilities: Capabilities,
    pub(super) learning: Learning,
}

impl Shared {
    pub(super) fn new(port: u16, options: ClientOptions, wake: impl Fn() + Send + 'static) -> Self {
        let now = Instant::now();
        Self {
            port,
            patience: options.patience,
            inner: Mutex::new(Inner {
                closed: false,
                stream: None,
                hello_by: None,
                part_since: None,
                broken: None,
                playing: false,
                file: None,
                state: None,
                flags: options.flags,
                inbox: Inbox::default(),
                outbox: Outbox::default(),
                states: Poll::new(options.states, now),
                files: Poll::new(options.mission_files, now),
                capabilities: Capabilities::default(),
                learning: Learning::default(),
            }),
            turn: Condvar::new(),
            wake: Mutex::new(Box::new(wake)),
        }
    }

    /// What changes. Nothing waits while it holds the lock.
    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        // Nothing that holds the lock leaves it half done, so that it is whole after a panic too.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes something, then tells the writer, and the caller if something came for it.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut Inner) -> T) -> T {
        let mut inner = self.lock();
        let result = change(&mut inner);
        let tell = inner.inbox.tell();
        drop(inner);
        self.turn.notify_all();
        if tell {
            let wake = self.wake.lock().unwrap_or_else(PoisonError::into_inner);
            wake();
        }
        result
    }

    /// Takes the connection; says whether it is still wanted.
    pub(super) fn connected(&self, stream: TcpStream) -> bool {
        self.change(|inner| {
            if inner.closed {
                return false;
            }
            inner.stream = Some(stream);
            inner.hello_by = Some(Instant::now() + self.patience);
            inner.inbox.push(ClientEvent::Connected);
            true
        })
    }

    /// Ends the link for a reason; only the first one counts.
    pub(super) fn lose(&self, why: Lost) {
        self.change(|inner| {
            if !inner.closed {
                inner.close();
                inner.inbox.push(ClientEvent::Lost(why));
            }
        });
    }

    /// Ends the link because nobody wants it any more.
    pub(super) fn close(&self) {
        self.lock().close();
        self.turn.notify_all();
    }

    /// The messages to write next, once there are some; `None` once the link has ended.
    pub(super) fn next(&self) -> Option<Vec<Packet>> {
        let mut inner = self.lock();
        loop {
            if inner.closed {
                return None;
            }
            let now = Instant::now();
            if let Some(why) = inner.overdue(now, self) {
                drop(inner);
                self.lose(why);
                return None;
            }
            let packets = inner.packets(now);
            if !packets.is_empty() {
                return Some(packets);
            }
            let rest = inner
                .wakes_at(self.patience)
                .map(|at| at.saturating_duration_since(now));
            inner = match rest {
                // A wait that ends just before its time would turn round once more.
                Some(rest) => {
                    let rest = rest + Duration::from_micros(100);
                    let waited = self.turn.wait_timeout(inner, rest);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => {
                    let waited = self.turn.wait(inner);
                    waited.unwrap_or_else(PoisonError::into_inner)
                }
            };
        }
    }

    /// The writer found the connection broken. What the game said last may still be to be read, and
    /// tells more.
    pub(super) fn broken(&self, cause: String) {
        let by = Instant::now() + LAST_WORDS;
        self.change(|inner| inner.broken = Some((cause, by)));
    }
}

impl Inner {
    fn close(&mut self) {
        self.closed = true;
        self.outbox.clear();
        self.learning.clear();
        self.file = None;
        self.state = None;
        if let Some(stream) = self.stream.take() {
            // It fails where the connection is gone already.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// What the game owes for too long.
    fn overdue(&self, now: Instant, shared: &Shared) -> Option<Lost> {
        let after = shared.patience;
        let late = |since: Option<Instant>| since.is_some_and(|since| now >= since + after);
        if let Some((cause, by)) = &self.broken {
            let cause = cause.clone();
            return (now >= *by).then_some(Lost::Broken { cause });
        }
        if late(self.part_since) {
            return Some(Lost::Stalled { after });
        }
        if self.hello_by.is_some_and(|by| now >= by) {
            let port = shared.port;
            return Some(Lost::NoHello { port, after });
        }
        let answers = [("state", &self.states), ("mission_file", &self.files)];
        answers.into_iter().find_map(|(message, poll)| {
            if poll.is_flooded() {
                return Some(Lost::Unasked { message });
            }
            late(poll.waits_since()).then_some(Lost::Silent { message, after })
        })
    }

    /// When to look again though nothing changes.
    fn wakes_at(&self, patience: Duration) -> Option<Instant> {
        if let Some((_, by)) = &self.broken {
            return Some(*by);
        }
        let late = |since: Option<Instant>| since.map(|since| since + patience);
        let mut times = vec![
            late(self.part_since),
            self.hello_by,
            late(self.states.waits_since()),
            late(self.files.waits_since()),
        ];
        if self.playing {
            times.push(self.states.due(false));
            times.push(self.files.due(self.learning.wants_file()));
        }
        times.into_iter().flatten().min()
    }

    /// What is to be written now.
    fn packets(&mut self, now: Instant) -> Vec<Packet> {
        if self.broken.is_some() {
            return Vec::new();
        }
        let mut packets = self.outbox.take();
        if !self.playing || !packets.is_empty() {
            return packets;
        }
        let is_due = |at: Option<Instant>| at.is_some_and(|at| now >= at);
        if is_due(self.states.due(false)) {
            self.states.ask(now);
            packets.extend(packet(&ToGame::GetState).ok());
        }
        if is_due(self.files.due(self.learning.wants_file())) {
            self.files.ask(now);
            self.learning.asked();
            packets.extend(packet(&ToGame::GetMission).ok());
        }
        packets
    }

    /// Has messages sent that belong together, or none of them.
    pub(super) fn send(&mut self, messages: &[ToGame]) -> Result<(), SendError> {
        let mut packets = Vec::with_capacity(messages.len());
        for message in messages {
            self.may_send(message)?;
            packets.push(match message {
                ToGame::CopyScriptFlags(ScriptFlags(flags)) => self.flags_packet(flags)?,
                _ => packet(message)?,
            });
        }
        if !self.outbox.push_all(packets) {
            let message = messages.first().map(name).unwrap_or_default();
            return Err(SendError::Full { message });
        }
        for message in messages {
            let file = self.file.as_ref();
            self.learning.note(message, &self.capabilities, file);
            match message {
                ToGame::CopyScriptFlags(ScriptFlags(flags)) => self.flags.clone_from(flags),
                ToGame::GetState => self.states.ask_besides(),
                ToGame::GetMission => self.files.ask_besides(),
                _ => {}
            }
        }
        Ok(())
    }

    fn may_send(&self, message: &ToGame) -> Result<(), SendError> {
        let tag = message.tag();
        if self.closed {
            let message = name(message);
            return Err(SendError::Closed { message });
        }
        let Some(hello) = self.capabilities.hello() else {
            let message = name(message);
            return Err(SendError::NoHello { message });
        };
        if !self.playing && is_original(tag) {
            let message = name(message);
            return Err(SendError::NoMission { message });
        }
        if tag == tag::CONSOLE_LINE && hello.protocol < PROTOCOL_WITH_EVENTS {
            return Err(SendError::Unspoken {
                message: name(message),
                protocol: hello.protocol,
                wanted: PROTOCOL_WITH_EVENTS,
            });
        }
        Ok(())
    }

    pub(super) fn hello_came(&mut self) {
        self.hello_by = None;
    }

    pub(super) fn mission_started(&mut self, now: Instant) {
        self.mission_ended();
        self.playing = true;
        self.states.reset(now);
        self.files.reset(now);
        // The file follows by itself.
        self.files.ask(now);
    }

    pub(super) fn mission_ended(&mut self) {
        self.playing = false;
        self.file = None;
        self.state = None;
        self.learning.clear();
        self.outbox.drop_originals();
        // What was asked for last is ignored by the game where it read it too late.
        let now = Instant::now();
        self.states.reset(now);
        self.files.reset(now);
    }

    /// Takes the mission's file; says whether it is the first of this mission.
    pub(super) fn file_came(&mut self, image: &Arc<Image>, now: Instant) -> bool {
        let starts = self.file.is_none();
        let asked = self.files.answer(now);
        self.file = Some(Arc::clone(image));
        if starts {
            self.send_flags();
        } else if asked {
            let state = self.state.as_deref();
            self.learning.look(image, state, &mut self.capabilities);
        }
        starts
    }

    pub(super) fn set_flags(&mut self, flags: Vec<u8>) {
        self.flags = flags;
        self.send_flags();
    }

    /// Sends the flags once there is a mission to have them; the start waits for them, also where
    /// there are none.
    fn send_flags(&mut self) {
        if self.file.is_some()
            && let Ok(packet) = self.flags_packet(&self.flags)
        {
            self.outbox.put_flags_first(packet);
        }
    }

    /// Flags as many as the game takes of its script: those that are missing stop nothing.
    fn flags_packet(&self, flags: &[u8]) -> Result<Packet, SendError> {
        let mut flags = flags.to_vec();
        if let Some(file) = &self.file {
            let bytes = file.counted(SectionId::Script).len();
            flags.resize(bytes.next_multiple_of(4), 0);
        }
        packet(&ToGame::CopyScriptFlags(ScriptFlags(flags)))
    }
}

/// A message's bytes.
fn packet(message: &ToGame) -> Result<Packet, SendError> {
    let frame = message.to_frame()?;
    // A frame whose payload fits its tag has its bytes.
    let bytes = frame.to_bytes().unwrap_or_default();
    Ok(Packet::new(message, bytes))
}

fn name(message: &ToGame) -> String {
    message_name(message.tag()).into_owned()
}
