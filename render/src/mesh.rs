//! Meshes as plain triangles, made ready for flat shading with drawn creases.

use std::collections::HashMap;

use glam::{DVec3, Vec3};

use crate::Colour;
use crate::camera::Ray;

/// A surface of triangles in a ship's own frame: X right, Y down, Z nose.
///
/// Its farthest corner lies 1 from the origin; [`Mesh::radius`] tells how far it was before.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Mesh {
    pub(crate) corners: Corners,
    radius: f32,
}

/// What the GPU wants of each triangle corner; all lists are as long as each other and go three by
/// three.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Corners {
    /// In radii.
    pub(crate) positions: Vec<[f32; 3]>,
    /// Outwards, for light.
    pub(crate) normals: Vec<[f32; 3]>,
    /// Outwards, the same for all corners in one place, for outlines without gaps.
    pub(crate) outline_normals: Vec<[f32; 3]>,
    /// Multiplies the shape's colour; the last number is [`LIT`], [`GLOWS`] or [`HOT`].
    pub(crate) tints: Vec<[u8; 4]>,
    /// For each side of the triangle, 0 on it and 1 at the corner across; 1 everywhere for a side
    /// that is no crease.
    pub(crate) creases: Vec<[f32; 3]>,
}

/// How light falls on a mesh.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Shading {
    /// Each triangle in one tone, with its creases drawn.
    #[default]
    Faceted,
    /// Each triangle in one tone, without creases.
    Rough,
    /// Tones run across the triangles.
    Smooth,
}

/// Why triangles make no mesh.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MeshError {
    /// A triangle names a position that is not there.
    #[error("triangle {triangle} names position {position}, of {count}")]
    NoSuchPosition {
        /// The triangle's place in the list.
        triangle: usize,
        /// The position it names.
        position: u32,
        /// How many positions there are.
        count: usize,
    },
    /// A position is infinite or not a number.
    #[error("position {position} is not finite")]
    NotFinite {
        /// The position's place in the list.
        position: usize,
    },
    /// There are colours, but not one for each triangle.
    #[error("{colours} colours for {triangles} triangles")]
    ColourCount {
        /// How many colours.
        colours: usize,
        /// How many triangles.
        triangles: usize,
    },
    /// All triangles are points or lines, or there are none.
    #[error("there is no surface")]
    Empty,
}

/// Beyond this angle between two faces their common side is a crease: cos 22°.
const CREASE: f32 = 0.927;

/// Corners closer than this, in radii, are one for creases and outlines.
const WELD: f32 = 1e-4;

/// One triangle on the way to becoming part of a mesh.
#[derive(Debug, Clone, Copy)]
struct Face {
    corners: [Vec3; 3],
    normal: Vec3,
    tint: [u8; 4],
}

/// A place as a whole number of [`WELD`]s, to find corners that touch.
type Spot = [i32; 3];

impl Mesh {
    /// Makes a mesh of triangles that each name three positions, counter-clockwise seen from
    /// outside.
    ///
    /// `colours`, one for each triangle, multiply the colour of the shape that wears the mesh; none
    /// leave it as it is. Triangles without area are left out.
    ///
    /// # Errors
    /// [`MeshError`], when a triangle names no position, a position is not finite, the colours are
    /// neither none nor as many as the triangles, or no surface is left.
    pub fn from_triangles(
        positions: &[[f32; 3]],
        triangles: &[[u32; 3]],
        colours: &[Colour],
        shading: Shading,
    ) -> Result<Self, MeshError> {
        if let Some(position) = positions
            .iter()
            .position(|place| !Vec3::from_array(*place).is_finite())
        {
            return Err(MeshError::NotFinite { position });
        }
        if !colours.is_empty() && colours.len() != triangles.len() {
            return Err(MeshError::ColourCount {
                colours: colours.len(),
                triangles: triangles.len(),
            });
        }
        let radius = positions
            .iter()
            .map(|place| Vec3::from_array(*place).length())
            .fold(0.0, f32::max);
        let mut faces = Vec::with_capacity(triangles.len());
        for (triangle, named) in triangles.iter().enumerate() {
            let mut corners = [Vec3::ZERO; 3];
            for (corner, position) in corners.iter_mut().zip(*named) {
                let place = usize::try_from(position)
                    .ok()
                    .and_then(|position| positions.get(position));
                let Some(place) = place else {
                    return Err(MeshError::NoSuchPosition {
                        triangle,
                        position,
                        count: positions.len(),
                    });
                };
                *corner = Vec3::from_array(*place) / radius;
            }
            let [r, g, b, _] = colours.get(triangle).copied().unwrap_or([255; 4]);
            faces.extend(Face::new(corners, [r, g, b, LIT]));
        }
        if faces.is_empty() {
            return Err(MeshError::Empty);
        }
        Ok(Self {
            corners: finish(&faces, shading),
            radius,
        })
    }

