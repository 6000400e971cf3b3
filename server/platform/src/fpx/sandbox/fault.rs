//! Faults of a direct confirmation, caused on request.

use serde::Deserialize;

/// A fault that the payment's next confirmation uses up. Several faults of a payment all happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Fault {
    /// The confirmation is sent twice at the same moment.
    Duplicate,
    /// The next confirmation overtakes it; without a next one, it is sent after the delay.
    Reorder,
    /// The confirmation is never sent.
    Lose,
    /// The confirmation is sent late.
    Delay,
    /// Sends a message before it that claims 00 with a forged signature.
    Forge,
    /// Sends a message before it with another amount and a valid signature.
    Amount,
    /// Sends a message before it with another amount and the signature of the true one.
    AmountUnsigned,
}
