//! Headings that a game keeps, as the yaw and pitch of an author.
//!
//! The game keeps the yaw of a nose and, as its pitch, how the nose rises in the plane of the world's Y
//! and Z (engine-facts 2, script-vm V190): more than it does where it points to a side, only up or down
//! where it points straight to one, and with a turn added where it points back, 332 for an author's -28.
//! Both are cut off to whole degrees.

use crate::maths::placed;
use crate::world::record_angles;

/// Yaw and pitch in degrees.
type Heading = (i16, i16);

/// Angles of an author's are at most a turn either way.
const TURN: i16 = 360;
/// Degrees by which a heading may differ and still be the same.
const SAME_HEADING: f64 = 1.5;
/// Degrees by which the arithmetic of another game may be off.
const ROUNDING: [f64; 3] = [0.0, -1e-3, 1e-3];

/// What an author would call a heading that the game keeps: his own where the ship heads as he had it,
/// otherwise that of all that fit which is nearest to his own.
pub(super) fn told(own: Heading, now: Heading) -> Heading {
    let (yaw, pitch) = (f64::from(own.0), f64::from(own.1));
    let mut near = ROUNDING
        .into_iter()
        .flat_map(|x| ROUNDING.map(|y| (yaw + x, pitch + y)));
    if near.any(|(yaw, pitch)| apart(kept(yaw, pitch), now) == (0, 0)) {
        return own;
    }
    // A heading that is none of whole degrees may fit none; it is somewhere past the yaw that was cut.
    let whole = candidates(now.0, 0.0);
    let between = candidates(now.0, 0.5);
    let fits = |it: &Candidate| apart(it.kept, now) == (0, 0);
    let exact: Vec<Candidate> = whole.into_iter().filter(fits).collect();
    let fitting = match exact.is_empty() {
        false => exact,
        true => between.into_iter().collect(),
    };
    let nearest = fitting.into_iter().min_by_key(|it| {
        let (yaw, pitch) = apart(it.kept, now);
        let spelt = spelt(it.heading, own);
        (yaw.max(pitch), distance(spelt, own))
    });
    let nearest = nearest.map(|it| spelt(it.heading, own));
    nearest.filter(|it| !is_same(*it, own)).unwrap_or(own)
}

/// Whether two headings are one but for what the game cuts off.
fn is_same(one: Heading, other: Heading) -> bool {
    let nose = |(yaw, pitch): Heading| placed(f64::from(yaw), f64::from(pitch), 0.0).z_axis;
    nose(one).dot(nose(other)) >= SAME_HEADING.to_radians().cos()
}

/// A heading of whole degrees, and what the game keeps of it or of one close by.
struct Candidate {
    heading: Heading,
    kept: Heading,
}

fn candidates(yaw: i16, past: f64) -> Vec<Candidate> {
    let yaws = [yaw, yaw.saturating_add(1)];
    let yaws = yaws.into_iter().take(if past > 0.0 { 1 } else { 2 });
    yaws.flat_map(|yaw| {
        (-90..=90).map(move |pitch| Candidate {
            heading: (yaw, pitch),
            kept: kept(f64::from(yaw) + past, f64::from(pitch)),
        })
    })
    .collect()
}

/// What the game keeps of a heading.
fn kept(yaw: f64, pitch: f64) -> Heading {
    record_angles(placed(yaw, pitch, 0.0).z_axis)
}

/// Degrees by which two headings that are kept differ, the short way round.
fn apart(one: Heading, other: Heading) -> (i32, i32) {
    let short = |one: i16, other: i16| {
        let turned = (i32::from(one) - i32::from(other)).rem_euclid(i32::from(TURN));
        turned.min(i32::from(TURN) - turned)
    };
    (short(one.0, other.0), short(one.1, other.1))
}

/// Degrees that an author's two angles are changed by.
fn distance(one: Heading, other: Heading) -> i32 {
    let by = |one: i16, other: i16| i32::from(one).abs_diff(i32::from(other)).cast_signed();
    by(one.0, other.0).saturating_add(by(one.1, other.1))
}

/// The same heading as its two angles come nearest to an author's: a turn more or less, and over the
/// back where he has that.
fn spelt(heading: Heading, own: Heading) -> Heading {
    let (yaw, pitch) = heading;
    let ways = [
        (yaw, pitch),
        (yaw.saturating_add(180), 180_i16.saturating_sub(pitch)),
    ];
    let turned = ways.map(|(yaw, pitch)| (near(yaw, own.0), near(pitch, own.1)));
    let [plain, over] = turned;
    let is_over = near(own.1, 0).unsigned_abs() > 90;
    if is_over && distance(over, own) < distance(plain, own) {
        over
    } else {
        plain
    }
}

/// The same angle nearest to another, within a turn either way.
fn near(angle: i16, own: i16) -> i16 {
    let within = angle.rem_euclid(TURN);
    let ways = [within, within.saturating_sub(TURN)];
    let ways = ways.into_iter().chain((within == 0).then_some(TURN));
    // Of two that are as near, the smaller angle, and of these the first.
    ways.min_by_key(|way| (i32::from(*way).abs_diff(i32::from(own)), way.unsigned_abs()))
        .unwrap_or(angle)
}