    /// How far the farthest corner was from the origin, in the units of the positions that the mesh
    /// was made from: the size that shows it as large as it came.
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// How many triangles there are.
    pub fn triangle_count(&self) -> usize {
        self.corners.positions.len() / 3
    }

    /// Each triangle's corners, in radii.
    pub fn triangles(&self) -> impl Iterator<Item = [DVec3; 3]> + '_ {
        let (triangles, _) = self.corners.positions.as_chunks::<3>();
        triangles
            .iter()
            .map(|triangle| triangle.map(|corner| Vec3::from_array(corner).as_dvec3()))
    }

    /// Where a ray in the mesh's own frame, in radii, first meets it, as the ray's parameter.
    pub fn meet(&self, ray: &Ray) -> Option<f64> {
        self.triangles()
            .filter_map(|triangle| meet_triangle(ray, triangle))
            .filter(|parameter| *parameter >= ray.start)
            .min_by(f64::total_cmp)
    }
}

/// The last number of a tint that takes light.
pub(crate) const LIT: u8 = 255;
/// The last number of a tint that glows in the shape's own colour.
pub(crate) const GLOWS: u8 = 0;
/// The last number of a tint that glows so hot that the shape's colour hardly shows.
pub(crate) const HOT: u8 = 100;

/// Collects convex parts into one of the built-in meshes.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    faces: Vec<Face>,
}

impl Builder {
    /// Adds flat polygons that together close a convex part; which way each winds is put right by
    /// where the part's middle is.
    pub(crate) fn part(&mut self, polygons: &[Vec<Vec3>], tint: [u8; 4]) {
        let corners = || polygons.iter().flatten();
        let count = corners().count().max(1);
        let middle = corners().sum::<Vec3>() / count as f32;
        for polygon in polygons {
            let Some((first, rest)) = polygon.split_first() else {
                continue;
            };
            for (second, third) in rest.iter().zip(rest.iter().skip(1)) {
                let outward = |face: &Face| (*first - middle).dot(face.normal) >= 0.0;
                let face = Face::new([*first, *second, *third], tint)
                    .filter(outward)
                    .or_else(|| Face::new([*first, *third, *second], tint));
                self.faces.extend(face);
            }
        }
    }

    /// Adds triangles that wind rightly already; those without area are left out.
    pub(crate) fn faces_of(&mut self, faces: impl IntoIterator<Item = ([Vec3; 3], [u8; 4])>) {
        let faces = faces.into_iter();
        self.faces
            .extend(faces.filter_map(|(corners, tint)| Face::new(corners, tint)));
    }

    /// Adds rings of as many corners each, with walls from ring to ring and both ends closed.
    pub(crate) fn loft(&mut self, rings: &[Vec<Vec3>], tint: [u8; 4]) {
        for (near, far) in rings.iter().zip(rings.iter().skip(1)) {
            let mut polygons: Vec<Vec<Vec3>> = (0..near.len())
                .filter_map(|corner| {
                    let next = (corner + 1) % near.len();
                    let quad = [
                        near.get(corner)?,
                        near.get(next)?,
                        far.get(next)?,
                        far.get(corner)?,
                    ];
                    Some(quad.map(|corner| *corner).to_vec())
                })
                .collect();
            // Inner rings would only be hidden walls.
            for end in [rings.first(), rings.last()].into_iter().flatten() {
                if std::ptr::eq(end, near) || std::ptr::eq(end, far) {
                    polygons.push(end.clone());
                }
            }
            self.part(&polygons, tint);
        }
    }

