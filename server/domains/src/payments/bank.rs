//! Checks the bank that the payer chose.

use gridbill_core::number::BankId;
use gridbill_core::payments::{PaymentMethod, fpx, require_bank};
use gridbill_core::{Code, Problem};
use sqlx::PgConnection;

use super::sql::{self, ListedBank};
use crate::error::Answer;

/// A bank from the gateway's list or the built-in directory.
#[derive(Debug, Clone)]
pub struct ChosenBank {
    pub bank_id: BankId,
    pub name: String,
}

/// Looks up the chosen bank.
/// Fails with the refusals of [`choose`].
pub async fn chosen(db: &mut PgConnection, method: PaymentMethod, chosen: Option<&BankId>) -> Answer<ChosenBank> {
    let listed = sql::bank(db, require_bank(chosen)?).await?;
    choose(method, chosen, listed)
}

/// Checks the chosen bank, which the gateway lists as `listed`. FPX needs a bank that the gateway lists as online. A transfer
/// or a cheque may come from any bank in the directory.
/// Fails with [`Code::BankRequired`], [`Code::BankUnknown`] or [`Code::BankOffline`] at `bankId`.
pub fn choose(method: PaymentMethod, chosen: Option<&BankId>, listed: Option<ListedBank>) -> Answer<ChosenBank> {
    let bank_id = require_bank(chosen)?;
    let known = fpx::bank_name(bank_id.as_str()).map(str::to_owned);
    let name = match (method, listed) {
        (PaymentMethod::Fpx, Some(bank)) if !bank.online => {
            let offline = Problem::new(Code::BankOffline).with("bank", bank.name);
            return Err(Problem::at("bankId", offline).into());
        }
        (PaymentMethod::Fpx, None) => None,
        (_, Some(bank)) => Some(bank.name),
        (_, None) => known,
    };
    let name = name.ok_or_else(|| Problem::at("bankId", Code::BankUnknown))?;
    Ok(ChosenBank { bank_id: bank_id.clone(), name })
}
