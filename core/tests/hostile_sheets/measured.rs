//! Measures the memory and time that a malicious file takes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use cpu_time::ThreadTime;
use gridbill_core::{Code, Language, Problem};
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Maximum bytes of memory for reading one file, in addition to the file.
const MAX_MEMORY_BYTES: usize = 64 << 20;
/// Maximum CPU time for reading one file. In debug builds it only catches unbounded growth.
const MAX_TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 8 } else { 1 });
/// Maximum size of a fixture.
pub const MAX_FIXTURE_BYTES: usize = 3 << 10;

/// The largest measurements, each with the name of its file.
#[derive(Default)]
pub struct Worst {
    memory: (usize, String),
    time: (Duration, String),
}

impl Worst {
    /// Returns what the reader returns. Fails if it panics, takes long or uses much memory.
    pub fn measure<T>(&mut self, name: &str, read: impl FnOnce() -> T) -> T {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let began = ThreadTime::now();
        let answer = catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| panic!("{name}: panicked"));
        let (took, memory) = (began.elapsed(), MEMORY.peak_usage().saturating_sub(before));
        assert!(memory < MAX_MEMORY_BYTES, "{name}: {memory} bytes of memory");
        assert!(took < MAX_TIME, "{name}: {took:?}");
        if memory > self.memory.0 {
            self.memory = (memory, name.to_owned());
        }
        if took > self.time.0 {
            self.time = (took, name.to_owned());
        }
        answer
    }

    pub fn print(&self) {
        println!("most memory {:.1} MB: {}", self.memory.0 as f64 / 1_048_576.0, self.memory.1);
        println!("most time {:?}: {}", self.time.0, self.time.1);
    }
}

/// Returns the code of a refusal, and checks that its sentence is longer than this in both languages.
pub fn code_of(problem: &Problem, name: &str, shortest: usize) -> Code {
    for language in [Language::En, Language::Ms] {
        let sentence = problem.sentence(language);
        assert!(sentence.len() > shortest && !sentence.contains('{'), "{name}: {sentence}");
    }
    problem.code
}
