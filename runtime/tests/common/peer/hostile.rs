//! Games that mean harm, or are broken.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use runtime::Random;

/// What such a game does once an editor has connected.
#[derive(Debug, Clone)]
pub(crate) enum Harm {
    /// It sends these bytes and closes.
    SendAndClose(Vec<u8>),
    /// It sends these bytes and does nothing more: it reads nothing either.
    SendAndStall(Vec<u8>),
    /// It sends these bytes again and again, and reads nothing.
    Flood(Vec<u8>),
    /// It sends these bytes one by one, slowly.
    Trickle(Vec<u8>),
}

/// A game that serves one editor, harmfully.
pub(crate) struct HostilePeer {
    pub(crate) port: u16,
    /// Ends the game, as it is dropped.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl HostilePeer {
    pub(crate) fn start(harm: Harm) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let (end, ended) = channel();
        let thread = thread::spawn(move || {
            if let Ok((stream, _)) = listener.accept() {
                run(stream, harm, &ended);
            }
        });
        Self {
            port,
            end: Some(end),
            thread: Some(thread),
        }
    }
}

impl Drop for HostilePeer {
    fn drop(&mut self) {
        self.end = None;
        // One that no editor came to waits for one.
        drop(TcpStream::connect(("127.0.0.1", self.port)));
        if let Some(thread) = self.thread.take() {
            let result = thread.join();
            if !thread::panicking() {
                result.unwrap();
            }
        }
    }
}

/// Whether the test is over.
fn is_over(ended: &Receiver<()>) -> bool {
    matches!(
        ended.try_recv(),
        Err(std::sync::mpsc::TryRecvError::Disconnected)
    )
}

fn run(mut stream: TcpStream, harm: Harm, ended: &Receiver<()>) {
    let rest = Duration::from_millis(5);
    stream.set_write_timeout(Some(rest)).unwrap();
    match harm {
        Harm::SendAndClose(bytes) => {
            send(&mut stream, &bytes, ended);
            // Closing with something unread would take what was sent from the editor.
            stream.shutdown(std::net::Shutdown::Write).ok();
            stream.set_read_timeout(Some(rest)).unwrap();
            let mut sink = [0; 4096];
            while !is_over(ended) {
                match stream.read(&mut sink) {
                    Ok(0) => break,
                    Ok(_) => {}
                    Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                    Err(_) => break,
                }
            }
        }
        Harm::SendAndStall(bytes) => {
            send(&mut stream, &bytes, ended);
            let _ = ended.recv();
        }
        Harm::Flood(bytes) => while send(&mut stream, &bytes, ended) {},
        Harm::Trickle(bytes) => {
            for byte in bytes {
                thread::sleep(rest);
                if !send(&mut stream, &[byte], ended) {
                    break;
                }
            }
            let _ = ended.recv();
        }
    }
}

/// Sends bytes; whether there is still somebody to send to.
fn send(stream: &mut TcpStream, bytes: &[u8], ended: &Receiver<()>) -> bool {
    let mut rest = bytes;
    while !rest.is_empty() {
        if is_over(ended) {
            return false;
        }
        match stream.write(rest) {
            Ok(len) => rest = &rest[len..],
            Err(error) if super::mock::is_time(error.kind()) => {}
            Err(_) => return false,
        }
    }
    true
}

/// Bytes without any sense.
pub(crate) fn garbage(seed: u32, len: usize) -> Vec<u8> {
    let mut random = Random::new(seed);
    (0..len).map(|_| random.draw() as u8).collect()
}
