//! What lies under the pointer, in a box, or under a brush.

use std::collections::BTreeMap;

use glam::{DVec2, DVec3};

use crate::Mesh;
use crate::camera::{Camera, Projection, Ray};
use crate::forms;
use crate::lines::{Cutter, Projected};
use crate::scene::{Form, Line, PickId, Scene, Shape};
use crate::ships::{self, Appearance};

/// One thing under the pointer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// What it is.
    pub pick: PickId,
    /// The place that was touched, in game space; near enough for [`Camera::zoom_at`].
    pub point: DVec3,
    /// How deep along the view that place is, in game units.
    pub depth: f64,
    /// How far past it the pointer is, in points; 0 on it.
    pub miss: f64,
    /// Whether it is so large on the screen that what lies before it, or just beside the pointer,
    /// is more likely meant.
    pub backdrop: bool,
}

/// Which things a box takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum BoxRule {
    /// Those with any corner or their middle inside.
    #[default]
    Touching,
    /// Those that are wholly inside.
    Enclosing,
}

/// Up to this radius on the screen, in points, a shape is picked as a disc: its form is too small
/// to aim at.
const DISC: f64 = 9.0;
/// From this share of the viewport's shorter side on, a shape's radius makes it a backdrop.
const BACKDROP: f64 = 0.3;
/// A slanting view stretches a ball's picture up to this much.
const STRETCH: f64 = 1.5;

/// Everything within `tolerance` points of the pointer, the likeliest first.
///
/// What the pointer is on comes before what it is beside; then the nearest first, and among those
/// beside it the least missed. A backdrop comes after all that is before it, hit or nearly hit, and
/// before all that it hides. Clicking again and taking the next hit goes through them all.
pub fn pick(scene: &Scene, camera: &Camera, pointer: DVec2, tolerance: f64) -> Vec<Hit> {
    let probe = Probe::new(camera, pointer, tolerance);
    let shapes = scene
        .shapes
        .iter()
        .filter_map(|shape| probe.shape(shape, scene));
    let lines = scene.lines.iter().filter_map(|line| probe.line(line));
    let mut best: BTreeMap<PickId, Hit> = BTreeMap::new();
    for hit in shapes.chain(lines) {
        let kept = best.entry(hit.pick).or_insert(hit);
        if order(&hit, kept).is_lt() {
            *kept = hit;
        }
    }
    let mut hits: Vec<Hit> = best.into_values().collect();
    let backdrop = hits
        .iter()
        .filter(|hit| hit.backdrop)
        .map(|hit| hit.depth)
        .min_by(f64::total_cmp);
    let rank = |hit: &Hit| match backdrop {
        _ if hit.backdrop => 1,
        Some(depth) if hit.depth > depth => 2,
        _ => 0,
    };
    hits.sort_by(|a, b| rank(a).cmp(&rank(b)).then(order(a, b)));
    hits
}

/// Everything that a box on the screen takes, in the scene's order, each once.
pub fn pick_box(
    scene: &Scene,
    camera: &Camera,
    corner: DVec2,
    opposite: DVec2,
    rule: BoxRule,
) -> Vec<PickId> {
    let (min, max) = (corner.min(opposite), corner.max(opposite));
    let inside = |place: DVec2| (place.cmpge(min) & place.cmple(max)).all();
    let crosses = |from: DVec2, to: DVec2| crosses_box(from, to, min, max);
    Sweep { scene, camera }.take(inside, crosses, rule)
}

/// Everything that a round brush on the screen touches, in the scene's order, each once.
pub fn pick_disc(scene: &Scene, camera: &Camera, centre: DVec2, radius: f64) -> Vec<PickId> {
    let inside = |place: DVec2| place.distance(centre) <= radius;
    let crosses = |from: DVec2, to: DVec2| nearest_on_piece(centre, from, to).1 <= radius;
    Sweep { scene, camera }.take(inside, crosses, BoxRule::Touching)
}

fn order(a: &Hit, b: &Hit) -> std::cmp::Ordering {
    let beside = |hit: &Hit| hit.miss > 0.0;
    beside(a)
        .cmp(&beside(b))
        .then(a.miss.total_cmp(&b.miss))
        .then(a.depth.total_cmp(&b.depth))
}

/// The pointer, and what is the same for all that it is held against.
struct Probe<'a> {
    camera: &'a Camera,
    cutter: Cutter,
    pointer: DVec2,
    tolerance: f64,
    ray: Ray,
    /// Rays around the pointer, with their distances from it, the nearest first.
    around: Vec<(f64, Ray)>,
}

