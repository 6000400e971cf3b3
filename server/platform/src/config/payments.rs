//! Settings of payments: approval by a second officer, and when a payment can be cancelled.

use gridbill_core::Money;
use gridbill_core::payments::fpx::CANCEL_AFTER_MINUTES;

/// Approval of payments, and when a payment can be cancelled.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct Payments {
    /// The amount in RM above which a second officer must confirm before money is credited. If not set, one officer
    /// decides on every amount. Must be the same for every process.
    #[arg(long, env = "GRIDBILL_SECOND_OFFICER_ABOVE", value_parser = amount, global = true)]
    pub second_officer_above: Option<Money>,
    /// Minutes from the start of an FPX payment until it can be cancelled, if FPX does not know the payment.
    #[arg(long, env = "GRIDBILL_GIVE_UP_AFTER", default_value_t = CANCEL_AFTER_MINUTES, global = true)]
    pub give_up_after: u32,
}

fn amount(text: &str) -> Result<Money, String> {
    let amount = Money::parse(text).map_err(|_| "write an amount, such as 100000.00")?;
    if amount < Money::ZERO { Err("an amount is not below zero".to_owned()) } else { Ok(amount) }
}
