//! What can go wrong with a direct confirmation, on request.

use serde::Deserialize;

/// A fault, used up by the next confirmation of its payment. Several may be asked for; all of them happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Fault {
    /// It is sent twice at the same moment.
    Duplicate,
    /// It is overtaken by the next one, or, if none comes, sent after the delay.
    Reorder,
    /// It is never sent.
    Lose,
    /// It is sent late.
    Delay,
    /// Before it comes one that claims 00 under a stranger's signature.
    Forge,
    /// Before it comes one with another amount, rightly signed.
    Amount,
    /// Before it comes one with another amount under the signature of the right one.
    AmountUnsigned,
}
