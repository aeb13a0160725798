//! Scenes, and what is prepared of them for the GPU.

use glam::{DVec2, DVec3, dvec2, dvec3};
use proptest::prelude::*;
use render::forms::{BUILT_IN, built_in};
use render::lines::{Cutter, Pieces};
use render::mesh::{MeshError, Shading};
use render::ships::Batches;
use render::{
    Bounds, Camera, Form, Highlight, Line, Mesh, PickId, Projection, Scene, Shape, Theme,
};

const HERE: DVec3 = DVec3::new(1e8, -1e8, 1e8);

fn camera() -> Camera {
    Camera {
        focus: HERE,
        distance: 1_000.0,
        yaw: 0.0,
        pitch: 0.0,
        ..Camera::new(dvec2(800.0, 600.0))
    }
}

#[test]
fn revisions_tell_scenes_apart() {
    let mut scene = Scene::new();
    let first = scene.revision();
    assert_eq!(scene.revision(), first);
    scene.touch();
    assert_ne!(scene.revision(), first);
    assert_ne!(scene.clone().revision(), scene.revision());
    assert_ne!(Scene::new().revision(), Scene::new().revision());
}

#[test]
fn bounds_hold_bodies_and_lines_but_no_signs_size() {
    let mut scene = Scene::new();
    assert_eq!(scene.bounds(), None);
    scene.shapes.push(Shape {
        pick: Some(PickId(1)),
        ..Shape::new(Form::Fighter, dvec3(10.0, 0.0, 0.0), 5.0)
    });
    scene
        .shapes
        .push(Shape::new(Form::NavPoint, dvec3(0.0, 100.0, 0.0), 400.0));
    scene.shapes.push(Shape::new(Form::Mine, DVec3::NAN, 5.0));
    scene.lines.push(Line::new(
        vec![DVec3::ZERO, dvec3(0.0, 0.0, -7.0)],
        [255; 4],
    ));
    let all = Bounds {
        min: dvec3(0.0, -5.0, -7.0),
        max: dvec3(15.0, 100.0, 5.0),
    };
    assert_eq!(scene.bounds(), Some(all));
    let one = scene.bounds_where(|pick| pick == Some(PickId(1))).unwrap();
    assert_eq!(one.centre(), dvec3(10.0, 0.0, 0.0));
    assert!((one.radius() - 75_f64.sqrt()).abs() < 1e-12);
}

#[test]
fn every_built_in_form_fits_a_ball_and_is_closed() {
    for form in BUILT_IN {
        let mesh = built_in(form).unwrap();
        let farthest = mesh
            .triangles()
            .flatten()
            .map(DVec3::length)
            .fold(0.0, f64::max);
        assert!((farthest - 1.0).abs() < 1e-5, "{form:?} reaches {farthest}");
        // A closed surface that faces outwards encloses a positive volume, and its faces' areas
        // cancel as vectors.
        let (mut volume, mut areas) = (0.0, DVec3::ZERO);
        for [a, b, c] in mesh.triangles() {
            volume += a.dot(b.cross(c)) / 6.0;
            areas += (b - a).cross(c - a);
        }
        assert!(volume > 0.0, "{form:?} is inside out");
        assert!(areas.length() < 1e-4, "{form:?} has a hole: {areas}");
        assert!(mesh.triangle_count() < 2_500, "{form:?} is heavy");
    }
    assert_eq!(built_in(Form::Mesh(render::MeshId(1))), None);
}

#[test]
fn meshes_refuse_what_is_no_surface() {
    let square = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 3.0, 0.0]];
    let make = |positions: &[[f32; 3]], triangles: &[[u32; 3]], colours: &[[u8; 4]]| {
        Mesh::from_triangles(positions, triangles, colours, Shading::Smooth)
    };
    let mesh = make(&square, &[[0, 1, 2]], &[[255, 0, 0, 255]]).unwrap();
    assert_eq!((mesh.radius(), mesh.triangle_count()), (5.0, 1));
    let no_such = MeshError::NoSuchPosition {
        triangle: 1,
        position: 3,
        count: 3,
    };
    assert_eq!(make(&square, &[[0, 1, 2], [0, 1, 3]], &[]), Err(no_such));
    let colours = MeshError::ColourCount {
        colours: 2,
        triangles: 1,
    };
    assert_eq!(make(&square, &[[0, 1, 2]], &[[0; 4]; 2]), Err(colours));
    let infinite = [[0.0; 3], [f32::INFINITY, 0.0, 0.0]];
    assert_eq!(
        make(&infinite, &[], &[]),
        Err(MeshError::NotFinite { position: 1 })
    );
    assert_eq!(make(&square, &[[0, 1, 1]], &[]), Err(MeshError::Empty));
    assert_eq!(make(&[[0.0; 3]], &[[0, 0, 0]], &[]), Err(MeshError::Empty));
}

