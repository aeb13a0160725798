//! A game in a process of its own, which the editor starts, watches and ends.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{BufRead as _, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use eframe::egui::Context;
use tempfile::TempDir;

/// Lines of what a process says that are kept.
const MOST_LINES: usize = 200;
/// Bytes of a line that are kept.
const LINE_BYTES: u64 = 4096;
/// What the engine prints before its port.
const LISTENING: &str = "listening on 127.0.0.1:";

/// What is to be started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<OsString>,
    pub(super) folder: Option<PathBuf>,
}

/// Something that a process said or did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Happened {
    /// It listens at a port.
    Listening(u16),
    /// It ended.
    Ended(String),
}

/// A process that was started. It ends as this is dropped.
pub(super) struct SideProcess {
    child: Child,
    /// A process that minds its parent ends as this is closed.
    _stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    said: VecDeque<String>,
    ended: bool,
    /// Whether it is one that tells its port, rather than a game of the user's own.
    engine: bool,
    /// What it plays. It goes as soon as that was read, so that nothing is left behind even where this
    /// program is killed.
    folder: Option<TempDir>,
}

impl SideProcess {
    /// Starts a process; `folder` is kept until it says that it listens, by when it has read all that it
    /// plays, or until it ends.
    ///
    /// # Errors
    /// A text for the author, where the system cannot start it.
    pub(super) fn start(
        plan: &Plan,
        engine: bool,
        folder: Option<TempDir>,
        context: &Context,
    ) -> Result<Self, String> {
        let mut command = Command::new(&plan.program);
        command
            .args(&plan.arguments)
            .stdin(if engine {
                Stdio::piped()
            } else {
                Stdio::null()
            })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &plan.folder {
            command.current_dir(folder);
        }
        let mut child = command
            .spawn()
            .map_err(|error| format!("{} cannot be started: {error}", plan.program.display()))?;
        let (sender, lines) = channel();
        if let Some(stdout) = child.stdout.take() {
            listen(stdout, sender.clone(), context);
        }
        if let Some(stderr) = child.stderr.take() {
            listen(stderr, sender, context);
        }
        Ok(Self {
            _stdin: child.stdin.take(),
            child,
            lines,
            said: VecDeque::new(),
            ended: false,
            engine,
            folder,
        })
    }

    /// What became of it since the last time.
    pub(super) fn take(&mut self) -> Vec<Happened> {
        let mut happened = Vec::new();
        for line in self.lines.try_iter() {
            let port = line.strip_prefix(LISTENING).filter(|_| self.engine);
            if let Some(port) = port.and_then(|port| port.trim().parse().ok()) {
                self.folder = None;
                happened.push(Happened::Listening(port));
            }
            if self.said.len() == MOST_LINES {
                self.said.pop_front();
            }
            self.said.push_back(line);
        }
        if !self.ended
            && let Ok(Some(status)) = self.child.try_wait()
        {
            self.ended = true;
            happened.push(Happened::Ended(self.end_text(status)));
        }
        happened
    }

    /// The number by which the system knows it.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends it as a crash does.
    pub(super) fn kill(&mut self) {
        // One that has ended already needs no end.
        let _ = self.child.kill();
    }

    /// Whether it has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// What it said last, first to last.
    pub(super) fn said(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.said.iter().map(String::as_str)
    }

    fn end_text(&self, status: ExitStatus) -> String {
        let last = self.said.back().map(String::as_str).unwrap_or_default();
        match status.code() {
            Some(0) => "The game ended.".to_owned(),
            Some(code) => format!("The game ended with code {code}: {last}"),
            None => format!("The game was ended or crashed ({status})."),
        }
    }
}

