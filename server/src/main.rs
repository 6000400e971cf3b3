//! The program is the library's: code that is generated here is not generated a second time for the tests.

/// Lists are made of thousands of small texts, which it hands out faster than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    gridbill::command::main()
}