#[test]
fn instances_keep_their_places_far_out() {
    let shapes: Vec<Shape> = (0..3)
        .map(|n| Shape::new(Form::Fighter, HERE + DVec3::X * f64::from(n) * 0.25, 100.0))
        .collect();
    let mut batches = Batches::default();
    batches.fill(&shapes, &camera(), &Theme::dark());
    let fighters = &batches.solid[&Form::Fighter];
    assert_eq!(fighters.len(), 3);
    for (n, [x, y, z, radius]) in fighters.places.iter().enumerate() {
        assert!((x - n as f32 * 0.25).abs() < 1e-6, "{x}");
        assert!(y.abs() < 1e-6 && (z - 1_000.0).abs() < 1e-3);
        assert!((radius - 100.0).abs() < 1e-3);
    }
}

#[test]
fn small_shapes_keep_a_size_and_signs_keep_theirs() {
    let far = HERE + DVec3::Z * 1e9;
    let near = HERE - DVec3::Z * 900.0;
    let shapes = [
        Shape::new(Form::Fighter, far, 600.0),
        Shape::new(Form::NavPoint, near, 4_000.0),
    ];
    let camera = camera();
    let mut batches = Batches::default();
    batches.fill(&shapes, &camera, &Theme::dark());
    let shown = |form: Form| {
        let [_, _, depth, radius] = batches.solid[&form].places[0];
        f64::from(radius) * camera.points_per_unit(f64::from(depth))
    };
    assert!((shown(Form::Fighter) - 8.0).abs() < 1e-3);
    assert!((shown(Form::NavPoint) - 13.0).abs() < 1e-3);
}

#[test]
fn batches_part_what_is_drawn_apart() {
    let at = |z: f64| HERE + DVec3::Z * z;
    let ghost = |z: f64| Shape {
        ghost: true,
        ..Shape::new(Form::Fighter, at(z), 10.0)
    };
    let shapes = [
        Shape {
            highlight: Highlight::Selected,
            ..Shape::new(Form::Capital, at(0.0), 50.0)
        },
        ghost(10.0),
        ghost(30.0),
        ghost(20.0),
        Shape::new(Form::Volume, at(0.0), 50.0),
        Shape::new(Form::Mine, at(-2_000.0), 5.0),
        Shape::new(Form::Mine, HERE + DVec3::X * 5_000.0, 5.0),
        Shape::new(Form::Mine, DVec3::NAN, 5.0),
    ];
    let theme = Theme::dark();
    let mut batches = Batches::default();
    // Twice, to see that nothing is left over from the first time.
    batches.fill(&shapes, &camera(), &theme);
    batches.fill(&shapes, &camera(), &theme);
    assert_eq!(batches.solid[&Form::Capital].len(), 1);
    assert_eq!(batches.outlines[&Form::Capital].colours, [theme.selected]);
    let depths: Vec<f32> = batches.ghosts[&Form::Fighter]
        .places
        .iter()
        .map(|[_, _, z, _]| *z)
        .collect();
    assert!(
        depths.is_sorted_by(|a, b| a > b) && depths.len() == 3,
        "{depths:?}"
    );
    assert_eq!(batches.volumes[&Form::Volume].len(), 1);
    // One mine is behind the eye, one past the edge, one nowhere.
    assert!(
        batches
            .solid
            .get(&Form::Mine)
            .is_none_or(|mines| mines.is_empty())
    );
}

