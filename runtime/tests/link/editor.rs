//! An editor for the tests, and the process that it talks to.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use formats::Image;
use runtime::link::{FrameReader, State, ToEditor, ToGame};

/// How long anything may take that is waited for.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// An editor that is connected.
pub(crate) struct Editor {
    pub(crate) stream: TcpStream,
    reader: FrameReader,
    /// Messages that were read over while another was looked for.
    pub(crate) passed: VecDeque<ToEditor>,
}

impl Editor {
    pub(crate) fn connect(port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        Self {
            stream,
            reader: FrameReader::new(),
            passed: VecDeque::new(),
        }
    }

    pub(crate) fn send(&mut self, message: &ToGame) {
        self.send_bytes(&message.to_frame().unwrap().to_bytes().unwrap());
    }

    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    /// The next message; `None` once the game has closed the connection.
    pub(crate) fn next(&mut self) -> Option<ToEditor> {
        let mut bytes = [0; 16 << 10];
        loop {
            if let Some(frame) = self.reader.take().unwrap() {
                return Some(ToEditor::from_frame(frame).unwrap());
            }
            match self.stream.read(&mut bytes) {
                Ok(0) => return None,
                Ok(read) => self.reader.push(&bytes[..read]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if is_closed(error.kind()) => return None,
                Err(error) => panic!("nothing came: {error}"),
            }
        }
    }

    /// The first message that a filter picks; what came before it is passed over.
    pub(crate) fn until<T>(&mut self, pick: impl Fn(&ToEditor) -> Option<T>) -> T {
        loop {
            let message = self.next().expect("the connection is closed");
            match pick(&message) {
                Some(picked) => return picked,
                None => self.passed.push_back(message),
            }
        }
    }

    pub(crate) fn state(&mut self) -> State {
        self.send(&ToGame::GetState);
        self.until(|message| match message {
            ToEditor::State(state) => Some((**state).clone()),
            _ => None,
        })
    }

    /// States until one is as it should be.
    pub(crate) fn state_that(&mut self, is: impl Fn(&State) -> bool) -> State {
        let start = Instant::now();
        loop {
            let state = self.state();
            if is(&state) {
                return state;
            }
            assert!(start.elapsed() < PATIENCE, "{state:?}");
        }
    }

    pub(crate) fn file(&mut self) -> Image {
        let bytes = self.until(|message| match message {
            ToEditor::MissionFile(bytes) => Some(bytes.clone()),
            _ => None,
        });
        Image::read(bytes).unwrap().value
    }

    pub(crate) fn stop(&mut self) -> u32 {
        self.until(|message| match message {
            ToEditor::ScriptStopped(offset) => Some(*offset),
            _ => None,
        })
    }

    /// Waits until the game closes the connection.
    pub(crate) fn is_let_go(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Write);
        let mut bytes = [0; 16 << 10];
        loop {
            match self.stream.read(&mut bytes) {
                Ok(0) => return,
                Ok(_) => {}
                Err(error) if is_closed(error.kind()) => return,
                Err(error) => panic!("the connection stays: {error}"),
            }
        }
    }
}

pub(crate) fn is_closed(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe
    )
}

/// The engine as a process.
pub(crate) struct Engine {
    pub(crate) child: Child,
    pub(crate) port: u16,
    log: Receiver<String>,
    pub(crate) told: Vec<String>,
}

pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sortie-engine"));
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

impl Engine {
    /// Starts it with a mission at a free port, and waits until it listens.
    pub(crate) fn start(mission: &Path, arguments: &[&str]) -> Self {
        let mut command = command();
        command.arg(mission).args(["--port", "0"]).args(arguments);
        Self::of(command.spawn().unwrap())
    }

    pub(crate) fn of(mut child: Child) -> Self {
        let mut line = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut line).unwrap();
        let port = line.strip_prefix("listening on 127.0.0.1:");
        let port = port.and_then(|port| port.trim_end().parse().ok());
        let (sender, log) = channel();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        std::thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let Some(port) = port else {
            let told: Vec<String> = log.iter().collect();
            panic!("{line:?} is no port; {told:?}");
        };
        Self {
            child,
            port,
            log,
            told: Vec::new(),
        }
    }

    pub(crate) fn connect(&self) -> Editor {
        Editor::connect(self.port)
    }

    /// Waits until the log says something.
    pub(crate) fn says(&mut self, what: &str) -> String {
        loop {
            let line = self.log.recv_timeout(PATIENCE).unwrap_or_else(|error| {
                panic!("{error}: {what:?} is not in {:?}", self.told);
            });
            self.told.push(line.clone());
            if line.contains(what) {
                return line;
            }
        }
    }

    /// What the log says up to the process's end.
    pub(crate) fn last_words(&mut self) -> Vec<String> {
        self.told.extend(self.log.iter());
        self.told.clone()
    }

    /// Waits until it has ended.
    pub(crate) fn ends(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "it runs on");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
