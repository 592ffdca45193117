use crate::diagnostic::Edit;
use crate::text::Span;

/// Where the bytes of a fixed text come from: runs of the original, and what was put between them.
pub(super) struct Pieces {
    pieces: Vec<Piece>,
    /// Of the original.
    len: u32,
}

#[derive(Copy, Clone)]
struct Piece {
    /// The place in the original; none for what was put in.
    from: Option<u32>,
    len: u32,
}

/// A part of the original, and what stands in its place.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub before: Span,
    pub after: Span,
}

impl Pieces {
    pub(super) fn of(original: Span) -> Self {
        Self { pieces: vec![Piece { from: Some(0), len: original.len() }], len: original.len() }
    }

    /// Makes edits whose spans speak of the text as it is now, in order and without overlap.
    pub(super) fn replace(&mut self, edits: &[&Edit]) {
        let mut rest = Rest { pieces: std::mem::take(&mut self.pieces).into_iter(), opened: None };
        let mut at = 0;
        for edit in edits {
            rest.take(edit.span.start.saturating_sub(at), |piece| self.pieces.push(piece));
            rest.take(edit.span.len(), |_| {});
            self.pieces.push(Piece { from: None, len: edit.insert.len() as u32 });
            at = edit.span.end;
        }
        rest.take(u32::MAX, |piece| self.pieces.push(piece));
    }

    pub(super) fn changes(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        // How far either text is told.
        let (mut before, mut after, mut put_in) = (0, 0, 0);
        for Piece { from, len } in self.pieces.iter().copied().chain([Piece { from: Some(self.len), len: 0 }])
        {
            let Some(from) = from else {
                put_in += len;
                continue;
            };
            if from > before || put_in > 0 {
                let change =
                    Change { before: Span::new(before, from), after: Span::new(after, after + put_in) };
                changes.push(change);
            }
            before = from + len;
            after += put_in + len;
            put_in = 0;
        }
        changes
    }
}

/// The pieces that were not reached yet.
struct Rest {
    pieces: std::vec::IntoIter<Piece>,
    /// What is left of a piece that was cut.
    opened: Option<Piece>,
}

impl Rest {
    /// Hands over the next `len` bytes, piece by piece.
    fn take(&mut self, mut len: u32, mut hand: impl FnMut(Piece)) {
        while len > 0 {
            let Some(piece) = self.opened.take().or_else(|| self.pieces.next()) else { return };
            let taken = piece.len.min(len);
            hand(Piece { len: taken, ..piece });
            len -= taken;
            let left = piece.len - taken;
            if left > 0 {
                self.opened = Some(Piece { from: piece.from.map(|from| from + taken), len: left });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, Pieces};
    use crate::diagnostic::Edit;
    use crate::text::Span;

    type Edits<'e> = &'e [(u32, u32, &'e str)];
    type Place = (u32, u32);

    fn check(length: u32, rounds: &[Edits<'_>], expected: &[(Place, Place)]) {
        let mut pieces = Pieces::of(Span::new(0, length));
        for round in rounds {
            let edit = |(start, end, insert): &(u32, u32, &str)| Edit {
                span: Span::new(*start, *end),
                insert: (*insert).to_owned(),
                title: String::new(),
            };
            let edits: Vec<Edit> = round.iter().map(edit).collect();
            pieces.replace(&edits.iter().collect::<Vec<_>>());
        }
        let change = |((start, end), (from, to)): &(Place, Place)| Change {
            before: Span::new(*start, *end),
            after: Span::new(*from, *to),
        };
        assert_eq!(pieces.changes(), expected.iter().map(change).collect::<Vec<_>>());
    }

    #[test]
    fn edits_are_told_in_order_of_the_text() {
        check(10, &[], &[]);
        check(10, &[&[(2, 4, "xyz")]], &[((2, 4), (2, 5))]);
        check(10, &[&[(0, 1, ""), (9, 10, "xx")]], &[((0, 1), (0, 0)), ((9, 10), (8, 10))]);
        check(10, &[&[(10, 10, "end")]], &[((10, 10), (10, 13))]);
    }

    #[test]
    fn a_later_round_speaks_of_the_fixed_text() {
        // 0123456789 → 01xyz456789 → 01xyZ!89
        check(10, &[&[(2, 4, "xyz")], &[(4, 9, "Z!")]], &[((2, 8), (2, 6))]);
        check(10, &[&[(2, 2, "abc")], &[(2, 5, "")]], &[]);
    }
}