#[test]
fn pieces_are_cut_to_the_view() {
    let camera = camera();
    let cutter = Cutter::new(&camera);
    let line = |from: DVec3, to: DVec3| Line::new(vec![HERE + from, HERE + to], [255; 4]);
    let mut pieces = Pieces::default();
    // From far behind the eye to far ahead of it.
    let along = line(dvec3(0.0, 10.0, -1e6), dvec3(0.0, 10.0, 1e9));
    pieces.add_line(&along, &cutter, &Theme::dark());
    assert_eq!(pieces.len(), 1);
    let reach = DVec2::new(800.0, 600.0) * 0.6;
    for [x, y, number] in [pieces.from[0], pieces.to[0]] {
        assert!(f64::from(x.abs()) <= reach.x && f64::from(y.abs()) <= reach.y);
        assert!(number > 0.0 && number.is_finite());
    }
    // Beside, behind, and nowhere.
    for (from, to) in [
        (dvec3(-1e4, 0.0, 0.0), dvec3(-1e4, 0.0, 500.0)),
        (dvec3(0.0, 0.0, -1_500.0), dvec3(50.0, 0.0, -1_001.0)),
        (DVec3::NAN, DVec3::ZERO),
    ] {
        pieces.clear();
        pieces.add_line(&line(from, to), &cutter, &Theme::dark());
        assert!(pieces.is_empty(), "{from} to {to}");
    }
}

#[test]
fn dashes_run_on_from_piece_to_piece() {
    let camera = Camera {
        projection: Projection::Orthographic,
        ..camera()
    };
    let unit = camera.units_per_point(camera.distance);
    let line = Line {
        dashed: true,
        ..Line::new(
            (0..4)
                .map(|n| HERE + DVec3::X * unit * 5.0 * f64::from(n))
                .collect(),
            [255; 4],
        )
    };
    let mut pieces = Pieces::default();
    pieces.add_line(&line, &Cutter::new(&camera), &Theme::dark());
    let phases: Vec<f32> = pieces
        .styles
        .iter()
        .map(|[_, _, phase, _]| *phase)
        .collect();
    for (phase, want) in phases.iter().zip([0.0, 5.0, 1.0]) {
        assert!((phase - want).abs() < 1e-3, "{phases:?}");
    }
    // Straight joints are flush; the ends are round.
    let ends: Vec<f32> = pieces
        .styles
        .iter()
        .map(|[_, _, _, round]| *round)
        .collect();
    assert_eq!(ends, [1.0, 0.0, 2.0]);
}

#[test]
fn selected_bodies_take_on_a_quarter_of_their_outlines_colour() {
    let theme = Theme {
        selected: [200, 100, 0, 255],
        ..Theme::dark()
    };
    let shape = Shape {
        colour: [0, 100, 200, 77],
        highlight: Highlight::Selected,
        ..Shape::new(Form::Mine, HERE, 10.0)
    };
    let mut batches = Batches::default();
    batches.fill(&[shape], &camera(), &theme);
    assert_eq!(batches.solid[&Form::Mine].colours, [[50, 100, 150, 77]]);
}

#[test]
fn highlights_recolour_and_widen_lines() {
    let theme = Theme::dark();
    let line = Line {
        highlight: Highlight::Primary,
        ..Line::new(vec![HERE, HERE + DVec3::X], [1, 2, 3, 4])
    };
    let mut pieces = Pieces::default();
    pieces.add_line(&line, &Cutter::new(&camera()), &theme);
    assert_eq!(pieces.colours, [theme.primary]);
    assert_eq!(pieces.styles[0][0], 3.0);
}

proptest! {
    #[test]
    fn every_piece_lies_in_view(
        from in [-1e9..1e9, -1e9..1e9, -1e9..1e9],
        to in [-1e9..1e9, -1e9..1e9, -1e9..1e9],
        magnitude in 0.0..8.0,
    ) {
        let camera = Camera { distance: 10_f64.powf(magnitude), ..camera() };
        let line = Line::new(vec![from.into(), to.into()], [255; 4]);
        let mut pieces = Pieces::default();
        pieces.add_line(&line, &Cutter::new(&camera), &Theme::dark());
        for [x, y, number] in pieces.from.iter().chain(&pieces.to) {
            prop_assert!(x.abs() < 461.0 && y.abs() < 346.0, "{x} {y}");
            prop_assert!(*number > 0.0 && f64::from(*number) <= camera.near().recip() * 1.001);
        }
    }
}
