//! What a tap's threads and whoever takes from it share.

use std::collections::VecDeque;
use std::net::{Shutdown, TcpStream};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::super::frame::Frame;
use super::{Passage, Passed, Sender, TapEnd};

/// Bytes of messages that are kept until they are taken, at most.
const MOST_KEPT: usize = 64 << 20;
/// Bytes that a message takes besides its payload, about.
const ENTRY: usize = 96;
/// How long the other side may be silent once one side closed, until it is closed too.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// What is shared.
pub(super) struct Shared {
    begun: Instant,
    inner: Mutex<Inner>,
    changed: Condvar,
}

#[derive(Default)]
struct Inner {
    passed: VecDeque<Passed>,
    bytes: usize,
    /// Messages that there was no room for, since the last that there was room for.
    left_out: u64,
    /// The connections, to end them by.
    streams: Vec<TcpStream>,
    /// Threads that read from one of them.
    readers: usize,
    /// Why it ends, and since when nothing was passed on.
    end: Option<(TapEnd, Instant)>,
    closed: bool,
    /// Whether the end was told, so that nothing more is.
    told: bool,
}

impl Shared {
    pub(super) fn new() -> Self {
        Self {
            begun: Instant::now(),
            inner: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Nothing here panics while it holds the lock, and the queue stays a queue if it did.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a connection, to end it by. One that comes after the end is closed at once.
    pub(super) fn keep(&self, stream: TcpStream) {
        let mut inner = self.lock();
        if inner.closed {
            let _ = stream.shutdown(Shutdown::Both);
        }
        inner.streams.push(stream);
    }

    /// So many threads are about to read from a connection each.
    pub(super) fn reads(&self, threads: usize) {
        let mut inner = self.lock();
        inner.readers = inner.readers.saturating_add(threads);
    }

    /// Something is passed on: last words take the time that they take.
    pub(super) fn is_busy(&self) {
        if let Some((_, since)) = &mut self.lock().end {
            *since = Instant::now();
        }
    }

    /// A thread reads no more.
    pub(super) fn read_all(&self) {
        let mut inner = self.lock();
        inner.readers = inner.readers.saturating_sub(1);
        drop(inner);
        self.changed.notify_all();
    }

    /// Says why it ends, if nobody did before.
    pub(super) fn end(&self, why: TapEnd) {
        self.lock().end.get_or_insert((why, Instant::now()));
        self.changed.notify_all();
    }

    /// Ends the connections.
    pub(super) fn close(&self) {
        self.lock().close();
        self.changed.notify_all();
    }

    /// Waits for a while, or until the connections are ended; says whether they are not.
    pub(super) fn rest(&self, time: Duration) -> bool {
        let goes_on = |inner: &mut Inner| !inner.closed && inner.end.is_none();
        let waited = self.changed.wait_timeout_while(self.lock(), time, goes_on);
        let mut inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        goes_on(&mut inner)
    }

    /// Tells of a message.
    pub(super) fn message(&self, sender: Sender, frame: Frame) {
        let after = self.begun.elapsed();
        let mut inner = self.lock();
        let size = size(&frame);
        if inner.bytes.saturating_add(size) > MOST_KEPT {
            inner.left_out = inner.left_out.saturating_add(1);
            return;
        }
        inner.bytes = inner.bytes.saturating_add(size);
        inner.push(after, Passage::Message(sender, frame));
        drop(inner);
        self.changed.notify_all();
    }

    /// Tells of something else.
    pub(super) fn tell(&self, what: Passage) {
        let after = self.begun.elapsed();
        self.lock().push(after, what);
        self.changed.notify_all();
    }

    /// Waits for what passes next.
    pub(super) fn next(&self) -> Option<Passed> {
        let mut inner = self.lock();
        loop {
            if let Some(passed) = inner.passed.pop_front() {
                if let Passage::Message(_, frame) = &passed.what {
                    inner.bytes = inner.bytes.saturating_sub(size(frame));
                }
                return Some(passed);
            }
            if inner.told {
                return None;
            }
            let now = Instant::now();
            let rest = match &inner.end {
                None => None,
                Some((why, since)) => {
                    let by = *since + LAST_WORDS;
                    if inner.readers == 0 || inner.closed || now >= by {
                        let why = why.clone();
                        inner.close();
                        inner.push(self.begun.elapsed(), Passage::Ended(why));
                        inner.told = true;
                        continue;
                    }
                    Some(by.saturating_duration_since(now))
                }
            };
            inner = match rest {
                None => {
                    let waited = self.changed.wait(inner);
                    waited.unwrap_or_else(PoisonError::into_inner)
                }
                Some(rest) => {
                    let waited = self.changed.wait_timeout(inner, rest);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

impl Inner {
    fn push(&mut self, after: Duration, what: Passage) {
        if self.told {
            return;
        }
        if self.left_out > 0 {
            let what = Passage::LeftOut(std::mem::take(&mut self.left_out));
            self.passed.push_back(Passed { after, what });
        }
        self.passed.push_back(Passed { after, what });
    }

    fn close(&mut self) {
        self.closed = true;
        for stream in self.streams.drain(..) {
            // It fails where the connection is gone already.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

fn size(frame: &Frame) -> usize {
    frame.payload.len().saturating_add(ENTRY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_there_is_no_room_for_is_left_out_and_counted() {
        let shared = Shared::new();
        let large = || Frame::new(0x104, vec![0; 16 << 20]);
        for _ in 0..5 {
            shared.message(Sender::Game, large());
        }
        let mut kept = 0;
        while shared.lock().bytes > 0 {
            assert!(matches!(
                shared.next().map(|it| it.what),
                Some(Passage::Message(..))
            ));
            kept += 1;
        }
        // With what each takes besides, three fit into 64 MiB.
        assert_eq!(kept, 3);
        shared.message(Sender::Editor, Frame::new(0x105, []));
        assert_eq!(
            shared.next().map(|it| it.what),
            Some(Passage::LeftOut(2)),
            "before what came after them"
        );
        shared.message(Sender::Game, large());
        shared.end(TapEnd::Told);
        shared.close();
        let rest: Vec<Passage> = std::iter::from_fn(|| shared.next())
            .map(|it| it.what)
            .collect();
        assert!(
            matches!(
                &rest[..],
                [
                    Passage::Message(Sender::Editor, _),
                    Passage::Message(Sender::Game, _),
                    Passage::Ended(TapEnd::Told)
                ]
            ),
            "{rest:?}"
        );
    }
}
