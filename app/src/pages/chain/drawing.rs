//! Where the boxes and lines of a graph are. Layers follow each other from left to right and go on in the next line, as
//! words do, so that a chain of any length is as wide as the page; a wide layer becomes a block of several columns.
//! Lines run between the boxes, never through them.

use crate::track::{Edge, Layout};

/// Columns of a line.
const MOST_COLUMNS: usize = 6;
/// Steps that are below each other before a layer gets another column.
const MOST_ROWS: usize = 12;
/// With more steps than these a box is one line high.
const MOST_IN_FULL: usize = 60;

pub(in crate::pages) const WIDTH: usize = 180;
const BESIDE: usize = 30;
const BELOW: usize = 12;
const BETWEEN_LINES: usize = 40;
/// Lines of different steps run side by side on so many tracks.
const TRACKS: usize = 5;
const TRACK: usize = 4;

pub(in crate::pages) struct Drawing {
    pub width: usize,
    pub height: usize,
    /// The height of a box.
    pub box_height: usize,
    /// The upper left corner of each step's box.
    pub corners: Vec<(usize, usize)>,
    cells: Vec<Cell>,
    lines: Vec<Line>,
}

#[derive(Copy, Clone)]
struct Cell {
    line: usize,
    column: usize,
    row: usize,
}

#[derive(Copy, Clone)]
struct Line {
    top: usize,
    bottom: usize,
}

impl Drawing {
    pub fn of(layout: &Layout) -> Self {
        let box_height = if layout.nodes.len() > MOST_IN_FULL { 28 } else { 60 };
        // For each layer, its line, its first column, and how many rows it has.
        let mut blocks = Vec::with_capacity(layout.layers.len());
        let mut rows_of_line: Vec<usize> = vec![0];
        let mut column = 0;
        for count in &layout.layers {
            let columns = count.div_ceil(MOST_ROWS).clamp(1, MOST_COLUMNS);
            let rows = count.div_ceil(columns);
            if column + columns > MOST_COLUMNS {
                rows_of_line.push(0);
                column = 0;
            }
            let line = rows_of_line.len() - 1;
            rows_of_line[line] = rows_of_line[line].max(rows);
            blocks.push((line, column, rows.max(1)));
            column += columns;
        }
        let mut lines = Vec::with_capacity(rows_of_line.len());
        let mut top = BETWEEN_LINES;
        for rows in rows_of_line {
            let bottom = top + rows * (box_height + BELOW);
            lines.push(Line { top, bottom });
            top = bottom + BETWEEN_LINES;
        }
        let cells: Vec<Cell> = layout
            .nodes
            .iter()
            .map(|node| {
                let (line, column, rows) = blocks[node.layer];
                Cell { line, column: column + node.place / rows, row: node.place % rows }
            })
            .collect();
        let corner = |cell: &Cell| {
            (BESIDE + cell.column * (WIDTH + BESIDE), lines[cell.line].top + cell.row * (box_height + BELOW))
        };
        let columns = cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0);
        Self {
            width: BESIDE + columns * (WIDTH + BESIDE),
            height: top,
            box_height,
            corners: cells.iter().map(corner).collect(),
            cells,
            lines,
        }
    }

    /// The path of an edge, from the right of one box to the left of another, with a tip.
    pub fn path(&self, edge: &Edge) -> String {
        let (from, to) = (self.cells[edge.from], self.cells[edge.to]);
        let ((from_x, from_y), (to_x, to_y)) = (self.corners[edge.from], self.corners[edge.to]);
        let (start, end) = (from_x + WIDTH, to_x);
        let (from_y, to_y) = (from_y + self.box_height / 2, to_y + self.box_height / 2);
        let track = 6 + edge.from % TRACKS * TRACK;
        // Beside the first box, and before the second.
        let (out, into) = (start + track, end - BESIDE + track);
        let tip = format!("H{end}M{} {}L{end} {to_y}L{} {}", end - 5, to_y - 3, end - 5, to_y + 3);
        if from.line == to.line && from.column + 1 == to.column {
            return format!("M{start} {from_y}H{out}V{to_y}{tip}");
        }
        let below = self.lines[from.line].bottom + track;
        let above = self.lines[to.line].top - BETWEEN_LINES + track;
        if from.line == to.line {
            return format!("M{start} {from_y}H{out}V{above}H{into}V{to_y}{tip}");
        }
        if from.line + 1 == to.line {
            return format!("M{start} {from_y}H{out}V{below}H{into}V{to_y}{tip}");
        }
        // Along the margin, past the lines between.
        format!("M{start} {from_y}H{out}V{below}H{track}V{above}H{into}V{to_y}{tip}")
    }
}

