//! `sortie link dump`: what it prints of a link, and how it ends.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use runtime::link::client::{Client, ClientOptions};
use runtime::link::{Frame, tag};
use serde_json::Value;

fn sortie() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sortie"));
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A process whose lines a test reads. It ends with the test.
struct Running {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
    err: BufReader<std::process::ChildStderr>,
}

impl Running {
    fn start(arguments: &[&str]) -> Self {
        let mut child = sortie().args(arguments).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let err = BufReader::new(child.stderr.take().unwrap());
        Self { child, out, err }
    }

    /// Its next line of results; empty at their end.
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.out.read_line(&mut line).unwrap();
        line.trim_end_matches('\n').to_owned()
    }

    /// The first line of results with a text in it.
    fn line_with(&mut self, text: &str) -> String {
        loop {
            let line = self.line();
            assert!(!line.is_empty(), "no line has {text}");
            if line.contains(text) {
                return line;
            }
        }
    }

    fn message(&mut self) -> String {
        let mut line = String::new();
        self.err.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Its end: the code, and what is left of its results and of its messages.
    fn ends(&mut self) -> (ExitStatus, String, String) {
        let (mut out, mut err) = (String::new(), String::new());
        self.out.read_to_string(&mut out).unwrap();
        self.err.read_to_string(&mut err).unwrap();
        (self.child.wait().unwrap(), out, err)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An engine that plays the example, and its port.
fn engine(folder: &Path) -> (Running, u16) {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let source = example.join("first-sortie.mission.yaml");
    let image = folder.join("mission1.dte");
    let built = sortie()
        .arg("build")
        .arg(source)
        .arg("-o")
        .arg(&image)
        .output()
        .unwrap();
    assert!(built.status.success());
    let mut engine = Running::start(&["engine", image.to_str().unwrap(), "--port", "0"]);
    let line = engine.line();
    let port = line.rsplit(':').next().unwrap().parse().unwrap();
    (engine, port)
}

fn dump(port: u16, more: &[&str]) -> Running {
    let port = port.to_string();
    let mut arguments = vec!["link", "dump", "--port", &port];
    arguments.extend(more);
    Running::start(&arguments)
}

/// A dump that stands between, and the port that an editor links to.
fn between(game: u16, more: &[&str]) -> (Running, u16) {
    let mut arguments = vec!["--listen", "0"];
    arguments.extend(more);
    let mut dump = dump(game, &arguments);
    let told = dump.message();
    let port = told.strip_prefix("waiting for an editor at 127.0.0.1:");
    let port = port.unwrap_or_else(|| panic!("{told}")).parse().unwrap();
    (dump, port)
}

/// The words of a line behind its time.
fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().skip(1).collect()
}

#[test]
fn alone_it_prints_what_the_game_says() {
    let folder = tempfile::tempdir().unwrap();
    let (mut engine, port) = engine(folder.path());
    let mut dump = dump(port, &["--get-state", "--get-mission"]);
    let hello = dump.line_with("hello");
    assert_eq!(words(&hello)[..4], ["game", ">", "0x100", "hello"]);
    assert!(hello.contains("protocol=2, openreliant="), "{hello}");
    assert!(hello.contains("live_edits=1"), "{hello}");
    let time: f64 = hello.split_whitespace().next().unwrap().parse().unwrap();
    assert!(time < 60.0, "{hello}");
    let asked = dump.line_with("get_state");
    assert_eq!(
        words(&asked),
        ["editor", ">", "0x105", "get_state", "0"],
        "what it asks itself is a message too"
    );
    let state = dump.line_with("0x106");
    assert!(state.contains("clock "), "{state}");
    assert!(state.contains(" variables, "), "{state}");
    let file = dump.line_with("0x104");
    assert!(file.contains(" flight groups, "), "{file}");
    engine.child.kill().unwrap();
    let (status, _, told) = dump.ends();
    assert_eq!(status.code(), Some(0));
    assert!(
        told.contains("the game closed the link")
            || told.contains("the connection to the game broke"),
        "{told}"
    );
    assert_eq!(told.lines().count(), 1);
}

#[test]
fn between_it_prints_both_ways() {
    let folder = tempfile::tempdir().unwrap();
    let (_engine, game) = engine(folder.path());
    let (mut dump, port) = between(game, &[]);
    let editor = Client::connect(port, ClientOptions::default(), || {});
    dump.line_with("an editor came");
    dump.line_with("game >    0x100  hello");
    let started = dump.line_with("0x101");
    assert!(
        started.ends_with("number=1, file=mission1.dte"),
        "{started}"
    );
    dump.line_with("game >    0x104  mission_file");
    let flags = dump.line_with("editor >  0x009");
    assert!(flags.contains("0 set of "), "{flags}");
    dump.line_with("editor >  0x105  get_state");
    dump.line_with("game >    0x106  state");
    drop(editor);
    let (status, _, told) = dump.ends();
    assert_eq!(status.code(), Some(0));
    assert!(told.contains("editor"), "{told}");
}

#[test]
fn json_is_an_object_a_line_with_payload_and_fields() {
    let folder = tempfile::tempdir().unwrap();
    let (_engine, game) = engine(folder.path());
    let (mut dump, port) = between(game, &["--json"]);
    let editor = Client::connect(port, ClientOptions::default(), || {});
    let mut rows = Vec::new();
    while !rows.iter().any(|row: &Value| row["name"] == "state") {
        rows.push(serde_json::from_str(&dump.line()).unwrap());
    }
    drop(editor);
    let hello = &rows[0];
    assert_eq!(
        (&hello["from"], &hello["tag"]),
        (&"game".into(), &0x100.into())
    );
    assert_eq!(hello["fields"]["protocol"], 2);
    assert_eq!(hello["fields"]["vm"], "starlancer");
    let file = rows.iter().find(|row| row["tag"] == 0x104).unwrap();
    let bytes = std::fs::read(folder.path().join("mission1.dte")).unwrap();
    assert_eq!(file["size"], bytes.len());
    // Four letters for every three bytes begun.
    let payload = file["payload"].as_str().unwrap();
    assert_eq!(payload.len(), bytes.len().div_ceil(3) * 4);
    assert!(file["fields"]["ships"].as_u64().unwrap() > 10);
    let state = rows.iter().find(|row| row["name"] == "state").unwrap();
    assert_eq!(state["fields"]["paused"], 0);
    let (status, rest, _) = dump.ends();
    assert_eq!(status.code(), Some(0));
    for line in rest.lines() {
        let _: Value = serde_json::from_str(line).unwrap();
    }
}

/// A game that sends some bytes to its first editor; what it got is given once the editor is gone.
fn raw_game(bytes: Vec<u8>) -> (u16, std::thread::JoinHandle<Vec<u8>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let thread = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(&bytes).unwrap();
        let mut got = Vec::new();
        // An editor that is ended with something unread resets the connection.
        let _ = stream.read_to_end(&mut got);
        got
    });
    (port, thread)
}

