//! What to draw: plain data in game space, built anew whenever what it shows has changed.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use glam::{DQuat, DVec3};

use crate::{Bounds, Colour, Mesh};

/// What a pick or a box selection answers with. Its meaning is the caller's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PickId(pub u64);

/// Names one of a scene's own meshes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MeshId(pub u64);

/// Everything one viewport shows, apart from the grid.
///
/// A scene carries a revision, which is how the renderer knows whether it has seen it before. Every
/// new or cloned scene has its own; after changing a scene in place, call [`Scene::touch`].
#[derive(Debug)]
pub struct Scene {
    /// Bodies and signs.
    pub shapes: Vec<Shape>,
    /// Lines of a constant width on the screen.
    pub lines: Vec<Line>,
    /// Texts for [`crate::labels::place`]; the renderer draws none.
    pub labels: Vec<Label>,
    /// The meshes that [`Form::Mesh`] names.
    pub meshes: BTreeMap<MeshId, Arc<Mesh>>,
    revision: u64,
}

/// How a shape looks. Every built-in form fits a sphere of radius 1 and faces +Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// A dart: ships of the fighter class.
    Fighter,
    /// A long hull with a bridge: ships of the capital class.
    Capital,
    /// A boxy hauler: ships of the support class.
    Support,
    /// A hub with a ring: stations, and whatever has no better form.
    Station,
    /// A slim finned body.
    Torpedo,
    /// A jagged rock: debris and asteroids.
    Debris,
    /// A ball with spikes.
    Mine,
    /// A smooth ball.
    Planet,
    /// A sign: an upright diamond in a ring.
    NavPoint,
    /// A sign: an arrowhead lying flat, along the heading.
    Waypoint,
    /// A sign: three crossed bars.
    Point,
    /// A sign: a small ball with a nose along the heading.
    CurvePoint,
    /// A sign: a camera looking along the heading.
    CameraMarker,
    /// A translucent ball that is seen through and picked by its rim: a trigger's sphere.
    Volume,
    /// A cone along +Z, base in the origin: arrowheads.
    Cone,
    /// A small smooth ball: handles.
    Ball,
    /// A thin square plate across Z: plane handles.
    Plate,
    /// One of [`Scene::meshes`]; nothing is drawn where the scene has no such mesh.
    Mesh(MeshId),
}

/// How much a shape or a line is drawn out from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Highlight {
    /// Not at all.
    #[default]
    None,
    /// Under the pointer.
    Hovered,
    /// Part of the selection.
    Selected,
    /// The one of the selection that was chosen last.
    Primary,
}

/// A body or a sign.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// What picking answers; `None` for what cannot be picked.
    pub pick: Option<PickId>,
    /// How it looks.
    pub form: Form,
    /// Its place in game space, in game units. Nothing is drawn unless it is finite.
    pub position: DVec3,
    /// Turns its own frame (X right, Y down, Z nose) into game space;
    /// [`crate::spaces::orientation_from_degrees`] makes one from a record's angles.
    pub orientation: DQuat,
    /// Its radius, in game units: the form is scaled by this much.
    pub size: f64,
    /// Its colour; the form adds lights and darks of its own.
    pub colour: Colour,
    /// How much it is drawn out.
    pub highlight: Highlight,
    /// Drawn translucent and without hiding what lies behind.
    pub ghost: bool,
    /// The least radius on the screen, in points, so that it stays visible and pickable at any zoom.
    pub min_screen_size: f32,
    /// The greatest radius on the screen, in points; signs keep one size, bodies know no bound.
    pub max_screen_size: f32,
}

/// A line through points, as wide on the screen near as far.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// What picking answers; `None` for what cannot be picked.
    pub pick: Option<PickId>,
    /// The corners in game space, in game units; fewer than two draw nothing.
    pub points: Vec<DVec3>,
    /// Whether the last point is joined to the first.
    pub closed: bool,
    /// Its colour.
    pub colour: Colour,
    /// Its width in points.
    pub width: f32,
    /// Whether it is broken into dashes.
    pub dashed: bool,
    /// Where it shows which way it runs.
    pub arrows: Arrows,
    /// How much it is drawn out.
    pub highlight: Highlight,
    /// Drawn over the bodies in front of it.
    pub on_top: bool,
}

/// Where a line shows which way it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Arrows {
    /// Nowhere.
    #[default]
    None,
    /// At its last point.
    End,
    /// In the middle of each piece that is long enough on the screen.
    Middle,
}

/// Kept free between two labels, in points.
pub(crate) const LABEL_GAP: f32 = 3.0;

/// A text at a place. This crate finds where it fits; the caller draws it.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// What the text belongs to.
    pub pick: Option<PickId>,
    /// What to write.
    pub text: String,
    /// The place it belongs to, in game space.
    pub position: DVec3,
    /// How far from that place the text keeps at least, in points: the radius of the sign there.
    /// Less than 0 lets it come over the place; see [`Label::centred`].
    pub clearance: f32,
    /// The radius in game units of the body there, which the text keeps off, too, unless it fills
    /// the view; 0 for a sign.
    pub radius: f64,
    /// Width and height of the text in points, as the caller measured or guessed them.
    pub size: [f32; 2],
    /// Which label stays where two do not fit: the greater.
    pub priority: i32,
    /// Its colour.
    pub colour: Colour,
}

impl Label {
    /// A label of priority 0 for a text of the given size in points, in light grey.
    pub fn new(text: impl Into<String>, size: [f32; 2], position: DVec3) -> Self {
        Self {
            pick: None,
            text: text.into(),
            position,
            clearance: 8.0,
            radius: 0.0,
            size,
            priority: 0,
            colour: [205, 211, 220, 255],
        }
    }