impl Drop for SideProcess {
    fn drop(&mut self) {
        // One that has ended already needs no end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends each line of what a process says to the window.
fn listen(from: impl Read + Send + 'static, lines: Sender<String>, context: &Context) {
    let context = context.clone();
    thread::spawn(move || {
        let mut from = BufReader::new(from);
        loop {
            let mut line = Vec::new();
            // A line that has no end is taken in pieces.
            let read = from.by_ref().take(LINE_BYTES).read_until(b'\n', &mut line);
            if !read.is_ok_and(|read| read > 0) {
                break;
            }
            let text = String::from_utf8_lossy(&line);
            if lines.send(text.trim_end().to_owned()).is_err() {
                break;
            }
            context.request_repaint();
        }
        // Its end is to be noticed.
        context.request_repaint();
    });
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn start(script: &str, engine: bool) -> SideProcess {
        start_in(script, engine, None)
    }

    #[expect(clippy::unwrap_used, reason = "only tests start a shell")]
    fn start_in(script: &str, engine: bool, folder: Option<TempDir>) -> SideProcess {
        let plan = Plan {
            program: "/bin/sh".into(),
            arguments: vec!["-c".into(), script.into()],
            folder: None,
        };
        SideProcess::start(&plan, engine, folder, &Context::default()).unwrap()
    }

    /// What comes until it has ended.
    fn all(process: &mut SideProcess) -> Vec<Happened> {
        let begun = Instant::now();
        let mut happened = Vec::new();
        while !process.has_ended() && begun.elapsed() < Duration::from_secs(30) {
            happened.extend(process.take());
            thread::sleep(Duration::from_millis(5));
        }
        // Its last lines may come behind its end.
        thread::sleep(Duration::from_millis(50));
        happened.extend(process.take());
        happened
    }

    #[test]
    fn a_port_and_an_end_are_told() {
        let mut process = start("echo listening on 127.0.0.1:4711; echo more; exit 0", true);
        let happened = all(&mut process);
        assert!(
            happened.contains(&Happened::Listening(4711)),
            "{happened:?}"
        );
        assert!(happened.contains(&Happened::Ended("The game ended.".to_owned())));
        assert!(process.said().any(|line| line == "more"));
    }

    #[test]
    fn what_it_plays_is_kept_until_it_listens() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        std::fs::write(path.join("mission1.dte"), b"a mission").unwrap();
        let script = format!(
            "echo starting; cat {}; echo; echo listening on 127.0.0.1:9; exec sleep 1000",
            path.join("mission1.dte").display()
        );
        let mut process = start_in(&script, true, Some(folder));
        let begun = Instant::now();
        while path.exists() && begun.elapsed() < Duration::from_secs(30) {
            let listens = process.take().contains(&Happened::Listening(9));
            assert_eq!(listens, !path.exists());
            thread::sleep(Duration::from_millis(5));
        }
        // It plays on without it.
        assert!(!path.exists() && !process.has_ended());
        assert!(process.said().any(|line| line == "a mission"));
        // Where it never listens, it goes with the process.
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_owned();
        drop(start_in("exec sleep 1000", true, Some(folder)));
        assert!(!path.exists());
    }

    #[test]
    fn a_refusal_is_told_in_its_own_words() {
        let mut process = start("echo port 7 is in use >&2; sleep 0.1; exit 2", true);
        let happened = all(&mut process);
        let text = "The game ended with code 2: port 7 is in use".to_owned();
        assert_eq!(happened, [Happened::Ended(text)]);
    }

    #[test]
    fn a_game_that_says_too_much_is_cut() {
        let mut process = start(
            "i=0; while [ $i -lt 1000 ]; do echo line $i; i=$((i+1)); done",
            false,
        );
        all(&mut process);
        assert_eq!(process.said().count(), MOST_LINES);
        assert_eq!(process.said().next_back(), Some("line 999"));
    }

    #[test]
    fn what_is_not_there_cannot_be_started() {
        let plan = Plan {
            program: "/nowhere/at/all".into(),
            arguments: Vec::new(),
            folder: None,
        };
        let started = SideProcess::start(&plan, true, None, &Context::default());
        let error = started.err().unwrap();
        assert!(
            error.starts_with("/nowhere/at/all cannot be started: "),
            "{error}"
        );
    }

    #[test]
    fn it_ends_with_its_keeper() {
        let process = start("exec sleep 1000", true);
        let id = process.child.id();
        drop(process);
        assert!(!std::path::Path::new(&format!("/proc/{id}")).exists());
    }
}
