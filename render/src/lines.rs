//! From lines in game space to pieces on the screen, as the GPU wants them.
//!
//! Pieces are cut to the view and projected in f64, one by one; the GPU only widens them. So a line
//! from beside the eye to 10^8 away is as sharp as any other.

use glam::{DVec2, DVec3};

use crate::camera::{Camera, Projection};
use crate::scene::{Arrows, Highlight, Line};
use crate::spaces::Eye;
use crate::{Colour, Theme};

/// Pieces of lines on the screen; all lists are as long as each other.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pieces {
    /// One end: right of and below the viewport's middle, in points; then the depth number.
    ///
    /// The depth number runs evenly along a piece on the screen: one over the depth in
    /// perspective, the depth itself without.
    pub from: Vec<[f32; 3]>,
    /// The other end.
    pub to: Vec<[f32; 3]>,
    /// Colour.
    pub colours: Vec<Colour>,
    /// Width and dash length in points (0 for none), where in its dashes the piece begins, and
    /// which ends are round: 1 for `from`, 2 for `to`, 3 for both.
    pub styles: Vec<[f32; 4]>,
    /// For lines that fade where they crowd: how far off the next of them is on the screen, in
    /// points, at a depth of one in perspective and anywhere without. 0 for those that never fade.
    pub crowding: Vec<f32>,
}

/// One line's look on its way to the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub colour: Colour,
    /// Width in points.
    pub width: f32,
    /// The length of a dash and the gap after it, in points; 0 for none.
    pub dash: f32,
    /// See [`Pieces::crowding`].
    pub crowding: f64,
}

/// A piece that was cut to the view and projected.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Projected {
    pub(crate) from: DVec2,
    pub(crate) to: DVec2,
    pub(crate) from_number: f64,
    pub(crate) to_number: f64,
    /// Whether the start or the end was cut off.
    cut: [bool; 2],
}

/// A dash with its gap, in points.
const DASH: f32 = 9.0;
/// A highlighted line is wider by this much, in points.
const WIDENING: f32 = 1.5;
/// The view is cut this much beyond its edges, so that no end shows.
const MARGIN: f64 = 1.15;
/// Joints that turn by less than this are flush: cos 25°.
const FLUSH: f64 = 0.906;
/// Arrows in the middle of pieces need this much room, in points.
const ARROW_ROOM: f64 = 48.0;

/// The cutting planes of a camera's view and what follows them.
#[derive(Debug, Clone, Copy)]
pub struct Cutter {
    camera: Camera,
    eye: Eye,
    /// Slopes of the side planes in perspective; half sizes without.
    sides: DVec2,
    near: f64,
}

impl Cutter {
    /// For a camera as it stands.
    pub fn new(camera: &Camera) -> Self {
        let half = camera.viewport.max(DVec2::ONE) * 0.5 * MARGIN;
        let sides = match camera.projection {
            Projection::Perspective => half / camera.focal_length(),
            Projection::Orthographic => half * camera.units_per_point(camera.distance),
        };
        Self {
            camera: *camera,
            eye: camera.eye(),
            sides,
            near: camera.near(),
        }
    }

    /// The eye that it cuts for.
    pub fn eye(&self) -> &Eye {
        &self.eye
    }

    /// The part of a piece, in camera axes, that is in view, as shares of its length.
    pub fn cut(&self, from: DVec3, to: DVec3) -> Option<(f64, f64)> {
        let (mut start, mut end) = (0.0_f64, 1.0_f64);
        let perspective = self.camera.projection == Projection::Perspective;
        // How far inside each plane a place is; what is negative is cut.
        let inside = |place: DVec3| {
            let reach = if perspective {
                self.sides * place.z
            } else {
                self.sides
            };
            [
                if perspective {
                    place.z - self.near
                } else {
                    1.0
                },
                reach.x - place.x,
                reach.x + place.x,
                reach.y - place.y,
                reach.y + place.y,
            ]
        };
        for (a, b) in inside(from).into_iter().zip(inside(to)) {
            if !(a.is_finite() && b.is_finite()) || (a < 0.0 && b < 0.0) {
                return None;
            }
            let share = a / (a - b);
            if a < 0.0 {
                start = start.max(share);
            } else if b < 0.0 {
                end = end.min(share);
            }
        }
        (start < end || from == to).then_some((start, end))
    }

