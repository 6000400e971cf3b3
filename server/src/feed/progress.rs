//! Shows the progress of an import at a terminal or in the log of a nightly run.

use std::io::IsTerminal as _;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Shows the bytes read of the file: a bar at a terminal, else a line per ten thousand rows.
pub struct Progress {
    bar: Option<ProgressBar>,
    noun: &'static str,
}

impl Progress {
    pub fn new(noun: &'static str, bytes: u64) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(bytes);
            let style = ProgressStyle::with_template("{msg:24} {wide_bar} {percent:>3} %  {eta} left");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        Self { bar, noun }
    }

    pub fn at(&self, bytes: u64, rows: u64) {
        match &self.bar {
            Some(bar) => {
                bar.set_position(bytes);
                bar.set_message(format!("{rows} {}", self.noun));
            }
            None => eprintln!("{rows} {} read", self.noun),
        }
    }

    pub fn done(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
