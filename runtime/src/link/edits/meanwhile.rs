//! What goes at once of edits that wait for a start anew: where ships are put.

use std::collections::HashMap;

use formats::records::{Curve, Record, Ship};
use formats::{Image, SectionId};

use crate::link::ToGame;
use crate::live::{Patch, rebuilt_curve, room};

use super::Moment;
use super::reason::{LaterWhat, Reason};
use super::ships::{ANGLES, PLACE};

/// What goes at once of edits for which the mission must start anew: the places and headings of the
/// ships that both missions have.
#[derive(Debug, Clone, PartialEq)]
pub struct Meanwhile {
    /// The messages, in order; at least one.
    pub messages: Vec<ToGame>,
    /// What the mission that runs is brought to by them, from which later edits start.
    pub basis: Image,
}

/// What of a ship goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goes {
    PlaceAndHeading,
    Place,
    Nothing,
}

/// The places and headings that go at once, if there are any.
pub(super) fn of(basis: &Image, wanted: &Image, moment: &Moment<'_>) -> Option<Meanwhile> {
    let mut ships: Vec<(usize, usize, Goes)> = pairs(basis, wanted)
        .into_iter()
        .filter(|(old, _)| {
            let slot = u16::try_from(*old).ok();
            slot.is_some_and(|slot| moment.state.ships.contains_key(&slot))
        })
        .map(|(old, new)| (old, new, Goes::PlaceAndHeading))
        .collect();
    loop {
        let reached = reached(basis, wanted, &ships, Turned::MadeAnew)?;
        let plan = super::planned(basis, &reached, moment);
        if plan.reasons.is_empty() {
            let (messages, _) = plan.messages();
            return (!messages.is_empty()).then_some(Meanwhile {
                messages,
                basis: reached,
            });
        }
        // What a ship is refused for is left out, and something of one at least each time.
        let mut fewer = false;
        for reason in &plan.reasons {
            let (ship, goes) = match *reason {
                Reason::Remake {
                    ship,
                    what: LaterWhat::Heading,
                } => (ship, Goes::Place),
                Reason::ObjectId { ship } | Reason::Place { ship } => (ship, Goes::Nothing),
                _ => return None,
            };
            let own = ships.iter_mut().find(|it| it.0 == usize::from(ship))?;
            fewer |= own.2 != goes;
            own.2 = goes;
        }
        if !fewer {
            return None;
        }
    }
}

/// The ships that two missions both have, by their places in each.
///
/// Object IDs do not tell: an editor gives those of a ship that went to the next. Names do, where only
/// one ship of either mission has it. Where both missions have the same names and kinds in the same
/// order, the ships are the same too.
fn pairs(basis: &Image, wanted: &Image) -> Vec<(usize, usize)> {
    let (before, after) = (keys(basis), keys(wanted));
    if before == after {
        return (0..before.len()).map(|it| (it, it)).collect();
    }
    let (old, new) = (by_name(&before), by_name(&after));
    let same = old.into_iter().filter_map(|(name, place)| {
        let (place, other) = (place?, (*new.get(name)?)?);
        (before.get(place) == after.get(other)).then_some((place, other))
    });
    let mut same: Vec<_> = same.collect();
    same.sort_unstable();
    same
}

/// The name and the kind of each ship; no name where it has none or an empty one.
fn keys(image: &Image) -> Vec<(Option<&[u8]>, u16)> {
    let names = image.strings();
    let ships = image.records::<Ship>();
    ships
        .map(|ship| {
            let name = names.bytes(ship.name).0;
            (name.filter(|it| !it.is_empty()), ship.kind)
        })
        .collect()
}

/// Where each name is; nowhere where several ships have it.
fn by_name<'a>(keys: &[(Option<&'a [u8]>, u16)]) -> HashMap<&'a [u8], Option<usize>> {
    let mut places = HashMap::new();
    for (place, (name, _)) in keys.iter().enumerate() {
        if let Some(name) = *name {
            let known = places.entry(name).or_insert(Some(place));
            if *known != Some(place) {
                *known = None;
            }
        }
    }
    places
}

/// The image that a game was brought to, once places and headings were taken from the game into the
/// wanted one. `ships` are those of which they were taken, by their indices in the one and the other.
///
/// `None` where that is no image, for which no records can make it.
pub fn taken(basis: &Image, wanted: &Image, ships: &[(u16, u16)]) -> Option<Image> {
    let ships = ships.iter().map(|(old, new)| {
        let (old, new) = (usize::from(*old), usize::from(*new));
        (old, new, Goes::PlaceAndHeading)
    });
    let ships: Vec<_> = ships.collect();
    reached(basis, wanted, &ships, Turned::Moved)
}

/// What becomes of a ship that is moved and turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turned {
    /// It is made anew.
    MadeAnew,
    /// It moved by itself.
    Moved,
}

/// The basis with ships where they are wanted, and with the curves that follow those that are moved.
fn reached(
    basis: &Image,
    wanted: &Image,
    ships: &[(usize, usize, Goes)],
    turned: Turned,
) -> Option<Image> {
    let mut patch = Patch::of(basis);
    let own = room(basis, SectionId::Ships);
    let records = |image| Image::counted(image, SectionId::Ships).chunks_exact(Ship::SIZE);
    let mut moved: Vec<(u16, [f32; 3])> = Vec::new();
    for &(old, new, goes) in ships {
        let from = records(wanted).nth(new)?;
        let before = records(basis).nth(old)?;
        let start = old.saturating_mul(Ship::SIZE);
        let mut put = |field: &std::ops::Range<usize>| {
            let bytes = from.get(field.clone()).unwrap_or_default();
            patch.write(&own, start.saturating_add(field.start), bytes);
            before.get(field.clone()) != Some(bytes)
        };
        let is_turned =
            goes == Goes::PlaceAndHeading && ANGLES.iter().fold(false, |is, it| is | put(it));
        let anew = is_turned && turned == Turned::MadeAnew;
        // The curves follow a ship that is moved, and not one that is made anew.
        if goes != Goes::Nothing && put(&PLACE) && !anew {
            let ship = u16::try_from(old).ok()?;
            moved.push((ship, Ship::read(from)?.position));
        }
    }
    let own = room(basis, SectionId::Curves);
    for (index, curve) in basis.records::<Curve>().enumerate() {
        let rebuilt = rebuilt_by(&curve, &moved);
        let start = index.saturating_mul(Curve::SIZE);
        patch.write(&own, start, &rebuilt.to_bytes());
    }
    patch.finish()
}

/// A curve once ships are moved, one after the other.
pub(super) fn rebuilt_by(curve: &Curve, moved: &[(u16, [f32; 3])]) -> Curve {
    moved.iter().fold(curve.clone(), |curve, (ship, place)| {
        rebuilt_curve(&curve, &[*ship], *place)
    })
}
