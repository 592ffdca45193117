use crate::document::State;
#[cfg(feature = "viewers")]
use crate::moves::Progress;
use crate::severity::Severity;

crate::named::named! {
    /// A color of meaning, with the shape and the word that carry the same meaning without it.
    pub enum Tone {
        Pass = "pass",
        Fail = "fail",
        Unknown = "unknown",
        Running = "running",
        Waiting = "waiting",
        Quarantined = "quarantined",
        Contradicted = "contradicted",
        Critical = "critical",
        High = "high",
        Medium = "medium",
        Low = "low",
        Other = "other",
        Error = "error",
        Warning = "warning",
        Info = "info",
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

impl From<State> for Tone {
    fn from(state: State) -> Self {
        match state {
            State::None => Self::Unknown,
            State::Passed => Self::Pass,
            State::Running => Self::Running,
            State::Waiting => Self::Waiting,
            State::Failed => Self::Fail,
            State::Quarantined => Self::Quarantined,
            State::Contradicted => Self::Contradicted,
        }
    }
}

#[cfg(feature = "viewers")]
impl From<Progress> for Tone {
    fn from(progress: Progress) -> Self {
        match progress {
            Progress::Completed => Self::Pass,
            Progress::Failed => Self::Fail,
            Progress::Running => Self::Running,
            Progress::Waiting => Self::Waiting,
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
