use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Parsing allocates many small, short-lived values, which is faster here than in the system's allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    server::cli::main()
}
