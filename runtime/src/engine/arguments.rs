//! What the engine is asked to do.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Parser, ValueEnum};

use crate::link::DEFAULT_PORT;
use crate::options::StandInPilot;

/// Slowest and fastest that a mission plays, times real time.
const SPEEDS: std::ops::RangeInclusive<f64> = 0.01..=1000.0;

/// Plays a StarLancer mission, and speaks the editor link on 127.0.0.1.
#[derive(Debug, Clone, PartialEq, Parser)]
#[command(name = "sortie-engine", version)]
pub struct Arguments {
    /// The mission, as NAME.dte.
    #[arg(value_name = "MISSION.dte")]
    pub mission: PathBuf,
    /// Where to listen for an editor on 127.0.0.1; 0 picks a free port [default: 22539, and nowhere
    /// with --headless-for].
    #[arg(long, value_name = "PORT")]
    pub port: Option<u16>,
    /// The mission's number [default: the one in its file's name, else 1].
    #[arg(long, value_name = "N")]
    pub number: Option<u16>,
    /// What chance starts from.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u32,
    /// How fast it plays, times real time, or max [default: 1, and max with --headless-for].
    #[arg(long, value_name = "X")]
    pub speed: Option<Speed>,
    /// What stands in for the player.
    #[arg(long, value_enum, default_value_t)]
    pub player: Player,
    /// Start the mission once an editor is there; with --headless-for it needs --port.
    #[arg(long)]
    pub wait_for_editor: bool,
    /// Play so many seconds of the mission's own time, or until it is over, then end. An editor that is
    /// linked is told that the mission ended, and one that holds or pauses it stops that time too.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(0..=86_400))]
    pub headless_for: Option<u32>,
    /// Write everything that happened to a file, one JSON object a line.
    #[arg(long, value_name = "OUT.jsonl")]
    pub trace: Option<PathBuf>,
    /// End as soon as stdin ends.
    #[arg(long)]
    pub with_parent: bool,
}

impl Arguments {
    /// Where it listens; `None` where it does not.
    pub(super) fn listens_at(&self) -> Option<u16> {
        match self.headless_for {
            Some(_) => self.port,
            None => Some(self.port.unwrap_or(DEFAULT_PORT)),
        }
    }

    /// Refuses arguments that would be without effect beside others.
    ///
    /// # Errors
    /// What is wrong, and the way out.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.wait_for_editor && self.listens_at().is_none() {
            return Err(
                "--wait-for-editor would wait for nobody, as with --headless-for no editor can link \
                 unless --port says where; add --port"
                    .to_owned(),
            );
        }
        Ok(())
    }
}

/// How fast a mission plays.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Speed {
    /// So many times real time, 0.01 to 1000.
    Times(f64),
    /// As fast as it can.
    Max,
}

impl FromStr for Speed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.eq_ignore_ascii_case("max") {
            return Ok(Self::Max);
        }
        let times = text.parse().ok().filter(|times| SPEEDS.contains(times));
        times.map(Self::Times).ok_or_else(|| {
            format!(
                "it is a number from {} to {}, or max",
                SPEEDS.start(),
                SPEEDS.end()
            )
        })
    }
}

/// What stands in for the player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Player {
    /// Stays where it is.
    #[default]
    Hold,
    /// Flies from nav point to nav point.
    Nav,
    /// Attacks what is hostile.
    Fight,
}

impl From<Player> for StandInPilot {
    fn from(player: Player) -> Self {
        match player {
            Player::Hold => Self::Hold,
            Player::Nav => Self::FollowNavPoints,
            Player::Fight => Self::Fight,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_is_a_number_or_max() {
        assert_eq!("max".parse(), Ok(Speed::Max));
        assert_eq!("2.5".parse(), Ok(Speed::Times(2.5)));
        for bad in ["0", "-1", "nan", "inf", "fast", "1001", ""] {
            assert!(bad.parse::<Speed>().is_err(), "{bad}");
        }
    }

    /// Every option with a value, and each two of them: only one pair of them has one without effect.
    #[test]
    fn no_option_is_silently_without_effect() {
        let options: [&[&str]; 9] = [
            &["--port", "0"],
            &["--number", "7"],
            &["--seed", "3"],
            &["--speed", "2"],
            &["--player", "nav"],
            &["--wait-for-editor"],
            &["--headless-for", "5"],
            &["--trace", "out.jsonl"],
            &["--with-parent"],
        ];
        let check = |chosen: &[&[&str]]| {
            let words = ["sortie-engine", "mission1.dte"].into_iter();
            let chosen = chosen.iter().copied().flatten().copied();
            Arguments::try_parse_from(words.chain(chosen))
                .unwrap()
                .check()
        };
        for (at, one) in options.iter().enumerate() {
            assert_eq!(check(&[one]), Ok(()), "{one:?}");
            for other in &options[at + 1..] {
                let both = (one[0], other[0]);
                let waits_for_nobody = both == ("--wait-for-editor", "--headless-for");
                assert_eq!(check(&[one, other]).is_err(), waits_for_nobody, "{both:?}");
            }
        }
        let headless: [&[&str]; 3] = [options[0], options[5], options[6]];
        assert_eq!(check(&headless), Ok(()));
    }

    #[test]
    fn the_arguments_are_well_made() {
        use clap::CommandFactory as _;
        Arguments::command().debug_assert();
    }
}
