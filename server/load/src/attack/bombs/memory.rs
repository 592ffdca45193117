//! The memory of a process, as Linux counts it.

use std::fs;

/// Returns how many bytes of memory a process has had at most since [`forget_peak`]; nothing on other systems.
pub fn peak(process: u32) -> Option<u64> {
    field(&fs::read_to_string(format!("/proc/{process}/status")).ok()?, "VmHWM:")
}

/// Returns how many bytes it has now.
pub fn now(process: u32) -> Option<u64> {
    field(&fs::read_to_string(format!("/proc/{process}/status")).ok()?, "VmRSS:")
}

pub fn forget_peak(process: u32) {
    // Where that is not allowed, the peak is that of all bombs together.
    let _ = fs::write(format!("/proc/{process}/clear_refs"), "5");
}

fn field(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn a_field_is_in_kilobytes() {
        let status = "Name:\tharmony\nVmHWM:\t   20480 kB\nVmRSS:\t   10240 kB\n";
        assert_eq!(field(status, "VmRSS:"), Some(10 * 1024 * 1024));
        assert_eq!(field(status, "VmSwap:"), None);
    }
}
