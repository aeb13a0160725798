//! The threads of a tap: each passes on what one side sends.

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::super::client;
use super::super::frame::FrameReader;
use super::super::message::ToGame;
use super::shared::Shared;
use super::{Passage, Sender, TapEnd};

/// Bytes that are read at once.
const READ_AT_ONCE: usize = 64 << 10;
/// How often it is looked for an editor.
const LOOK: Duration = Duration::from_millis(20);

impl Sender {
    fn other(self) -> Self {
        match self {
            Self::Game => Self::Editor,
            Self::Editor => Self::Game,
        }
    }
}

/// Starts to read what a side sends, and to pass it on if there is somebody to pass it on to. The
/// reader was counted before, so that no other's end is taken for the last.
pub(super) fn start(
    shared: &Arc<Shared>,
    sender: Sender,
    from: TcpStream,
    to: Option<TcpStream>,
) -> io::Result<JoinHandle<()>> {
    let reads = Arc::clone(shared);
    let thread = thread::Builder::new().name(format!("link tap, {sender:?}"));
    let started = thread.spawn(move || {
        let why = pass(&reads, sender, from, to.as_ref());
        // Known before the other side can act on it, so that whoever went first is the one that is
        // told of.
        reads.end(why);
        if let Some(to) = &to {
            // The other side sees the end where it is. It fails where that is gone already.
            let _ = to.shutdown(Shutdown::Write);
        }
        reads.read_all();
    });
    if let Err(error) = &started {
        shared.end(system(error));
        shared.read_all();
    }
    started
}

fn system(error: &io::Error) -> TapEnd {
    TapEnd::System {
        cause: error.to_string(),
    }
}

/// Passes on what a side sends until it sends no more; says why it does not.
fn pass(shared: &Shared, sender: Sender, mut from: TcpStream, to: Option<&TcpStream>) -> TapEnd {
    let mut reader = FrameReader::new();
    let mut readable = true;
    let mut bytes = vec![0; READ_AT_ONCE];
    let why = loop {
        let read = match from.read(&mut bytes) {
            Ok(0) => break TapEnd::Closed(sender),
            Ok(read) => bytes.get(..read).unwrap_or_default(),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => {
                break TapEnd::Broken {
                    side: sender,
                    cause: error.to_string(),
                };
            }
        };
        shared.is_busy();
        // It is told first, so that an answer never comes before its question.
        reader.push(read);
        while readable {
            match reader.take() {
                Ok(Some(frame)) => shared.message(sender, frame),
                Ok(None) => break,
                Err(error) => {
                    readable = false;
                    shared.tell(Passage::Unreadable(sender, error));
                }
            }
        }
        let written = to.map_or(Ok(()), |mut to| to.write_all(read));
        if let Err(error) = written {
            break TapEnd::Broken {
                side: sender.other(),
                cause: error.to_string(),
            };
        }
    };
    if readable && let Err(error) = reader.finish() {
        shared.tell(Passage::Unreadable(sender, error));
    }
    why
}

/// Asks a game for something again and again.
pub(super) fn ask(
    shared: &Arc<Shared>,
    mut to: TcpStream,
    questions: &[ToGame],
    every: Duration,
) -> io::Result<JoinHandle<()>> {
    let frames = questions.iter().map(ToGame::to_frame);
    // Questions have no payload, which fits any tag.
    let frames: Vec<_> = frames.filter_map(Result::ok).collect();
    let shared = Arc::clone(shared);
    let thread = thread::Builder::new().name("link tap, questions".to_owned());
    thread.spawn(move || {
        loop {
            for frame in &frames {
                let bytes = frame.to_bytes().unwrap_or_default();
                shared.message(Sender::Editor, frame.clone());
                // Why it cannot be written is found as it is read from.
                if to.write_all(&bytes).is_err() {
                    return;
                }
            }
            if !shared.rest(every) {
                return;
            }
        }
    })
}

/// Waits for an editor, and stands between it and the game.
pub(super) fn serve(
    shared: &Arc<Shared>,
    listener: TcpListener,
    game: u16,
    patience: Duration,
) -> io::Result<JoinHandle<()>> {
    let shared = Arc::clone(shared);
    let thread = thread::Builder::new().name("link tap".to_owned());
    thread.spawn(move || {
        let editor = match accept(&shared, &listener) {
            Ok(Some(editor)) => editor,
            Ok(None) => return,
            Err(error) => return shared.end(system(&error)),
        };
        // Another editor is refused at once, as this one is the last.
        drop(listener);
        match client::dial(game, patience) {
            Ok(game) => {
                if let Err(error) = join(&shared, editor, game) {
                    shared.end(system(&error));
                }
            }
            Err(lost) => shared.end(TapEnd::NoGame(lost)),
        }
    })
}

/// The first editor that comes; `None` once the tap has ended.
fn accept(shared: &Shared, listener: &TcpListener) -> io::Result<Option<TcpStream>> {
    loop {
        match listener.accept() {
            Ok((editor, _)) => {
                editor.set_nonblocking(false)?;
                // Small messages must not wait for more; it only costs time where it fails.
                let _ = editor.set_nodelay(true);
                return Ok(Some(editor));
            }
            Err(error) if is_passing(error.kind()) => {}
            Err(error) => return Err(error),
        }
        if !shared.rest(LOOK) {
            return Ok(None);
        }
    }
}

/// Whether there is nobody yet, or somebody who went before he was let in.
fn is_passing(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::WouldBlock | ErrorKind::Interrupted | ErrorKind::ConnectionAborted
    )
}

/// Passes on what either side sends until both have ended.
fn join(shared: &Arc<Shared>, editor: TcpStream, game: TcpStream) -> io::Result<()> {
    shared.keep(editor.try_clone()?);
    shared.keep(game.try_clone()?);
    shared.reads(2);
    shared.tell(Passage::Came);
    let (to_editor, to_game) = (editor.try_clone()?, game.try_clone()?);
    let up = start(shared, Sender::Game, game, Some(to_editor))?;
    let down = start(shared, Sender::Editor, editor, Some(to_game));
    if down.is_err() {
        shared.close();
    }
    for thread in [Ok(up), down] {
        // A thread that failed has nothing to say that is not known.
        let _ = thread?.join();
    }
    Ok(())
}