#[test]
fn full_prints_texts_whole_and_harmlessly() {
    let text = b"clock=3\nhold=none\nnew.key=\x1b[31mred\n";
    let frame = Frame::new(tag::STATE, text.to_vec());
    let (port, game) = raw_game(frame.to_bytes().unwrap());
    let mut dump = dump(port, &["--full"]);
    let first = dump.line();
    assert!(first.contains("state"), "{first}");
    let lines: Vec<String> = (0..3)
        .map(|_| dump.line().trim_start().to_owned())
        .collect();
    assert_eq!(lines, ["clock=3", "hold=none", "new.key=\\u{1b}[31mred"]);
    drop(dump);
    assert_eq!(game.join().unwrap(), b"");
}

#[test]
fn what_cannot_be_read_is_printed_as_such_and_passed_on() {
    // A payload that is not what its tag says, a tag that nobody knows, a header that is none.
    let mut bytes = Frame::new(tag::SCRIPT_STOPPED, [1, 2]).to_bytes().unwrap();
    bytes.extend(Frame::new(0x18, [0xAB]).to_bytes().unwrap());
    bytes.extend([0x06, 0x01, 9, 0, 4, 0, 0, 0, b'r', b'e', b's', b't']);
    let (game_port, game) = raw_game(bytes.clone());
    let (mut dump, port) = between(game_port, &[]);
    let mut editor = TcpStream::connect(("127.0.0.1", port)).unwrap();
    editor
        .set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    let mut got = vec![0; bytes.len()];
    editor.read_exact(&mut got).unwrap();
    assert_eq!(got, bytes);
    let short = dump.line_with("script_stopped");
    assert!(short.contains("cannot be read: "), "{short}");
    let unknown = dump.line_with("0x018");
    assert!(unknown.ends_with(" AB"), "{unknown}");
    let none = dump.line_with("0x106");
    assert!(none.contains("cannot be read, "), "{none}");
    let sent = [7; 40];
    editor.write_all(&sent).unwrap();
    drop(editor);
    assert_eq!(game.join().unwrap(), sent);
    let (status, rest, _) = dump.ends();
    assert_eq!(status.code(), Some(0));
    assert!(rest.contains("editor >"), "{rest}");
}

