//! A game that plays OpenReliant's part: it tells of missions, answers, and notes what it is sent. It
//! runs no mission of its own; a test says what happens.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use formats::{Image, SectionId};
use runtime::link::{
    Frame, FrameReader, Hello, MissionStarted, RunControl, State, ToEditor, ToGame,
};

use super::{Seen, wait};

/// The first tag that is none of the original's.
const FIRST_OWN: u16 = 0x100;
/// Where a ship's record keeps its run-time place.
const RUNTIME_POSITION: usize = 0x08;
/// Bytes of a ship's record.
const SHIP: usize = 76;

/// How a game is.
#[derive(Clone)]
pub(crate) struct Nature {
    /// What it says of itself; nothing for a game that is mute.
    pub(crate) hello: Option<Hello>,
    /// The file of its missions.
    pub(crate) image: Image,
    /// What it answers of the script, but for the clock, which counts the answers.
    pub(crate) state: State,
    /// Whether it carries out live edits.
    pub(crate) edits: bool,
}

impl Nature {
    /// A game of version 2, as OpenReliant is.
    pub(crate) fn of(image: Image) -> Self {
        Self {
            hello: Some(Hello {
                protocol: 2,
                openreliant: "0.5.0".to_owned(),
                game: "StarLancer".to_owned(),
                vm: "starlancer".to_owned(),
                others: Vec::new(),
            }),
            image,
            state: State::default(),
            edits: false,
        }
    }
}

/// What a test has the game do.
enum Order {
    Start(u32),
    End,
    Send(Vec<u8>),
    Hold(u32),
    Answer(bool),
    Read(bool),
    Close,
}

/// A game that listens.
pub(crate) struct MockPeer {
    pub(crate) port: u16,
    orders: Sender<Order>,
    pub(crate) seen: Receiver<Seen>,
    thread: Option<JoinHandle<()>>,
}

impl MockPeer {
    pub(crate) fn start(nature: Nature) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        listener.set_nonblocking(true).unwrap();
        let port = listener.local_addr().unwrap().port();
        let (orders, from_test) = channel();
        let (to_test, seen) = channel();
        let thread = thread::spawn(move || {
            let mut game = Game {
                nature,
                orders: from_test,
                seen: to_test,
                playing: None,
                held: false,
                answers: true,
                reads: true,
                waiting: VecDeque::new(),
                clock: 0,
            };
            while game.serve_one(&listener) {}
        });
        Self {
            port,
            orders,
            seen,
            thread: Some(thread),
        }
    }

    /// A mission starts.
    pub(crate) fn start_mission(&self, number: u32) {
        self.order(Order::Start(number));
    }

    pub(crate) fn end_mission(&self) {
        self.order(Order::End);
    }

    /// A thread stops before a byte.
    pub(crate) fn hold(&self, offset: u32) {
        self.order(Order::Hold(offset));
    }

    pub(crate) fn send(&self, message: &ToEditor) {
        let frame = message.to_frame().unwrap();
        self.send_bytes(frame.to_bytes().unwrap());
    }

    pub(crate) fn send_bytes(&self, bytes: Vec<u8>) {
        self.order(Order::Send(bytes));
    }

    /// Whether it answers from now on.
    pub(crate) fn answer(&self, on: bool) {
        self.order(Order::Answer(on));
    }

    /// Whether it reads from now on.
    pub(crate) fn read(&self, on: bool) {
        self.order(Order::Read(on));
    }

    /// It closes the connection.
    pub(crate) fn close(&self) {
        self.order(Order::Close);
    }

    /// The next message that a filter picks.
    pub(crate) fn until<T>(&self, pick: impl Fn(&ToGame) -> Option<T>) -> T {
        wait(&self.seen, |seen| match seen {
            Seen::Message(message) => pick(&message),
            _ => None,
        })
    }

    /// Waits until its editor has gone; whether it holds the script still.
    pub(crate) fn until_gone(&self) -> bool {
        wait(&self.seen, |seen| match seen {
            Seen::Gone { held } => Some(held),
            _ => None,
        })
    }

    fn order(&self, order: Order) {
        self.orders.send(order).unwrap();
    }
}

impl Drop for MockPeer {
    fn drop(&mut self) {
        // The game ends once nobody gives it orders.
        self.orders = channel().0;
        if let Some(thread) = self.thread.take() {
            let result = thread.join();
            if !thread::panicking() {
                result.unwrap();
            }
        }
    }
}

struct Game {
    nature: Nature,
    orders: Receiver<Order>,
    seen: Sender<Seen>,
    playing: Option<u32>,
    held: bool,
    answers: bool,
    reads: bool,
    /// What waits for a mission, and what came behind it.
    waiting: VecDeque<Frame>,
    clock: u32,
}

/// What became of an order.
enum Then {
    GoOn,
    Close,
    End,
}

