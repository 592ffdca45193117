use crate::document::Outcome;
#[cfg(feature = "ssr")]
use crate::moves::Progress;
use crate::severity::Severity;
use crate::ui::icon::Icon;

/// A color of meaning, with the shape and the word that carry the same meaning without it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tone {
    Pass,
    Fail,
    Unknown,
    Critical,
    High,
    Medium,
    Low,
    Other,
    Error,
    Warning,
    Info,
}

impl Tone {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Unknown => "unknown",
            Self::Critical => "critical",
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
            Self::Other => "other",
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }

    pub const fn icon(self) -> Icon {
        match self {
            Self::Pass => Icon::Pass,
            Self::Fail => Icon::Fail,
            Self::Unknown => Icon::Unknown,
            Self::Critical => Icon::Critical,
            Self::High => Icon::High,
            Self::Medium => Icon::Medium,
            Self::Low => Icon::Low,
            Self::Other => Icon::Other,
            Self::Error => Icon::Error,
            Self::Warning => Icon::Warning,
            Self::Info => Icon::Notice,
        }
    }
}

impl Tone {
    /// The tone of a severity, by the word for it.
    pub fn of_severity(word: Option<&str>) -> Self {
        match word {
            Some("critical") => Self::Critical,
            Some("high") => Self::High,
            Some("medium") => Self::Medium,
            Some("low") => Self::Low,
            _ => Self::Other,
        }
    }
}

impl From<Outcome> for Tone {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Pass => Self::Pass,
            Outcome::Fail => Self::Fail,
            Outcome::Unknown => Self::Unknown,
        }
    }
}

#[cfg(feature = "ssr")]
impl From<Progress> for Tone {
    fn from(progress: Progress) -> Self {
        match progress {
            Progress::Completed => Self::Pass,
            Progress::Failed => Self::Fail,
            Progress::Running => Self::Info,
            Progress::Pending => Self::Unknown,
            Progress::Skipped => Self::Other,
        }
    }
}

impl From<Severity> for Tone {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::Error,
            Severity::Warning => Self::Warning,
            Severity::Info => Self::Info,
        }
    }
}
