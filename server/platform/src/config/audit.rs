//! Settings of the bill audit.

/// Whether new batches wait for the audit.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Audit {
    /// The percentage of bills with findings above which a new batch waits until staff release it. If not set, new
    /// batches do not wait. Must be the same for every process and for `gridbill import`.
    #[arg(long, env = "GRIDBILL_BATCH_FINDING_LIMIT", value_parser = clap::value_parser!(u8).range(..=100), global = true)]
    pub batch_finding_limit: Option<u8>,
}
