//! A connection: a thread that reads and one that writes, with bounded queues between them and the
//! game, which never waits for either.

use std::collections::VecDeque;
use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::frame::{Frame, FrameReader, HEADER_BYTES};
use super::session::MOST_WAITING;

/// Bytes that are sent to an editor and not taken by it at most; more drop it.
pub const MOST_UNSENT: usize = 32 << 20;
/// Bytes that are read at once.
const READ_AT_ONCE: usize = 64 << 10;

/// A connection to an editor.
pub(super) struct Connection {
    stream: TcpStream,
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    queues: Mutex<Queues>,
    changed: Condvar,
}

#[derive(Default)]
struct Queues {
    incoming: VecDeque<Frame>,
    incoming_bytes: usize,
    outgoing: VecDeque<Vec<u8>>,
    /// Bytes that are queued or being written.
    outgoing_bytes: usize,
    /// Why the connection is at its end.
    gone: Option<String>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        // Nothing here panics while it holds the lock, and the queues stay queues if it did.
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, queues: MutexGuard<'a, Queues>) -> MutexGuard<'a, Queues> {
        let woken = self.changed.wait(queues);
        woken.unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the connection, for the first reason that there was.
    fn end(&self, why: String) {
        self.lock().gone.get_or_insert(why);
        self.changed.notify_all();
    }
}

impl Connection {
    /// Starts the threads of a stream. `patience` is how long the editor may take none of what it is
    /// sent.
    ///
    /// # Errors
    /// Where the system has no thread or no handle left.
    pub(super) fn start(stream: TcpStream, patience: Duration) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        // Messages are small and somebody waits for each.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(patience))?;
        let mut connection = Self {
            stream: stream.try_clone()?,
            shared: Arc::default(),
            threads: Vec::new(),
        };
        let (shared, reader) = (Arc::clone(&connection.shared), stream.try_clone()?);
        let threads = thread::Builder::new().name("link reader".to_owned());
        let reader = threads.spawn(move || read(reader, &shared))?;
        connection.threads.push(reader);
        let shared = Arc::clone(&connection.shared);
        let threads = thread::Builder::new().name("link writer".to_owned());
        let writer = threads.spawn(move || write(stream, &shared, patience))?;
        connection.threads.push(writer);
        Ok(connection)
    }

    /// Takes what the editor sent, and says why the connection is at its end, if it is.
    pub(super) fn take(&self) -> (VecDeque<Frame>, Option<String>) {
        let mut queues = self.shared.lock();
        queues.incoming_bytes = 0;
        let taken = (std::mem::take(&mut queues.incoming), queues.gone.clone());
        drop(queues);
        self.shared.changed.notify_all();
        taken
    }

    /// Sends a message, unless too much is unsent, which ends the connection.
    pub(super) fn send(&self, frame: &Frame) {
        let bytes = match frame.to_bytes() {
            Ok(bytes) => bytes,
            Err(error) => return self.shared.end(error.to_string()),
        };
        let mut queues = self.shared.lock();
        let unsent = queues.outgoing_bytes.saturating_add(bytes.len());
        if unsent > MOST_UNSENT {
            drop(queues);
            self.shared.end(format!(
                "it leaves {unsent} bytes unread, and {MOST_UNSENT} may be"
            ));
            return;
        }
        queues.outgoing_bytes = unsent;
        queues.outgoing.push_back(bytes);
        drop(queues);
        self.shared.changed.notify_all();
    }

    /// Bytes that the editor has not taken.
    pub(super) fn unsent(&self) -> usize {
        self.shared.lock().outgoing_bytes
    }

    /// Waits until all is sent, or the connection is at its end.
    pub(super) fn flush(&self, patience: Duration) {
        let queues = self.shared.lock();
        let busy = |queues: &mut Queues| queues.outgoing_bytes > 0 && queues.gone.is_none();
        // Whether the patience ran out is all the same now.
        let _ = self
            .shared
            .changed
            .wait_timeout_while(queues, patience, busy);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.shared.end("the game ended it".to_owned());
        // It may be closed already.
        let _ = self.stream.shutdown(Shutdown::Both);
        for thread in self.threads.drain(..) {
            // A thread that failed has nothing to say that is not known.
            let _ = thread.join();
        }
    }
}

fn read(mut stream: TcpStream, shared: &Shared) {
    let why = match read_frames(&mut stream, shared) {
        Ok(()) => "it closed the connection".to_owned(),
        Err(why) => why,
    };
    shared.end(why);
}

fn read_frames(stream: &mut TcpStream, shared: &Shared) -> Result<(), String> {
    let mut reader = FrameReader::new();
    let mut bytes = vec![0; READ_AT_ONCE];
    loop {
        let read = match stream.read(&mut bytes) {
            Ok(0) => return reader.finish().map_err(|error| error.to_string()),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(format!("nothing can be read from it: {error}")),
        };
        reader.push(bytes.get(..read).unwrap_or_default());
        while let Some(frame) = reader.take().map_err(|error| error.to_string())? {
            let size = frame.payload.len().saturating_add(HEADER_BYTES);
            let mut queues = shared.lock();
            // A game that is slow lets the editor wait; what it does not want it says.
            while queues.gone.is_none()
                && !queues.incoming.is_empty()
                && queues.incoming_bytes.saturating_add(size) > MOST_WAITING
            {
                queues = shared.wait(queues);
            }
            if queues.gone.is_some() {
                return Ok(());
            }
            queues.incoming_bytes = queues.incoming_bytes.saturating_add(size);
            queues.incoming.push_back(frame);
        }
    }
}

fn write(mut stream: TcpStream, shared: &Shared, patience: Duration) {
    loop {
        let mut queues = shared.lock();
        let bytes = loop {
            if queues.gone.is_some() {
                return;
            }
            match queues.outgoing.pop_front() {
                Some(bytes) => break bytes,
                None => queues = shared.wait(queues),
            }
        };
        drop(queues);
        let written = stream.write_all(&bytes);
        let mut queues = shared.lock();
        queues.outgoing_bytes = queues.outgoing_bytes.saturating_sub(bytes.len());
        drop(queues);
        shared.changed.notify_all();
        if let Err(error) = written {
            let why = match error.kind() {
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                    format!("it read nothing for {} s", patience.as_secs_f32())
                }
                _ => format!("nothing can be written to it: {error}"),
            };
            shared.end(why);
            // Wakes the reader.
            let _ = stream.shutdown(Shutdown::Both);
            return;
        }
    }
}
