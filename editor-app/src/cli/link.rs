//! `sortie link`: looks at the editor link, for people who debug an editor or a game of their own.

use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Subcommand;
use runtime::link::tap::{Asks, Passage, Passed, Sender, Tap, TapEnd};
use runtime::link::{DEFAULT_PORT, FrameError, message_name};

use crate::terminal::{Outcome, print_json_line, print_on, tell};

mod fields;
mod words;

/// The time from one question to the next.
const ASK_EVERY: Duration = Duration::from_secs(1);

/// What to do with the link.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Prints the messages as they pass.
    ///
    /// Alone, it links to the game as an editor that sends nothing but what is asked here; a game
    /// takes one editor at a time. A script stops at the flags that an editor left, and goes on once
    /// the link ends. With --listen it stands between: link the editor to that port,
    /// and everything goes on to the game and back, byte for byte, whether it can be read or not.
    /// It ends with the link, or with Ctrl+C.
    Dump(Dump),
}

#[derive(Debug, clap::Args)]
struct Dump {
    /// Where the game listens on this computer.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PORT,
          value_parser = clap::value_parser!(u16).range(1..))]
    port: u16,
    /// Stand between: an editor links to this port; 0 picks a free one, and says which.
    #[arg(long, value_name = "M")]
    listen: Option<u16>,
    /// Ask for the script's state once a second.
    #[arg(long, conflicts_with = "listen")]
    get_state: bool,
    /// Ask for the mission's file once a second.
    #[arg(long, conflicts_with = "listen")]
    get_mission: bool,
    /// Print texts whole, a line each.
    #[arg(long, conflicts_with = "json")]
    full: bool,
    /// Print a JSON object a message, a line each, with the payload in base64.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Outcome> {
    match &args.what {
        What::Dump(args) => dump(args),
    }
}

fn dump(args: &Dump) -> Result<Outcome> {
    let tap = match args.listen {
        Some(listen) => Tap::between(listen, args.port)?,
        None => Tap::alone(
            args.port,
            Asks {
                state: args.get_state,
                mission: args.get_mission,
                every: ASK_EVERY,
            },
        )?,
    };
    let ender = tap.ender();
    ctrlc::set_handler(move || ender.end())
        .context("signals cannot be heard of, and could cut a line")?;
    if let Some(port) = tap.port() {
        tell(format!("waiting for an editor at 127.0.0.1:{port}"));
    }
    while let Some(passed) = tap.next() {
        if let Passage::Ended(why) = &passed.what {
            tell(why.to_string());
            return Ok(match why {
                TapEnd::NoGame(_) | TapEnd::System { .. } => Outcome::Refused,
                TapEnd::Closed(_) | TapEnd::Broken { .. } | TapEnd::Told => Outcome::Fine,
            });
        }
        let is_read = match args.json {
            true => fields::row(&passed).map(|row| print_json_line(&row)),
            false => line(&passed, args.full).map(print_on),
        };
        if !is_read.unwrap_or(Ok(true))? {
            break;
        }
    }
    Ok(Outcome::Fine)
}

/// The sender's word in a result.
fn sender_word(sender: Sender) -> &'static str {
    match sender {
        Sender::Game => "game",
        Sender::Editor => "editor",
    }
}

/// What passed as text: a line, and with `full` the text of the message below it.
fn line(passed: &Passed, full: bool) -> Option<String> {
    let time = format!("{:>9.3}", passed.after.as_secs_f64());
    Some(match &passed.what {
        Passage::Message(sender, frame) => {
            let said = words::said(*sender, frame);
            let mut line = head(&time, *sender, frame.tag, frame.payload.len() as u64);
            if !said.is_empty() {
                line += "  ";
                line += &said;
            }
            if full {
                for text in words::text_lines(frame) {
                    line += "\n           ";
                    line += &text;
                }
            }
            line
        }
        Passage::Unreadable(sender, error) => {
            let line = match header(error) {
                Some((tag, size)) => head(&time, *sender, tag, size),
                None => format!("{time}  {:<8}", format!("{} >", sender_word(*sender))),
            };
            format!("{line}  cannot be read, and goes on as it is with all behind it: {error}")
        }
        Passage::LeftOut(count) => format!(
            "{time}  {} left out, as what was printed before was not read in time",
            crate::words::counted(usize::try_from(*count).unwrap_or(usize::MAX), "message")
        ),
        Passage::Came => format!("{time}  an editor came"),
        Passage::Ended(_) => return None,
    })
}

fn head(time: &str, sender: Sender, tag: u16, size: u64) -> String {
    format!(
        "{time}  {:<8}  0x{tag:03X}  {:<22}{size:>7}",
        format!("{} >", sender_word(sender)),
        message_name(tag),
    )
}

/// The tag and the size that bytes which are no message claim.
fn header(error: &FrameError) -> Option<(u16, u64)> {
    match error {
        FrameError::TooLarge { tag, size, .. } | FrameError::Reserved { tag, size, .. } => {
            Some((*tag, *size))
        }
        FrameError::Cut { .. } => None,
    }
}
