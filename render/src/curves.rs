//! Director curves: what they are as mathematics, and as points to draw.

use glam::DVec3;

/// A mission's curve: a Hermite curve whose tangents weigh ten times (engine-facts 19,
/// dte-format 2.10).
///
/// p(t) = (2t³-3t²+1)·from + (3t²-2t³)·to + 10(t³-2t²+t)·leaving + 10(t²-t³)·arriving
///
/// So it leaves along `leaving` and comes in against `arriving`, ten times as fast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Curve {
    /// Where it starts, in game space.
    pub from: DVec3,
    /// Where it ends, in game space.
    pub to: DVec3,
    /// From the start to the leaving handle, in game units.
    pub leaving: DVec3,
    /// From the arriving handle to the end, in game units.
    pub arriving: DVec3,
}

/// How much the tangents weigh.
const WEIGHT: f64 = 10.0;
/// How many chords the game measures a curve by.
const CHORDS: u32 = 32;
/// How often a span is halved at most.
const MOST_HALVINGS: u32 = 12;

impl Curve {
    /// The place at a share of the way, commonly 0 to 1; the curve runs on beyond.
    pub fn point(&self, t: f64) -> DVec3 {
        let (t2, t3) = (t * t, t * t * t);
        self.from * (2.0 * t3 - 3.0 * t2 + 1.0)
            + self.to * (3.0 * t2 - 2.0 * t3)
            + self.leaving * (WEIGHT * (t3 - 2.0 * t2 + t))
            + self.arriving * (WEIGHT * (t2 - t3))
    }

    /// How fast the place changes with `t`, in game units.
    pub fn tangent(&self, t: f64) -> DVec3 {
        let t2 = t * t;
        self.from * (6.0 * t2 - 6.0 * t)
            + self.to * (6.0 * t - 6.0 * t2)
            + self.leaving * (WEIGHT * (3.0 * t2 - 4.0 * t + 1.0))
            + self.arriving * (WEIGHT * (2.0 * t - 3.0 * t2))
    }

    /// Its length as the game takes it: 32 chords at even steps of `t`.
    pub fn length(&self) -> f64 {
        let chord = |n: u32| {
            let at = |n: u32| self.point(f64::from(n) / f64::from(CHORDS));
            (at(n + 1) - at(n)).length()
        };
        (0..CHORDS).map(chord).sum()
    }

    /// The handle that `leaving` leads to, in game space.
    pub fn leaving_handle(&self) -> DVec3 {
        self.from + self.leaving
    }

    /// The handle that `arriving` comes from, in game space.
    pub fn arriving_handle(&self) -> DVec3 {
        self.to - self.arriving
    }

    /// The share of the way, 0 to 1, that comes closest to a place.
    pub fn nearest(&self, place: DVec3) -> f64 {
        let miss = |t: f64| (self.point(t) - place).length_squared();
        let steps = 4 * CHORDS;
        let at = |n: u32| f64::from(n) / f64::from(steps);
        let coarse = (0..=steps)
            .map(at)
            .min_by(|a, b| miss(*a).total_cmp(&miss(*b)))
            .unwrap_or(0.0);
        // Within one step either side it has one lowest place; three parts find it.
        let mut low = (coarse - at(1)).max(0.0);
        let mut high = (coarse + at(1)).min(1.0);
        for _ in 0..40 {
            let third = (high - low) / 3.0;
            if miss(low + third) < miss(high - third) {
                high -= third;
            } else {
                low += third;
            }
        }
        (low + high) * 0.5
    }

    /// Points along it from start to end, close enough that no chord strays from it by more than
    /// about `tolerance` game units: few where it is straight, many where it bends.
    pub fn polyline(&self, tolerance: f64) -> Vec<DVec3> {
        // A ten-millionth of the length is beyond what f32 records hold.
        let least = self.length() * 1e-7;
        let tolerance = tolerance.max(least).max(f64::MIN_POSITIVE);
        let mut points = vec![self.from];
        // Even a symmetric curve whose middle lies on its chord is looked at in four spans.
        for span in 0..4 {
            let at = |n: u32| f64::from(n) / 4.0;
            self.halve(
                at(span),
                at(span + 1),
                tolerance,
                MOST_HALVINGS,
                &mut points,
            );
        }
        points
    }

    /// Points along it for a picture in which the whole curve fills a screen: strays by less than a
    /// two-thousandth of its length.
    pub fn smooth_polyline(&self) -> Vec<DVec3> {
        self.polyline(self.length() * 2e-5)
    }

    fn halve(&self, start: f64, end: f64, tolerance: f64, left: u32, points: &mut Vec<DVec3>) {
        let (a, b) = (self.point(start), self.point(end));
        let middle = (start + end) * 0.5;
        let stray = [0.25, 0.5, 0.75]
            .map(|share| distance_to_chord(self.point(start + (end - start) * share), a, b))
            .into_iter()
            .fold(0.0, f64::max);
        // What is not a number strays from nothing and ends here.
        if left > 0 && stray > tolerance {
            self.halve(start, middle, tolerance, left - 1, points);
            self.halve(middle, end, tolerance, left - 1, points);
        } else {
            points.push(if end == 1.0 { self.to } else { b });
        }
    }
}

fn distance_to_chord(place: DVec3, a: DVec3, b: DVec3) -> f64 {
    let chord = b - a;
    let share = (place - a).dot(chord) / chord.length_squared();
    let share = if share.is_finite() {
        share.clamp(0.0, 1.0)
    } else {
        0.0
    };
    (a + chord * share - place).length()
}
