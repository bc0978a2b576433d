//! From places to units of the picture.

use crate::scene::{Layout, Material, Scene, Spot};

/// The places of cells on a picture, and their outline.
pub(super) struct Grid {
    pub(super) layout: Layout,
    /// Half the distance of two neighbours.
    pub(super) half: f64,
    left: f64,
    top: f64,
    /// The width of the board with its rim.
    pub(super) width: f64,
    /// The height of the board with its rim.
    pub(super) height: f64,
}

impl Grid {
    pub(super) fn new(scene: &Scene) -> Grid {
        let half = match (scene.layout, scene.material) {
            (Layout::Squares, Material::Wood) => 24.0,
            (Layout::Squares, _) => 32.0,
            (Layout::Columns, _) => 34.0,
            (Layout::Hexes | Layout::Rhombus | Layout::Points, _) => 23.0,
        };
        let mut grid = Grid { layout: scene.layout, half, left: 0.0, top: 0.0, width: 0.0, height: 0.0 };
        let points: Vec<(f64, f64)> = scene.spots.iter().map(|spot| grid.point(spot)).collect();
        let least = |values: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(values).fold(f64::INFINITY, f64::min);
        let max = |values: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(values).fold(f64::NEG_INFINITY, f64::max);
        let (left, right, top, bottom) = (least(&|p| p.0), max(&|p| p.0), least(&|p| p.1), max(&|p| p.1));
        // Room for the half of a cell and the rim, where names may stand.
        let (across, down) = match scene.layout {
            Layout::Squares => (half + 19.0, half + 19.0),
            Layout::Hexes | Layout::Rhombus => (half + 9.0, grid.radius() + 9.0),
            Layout::Columns => (grid.radius() + 3.0, half + 3.0),
            Layout::Points => (half + 17.0, half + 5.0),
        };
        grid.width = (right - left + 2.0 * across).ceil();
        grid.height = (bottom - top + 2.0 * down).ceil();
        grid.left = (grid.width - (right - left)) / 2.0 - left;
        grid.top = (grid.height - (bottom - top)) / 2.0 - top;
        grid
    }

    /// The distance from the middle of a hex to its corners.
    pub(super) fn radius(&self) -> f64 {
        self.half * 2.0 / 3f64.sqrt()
    }

    /// The middle of a spot.
    pub(super) fn point(&self, spot: &Spot) -> (f64, f64) {
        let (half, flat) = (self.half, self.half * 3f64.sqrt());
        let (x, y) = match self.layout {
            Layout::Hexes | Layout::Rhombus | Layout::Points => (half, flat / 2.0),
            Layout::Columns => (flat / 2.0, half),
            Layout::Squares => (half, half),
        };
        (self.left + f64::from(spot.at.x) * x, self.top + f64::from(spot.at.y) * y)
    }

    /// The outline of a cell around the origin, with sides this much nearer to the middle: the points of a polygon.
    pub(super) fn outline(&self, inset: f64) -> String {
        let half = self.half - inset;
        let corners: Vec<(f64, f64)> = match self.layout {
            Layout::Squares => vec![(-half, -half), (half, -half), (half, half), (-half, half)],
            Layout::Hexes | Layout::Rhombus | Layout::Points => hexagon(half * 2.0 / 3f64.sqrt(), 30.0),
            Layout::Columns => hexagon(half * 2.0 / 3f64.sqrt(), 0.0),
        };
        points(&corners)
    }
}

/// The corners of a hexagon around the origin, the first one at this angle in degrees.
pub(super) fn hexagon(radius: f64, first: f64) -> Vec<(f64, f64)> {
    let corner = |number: u8| {
        let (sin, cos) = (60.0 * f64::from(number) + first).to_radians().sin_cos();
        (radius * cos, radius * sin)
    };
    (0..6).map(corner).collect()
}

/// Points as SVG writes them.
pub(super) fn points(points: &[(f64, f64)]) -> String {
    points.iter().map(|(x, y)| format!("{},{}", px(*x), px(*y))).collect::<Vec<_>>().join(" ")
}

/// A length: at most one decimal, and none that is zero.
pub(super) fn px(length: f64) -> String {
    let text = format!("{length:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0" } else { text }.to_owned()
}