    /// The same label, but written right over its place rather than beside it.
    pub fn centred(self) -> Self {
        let [_, height] = self.size;
        Self {
            clearance: -(LABEL_GAP + height * 0.5),
            radius: 0.0,
            ..self
        }
    }
}

impl Scene {
    /// A scene with nothing in it.
    pub fn new() -> Self {
        Self {
            shapes: Vec::new(),
            lines: Vec::new(),
            labels: Vec::new(),
            meshes: BTreeMap::new(),
            revision: next_revision(),
        }
    }

    /// Tells the renderer that the scene was changed in place.
    pub fn touch(&mut self) {
        self.revision = next_revision();
    }

    /// Differs between any two scenes, and between two states of one unless [`Scene::touch`] was
    /// forgotten.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The smallest box around every shape and line; `None` for an empty scene.
    pub fn bounds(&self) -> Option<Bounds> {
        self.bounds_where(|_| true)
    }

    /// The smallest box around what the given test accepts, by pick id; `None` around nothing.
    pub fn bounds_where(&self, accept: impl Fn(Option<PickId>) -> bool) -> Option<Bounds> {
        let shapes = self
            .shapes
            .iter()
            .filter(|shape| accept(shape.pick))
            .filter_map(|shape| {
                // A sign's size is a matter of the screen, not of space.
                let size = if shape.form.is_sign() {
                    0.0
                } else {
                    shape.size
                };
                Bounds::of_sphere(shape.position, size)
            });
        let lines = self
            .lines
            .iter()
            .filter(|line| accept(line.pick))
            .filter_map(|line| Bounds::of_points(line.points.iter().copied()));
        shapes.chain(lines).reduce(Bounds::union)
    }
}

impl Default for Scene {
    fn default() -> Self {
        Self::new()
    }
}

/// A copy is a scene of its own: it may be changed without the renderer taking it for the first.
impl Clone for Scene {
    fn clone(&self) -> Self {
        Self {
            shapes: self.shapes.clone(),
            lines: self.lines.clone(),
            labels: self.labels.clone(),
            meshes: self.meshes.clone(),
            revision: next_revision(),
        }
    }
}

impl Form {
    /// Whether this is a sign: something without a size in space, drawn as large at any zoom.
    pub fn is_sign(self) -> bool {
        matches!(
            self,
            Form::NavPoint | Form::Waypoint | Form::Point | Form::CurvePoint | Form::CameraMarker
        )
    }

    /// The least and the greatest radius on the screen, in points, that a shape of this form starts
    /// with.
    pub fn screen_sizes(self) -> (f32, f32) {
        match self {
            Form::NavPoint | Form::CameraMarker => (13.0, 13.0),
            Form::Waypoint => (12.0, 12.0),
            Form::Point => (9.0, 9.0),
            Form::CurvePoint => (8.0, 8.0),
            Form::Capital | Form::Station => (11.0, f32::INFINITY),
            Form::Fighter | Form::Support | Form::Mesh(_) => (8.0, f32::INFINITY),
            Form::Torpedo | Form::Mine => (6.0, f32::INFINITY),
            Form::Debris | Form::Planet => (4.0, f32::INFINITY),
            Form::Volume | Form::Cone | Form::Ball | Form::Plate => (0.0, f32::INFINITY),
        }
    }
}

impl Shape {
    /// A shape that nobody can pick, in light grey, unturned; `size` is its radius in game units.
    pub fn new(form: Form, position: DVec3, size: f64) -> Self {
        let (min_screen_size, max_screen_size) = form.screen_sizes();
        Self {
            pick: None,
            form,
            position,
            orientation: DQuat::IDENTITY,
            size,
            colour: [200, 205, 212, 255],
            highlight: Highlight::None,
            ghost: false,
            min_screen_size,
            max_screen_size,
        }
    }
}

impl Line {
    /// An open, solid, one and a half points wide line that nobody can pick.
    pub fn new(points: Vec<DVec3>, colour: Colour) -> Self {
        Self {
            pick: None,
            points,
            closed: false,
            colour,
            width: 1.5,
            dashed: false,
            arrows: Arrows::None,
            highlight: Highlight::None,
            on_top: false,
        }
    }

    /// A circle around `centre`, across `normal`; `radius` in game units. A `normal` of no length
    /// stands for +Y.
    pub fn circle(centre: DVec3, normal: DVec3, radius: f64, colour: Colour) -> Self {
        const CORNERS: u32 = 96;
        let (across, along) = normal
            .try_normalize()
            .unwrap_or(DVec3::Y)
            .any_orthonormal_pair();
        let points = (0..CORNERS)
            .map(|corner| {
                let (sin, cos) = (f64::from(corner) * TAU / f64::from(CORNERS)).sin_cos();
                centre + radius * (cos * across + sin * along)
            })
            .collect();
        Self {
            closed: true,
            ..Self::new(points, colour)
        }
    }

    /// Each piece as its two ends, the closing one included.
    pub fn pieces(&self) -> impl Iterator<Item = (DVec3, DVec3)> + '_ {
        let closing = match (self.closed, self.points.as_slice()) {
            (true, [first, .., last]) => Some((*last, *first)),
            _ => None,
        };
        self.points
            .iter()
            .copied()
            .zip(self.points.iter().copied().skip(1))
            .chain(closing)
    }
}

fn next_revision() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