#[cfg(test)]
mod tests {
    use super::{BESIDE, Drawing, MOST_COLUMNS, WIDTH};
    use crate::track::{Layout, Step};

    fn drawn(waits: impl Iterator<Item = Vec<u32>>) -> (Layout, Drawing) {
        let step = |(number, waits_for): (u32, Vec<u32>)| Step {
            number: number.into(),
            waits_for: waits_for.into_iter().map(Into::into).collect(),
            ..Step::default()
        };
        let steps: Vec<Step> = (1..).zip(waits).map(step).collect();
        let layout = Layout::of(&steps);
        let drawing = Drawing::of(&layout);
        (layout, drawing)
    }

    /// The corners of an edge's line, without its tip.
    fn corners_of(path: &str) -> Vec<(usize, usize)> {
        let line = path.trim_start_matches('M').split('M').next().unwrap();
        let (start, turns) = line.split_at(line.find('H').unwrap());
        let (x, y) = start.split_once(' ').unwrap();
        let mut corners = vec![(x.parse().unwrap(), y.parse().unwrap())];
        let mut turns = turns;
        while !turns.is_empty() {
            let end = turns[1..].find(['H', 'V']).map_or(turns.len(), |end| end + 1);
            let (turn, rest) = turns.split_at(end);
            turns = rest;
            let (x, y) = corners[corners.len() - 1];
            let value = turn[1..].parse().unwrap();
            corners.push(if turn.starts_with('H') { (value, y) } else { (x, value) });
        }
        corners
    }

    fn crosses_a_box(drawing: &Drawing, path: &str) -> bool {
        let overlaps = |first: usize, second: usize, low: usize, length: usize| {
            first.min(second) < low + length && low < first.max(second)
                || first == second && low < first && first < low + length
        };
        corners_of(path).windows(2).any(|piece| {
            let [(x, y), (next_x, next_y)] = piece else { return false };
            drawing.corners.iter().any(|(left, top)| {
                overlaps(*x, *next_x, *left, WIDTH) && overlaps(*y, *next_y, *top, drawing.box_height)
            })
        })
    }

    #[test]
    fn however_many_steps_the_graph_is_as_wide_as_the_page_and_no_line_goes_through_a_box() {
        let sequence = |count: u32| (0..count).map(|before| if before == 0 { vec![] } else { vec![before] });
        let fan = |count: u32| {
            (1..=count).map(move |number| match number {
                1 => vec![],
                last if last == count => (2..count).collect(),
                _ => vec![1],
            })
        };
        let skipping =
            |count: u32| (1..=count).map(|number| (number.saturating_sub(9).max(1)..number).collect());
        for (layout, drawing) in [
            drawn(sequence(3)),
            drawn(sequence(300)),
            drawn(fan(5)),
            drawn(fan(300)),
            drawn(skipping(40)),
            drawn([vec![3], vec![1], vec![2]].into_iter()),
        ] {
            assert!(drawing.width <= BESIDE + MOST_COLUMNS * (WIDTH + BESIDE));
            let mut corners = drawing.corners.clone();
            corners.sort_unstable();
            corners.dedup();
            assert_eq!(corners.len(), layout.nodes.len(), "no two boxes are in one place");
            for edge in &layout.edges {
                let path = drawing.path(edge);
                assert!(!crosses_a_box(&drawing, &path), "{path}");
            }
        }
    }
}
