//! Network file systems, which sooner or later damage a store: SQLite needs locks and shared memory that work across
//! processes (sqlite.org/wal.html, sqlite.org/howtocorrupt.html).

use std::path::Path;

/// Returns the kind of network file system that a folder is on, or `None` for a disk or an unknown kind.
#[cfg(target_os = "linux")]
pub(super) fn kind_of(folder: &Path) -> Option<&'static str> {
    let found = rustix::fs::statfs(folder).ok()?;
    name_of(found.f_type as u64)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn kind_of(_folder: &Path) -> Option<&'static str> {
    None
}

/// Maps the number of a file system in Linux (`man 2 statfs`), which has 32 bits.
#[cfg(target_os = "linux")]
fn name_of(number: u64) -> Option<&'static str> {
    Some(match number & 0xffff_ffff {
        0x6969 => "NFS",
        0x517b => "SMB",
        0xfe53_4d42 => "SMB 2",
        0xff53_4d42 => "CIFS",
        0x5346_414f => "AFS",
        0x7375_7245 => "Coda",
        0x00c3_6400 => "Ceph",
        _ => return None,
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{kind_of, name_of};

    #[test]
    fn network_file_systems_are_named() {
        assert_eq!(name_of(0x6969), Some("NFS"));
        // A signed number is extended with ones.
        assert_eq!(name_of(0xffff_ffff_ff53_4d42), Some("CIFS"));
        for (name, number) in [("ext4", 0xef53), ("btrfs", 0x9123_683e), ("tmpfs", 0x0102_1994)] {
            assert_eq!(name_of(number), None, "{name}");
        }
        assert_eq!(kind_of(&std::env::temp_dir()), None);
    }
}
