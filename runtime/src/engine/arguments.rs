//! What the engine is asked to do.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Parser, ValueEnum};

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
    /// Start the mission once an editor is there.
    #[arg(long)]
    pub wait_for_editor: bool,
    /// Play so many seconds of the mission's own time, then end.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(0..=86_400))]
    pub headless_for: Option<u32>,
    /// Write everything that happened to a file, one JSON object a line.
    #[arg(long, value_name = "OUT.jsonl")]
    pub trace: Option<PathBuf>,
    /// End as soon as stdin ends.
    #[arg(long)]
    pub with_parent: bool,
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

    #[test]
    fn the_arguments_are_well_made() {
        use clap::CommandFactory as _;
        Arguments::command().debug_assert();
    }
}
