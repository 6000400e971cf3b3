//! Settings of the billing system's feed.

use gridbill_core::settlements::{self, Rules, UnnamedSettlements};

/// Activation e-mails an hour by default: 20,000 users in less than two days, below the limits of most mail providers.
const ACTIVATIONS_PER_HOUR: u32 = 500;

/// What the import of a file does in cases that utilities decide differently.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Feed {
    /// Refuse bills from the feed that have a kind of charge which the utility has not delivered. By default, the
    /// lines of such a kind are loaded with its code as name, and the import reports it.
    #[arg(long, env = "GRIDBILL_REFUSE_UNKNOWN_KINDS", global = true)]
    pub refuse_unknown_kinds: bool,
    /// Whether settlements that name no bill wait for staff. Otherwise they pay the account's oldest open bill. Must
    /// be the same for every process and for `gridbill import`.
    #[arg(long, env = "GRIDBILL_SETTLEMENTS_BY_STAFF", global = true)]
    pub settlements_by_staff: bool,
    /// Whether the totals of bills contain the account's earlier bills: `carry` if they do, `apart` if each bill is paid by itself.
    /// Must be the same for every process and for `gridbill import`.
    #[arg(long, env = "GRIDBILL_BALANCES", global = true, value_enum, default_value_t = Balances::Carry)]
    pub balances: Balances,
    /// Maximum activation e-mails an hour to users who were taken over from another portal; 0 sends none. Must be the
    /// same for every process.
    #[arg(long, env = "GRIDBILL_ACTIVATIONS_PER_HOUR", default_value_t = ACTIVATIONS_PER_HOUR, global = true)]
    pub activations_per_hour: u32,
}

/// Whether the totals of bills contain earlier bills.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Balances {
    /// The newest bill is paid instead of those that it contains.
    Carry,
    /// Each bill is paid by itself.
    Apart,
}

impl Feed {
    /// The rules of settlements.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        Rules {
            unnamed: if self.settlements_by_staff { UnnamedSettlements::Staff } else { UnnamedSettlements::OldestBill },
            balances: match self.balances {
                Balances::Carry => settlements::Balances::Carry,
                Balances::Apart => settlements::Balances::Apart,
            },
        }
    }
}
