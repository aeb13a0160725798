//! The two threads of a client: one reads, the other writes and looks at the time.

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use formats::Image;

use crate::link::{Frame, FrameReader, MessageError, State, ToEditor, message_name, tag};

use super::event::{ClientEvent, Lost};
use super::shared::{Inner, Shared};

/// Bytes that are read at once.
const CHUNK: usize = 64 << 10;
/// Bytes that a Hello or a start of a mission has at most. Both are a few short lines, which are kept.
const MOST_TEXT: usize = 64 << 10;
/// Messages that are let through within a second.
const MOST_MESSAGES: u32 = 10_000;

/// Starts the threads; says of the link whatever comes of that.
pub(super) fn start(shared: &Arc<Shared>) {
    let reads = Arc::clone(shared);
    let reader = thread::Builder::new().name("link-reader".to_owned());
    if let Err(error) = reader.spawn(move || run(&reads)) {
        lose_to_system(shared, &error);
    }
}

/// Connects and reads until the link has ended.
fn run(shared: &Arc<Shared>) {
    let stream = match dial(shared.port, shared.patience) {
        Ok(stream) => stream,
        Err(why) => return shared.lose(why),
    };
    let both = stream
        .try_clone()
        .and_then(|it| Ok((it, stream.try_clone()?)));
    let (to_end, to_write) = match both {
        Ok(both) => both,
        Err(error) => return lose_to_system(shared, &error),
    };
    if !shared.connected(to_end) {
        return;
    }
    let writes = Arc::clone(shared);
    let writer = thread::Builder::new().name("link-writer".to_owned());
    if let Err(error) = writer.spawn(move || write(&writes, to_write)) {
        return lose_to_system(shared, &error);
    }
    let why = read(shared, stream);
    shared.lose(why);
}

/// Connects to the game that listens at a port of this computer.
///
/// # Errors
/// [`Lost::NoListener`].
pub(in crate::link) fn dial(port: u16, patience: Duration) -> Result<TcpStream, Lost> {
    let refused = |cause: String| Lost::NoListener { port, cause };
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    // A patience of nothing is refused as an argument, and no listener is.
    let patience = patience.max(Duration::from_millis(1));
    let stream = TcpStream::connect_timeout(&address, patience);
    let stream = stream.map_err(|error| refused(error.to_string()))?;
    // A port that nobody listens at can be the one that this end was given.
    if stream.local_addr().is_ok_and(|own| own == address) {
        return Err(refused("it connected to itself".to_owned()));
    }
    // Small messages must not wait for more; it only costs time where it fails.
    let _ = stream.set_nodelay(true);
    Ok(stream)
}

fn lose_to_system(shared: &Shared, error: &std::io::Error) {
    let cause = error.to_string();
    shared.lose(Lost::System { cause });
}

/// Reads until the connection ends; says why it did.
fn read(shared: &Shared, mut stream: TcpStream) -> Lost {
    let mut frames = FrameReader::new();
    let mut rate = Rate::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        let len = match stream.read(&mut chunk) {
            Ok(0) => {
                return frames.finish().map_or_else(Lost::Frame, |()| Lost::Closed);
            }
            Ok(len) => len,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => {
                let cause = error.to_string();
                return Lost::Broken { cause };
            }
        };
        frames.push(chunk.get(..len).unwrap_or_default());
        let mut came = false;
        loop {
            let frame = match frames.take() {
                Ok(Some(frame)) => frame,
                Ok(None) => break,
                Err(error) => return Lost::Frame(error),
            };
            came = true;
            if !rate.passes() {
                let messages = MOST_MESSAGES;
                return Lost::Flood { messages };
            }
            if let Err(why) = take(shared, frame) {
                return why;
            }
        }
        let waiting = frames.waiting() > 0;
        shared.change(|inner| {
            inner.part_since = match inner.part_since {
                _ if !waiting => None,
                Some(since) if !came => Some(since),
                _ => Some(Instant::now()),
            };
        });
    }
}

