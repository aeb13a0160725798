//! A grid whose step follows the zoom, over as many orders of magnitude as space has.
//!
//! Three sets of lines, each ten times as wide as the one before, lie over each other; each fades
//! where its lines come too close on the screen, so that zooming never makes one jump.

use glam::{DVec2, DVec3};

use crate::camera::{Camera, Projection};
use crate::lines::{Cutter, Pieces, Stroke};
use crate::{Colour, Theme};

/// Which plane the grid lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Plane {
    /// Level: along X and Z.
    Xz,
    /// Upright, facing fore and aft: along X and Y.
    Xy,
    /// Upright, facing the sides: along Y and Z.
    Yz,
}

/// Where the grid is and how fine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// The plane it lies in.
    pub plane: Plane,
    /// The coordinate, in game units, that is the same all over the plane.
    pub level: f64,
    /// The finest step that is drawn, in game units: a power of ten.
    pub step: f64,
}

/// The finest lines are this far apart where they are looked at, in points, or up to ten times.
const LEAST_SPACING: f64 = 9.0;
/// Lines closer than this on the screen, in points, are not seen at all (see the line shader).
const INVISIBLE_SPACING: f64 = 6.0;
/// How many sets of lines there are, each ten times as wide as the one before.
const SETS: i32 = 3;
/// No set has more lines than this either way from the eye.
const MOST_LINES: f64 = 160.0;

impl Grid {
    /// The grid for a camera: level at Y = `level` in perspective, and facing the camera, at 0, in
    /// axis views from a side.
    pub fn new(camera: &Camera, level: f64) -> Self {
        let (plane, level) = match camera.projection {
            Projection::Perspective => (Plane::Xz, level),
            Projection::Orthographic => facing_plane(camera, level),
        };
        let grid = Self {
            plane,
            level,
            step: 1.0,
        };
        Self {
            step: grid.step_for(camera),
            ..grid
        }
    }

    /// The directions that the lines run along, and the one across the plane.
    pub fn axes(&self) -> [DVec3; 3] {
        match self.plane {
            Plane::Xz => [DVec3::X, DVec3::Z, DVec3::Y],
            Plane::Xy => [DVec3::X, DVec3::Y, DVec3::Z],
            Plane::Yz => [DVec3::Y, DVec3::Z, DVec3::X],
        }
    }

    /// The nearest crossing of the finest lines to a place, in the plane.
    pub fn snap(&self, place: DVec3) -> DVec3 {
        let [along, aside, across] = self.axes();
        let round = |axis: DVec3| axis * ((place.dot(axis) / self.step).round() * self.step);
        round(along) + round(aside) + across * self.level
    }

    fn step_for(&self, camera: &Camera) -> f64 {
        let [_, _, across] = self.axes();
        let depth = match camera.projection {
            // From high above the plane its lines crowd even if the focus is near.
            Projection::Perspective => {
                let height = (camera.position().dot(across) - self.level).abs();
                camera.distance.max(height)
            }
            Projection::Orthographic => camera.distance,
        };
        let least = LEAST_SPACING * camera.units_per_point(depth);
        let step = 10_f64.powf(least.log10().ceil());
        if step.is_finite() && step > 0.0 {
            step
        } else {
            1.0
        }
    }

