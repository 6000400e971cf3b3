//! Settings of payments: who decides, and when a payment can be given up.

use gridbill_core::Money;
use gridbill_core::payments::fpx::LEAVE_AFTER_MINUTES;

/// Who decides about payments, and when one can be given up.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Payments {
    /// The amount in RM above which money is credited only when a second officer confirms it; one officer decides about every
    /// amount unless set. Every process needs the same.
    #[arg(long, env = "GRIDBILL_SECOND_OFFICER_ABOVE", value_parser = amount, global = true)]
    pub second_officer_above: Option<Money>,
    /// Minutes after its start from which on an FPX payment of which FPX knows nothing can be given up.
    #[arg(long, env = "GRIDBILL_GIVE_UP_AFTER", default_value_t = LEAVE_AFTER_MINUTES, global = true)]
    pub give_up_after: u32,
}

fn amount(text: &str) -> Result<Money, String> {
    let amount = Money::parse(text).map_err(|_| "write an amount, such as 100000.00")?;
    if amount < Money::ZERO { Err("an amount is not below zero".to_owned()) } else { Ok(amount) }
}