/// Acts on a message.
fn take(shared: &Shared, frame: Frame) -> Result<(), Lost> {
    let is_text = matches!(frame.tag, tag::HELLO | tag::MISSION_STARTED);
    if is_text && frame.payload.len() > MOST_TEXT {
        return Err(Lost::Message(MessageError::TooLarge {
            message: message_name(frame.tag),
            size: frame.payload.len(),
            limit: MOST_TEXT,
        }));
    }
    // What takes time is done before the lock is taken.
    let message = ToEditor::from_frame(frame)?;
    let came = match message {
        ToEditor::MissionFile(bytes) => Came::File(Arc::new(Image::read(bytes)?.value)),
        ToEditor::State(state) => Came::State(Arc::from(state)),
        other => Came::Other(other),
    };
    let now = Instant::now();
    shared.change(|inner| {
        if !inner.closed {
            inner.take(came, now);
        }
    });
    Ok(())
}

/// A message as the client keeps it.
enum Came {
    File(Arc<Image>),
    State(Arc<State>),
    Other(ToEditor),
}

impl Inner {
    fn take(&mut self, came: Came, now: Instant) {
        let event = match came {
            // What tells of a mission is nothing without one.
            Came::File(_) | Came::State(_) if !self.playing => return,
            Came::File(image) => {
                let starts = self.file_came(&image, now);
                ClientEvent::MissionFile { image, starts }
            }
            Came::State(state) => {
                self.states.answer(now);
                self.state = Some(Arc::clone(&state));
                ClientEvent::State(state)
            }
            Came::Other(message) => match message {
                ToEditor::Hello(hello) => {
                    self.hello_came();
                    self.capabilities.set_hello(hello.clone());
                    ClientEvent::Hello(hello)
                }
                ToEditor::MissionStarted(started) => {
                    self.mission_started(now);
                    ClientEvent::MissionStarted(started)
                }
                ToEditor::MissionEnded => {
                    self.mission_ended();
                    ClientEvent::MissionEnded
                }
                ToEditor::ScriptStopped(offset) => ClientEvent::Stopped { offset },
                ToEditor::FirstFinished(finished) => ClientEvent::FirstFinished(finished),
                ToEditor::Other { tag, payload } => ClientEvent::Unknown {
                    tag,
                    size: payload.len(),
                },
                // These two were taken out before.
                ToEditor::MissionFile(_) | ToEditor::State(_) => return,
            },
        };
        self.inbox.push(event);
    }
}

/// Writes what is to be sent until the link has ended.
fn write(shared: &Shared, mut stream: TcpStream) {
    while let Some(packets) = shared.next() {
        let bytes: Vec<u8> = packets.into_iter().flat_map(|it| it.bytes).collect();
        match write_all(&mut stream, &bytes, shared.patience) {
            Ok(()) => {}
            Err(Unwritten::Full) => {
                let after = shared.patience;
                return shared.lose(Lost::NotReading { after });
            }
            Err(Unwritten::Broken(cause)) => shared.broken(cause),
        }
    }
}

/// Why bytes were not written.
enum Unwritten {
    /// There was no room for them.
    Full,
    /// The connection broke.
    Broken(String),
}

/// Writes bytes within a time, however many writes it takes.
fn write_all(stream: &mut TcpStream, bytes: &[u8], within: Duration) -> Result<(), Unwritten> {
    let by = Instant::now() + within;
    let mut rest = bytes;
    while !rest.is_empty() {
        let left = by.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Unwritten::Full);
        }
        let written = stream
            .set_write_timeout(Some(left))
            .and_then(|()| stream.write(rest));
        match written {
            Ok(len) => rest = rest.get(len..).unwrap_or_default(),
            Err(error) => match error.kind() {
                // The system has either word for a time that ran out.
                ErrorKind::WouldBlock | ErrorKind::TimedOut => return Err(Unwritten::Full),
                ErrorKind::Interrupted => {}
                _ => return Err(Unwritten::Broken(error.to_string())),
            },
        }
    }
    Ok(())
}

/// How many messages come.
struct Rate {
    since: Instant,
    messages: u32,
}

impl Rate {
    fn new() -> Self {
        Self {
            since: Instant::now(),
            messages: 0,
        }
    }

    /// Counts a message; says whether no more come than can be meant.
    fn passes(&mut self) -> bool {
        let now = Instant::now();
        if now.saturating_duration_since(self.since) >= Duration::from_secs(1) {
            self.since = now;
            self.messages = 0;
        }
        self.messages = self.messages.saturating_add(1);
        self.messages <= MOST_MESSAGES
    }
}
