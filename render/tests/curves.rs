//! Director curves, against engine-facts 19 and dte-format 2.10.

use glam::{DVec3, dvec3};
use render::Curve;

fn curve() -> Curve {
    Curve {
        from: dvec3(1e7, 0.0, 0.0),
        to: dvec3(1e7 + 100.0, 0.0, 200.0),
        leaving: dvec3(0.0, -10.0, 5.0),
        arriving: dvec3(7.0, 0.0, 3.0),
    }
}

#[test]
fn points_follow_the_formula() {
    let curve = curve();
    assert_eq!(curve.point(0.0), curve.from);
    assert_eq!(curve.point(1.0), curve.to);
    // At a half: 0.5, 0.5, 10·(0.125 - 0.5 + 0.5) = 1.25, 10·(0.25 - 0.125) = 1.25.
    let want = dvec3(1e7 + 50.0 + 8.75, -12.5, 100.0 + 6.25 + 3.75);
    assert!(curve.point(0.5).abs_diff_eq(want, 1e-6));
    // At two, past the end: 5, -4, 10·(8 - 8 + 2) = 20, 10·(4 - 8) = -40.
    let want = dvec3(1e7 - 400.0 - 280.0, -200.0, -800.0 + 100.0 - 120.0);
    assert!(curve.point(2.0).abs_diff_eq(want, 1e-6));
}

#[test]
fn it_leaves_ten_times_along_and_comes_in_ten_times_against() {
    let curve = curve();
    assert_eq!(curve.tangent(0.0), dvec3(0.0, -100.0, 50.0));
    assert_eq!(curve.tangent(1.0), dvec3(-70.0, 0.0, -30.0));
    assert_eq!(curve.leaving_handle(), dvec3(1e7, -10.0, 5.0));
    assert_eq!(curve.arriving_handle(), dvec3(1e7 + 93.0, 0.0, 197.0));
}

#[test]
fn a_straight_curve_is_as_long_as_the_way() {
    let way = dvec3(300.0, 400.0, 0.0);
    let straight = Curve {
        from: DVec3::ZERO,
        to: way,
        // A tenth of the way is what an even run along it takes.
        leaving: way * 0.1,
        arriving: way * -0.1,
    };
    assert!((straight.length() - 500.0).abs() < 1e-9);
    assert_eq!(straight.polyline(1.0).len(), 5, "four spans are enough");
}

#[test]
fn the_length_is_that_of_32_chords() {
    let curve = curve();
    let mut length = 0.0;
    for n in 0..32 {
        let (a, b) = (f64::from(n) / 32.0, f64::from(n + 1) / 32.0);
        length += curve.point(a).distance(curve.point(b));
    }
    assert!((curve.length() - length).abs() < 1e-9);
    // The chords are shorter than the curve, but not by much.
    let fine: f64 = curve
        .polyline(1e-4)
        .windows(2)
        .map(|piece| piece[0].distance(piece[1]))
        .sum();
    assert!(curve.length() < fine && fine < curve.length() * 1.01);
}

#[test]
fn polylines_stay_within_their_tolerance() {
    let curve = Curve {
        leaving: dvec3(0.0, -60.0, 55.0),
        arriving: dvec3(70.0, 40.0, -30.0),
        ..curve()
    };
    let mut before = 0;
    for tolerance in [10.0, 1.0, 0.1, 0.01] {
        let points = curve.polyline(tolerance);
        assert_eq!(
            (points[0], points[points.len() - 1]),
            (curve.from, curve.to)
        );
        assert!(points.len() > before, "finer takes more points");
        before = points.len();
        for n in 0..=1000 {
            let place = curve.point(f64::from(n) / 1000.0);
            let off = points
                .windows(2)
                .map(|piece| {
                    let way = piece[1] - piece[0];
                    let share =
                        ((place - piece[0]).dot(way) / way.length_squared()).clamp(0.0, 1.0);
                    (piece[0] + way * share).distance(place)
                })
                .fold(f64::INFINITY, f64::min);
            assert!(off <= tolerance * 1.2, "{off} off at tolerance {tolerance}");
        }
    }
    assert!(before < 2_000);
}

#[test]
fn the_nearest_share_is_found() {
    let curve = curve();
    for n in 0..=20 {
        let t = f64::from(n) / 20.0;
        let got = curve.nearest(curve.point(t));
        assert!((got - t).abs() < 1e-4, "{got} for {t}");
    }
}

#[test]
fn curves_without_length_or_number_end() {
    let point = Curve {
        from: DVec3::ONE,
        to: DVec3::ONE,
        leaving: DVec3::ZERO,
        arriving: DVec3::ZERO,
    };
    assert_eq!(point.length(), 0.0);
    assert!(point.polyline(0.0).len() <= 5);
    let nonsense = Curve {
        from: DVec3::NAN,
        ..point
    };
    assert!(nonsense.smooth_polyline().len() <= 5);
    assert!(nonsense.nearest(DVec3::ZERO).is_finite());
}