impl<'a> Probe<'a> {
    fn new(camera: &'a Camera, pointer: DVec2, tolerance: f64) -> Self {
        let ring = |radius: f64| {
            (0..8).map(move |step| {
                let turn = std::f64::consts::TAU * f64::from(step) / 8.0;
                let ray = camera.ray(pointer + DVec2::from_angle(turn) * radius);
                (radius, ray)
            })
        };
        let around = if tolerance > 0.0 {
            ring(tolerance * 0.5).chain(ring(tolerance)).collect()
        } else {
            Vec::new()
        };
        Self {
            camera,
            cutter: Cutter::new(camera),
            pointer,
            tolerance,
            ray: camera.ray(pointer),
            around,
        }
    }

    fn shape(&self, shape: &Shape, scene: &Scene) -> Option<Hit> {
        let pick = shape.pick?;
        let seen = ships::appearance(shape, self.camera, self.cutter.eye())?;
        let shorter = self.camera.viewport.min_element();
        let (miss, parameter) = self.touch(shape, &seen, scene)?;
        let point = self.ray.at(parameter);
        Some(Hit {
            pick,
            point,
            depth: self.cutter.eye().camera_from_point(point).z,
            miss,
            backdrop: shape.form != Form::Volume && seen.screen_radius > BACKDROP * shorter,
        })
    }

    /// How far the pointer misses a shape, in points, and the ray's parameter there.
    fn touch(&self, shape: &Shape, seen: &Appearance, scene: &Scene) -> Option<(f64, f64)> {
        let at_middle = (shape.position - self.ray.origin).dot(self.ray.direction);
        let off = (shape.position - self.ray.at(at_middle)).length();
        let points_per_unit = self.camera.points_per_unit(seen.place.z);
        let off = off * points_per_unit;
        if shape.form == Form::Volume {
            let miss = (off - seen.screen_radius).abs();
            let visible = at_middle >= self.ray.start && miss <= self.tolerance;
            return visible.then_some(((miss - 1.0).max(0.0), at_middle));
        }
        if off > seen.screen_radius * STRETCH + self.tolerance {
            return None;
        }
        if seen.screen_radius <= DISC {
            let miss = (off - seen.screen_radius).max(0.0);
            let visible = at_middle >= self.ray.start && miss <= self.tolerance;
            return visible.then_some((miss, at_middle));
        }
        let mesh = mesh_of(shape.form, scene)?;
        std::iter::once(&(0.0, self.ray))
            .chain(&self.around)
            .find_map(|(miss, ray)| Some((*miss, meet(ray, shape, seen.radius, mesh)?)))
    }

    fn line(&self, line: &Line) -> Option<Hit> {
        let pick = line.pick?;
        let eye = self.cutter.eye();
        let half = f64::from(line.width) * 0.5;
        let pointer = self.pointer - self.camera.centre();
        line.pieces()
            .filter_map(|(from, to)| {
                let [from, to] = [from, to].map(|point| eye.camera_from_point(point));
                let piece = self.cutter.project(from, to)?;
                let (share, off) = nearest_on_piece(pointer, piece.from, piece.to);
                let miss = (off - half).max(0.0);
                let depth = self.depth_on(&piece, share);
                (miss <= self.tolerance).then_some((miss, depth))
            })
            .min_by(|(a, _), (b, _)| a.total_cmp(b))
            .map(|(miss, depth)| Hit {
                pick,
                point: self.ray.at(self.parameter_at(depth)),
                depth,
                miss,
                backdrop: false,
            })
    }

    fn depth_on(&self, piece: &Projected, share: f64) -> f64 {
        let number = piece.from_number + (piece.to_number - piece.from_number) * share;
        match self.camera.projection {
            Projection::Perspective => number.recip(),
            Projection::Orthographic => number,
        }
    }

    fn parameter_at(&self, depth: f64) -> f64 {
        depth / self.ray.direction.dot(self.camera.forward())
    }
}

/// A scene under a camera, to be swept by an area of the screen.
struct Sweep<'a> {
    scene: &'a Scene,
    camera: &'a Camera,
}

