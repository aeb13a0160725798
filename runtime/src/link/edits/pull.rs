//! Where ships came to be, for the document.

use formats::Image;
use formats::records::Ship;

use crate::link::State;

use super::heading;

/// What came of a look at where ships are.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pulled {
    /// The ships that are elsewhere, or head elsewhere, than the document has them.
    pub places: Vec<PulledPlace>,
    /// The ships of which nothing was taken.
    pub left_out: Vec<LeftOut>,
}

/// Where a ship is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PulledPlace {
    /// The ship, by its index in the document.
    pub ship: u16,
    /// Its place, in world units.
    pub place: [f32; 3],
    /// Yaw, pitch and roll, in whole degrees from -360 to 360: the document's where it heads as it did,
    /// otherwise those nearest to the document's, and always its roll, which the game does not keep.
    pub angles: [i16; 3],
}

/// A ship of which nothing was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("ship {ship} stays where it is: {why}")]
pub struct LeftOut {
    /// The ship, by its index in the document.
    pub ship: u16,
    /// Why.
    pub why: WhyLeftOut,
}

/// Why nothing was taken of a ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum WhyLeftOut {
    /// It was destroyed.
    #[error("it is destroyed in the running mission")]
    Destroyed,
    /// No script has made it.
    #[error("it has not been made in the running mission, or was taken away")]
    NotMade,
    /// The running mission has no such ship.
    #[error("the running mission does not have it; it plays another build")]
    OtherMission,
    /// Its place is no number.
    #[error("the running mission has it at no place")]
    NoPlace,
}

/// The ships that are elsewhere in a running mission than in a document.
///
/// `running` is the newest file of the mission, and `state` its newest state, which tells the ships
/// that are in play. `same` gives the ship of the running mission that a ship of the document is:
/// neither its index nor its object ID tells, as an editor gives both to the next ship where one goes.
pub fn pull_places(
    document: &Image,
    running: &Image,
    state: &State,
    same: impl Fn(u16) -> Option<u16>,
) -> Pulled {
    let mut pulled = Pulled::default();
    let running: Vec<Ship> = running.records().collect();
    for (ship, here) in (0..=u16::MAX).zip(document.records::<Ship>()) {
        let there = same(ship);
        let in_play = there.is_some_and(|there| state.ships.contains_key(&there));
        let there = there.and_then(|there| running.get(usize::from(there)));
        match place_of(&here, there, in_play) {
            Ok((place, angles)) => {
                let own = [here.yaw, here.pitch, here.roll];
                if place != here.position || angles != own {
                    pulled.places.push(PulledPlace {
                        ship,
                        place,
                        angles,
                    });
                }
            }
            Err(why) => pulled.left_out.push(LeftOut { ship, why }),
        }
    }
    pulled
}

/// Where a ship is and how it heads, as [`PulledPlace`] has it.
pub(super) fn place_of(
    here: &Ship,
    there: Option<&Ship>,
    in_play: bool,
) -> Result<([f32; 3], [i16; 3]), WhyLeftOut> {
    let there = there.ok_or(WhyLeftOut::OtherMission)?;
    if there.flags & 1 != 0 {
        return Err(WhyLeftOut::Destroyed);
    }
    if !in_play {
        return Err(WhyLeftOut::NotMade);
    }
    let place = there.runtime_position;
    if !place.iter().all(|it| it.is_finite()) {
        return Err(WhyLeftOut::NoPlace);
    }
    let now = (there.runtime_yaw, there.runtime_pitch);
    let (yaw, pitch) = heading::told((here.yaw, here.pitch), now);
    Ok((place, [yaw, pitch, here.roll]))
}
