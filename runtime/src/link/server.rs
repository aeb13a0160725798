//! The game's end of the socket: it listens on this computer's own address, and serves one editor at a
//! time.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::time::Duration;

use super::connection::Connection;
use super::frame::Frame;

pub use super::connection::MOST_UNSENT;

/// How long an editor may take none of what it is sent, unless another time is asked for.
const PATIENCE: Duration = Duration::from_secs(10);
/// Unsent bytes up to which the editor's messages are acted on: one that asks and does not read what
/// is answered is not answered more.
const BUSY: usize = 1 << 20;

/// Listens for editors. Another editor that connects waits in the system's queue until the first has
/// gone.
pub struct Server {
    listener: TcpListener,
    port: u16,
    editor: Option<Connection>,
    patience: Duration,
    /// The last trouble with taking a connection.
    trouble: Option<io::ErrorKind>,
}

/// What came in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// An editor connected.
    Came(SocketAddr),
    /// It sent a message.
    Message(Frame),
    /// It is gone, for a reason.
    Gone(String),
    /// An editor could not be taken in.
    Trouble(String),
}

/// Why a server cannot listen.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// Another program does.
    #[error(
        "port {0} of 127.0.0.1 is in use; end the other program, or choose another port (0 picks a free \
         one)"
    )]
    InUse(u16),
    /// The system does not let it.
    #[error("port {port} of 127.0.0.1 cannot be listened at: {source}; choose another port")]
    Refused {
        /// The port.
        port: u16,
        /// What the system says.
        source: io::Error,
    },
}

impl Server {
    /// Listens at a port of 127.0.0.1; at a free one for 0.
    ///
    /// # Errors
    /// Where the port is in use, or the system does not let it be used.
    pub fn listen(port: u16) -> Result<Self, ServerError> {
        let (listener, port) = listener(port)?;
        Ok(Self {
            listener,
            port,
            editor: None,
            patience: PATIENCE,
            trouble: None,
        })
    }

    /// The same, with another time that an editor may take none of what it is sent.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// The port that it listens at.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// What came in since the last time; it waits for nothing. All that an editor sent comes before
    /// that it is gone.
    pub fn poll(&mut self) -> Vec<Arrival> {
        let mut arrivals = Vec::new();
        if self.editor.is_none() {
            arrivals.extend(self.accept());
        }
        if let Some(editor) = &self.editor {
            let (frames, gone) = editor.take();
            arrivals.extend(frames.into_iter().map(Arrival::Message));
            if let Some(why) = gone {
                self.editor = None;
                arrivals.push(Arrival::Gone(why));
            }
        }
        arrivals
    }

    /// Sends a message to the editor, if one is there.
    pub fn send(&mut self, frame: &Frame) {
        if let Some(editor) = &self.editor {
            editor.send(frame);
        }
    }

    /// Whether the editor has yet to read so much that its messages had better wait.
    pub fn is_busy(&self) -> bool {
        self.editor.as_ref().is_some_and(|it| it.unsent() > BUSY)
    }

    /// Lets the editor go.
    pub fn drop_editor(&mut self) {
        self.editor = None;
    }

    /// Waits until the editor has been sent everything, for so long at most, and closes.
    pub fn close(self, patience: Duration) {
        if let Some(editor) = &self.editor {
            editor.flush(patience);
        }
    }

    fn accept(&mut self) -> Option<Arrival> {
        let accepted = self.listener.accept().and_then(|(stream, address)| {
            let editor = Connection::start(stream, self.patience)?;
            Ok((editor, address))
        });
        match accepted {
            Ok((editor, address)) => {
                self.trouble = None;
                self.editor = Some(editor);
                Some(Arrival::Came(address))
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => None,
            // It is tried again at every turn, and told once.
            Err(error) => {
                let is_new = self.trouble.replace(error.kind()) != Some(error.kind());
                is_new.then(|| Arrival::Trouble(format!("an editor cannot be taken in: {error}")))
            }
        }
    }
}

/// Listens at a port of 127.0.0.1, a free one for 0, without waiting for who comes; gives the port
/// too.
///
/// # Errors
/// Where the port is in use, or the system does not let it be used.
pub(super) fn listener(port: u16) -> Result<(TcpListener, u16), ServerError> {
    let refused = |source: io::Error| match source.kind() {
        io::ErrorKind::AddrInUse => ServerError::InUse(port),
        _ => ServerError::Refused { port, source },
    };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(refused)?;
    listener.set_nonblocking(true).map_err(refused)?;
    let port = listener.local_addr().map_err(refused)?.port();
    Ok((listener, port))
}
