//! The labels of a routing.

use super::ContextRouting;
use crate::reading::LabelName;

pub(super) static LABELS: [LabelName; 6] = LabelName::declared(ContextRouting::FIELDS);