impl Sweep<'_> {
    fn take(
        &self,
        inside: impl Fn(DVec2) -> bool,
        crosses: impl Fn(DVec2, DVec2) -> bool,
        rule: BoxRule,
    ) -> Vec<PickId> {
        let shapes = self
            .scene
            .shapes
            .iter()
            .filter(|shape| self.takes_shape(shape, &inside, rule))
            .filter_map(|shape| shape.pick);
        let lines = self
            .scene
            .lines
            .iter()
            .filter(|line| self.takes_line(line, &inside, &crosses, rule))
            .filter_map(|line| line.pick);
        let mut seen = std::collections::BTreeSet::new();
        shapes
            .chain(lines)
            .filter(|pick| seen.insert(*pick))
            .collect()
    }

    fn takes_shape(&self, shape: &Shape, inside: impl Fn(DVec2) -> bool, rule: BoxRule) -> bool {
        let eye = self.camera.eye();
        let Some(seen) = ships::appearance(shape, self.camera, &eye) else {
            return false;
        };
        let Some((middle, _)) = self.camera.project_from_camera(seen.place) else {
            return false;
        };
        let by_middle = matches!(shape.form, Form::Planet | Form::Volume);
        if seen.screen_radius <= DISC || (by_middle && rule == BoxRule::Touching) {
            return inside(middle);
        }
        let corners = mesh_of(shape.form, self.scene)
            .into_iter()
            .flat_map(Mesh::triangles);
        let mut corners = corners.flatten().map(|corner| {
            let place = shape.position + shape.orientation * (corner * seen.radius);
            self.camera
                .project_from_camera(eye.camera_from_point(place))
                .is_some_and(|(screen, _)| inside(screen))
        });
        match rule {
            BoxRule::Touching => inside(middle) || corners.any(|is_inside| is_inside),
            BoxRule::Enclosing => inside(middle) && corners.all(|is_inside| is_inside),
        }
    }

    fn takes_line(
        &self,
        line: &Line,
        inside: impl Fn(DVec2) -> bool,
        crosses: impl Fn(DVec2, DVec2) -> bool,
        rule: BoxRule,
    ) -> bool {
        if line.pick.is_none() || line.points.len() < 2 {
            return false;
        }
        match rule {
            BoxRule::Enclosing => line
                .points
                .iter()
                .all(|point| self.camera.project(*point).is_some_and(&inside)),
            BoxRule::Touching => {
                let cutter = Cutter::new(self.camera);
                let centre = self.camera.centre();
                line.pieces().any(|(from, to)| {
                    let [from, to] = [from, to].map(|point| cutter.eye().camera_from_point(point));
                    cutter
                        .project(from, to)
                        .is_some_and(|piece| crosses(piece.from + centre, piece.to + centre))
                })
            }
        }
    }
}

fn mesh_of(form: Form, scene: &Scene) -> Option<&Mesh> {
    match form {
        Form::Mesh(id) => scene.meshes.get(&id).map(AsRef::as_ref),
        built_in => forms::built_in(built_in),
    }
}

/// Where a ray first meets a shape shown with a radius, as the ray's parameter.
fn meet(ray: &Ray, shape: &Shape, radius: f64, mesh: &Mesh) -> Option<f64> {
    if shape.form == Form::Planet {
        return ray.meet_sphere(shape.position, radius);
    }
    let shape_from_game = shape.orientation.inverse();
    // In radii, so that the mesh need not be scaled.
    let own = Ray {
        origin: shape_from_game * (ray.origin - shape.position) / radius,
        direction: shape_from_game * ray.direction,
        start: ray.start / radius,
    };
    Some(mesh.meet(&own)? * radius)
}

/// The share of a piece that is nearest to a place, and how far off that is.
fn nearest_on_piece(place: DVec2, from: DVec2, to: DVec2) -> (f64, f64) {
    let way = to - from;
    let share = (place - from).dot(way) / way.length_squared();
    let share = if share.is_finite() {
        share.clamp(0.0, 1.0)
    } else {
        0.0
    };
    (share, (from + way * share).distance(place))
}

fn crosses_box(from: DVec2, to: DVec2, min: DVec2, max: DVec2) -> bool {
    let way = to - from;
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for (from, way, min, max) in [(from.x, way.x, min.x, max.x), (from.y, way.y, min.y, max.y)] {
        if way == 0.0 {
            if from < min || from > max {
                return false;
            }
            continue;
        }
        let (a, b) = ((min - from) / way, (max - from) / way);
        start = start.max(a.min(b));
        end = end.min(a.max(b));
    }
    start <= end
}
