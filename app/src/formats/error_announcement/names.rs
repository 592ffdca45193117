//! The labels of an announcement.

use super::ErrorAnnouncement;
use crate::reading::LabelName;

pub(super) static LABELS: [LabelName; 6] = LabelName::declared(ErrorAnnouncement::FIELDS);
