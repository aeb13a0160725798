//! The ships.

use std::ops::Range;
use std::slice;

use formats::records::{Record, Reference, Ship};
use formats::{Image, SectionId};

use crate::link::ToGame;
use crate::live::CHOSEN;

use super::plan::Plan;
use super::pull::place_of;
use super::reason::{Later, LaterWhat, Reason};
use super::{Moment, Peer};

/// What the game writes into a ship's record as it binds and runs a mission: the run-time place and
/// angles, the flags, the mark of a waypoint of a route, and the components (dte-format 2.3).
pub(super) const RUN: [Range<usize>; 7] = [
    0x08..0x14,
    0x17..0x18,
    0x1B..0x1C,
    0x2C..0x2E,
    0x30..0x34,
    0x38..0x3A,
    0x48..0x4A,
];
const KIND: Range<usize> = 0x18..0x1A;
pub(super) const PLACE: Range<usize> = 0x1C..0x28;
pub(super) const ANGLES: [Range<usize>; 3] = [0x2E..0x30, 0x3A..0x3C, 0x4A..0x4C];
/// What else a ship has from its record as it is made, or may have, and no message copies: the pilot,
/// the loadout, and the unknown fields beside them.
const MAKING: [Range<usize>; 3] = [0x15..0x17, 0x1A..0x1B, 0x3C..0x40];
/// What binding works groups, routes and objects out of: the object ID and the flight group. The kind
/// counts where it is that of a waypoint.
const BOUND: [Range<usize>; 2] = [0x00..0x04, 0x14..0x15];

/// Plans moves, the copy of the chosen fields, and ships made anew.
pub(super) fn plan(basis: &Image, wanted: &Image, moment: &Moment<'_>, plan: &mut Plan) {
    let (running, count) = (
        basis.count(SectionId::Ships),
        wanted.count(SectionId::Ships),
    );
    if running != count {
        plan.refuse(Reason::Ships {
            running,
            wanted: count,
        });
        return;
    }
    let records = |image| {
        let bytes = Image::counted(image, SectionId::Ships);
        bytes.chunks_exact(Ship::SIZE)
    };
    let pairs = records(basis).zip(records(wanted));
    for (index, (before, after)) in (0..=u16::MAX).zip(pairs) {
        if differs(before, after, &CHOSEN) {
            plan.ships = Some(wanted.counted(SectionId::Ships).to_vec());
            plan.binds |= differs(before, after, &BOUND) || changes_routes(before, after);
        }
        let ship = Changed {
            index,
            before,
            after,
        };
        if moment.state.ships.contains_key(&index) {
            ship.plan_in_play(basis, wanted, moment, plan);
        } else {
            ship.plan_out_of_play(plan);
        }
    }
}

/// A ship's record before and after.
struct Changed<'a> {
    index: u16,
    before: &'a [u8],
    after: &'a [u8],
}

impl Changed<'_> {
    fn plan_in_play(&self, basis: &Image, wanted: &Image, moment: &Moment<'_>, plan: &mut Plan) {
        let ship = self.index;
        let made = [
            (LaterWhat::Kind, self.differs(slice::from_ref(&KIND))),
            (LaterWhat::Heading, self.differs(&ANGLES)),
            (LaterWhat::Making, self.differs(&MAKING)),
        ];
        let remade = made.into_iter().find(|(_, differs)| *differs);
        if remade.is_none() && !self.differs(slice::from_ref(&PLACE)) {
            return;
        }
        // A ship is moved by the ID that it has, and made anew by the one that it will have.
        let image = if remade.is_some() { wanted } else { basis };
        let record = if remade.is_some() {
            self.after
        } else {
            self.before
        };
        let record = Ship::read(record).unwrap_or_default();
        if !is_named(image, &record) {
            plan.refuse(Reason::ObjectId { ship });
            return;
        }
        let place = Ship::read(self.after).unwrap_or_default().position;
        if !place.iter().all(|it| it.is_finite()) {
            plan.refuse(Reason::Place { ship });
            return;
        }
        match remade {
            Some((what, _)) if moment.peer != Peer::OwnEngine => {
                plan.refuse(Reason::Remake { ship, what });
            }
            Some(_) => plan.remakes.push(ToGame::RemakeShip(self.remade(moment))),
            None => {
                plan.moved.push((ship, place));
                plan.moves.push(ToGame::MoveShip {
                    object_id: record.object_id,
                    unknown: 0,
                    place,
                });
            }
        }
    }

    /// The record that the ship is made anew from: it stays where it is, and heads as it does, where
    /// the author did not change that.
    fn remade(&self, moment: &Moment<'_>) -> Vec<u8> {
        let mut ship = Ship::read(self.after).unwrap_or_default();
        let before = Ship::read(self.before).unwrap_or_default();
        let now = moment.file.records::<Ship>().nth(usize::from(self.index));
        let Ok((place, angles)) = place_of(&before, now.as_ref(), true) else {
            return self.after.to_vec();
        };
        if !self.differs(slice::from_ref(&PLACE)) {
            ship.position = place;
        }
        if !self.differs(&ANGLES) {
            [ship.yaw, ship.pitch, ship.roll] = angles;
        }
        ship.to_bytes()
    }

    /// A ship that is not in play has nothing to move or to make anew; it will be made from the
    /// record that the game has, which takes the chosen fields alone.
    fn plan_out_of_play(&self, plan: &mut Plan) {
        let fields = [
            (LaterWhat::Place, self.differs(slice::from_ref(&PLACE))),
            (LaterWhat::Heading, self.differs(&ANGLES)),
            (LaterWhat::Making, self.differs(&MAKING)),
        ];
        let (section, record) = (SectionId::Ships, usize::from(self.index));
        let later = fields.into_iter().filter(|(_, differs)| *differs);
        plan.later.extend(later.map(|(what, _)| Later::Restarted {
            section,
            record,
            what,
        }));
    }

    fn differs(&self, fields: &[Range<usize>]) -> bool {
        differs(self.before, self.after, fields)
    }
}

fn differs(before: &[u8], after: &[u8], fields: &[Range<usize>]) -> bool {
    let of = |record: &[u8], range: &Range<usize>| record.get(range.clone()).map(<[u8]>::to_vec);
    fields
        .iter()
        .any(|range| of(before, range) != of(after, range))
}

/// Whether a ship becomes or ceases to be a waypoint.
fn changes_routes(before: &[u8], after: &[u8]) -> bool {
    let is_waypoint =
        |record| Ship::read(record).is_some_and(|ship| ship.kind == Ship::KIND_WAYPOINT);
    is_waypoint(before) != is_waypoint(after)
}

/// Whether an object ID names a ship and no other. The game compares the low 16 bits.
fn is_named(image: &Image, ship: &Ship) -> bool {
    let id = |ship: &Ship| ship.object_id as u16;
    let own = id(ship);
    let bearers = image.records::<Ship>().filter(|it| id(it) == own);
    own != Reference::NO_INDEX && bearers.count() == 1
}
