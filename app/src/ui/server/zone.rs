use jiff::Timestamp;
use jiff::tz::TimeZone;

/// The time zone that a reader chose for times; without a choice, times are in UTC.
#[derive(Clone, Debug)]
pub struct Zone(TimeZone);

impl Zone {
    pub const COOKIE: &str = "harmony-zone";

    /// Returns a zone by its name, such as `Asia/Seoul`.
    pub fn named(name: &str) -> Option<Self> {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'-' | b'+');
        let can_be = name.len() <= 64 && name.bytes().all(is_name);
        can_be.then(|| TimeZone::get(name).ok()).flatten().map(Self)
    }

    pub fn name(&self) -> Option<&str> {
        self.0.iana_name()
    }

    /// Returns the date, the time and the name of the zone then: `2026-11-20`, `14:46:00` and `KST`.
    pub fn at(&self, milliseconds: i64) -> Option<[String; 3]> {
        let at = Timestamp::from_millisecond(milliseconds).ok()?.to_zoned(self.0.clone());
        Some(["%Y-%m-%d", "%H:%M:%S", "%Z"].map(|part| at.strftime(part).to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::Zone;

    #[test]
    fn a_zone_has_its_own_time_and_name() {
        let at = |zone: &str| Zone::named(zone).unwrap().at(1_795_153_560_000).unwrap();
        assert_eq!(at("Asia/Seoul"), ["2026-11-20", "14:46:00", "KST"]);
        assert_eq!(at("America/New_York"), ["2026-11-20", "00:46:00", "EST"]);
        assert_eq!(at("UTC"), ["2026-11-20", "05:46:00", "UTC"]);
        for unknown in ["Mars/Olympus", "", "../../etc/passwd", "Asia/Seoul\r\n"] {
            assert!(Zone::named(unknown).is_none(), "{unknown}");
        }
    }
}
