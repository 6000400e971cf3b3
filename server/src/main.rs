//! Calls the library's `main`, so that code generated in the library is not generated again for the tests.

/// Lists consist of thousands of small texts, which mimalloc allocates faster than the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    gridbill::command::main()
}