#[test]
fn where_nothing_listens_it_says_so_in_a_line() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let (status, out, told) = dump(port, &[]).ends();
    assert_eq!(status.code(), Some(2));
    assert_eq!(out, "");
    assert_eq!(told.lines().count(), 1, "{told}");
    let start = format!("nothing listens at 127.0.0.1:{port} ");
    assert!(told.starts_with(&start), "{told}");
    assert!(told.contains("--editor-link"), "{told}");
    assert_eq!(told.matches(&start).count(), 1, "{told}");
    // The same once an editor comes to one that stands between.
    let (mut dump, listens) = between(port, &[]);
    let _editor = TcpStream::connect(("127.0.0.1", listens)).unwrap();
    let (status, out, told) = dump.ends();
    assert_eq!(status.code(), Some(2));
    assert_eq!(out, "");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.contains(&start), "{told}");
}

#[test]
fn wrong_usage_is_refused() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().port().to_string();
    for (arguments, told) in [
        (&["link"][..], "dump"),
        (&["link", "dump", "--port", "0"], "--port"),
        (&["link", "dump", "--port", "70000"], "70000"),
        (
            &["link", "dump", "--listen", "1", "--get-state"],
            "--get-state",
        ),
        (&["link", "dump", "--full", "--json"], "--json"),
        (
            &["link", "dump", "--port", &taken, "--listen", &taken],
            "both",
        ),
    ] {
        let output = sortie().args(arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(told), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty());
    }
}

#[cfg(unix)]
#[test]
fn signals_end_it_between_two_lines() {
    let folder = tempfile::tempdir().unwrap();
    let (_engine, game) = engine(folder.path());
    for signal in ["INT", "TERM"] {
        for stands_between in [false, true] {
            let (mut dump, _editor) = match stands_between {
                false => (dump(game, &[]), None),
                true => {
                    let (dump, port) = between(game, &[]);
                    let editor = Client::connect(port, ClientOptions::default(), || {});
                    (dump, Some(editor))
                }
            };
            dump.line_with("hello");
            let pid = dump.child.id();
            let sent = Command::new("sh")
                .args(["-c", &format!("kill -{signal} {pid}")])
                .status();
            assert!(sent.unwrap().success());
            let (status, rest, told) = dump.ends();
            assert_eq!(status.code(), Some(0), "{signal}");
            assert!(rest.is_empty() || rest.ends_with('\n'));
            assert_eq!(told, "the link was ended from here\n");
        }
    }
}

#[test]
fn where_nobody_reads_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let (_engine, game) = engine(folder.path());
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = sortie()
        .args(["link", "dump", "--get-state", "--port", &game.to_string()])
        .stdout(writer)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}
