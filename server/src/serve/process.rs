//! Measures the process's use of its machine, under the metric names that all programs use. Linux reports it in
//! `/proc`; on other systems there are no values.

use metrics::{counter, gauge};
use rustix::param::{clock_ticks_per_second, page_size};

use crate::connections::descriptors;

/// The fields of `/proc/self/stat` after the program's name. In proc(5), their numbers begin at 3.
struct Stat<'a>(Vec<&'a str>);

impl<'a> Stat<'a> {
    fn read(text: &'a str) -> Option<Self> {
        // The name is in brackets, and may itself contain brackets and spaces.
        Some(Self(text.rsplit_once(')')?.1.split_whitespace().collect()))
    }

    fn number(&self, field: usize) -> u64 {
        self.0.get(field - 3).and_then(|text| text.parse().ok()).unwrap_or_default()
    }

    /// Returns the processor time in whole seconds.
    fn cpu_seconds(&self, ticks_per_second: u64) -> u64 {
        (self.number(14) + self.number(15)) / ticks_per_second.max(1)
    }

    fn threads(&self) -> u64 {
        self.number(20)
    }

    fn virtual_bytes(&self) -> u64 {
        self.number(23)
    }

    fn resident_bytes(&self, page: u64) -> u64 {
        self.number(24) * page
    }
}

/// Sets the metrics of the process.
pub fn measure() {
    let Ok(text) = std::fs::read_to_string("/proc/self/stat") else { return };
    let Some(stat) = Stat::read(&text) else { return };
    counter!("process_cpu_seconds_total").absolute(stat.cpu_seconds(clock_ticks_per_second()));
    gauge!("process_threads").set(float(stat.threads()));
    gauge!("process_virtual_memory_bytes").set(float(stat.virtual_bytes()));
    gauge!("process_resident_memory_bytes").set(float(stat.resident_bytes(page_size() as u64)));
    gauge!("process_max_fds").set(float(descriptors::limit() as u64));
    if let Ok(open) = std::fs::read_dir("/proc/self/fd") {
        // While it is read, the folder itself is an open file.
        gauge!("process_open_fds").set(float((open.count() as u64).saturating_sub(1)));
    }
}

#[expect(clippy::cast_precision_loss, reason = "a metric is a float")]
const fn float(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_are_counted_after_the_last_bracket() {
        let text = "4711 (grid) bill) S 1 4711 4711 0 -1 4194560 9000 0 3 0 250 50 0 0 20 0 7 0 123456 987654321 2500 184467 1\n";
        let stat = Stat::read(text).unwrap();
        assert_eq!((stat.cpu_seconds(100), stat.threads()), (3, 7));
        assert_eq!((stat.virtual_bytes(), stat.resident_bytes(4_096)), (987_654_321, 10_240_000));
        assert!(Stat::read("nothing").is_none());
    }
}
