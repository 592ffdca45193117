//! The widgets that only pages and viewers use, which are part of the server and the playground alone.

mod address;
mod bars;
mod changed;
mod crumbs;
mod difference;
mod facet_field;
mod fact;
mod file_links;
mod health_axis;
mod in_source;
mod json;
mod lamps;
mod list;
#[cfg(feature = "ssr")]
mod loaded;
mod log;
mod markdown;
mod masthead;
mod narrowing_form;
mod other_cells;
#[cfg(feature = "ssr")]
mod page_head;
mod request_time;
mod row_pages;
mod shapes;
mod skeleton;
mod state_rail;
mod surroundings;
mod table;
mod tabs;
mod view_context;
mod viewer;
#[cfg(feature = "ssr")]
mod zone;

pub use address::{line_href, trail_href};
pub use bars::Bars;
pub use changed::{changed, marked};
pub use crumbs::{Crumbs, crumb};
pub use difference::{Difference, differences};
pub use facet_field::FacetField;
pub use fact::{Fact, Facts, Unread, stated};
pub use file_links::{FileLinks, FileUrl, file_path};
pub use health_axis::HealthAxis;
pub use in_source::InSource;
pub use json::{JsonView, OtherFields};
pub use lamps::lamps;
pub use list::{Section, TableHead, entries, list_section, table};
#[cfg(feature = "ssr")]
pub use loaded::Loaded;
pub use log::{LogView, LogViewer, record_anchor, record_href};
pub use markdown::{Inline, Markdown};
pub use masthead::Masthead;
pub use narrowing_form::{NarrowingForm, hidden_inputs};
pub use other_cells::OtherCells;
#[cfg(feature = "ssr")]
pub use page_head::PageHead;
pub use request_time::{LastVisit, RequestTime};
pub use row_pages::{ROWS_OF_PAGE, RowPages, few, page_of_rows, paged, rows_around};
pub use shapes::Shapes;
pub use skeleton::Skeleton;
pub use state_rail::StateRail;
pub use surroundings::{Anchors, Surroundings};
pub use table::Table;
pub use tabs::{Tab, Tabs};
pub use view_context::{Narrowed, ViewContext};
pub use viewer::Viewer;
#[cfg(feature = "ssr")]
pub use zone::Zone;
