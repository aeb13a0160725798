//! From shapes to what the GPU wants: one batch of instances for each form.

use std::collections::BTreeMap;

use glam::DVec3;

use crate::camera::{Camera, Projection};
use crate::scene::{Form, Shape};
use crate::spaces::Eye;
use crate::{Colour, Theme};

/// The instances of one form; all lists are as long as each other.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Instances {
    /// Place in camera axes relative to the eye, and radius, in game units.
    pub places: Vec<[f32; 4]>,
    /// The turn into camera axes as a quaternion: x, y, z, w.
    pub turns: Vec<[f32; 4]>,
    /// Colour.
    pub colours: Vec<Colour>,
}

/// All the instances that one camera sees of a scene's shapes.
///
/// Kept from one frame to the next, it needs no new memory.
#[derive(Debug, Default)]
pub struct Batches {
    /// Bodies that hide what is behind them.
    pub solid: BTreeMap<Form, Instances>,
    /// Ghosts, the farthest first.
    pub ghosts: BTreeMap<Form, Instances>,
    /// Volumes, the farthest first.
    pub volumes: BTreeMap<Form, Instances>,
    /// Highlighted shapes once more, in the colours of their outlines.
    pub outlines: BTreeMap<Form, Instances>,
    /// How deep along the view the seen shapes begin and end, in game units.
    pub depths: Option<(f64, f64)>,
}

/// How a shape appears to a camera.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Appearance {
    /// Where it is, in camera axes relative to the eye (right, down, into the picture).
    pub place: DVec3,
    /// Its radius in game units, once its least and greatest size on the screen are kept to.
    pub radius: f64,
    /// That radius on the screen, in points.
    pub screen_radius: f64,
}

/// How a shape appears, whether inside the viewport or past its edges; `None` for what lies behind
/// the eye or is not finite.
pub fn appearance(shape: &Shape, camera: &Camera, eye: &Eye) -> Option<Appearance> {
    let place = eye.camera_from_point(shape.position);
    let size = shape.size.abs();
    if !(place.is_finite() && size.is_finite()) {
        return None;
    }
    if camera.projection == Projection::Perspective && place.z < camera.near() - size {
        return None;
    }
    let points_per_unit = camera.points_per_unit(place.z);
    let screen_radius = (size * points_per_unit)
        .min(f64::from(shape.max_screen_size))
        .max(f64::from(shape.min_screen_size));
    Some(Appearance {
        place,
        radius: screen_radius / points_per_unit,
        screen_radius,
    })
}

/// Whether any of an appearance can lie inside the viewport.
pub fn is_in_view(appearance: &Appearance, camera: &Camera) -> bool {
    let Appearance { place, radius, .. } = *appearance;
    let half = camera.viewport.max(glam::DVec2::ONE) * 0.5;
    let aside = place.truncate().abs();
    match camera.projection {
        Projection::Perspective => {
            // The distance to each side plane of the view; a plane leans by its slope.
            let slope = half / camera.focal_length();
            let beyond = (aside - slope * place.z) / (slope * slope + 1.0).map(f64::sqrt);
            beyond.x <= radius && beyond.y <= radius
        }
        Projection::Orthographic => {
            let half = half * camera.units_per_point(camera.distance);
            aside.x <= half.x + radius && aside.y <= half.y + radius
        }
    }
}

impl Batches {
    /// Fills the batches with what a camera sees of some shapes.
    pub fn fill(&mut self, shapes: &[Shape], camera: &Camera, theme: &Theme) {
        for instances in self.all_mut() {
            instances.clear();
        }
        self.depths = None;
        let eye = camera.eye();
        let mut translucent = Vec::new();
        for shape in shapes {
            let Some(seen) = appearance(shape, camera, &eye) else {
                continue;
            };
            if !is_in_view(&seen, camera) {
                continue;
            }
            let (near, far) = (seen.place.z - seen.radius, seen.place.z + seen.radius);
            let (nearest, farthest) = self.depths.unwrap_or((near, far));
            self.depths = Some((nearest.min(near), farthest.max(far)));
            let mut colour = shape.colour;
            if let Some(highlight) = theme.highlight(shape.highlight) {
                colour = tinged(colour, highlight);
                let outlines = self.outlines.entry(shape.form).or_default();
                outlines.push(shape, &seen, &eye, highlight);
            }
            if shape.ghost || shape.form == Form::Volume {
                translucent.push((seen, shape, colour));
            } else {
                let solid = self.solid.entry(shape.form).or_default();
                solid.push(shape, &seen, &eye, colour);
            }
        }
        translucent.sort_by(|(a, ..), (b, ..)| b.place.z.total_cmp(&a.place.z));
        for (seen, shape, colour) in translucent {
            let batch = if shape.form == Form::Volume {
                &mut self.volumes
            } else {
                &mut self.ghosts
            };
            let instances = batch.entry(shape.form).or_default();
            instances.push(shape, &seen, &eye, colour);
        }
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Instances> {
        self.solid
            .values_mut()
            .chain(self.ghosts.values_mut())
            .chain(self.volumes.values_mut())
            .chain(self.outlines.values_mut())
    }
}

impl Instances {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    fn clear(&mut self) {
        self.places.clear();
        self.turns.clear();
        self.colours.clear();
    }

    fn push(&mut self, shape: &Shape, seen: &Appearance, eye: &Eye, colour: Colour) {
        let [x, y, z] = seen.place.as_vec3().to_array();
        let turn = eye.camera_from_orientation(shape.orientation);
        // Game units well within what f32 holds.
        self.places.push([x, y, z, seen.radius as f32]);
        self.turns.push(turn.as_quat().to_array());
        self.colours.push(colour);
    }
}

/// A colour with a quarter of another in it; as opaque as it was.
fn tinged(colour: Colour, with: Colour) -> Colour {
    let mix = |own: u8, other: u8| {
        let mixed = (u16::from(own) * 3 + u16::from(other)) / 4;
        u8::try_from(mixed).unwrap_or(u8::MAX)
    };
    let ([r, g, b, a], [other_r, other_g, other_b, _]) = (colour, with);
    [mix(r, other_r), mix(g, other_g), mix(b, other_b), a]
}
