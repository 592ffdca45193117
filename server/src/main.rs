use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Reading makes many small things that last for a moment, which costs less here than in the system's allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    server::cli::main()
}