    pub(crate) fn project(&self, from: DVec3, to: DVec3) -> Option<Projected> {
        let (start, end) = self.cut(from, to)?;
        let at = |share: f64| {
            let place = if share == 1.0 {
                to
            } else {
                from.lerp(to, share)
            };
            // A cut exactly at the near plane may come out a hair before it.
            let depth = match self.camera.projection {
                Projection::Perspective => place.z.max(self.near),
                Projection::Orthographic => place.z,
            };
            let number = match self.camera.projection {
                Projection::Perspective => depth.recip(),
                Projection::Orthographic => depth,
            };
            (
                place.truncate() * self.camera.points_per_unit(depth),
                number,
            )
        };
        let ((from, from_number), (to, to_number)) = (at(start), at(end));
        Some(Projected {
            from,
            to,
            from_number,
            to_number,
            cut: [start > 0.0, end < 1.0],
        })
    }
}

impl Pieces {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.from.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.from.is_empty()
    }

    /// Removes all, keeping the memory.
    pub fn clear(&mut self) {
        self.from.clear();
        self.to.clear();
        self.colours.clear();
        self.styles.clear();
        self.crowding.clear();
    }

    /// Adds what a camera sees of a line, highlighted as the theme says.
    pub fn add_line(&mut self, line: &Line, cutter: &Cutter, theme: &Theme) {
        let highlight = theme.highlight(line.highlight);
        let widening = if line.highlight == Highlight::None {
            0.0
        } else {
            WIDENING
        };
        let stroke = Stroke {
            colour: highlight.unwrap_or(line.colour),
            width: line.width + widening,
            dash: if line.dashed { DASH } else { 0.0 },
            crowding: 0.0,
        };
        self.add_points(line, stroke, cutter);
    }

    fn add_points(&mut self, line: &Line, stroke: Stroke, cutter: &Cutter) {
        let mut walked = 0.0;
        let mut before: Option<DVec2> = None;
        let mut pieces = line.pieces().peekable();
        while let Some((from, to)) = pieces.next() {
            let [from, to] = [from, to].map(|point| cutter.eye.camera_from_point(point));
            let Some(piece) = cutter.project(from, to) else {
                before = None;
                continue;
            };
            let way = piece.to - piece.from;
            let direction = way.try_normalize();
            let flush = |other: Option<DVec2>| match (direction, other) {
                (Some(one), Some(other)) => one.dot(other) > FLUSH,
                _ => false,
            };
            let after = pieces.peek().and_then(|(from, to)| {
                let [from, to] = [*from, *to].map(|point| cutter.eye.camera_from_point(point));
                let next = cutter.project(from, to)?;
                (next.to - next.from).try_normalize()
            });
            let round_from = !flush(before) && !piece.cut[0];
            let round_to = !flush(after) && !piece.cut[1];
            self.push(&piece, stroke, walked, round_from, round_to);
            if let Some(direction) = direction {
                let last = pieces.peek().is_none();
                match line.arrows {
                    Arrows::End if last && !piece.cut[1] => {
                        self.push_arrow(piece.to, piece.to_number, direction, stroke);
                    }
                    Arrows::Middle if way.length() >= ARROW_ROOM => {
                        let middle = (piece.from + piece.to) * 0.5 + direction * 4.0;
                        let number = (piece.from_number + piece.to_number) * 0.5;
                        self.push_arrow(middle, number, direction, stroke);
                    }
                    _ => {}
                }
            }
            walked += way.length();
            before = direction;
        }
    }

    /// Adds what a camera sees of one straight piece between two places in camera axes.
    pub fn add_piece(&mut self, from: DVec3, to: DVec3, stroke: Stroke, cutter: &Cutter) {
        if let Some(piece) = cutter.project(from, to) {
            self.push(&piece, stroke, 0.0, false, false);
        }
    }

    fn push_arrow(&mut self, tip: DVec2, number: f64, direction: DVec2, stroke: Stroke) {
        let length = 7.0 + f64::from(stroke.width);
        for side in [-0.55, 0.55] {
            let barb = Projected {
                from: tip - (direction + direction.perp() * side) * length,
                to: tip,
                from_number: number,
                to_number: number,
                cut: [false; 2],
            };
            let solid = Stroke {
                dash: 0.0,
                ..stroke
            };
            self.push(&barb, solid, 0.0, true, true);
        }
    }

    fn push(
        &mut self,
        piece: &Projected,
        stroke: Stroke,
        walked: f64,
        round_from: bool,
        round_to: bool,
    ) {
        // Points on the screen and depth numbers of what is in view: f32 holds them well.
        let end = |place: DVec2, number: f64| [place.x as f32, place.y as f32, number as f32];
        let phase = if stroke.dash > 0.0 {
            walked % f64::from(stroke.dash)
        } else {
            0.0
        };
        let round = f32::from(u8::from(round_from) + 2 * u8::from(round_to));
        self.from.push(end(piece.from, piece.from_number));
        self.to.push(end(piece.to, piece.to_number));
        self.colours.push(stroke.colour);
        self.styles
            .push([stroke.width, stroke.dash, phase as f32, round]);
        self.crowding.push(stroke.crowding as f32);
    }
}
