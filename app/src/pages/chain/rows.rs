//! Which of a chain's steps are in the page.

use std::ops::Range;

use super::{ChainAddress, Shown, graph};
use crate::moves::StepNumber;
use crate::track::Chain;
use crate::ui::ROWS_OF_PAGE;

/// So many steps before the one that a page opens at are shown with it.
const BEFORE: usize = 3;

/// Returns the steps from the requested one on; without one, the page opens at the step inspected or at hand. A page is
/// full wherever it opens.
pub(super) fn rows(chain: &Chain, address: &ChainAddress) -> Range<usize> {
    let count = chain.steps.len();
    let most = match address.shown {
        Shown::Graph if count <= graph::MOST_DRAWN => graph::MOST_DRAWN,
        _ => ROWS_OF_PAGE,
    };
    let place = |number: StepNumber| chain.steps.partition_point(|step| step.number < number);
    let opens_at = || address.step.or_else(|| chain.at_hand()).map(place);
    let first = match address.row {
        Some(number) => place(number),
        None => opens_at().map_or(0, |place| place.saturating_sub(BEFORE)),
    };
    let first = first.min(count.saturating_sub(most));
    first..(first + most).min(count)
}

#[cfg(test)]
mod tests {
    use super::{ChainAddress, Shown, rows};
    use crate::moves::Progress;
    use crate::track::{Chain, ChainState, Step};

    /// Every second number, from 2; the step of one is at work.
    fn chain(steps: u32, running: Option<u32>) -> Chain {
        let step = |place: u32| {
            let number = place * 2;
            let progress = if running == Some(number) { Progress::Running } else { Progress::Pending };
            Step { number: number.into(), progress, ..Step::default() }
        };
        Chain { phase: ChainState::Running, steps: (1..=steps).map(step).collect(), ..Chain::default() }
    }

    #[test]
    fn a_page_opens_where_something_happens() {
        let check =
            |chain: Chain, address: ChainAddress, expected| assert_eq!(rows(&chain, &address), expected);
        let address = ChainAddress::default();
        check(chain(0, None), address.clone(), 0..0);
        check(chain(100, Some(180)), address.clone(), 0..100);
        check(chain(1000, Some(1000)), address.clone(), 496..596);
        check(chain(1000, Some(2000)), address.clone(), 900..1000);
        check(chain(1000, Some(1000)), ChainAddress { step: Some(20.into()), ..address.clone() }, 6..106);
        check(chain(1000, Some(1000)), ChainAddress { row: Some(20.into()), ..address.clone() }, 9..109);
        check(
            chain(1000, Some(1000)),
            ChainAddress { row: Some(u32::MAX.into()), ..address.clone() },
            900..1000,
        );
        let graph = ChainAddress { shown: Shown::Graph, ..address };
        check(chain(300, Some(400)), graph.clone(), 0..300);
        check(chain(1000, Some(1000)), graph, 496..596);
    }
}