    /// Adds what a camera sees of the grid. The cutter is that camera's.
    pub fn add_to(&self, pieces: &mut Pieces, cutter: &Cutter, camera: &Camera, theme: &Theme) {
        let [along, aside, across] = self.axes();
        let eye = camera.position();
        let middle = match camera.projection {
            Projection::Perspective => eye,
            Projection::Orthographic => camera.focus,
        };
        // The foot of the eye on the plane.
        let foot = middle - across * (middle.dot(across) - self.level);
        let mut sheet = Sheet {
            pieces,
            cutter,
            camera,
            foot,
        };
        for set in 0..SETS {
            let step = self.step * 10_f64.powi(set);
            let reach = reach(camera, step);
            for (line, beside) in [(along, aside), (aside, along)] {
                let middle = foot.dot(beside) / step;
                let first = (middle - reach / step).ceil();
                let last = (middle + reach / step).floor();
                // Bounded by MOST_LINES; a step too fine for f64 at this place gives few or none.
                let count = (last - first).clamp(-1.0, 2.0 * MOST_LINES) as i64;
                for number in (0..=count).map(|number| first + number as f64) {
                    // Wider sets draw their own lines; the axis lines have their own colours.
                    let wider = set + 1 < SETS && number % 10.0 == 0.0;
                    if !wider && number != 0.0 {
                        let offset = beside * ((number - middle) * step);
                        sheet.add(offset, line, beside * step, reach, theme.grid, 1.0);
                    }
                }
            }
        }
        // The axis lines fade as a set wider than all does, so they can be seen farther.
        let step = self.step * 10_f64.powi(SETS);
        let reach = reach(camera, step);
        for (line, beside) in [(along, aside), (aside, along)] {
            let offset = beside * -foot.dot(beside);
            let colour = axis_colour(line, theme);
            sheet.add(offset, line, beside * step, reach, colour, 1.5);
        }
    }
}

/// Where lines of a grid go.
struct Sheet<'a> {
    pieces: &'a mut Pieces,
    cutter: &'a Cutter,
    camera: &'a Camera,
    /// The place in the plane that lines are laid out from.
    foot: DVec3,
}

impl Sheet<'_> {
    /// Adds what can be seen of a line: `offset` from the foot, `reach` long both ways along `line`,
    /// and with a like line every `beside`.
    fn add(
        &mut self,
        offset: DVec3,
        line: DVec3,
        beside: DVec3,
        reach: f64,
        colour: Colour,
        width: f32,
    ) {
        let eye = self.cutter.eye();
        let place = eye.camera_from_point(self.foot + offset);
        let [line, beside] = [line, beside].map(|way| eye.camera_from_game * way);
        let crowding = match self.camera.projection {
            // The line and the eye span a plane; moving the line by `beside` moves the plane's
            // trace on the screen by this much over the depth.
            Projection::Perspective => {
                let span = place.cross(line);
                self.camera.focal_length() * span.dot(beside).abs() / span.truncate().length()
            }
            Projection::Orthographic => {
                let way = line.truncate();
                let off = way.perp_dot(beside.truncate()).abs() / way.length();
                off * self.camera.points_per_unit(self.camera.distance)
            }
        };
        let [mut from, mut to] = [place - line * reach, place + line * reach];
        if self.camera.projection == Projection::Perspective {
            // Beyond this depth it would only be drawn to fade to nothing.
            let deepest = crowding / INVISIBLE_SPACING;
            let share = (deepest - from.z) / (to.z - from.z);
            match (from.z > deepest, to.z > deepest) {
                (true, true) => return,
                (true, false) => from = from.lerp(to, share),
                (false, true) => to = from.lerp(to, share),
                (false, false) => {}
            }
        } else if crowding <= INVISIBLE_SPACING {
            return;
        }
        let stroke = Stroke {
            colour,
            width,
            dash: 0.0,
            crowding,
        };
        if crowding.is_finite() {
            self.pieces.add_piece(from, to, stroke, self.cutter);
        }
    }
}

/// How far from the foot the lines of a set can be seen, in game units.
fn reach(camera: &Camera, step: f64) -> f64 {
    let seen = match camera.projection {
        Projection::Perspective => step * camera.focal_length() / INVISIBLE_SPACING,
        Projection::Orthographic => {
            camera.viewport.max(DVec2::ONE).length() * camera.units_per_point(camera.distance)
        }
    };
    seen.min(MOST_LINES * step)
}

/// The plane that faces a camera most, and its level: that of the level plane only when it is that.
fn facing_plane(camera: &Camera, level: f64) -> (Plane, f64) {
    let forward = camera.forward().abs();
    if forward.y >= forward.x.max(forward.z) {
        (Plane::Xz, level)
    } else if forward.z >= forward.x {
        (Plane::Xy, 0.0)
    } else {
        (Plane::Yz, 0.0)
    }
}

fn axis_colour(axis: DVec3, theme: &Theme) -> Colour {
    if axis.x != 0.0 {
        theme.axis_x
    } else if axis.y != 0.0 {
        theme.axis_y
    } else {
        theme.axis_z
    }
}
