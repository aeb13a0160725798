//! The grid's step and plane.

use glam::{DVec2, DVec3, dvec2, dvec3};
use render::grid::Plane;
use render::lines::{Cutter, Pieces};
use render::{AxisView, Camera, Grid, Theme};

fn camera(distance: f64) -> Camera {
    Camera {
        distance,
        ..Camera::new(dvec2(800.0, 600.0))
    }
}

#[test]
fn the_step_is_a_power_of_ten_that_follows_the_zoom() {
    // 600 points show 2·tan(22.5°) = 0.828 of the distance, so 9 points are 0.0124 of it.
    let table = [
        (1.0, 0.1),
        (50.0, 1.0),
        (100.0, 10.0),
        (70_000.0, 1_000.0),
        (90_000.0, 10_000.0),
        (7e9, 1e8),
    ];
    for (distance, step) in table {
        let mut camera = camera(distance);
        // Level with the plane, so that the distance alone decides.
        camera.pitch = 0.0;
        assert_eq!(Grid::new(&camera, 0.0).step, step, "at {distance}");
        camera.set_axis_view(AxisView::Top);
        assert_eq!(
            Grid::new(&camera, 0.0).step,
            step,
            "from above at {distance}"
        );
    }
}

#[test]
fn from_high_above_the_step_follows_the_height() {
    let mut camera = camera(100.0);
    camera.focus = dvec3(0.0, -70_000.0, 0.0);
    assert_eq!(Grid::new(&camera, 0.0).step, 1_000.0);
    assert_eq!(Grid::new(&camera, -70_000.0).step, 10.0);
}

#[test]
fn the_plane_faces_axis_views() {
    let mut camera = camera(100.0);
    assert_eq!(Grid::new(&camera, 5.0).plane, Plane::Xz);
    for (view, plane) in [
        (AxisView::Top, Plane::Xz),
        (AxisView::Bottom, Plane::Xz),
        (AxisView::Front, Plane::Xy),
        (AxisView::Back, Plane::Xy),
        (AxisView::Left, Plane::Yz),
        (AxisView::Right, Plane::Yz),
    ] {
        camera.set_axis_view(view);
        let grid = Grid::new(&camera, 5.0);
        assert_eq!(grid.plane, plane);
        assert_eq!(grid.level, if plane == Plane::Xz { 5.0 } else { 0.0 });
    }
}

#[test]
fn places_snap_to_crossings_in_the_plane() {
    let grid = Grid {
        plane: Plane::Xz,
        level: 30.0,
        step: 100.0,
    };
    let snapped = grid.snap(dvec3(1e7 + 149.0, 77.0, -251.0));
    assert_eq!(snapped, dvec3(1e7 + 100.0, 30.0, -300.0));
}

#[test]
fn lines_are_few_and_in_view_at_every_zoom() {
    for magnitude in 0..=10 {
        for (focus, pitch) in [
            (DVec3::ZERO, -30.0),
            (dvec3(1e8, -1e3, -1e8), -2.0),
            (dvec3(-3e7, 5e4, 7.0), 60.0),
        ] {
            let mut camera = camera(10_f64.powi(magnitude));
            camera.focus = focus;
            camera.pitch = pitch;
            for view in [None, Some(AxisView::Top), Some(AxisView::Left)] {
                if let Some(view) = view {
                    camera.set_axis_view(view);
                }
                let grid = Grid::new(&camera, focus.y);
                let mut pieces = Pieces::default();
                grid.add_to(&mut pieces, &Cutter::new(&camera), &camera, &Theme::dark());
                let place = format!("{} lines at 1e{magnitude}, {view:?}", pieces.len());
                assert!((10..2_000).contains(&pieces.len()), "{place}");
                for [x, y, number] in pieces.from.iter().chain(&pieces.to) {
                    assert!(x.abs() < 480.0 && y.abs() < 360.0, "{place}");
                    assert!(number.is_finite(), "{place}");
                }
                assert!(
                    pieces.crowding.iter().all(|crowding| *crowding > 0.0),
                    "{place}"
                );
            }
        }
    }
}

#[test]
fn a_hidden_viewport_has_a_grid_too() {
    let grid = Grid::new(&Camera::new(DVec2::ZERO), 0.0);
    assert!(grid.step.is_finite() && grid.step > 0.0);
    assert!(grid.snap(DVec3::ONE).is_finite());
}