    /// The mesh, scaled so that its farthest corner lies 1 from the origin.
    pub(crate) fn finish(mut self, shading: Shading) -> Mesh {
        let radius = self
            .faces
            .iter()
            .flat_map(|face| face.corners)
            .map(Vec3::length)
            .fold(f32::MIN_POSITIVE, f32::max);
        for face in &mut self.faces {
            face.corners = face.corners.map(|corner| corner / radius);
        }
        Mesh {
            corners: finish(&self.faces, shading),
            radius: 1.0,
        }
    }
}

impl Face {
    /// `None` for a triangle without area.
    fn new(corners: [Vec3; 3], tint: [u8; 4]) -> Option<Self> {
        let [a, b, c] = corners;
        let normal = (b - a).cross(c - a).try_normalize()?;
        Some(Self {
            corners,
            normal,
            tint,
        })
    }

    /// The three sides, each across from the corner of the same place.
    fn sides(&self) -> [[Spot; 2]; 3] {
        let [a, b, c] = self.corners.map(spot);
        [[b, c], [c, a], [a, b]].map(|[from, to]| if from < to { [from, to] } else { [to, from] })
    }
}

fn spot(corner: Vec3) -> Spot {
    // Corners lie within 1, so this is within 10^4.
    (corner / WELD).round().as_ivec3().to_array()
}

fn finish(faces: &[Face], shading: Shading) -> Corners {
    let mut around: HashMap<Spot, Vec3> = HashMap::new();
    let mut beside: HashMap<[Spot; 2], Vec<Vec3>> = HashMap::new();
    for face in faces {
        for corner in face.corners {
            *around.entry(spot(corner)).or_default() += face.normal;
        }
        for side in face.sides() {
            beside.entry(side).or_default().push(face.normal);
        }
    }
    let mut corners = Corners::default();
    for face in faces {
        let crease = |side: [Spot; 2]| {
            let normals = beside.get(&side).map_or(&[][..], Vec::as_slice);
            let bent = normals.iter().any(|other| other.dot(face.normal) < CREASE);
            shading == Shading::Faceted && (bent || normals.len() != 2)
        };
        let creased = face.sides().map(crease);
        for (place, corner) in face.corners.into_iter().enumerate() {
            let outline = around
                .get(&spot(corner))
                .and_then(|sum| sum.try_normalize())
                .unwrap_or(face.normal);
            let normal = match shading {
                Shading::Smooth => outline,
                Shading::Faceted | Shading::Rough => face.normal,
            };
            let mut crease = [1.0; 3];
            for (side, (share, creased)) in crease.iter_mut().zip(creased).enumerate() {
                if creased && side != place {
                    *share = 0.0;
                }
            }
            corners.positions.push(corner.to_array());
            corners.normals.push(normal.to_array());
            corners.outline_normals.push(outline.to_array());
            corners.tints.push(face.tint);
            corners.creases.push(crease);
        }
    }
    corners
}

fn meet_triangle(ray: &Ray, [a, b, c]: [DVec3; 3]) -> Option<f64> {
    let (ab, ac, from_a) = (b - a, c - a, ray.origin - a);
    let across = ray.direction.cross(ac);
    let volume = ab.dot(across);
    // Scaled by nothing: a ray along the triangle gives infinities, which fail the tests below.
    let u = from_a.dot(across) / volume;
    let turned = from_a.cross(ab);
    let v = ray.direction.dot(turned) / volume;
    let parameter = ac.dot(turned) / volume;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && parameter.is_finite()).then_some(parameter)
}