impl Game {
    /// Serves an editor until it goes; whether there may be another.
    fn serve_one(&mut self, listener: &TcpListener) -> bool {
        let mut stream = loop {
            match listener.accept() {
                Ok((stream, _)) => break stream,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => panic!("{error}"),
            }
            // An order that nobody hears is carried out all the same.
            if matches!(self.obey(None), Then::End) {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        };
        stream.set_nonblocking(false).unwrap();
        stream.set_nodelay(true).unwrap();
        let rest = Duration::from_millis(1);
        stream.set_read_timeout(Some(rest)).unwrap();
        self.tell(Seen::Came);
        let hello = self.nature.hello.clone();
        if let Some(hello) = hello {
            write(&mut stream, &ToEditor::Hello(hello));
        }
        if let Some(number) = self.playing {
            self.begin(number, &mut stream);
        }
        let goes_on = self.serve(&mut stream);
        drop(stream);
        // As the editor goes, the script is let go.
        self.held = false;
        self.waiting.clear();
        let held = self.held;
        self.tell(Seen::Gone { held });
        goes_on
    }

    fn serve(&mut self, stream: &mut TcpStream) -> bool {
        let mut reader = FrameReader::new();
        let mut bytes = vec![0; 64 << 10];
        loop {
            match self.obey(Some(stream)) {
                Then::GoOn => {}
                Then::Close => return true,
                Then::End => return false,
            }
            if !self.reads {
                thread::sleep(Duration::from_millis(1));
                continue;
            }
            match stream.read(&mut bytes) {
                Ok(0) => return true,
                Ok(len) => reader.push(&bytes[..len]),
                Err(error) if is_time(error.kind()) => {}
                Err(_) => return true,
            }
            while let Some(frame) = reader.take().unwrap() {
                let message = ToGame::from_frame(frame.clone()).unwrap();
                self.tell(Seen::Message(message));
                self.waiting.push_back(frame);
            }
            self.work(stream);
        }
    }

    /// Acts on what may be acted on now.
    fn work(&mut self, stream: &mut TcpStream) {
        while let Some(frame) = self.waiting.front() {
            if frame.tag < FIRST_OWN && self.playing.is_none() {
                return;
            }
            let frame = self.waiting.pop_front().unwrap();
            let message = ToGame::from_frame(frame).unwrap();
            self.act(message, stream);
        }
    }

    fn act(&mut self, message: ToGame, stream: &mut TcpStream) {
        let may_answer = self.answers && self.playing.is_some();
        match message {
            ToGame::GetMission if may_answer => {
                let file = self.nature.image.bytes().to_vec();
                write(stream, &ToEditor::MissionFile(file));
            }
            ToGame::GetState if may_answer => {
                self.clock += 1;
                let state = State {
                    clock: self.clock,
                    ..self.nature.state.clone()
                };
                write(stream, &ToEditor::State(Box::new(state)));
            }
            ToGame::RunControl(RunControl::RunOn | RunControl::Into | RunControl::Over) => {
                self.held = false
            }
            ToGame::MoveShip {
                object_id, place, ..
            } if self.nature.edits => {
                let record = SHIP * usize::try_from(object_id).unwrap();
                let bytes: Vec<u8> = place.into_iter().flat_map(f32::to_le_bytes).collect();
                self.patch(SectionId::Ships, record + RUNTIME_POSITION, &bytes);
            }
            ToGame::CopyTable(table, bytes) if self.nature.edits => {
                self.patch(table.section(), 0, &bytes);
            }
            _ => {}
        }
    }

    fn patch(&mut self, id: SectionId, at: usize, with: &[u8]) {
        let start = self.nature.image.offset(id).unwrap() + at;
        let mut bytes = self.nature.image.bytes().to_vec();
        bytes[start..start + with.len()].copy_from_slice(with);
        self.nature.image = Image::read(bytes).unwrap().value;
    }

    fn begin(&mut self, number: u32, stream: &mut TcpStream) {
        let file = format!("mission{number}.dte");
        let started = MissionStarted { number, file };
        write(stream, &ToEditor::MissionStarted(started));
        let file = self.nature.image.bytes().to_vec();
        write(stream, &ToEditor::MissionFile(file));
    }

    fn obey(&mut self, mut stream: Option<&mut TcpStream>) -> Then {
        loop {
            let order = match self.orders.try_recv() {
                Ok(order) => order,
                Err(TryRecvError::Empty) => return Then::GoOn,
                Err(TryRecvError::Disconnected) => return Then::End,
            };
            match order {
                Order::Start(number) => {
                    self.playing = Some(number);
                    if let Some(stream) = stream.as_deref_mut() {
                        self.begin(number, stream);
                    }
                }
                Order::End => {
                    self.playing = None;
                    if let Some(stream) = stream.as_deref_mut() {
                        write(stream, &ToEditor::MissionEnded);
                    }
                }
                Order::Hold(offset) => {
                    self.held = true;
                    if let Some(stream) = stream.as_deref_mut() {
                        write(stream, &ToEditor::ScriptStopped(offset));
                    }
                }
                Order::Send(bytes) => {
                    if let Some(stream) = stream.as_deref_mut() {
                        // An editor that is gone is found as it is read from.
                        let _ = stream.write_all(&bytes);
                    }
                }
                Order::Answer(on) => self.answers = on,
                Order::Read(on) => self.reads = on,
                Order::Close if stream.is_some() => return Then::Close,
                Order::Close => {}
            }
        }
    }

    fn tell(&self, seen: Seen) {
        // A test that has ended looks at nothing.
        let _ = self.seen.send(seen);
    }
}

fn write(stream: &mut TcpStream, message: &ToEditor) {
    let bytes = message.to_frame().unwrap().to_bytes().unwrap();
    // An editor that is gone is found as it is read from.
    let _ = stream.write_all(&bytes);
}

pub(crate) fn is_time(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}
