//! The payment instruction of a payment by transfer (docs/domain/payments.md#payment-instruction).

use gridbill_core::endpoint::MediaType;
use gridbill_core::payments::pain::{self, Instruction, Party};
use gridbill_core::payments::{BankAccount, InstructionRequest, awaited_transfers, execution_day, instruction_title};
use gridbill_core::{Day, Problem};

use super::details::FoundPayment;
use super::virtual_account;
use crate::app::App;
use crate::auth::who::Customer;
use crate::endpoint::Sent;
use crate::error::Answer;

/// Writes the file. The account that it debits is in the request, and is not stored.
pub async fn download(app: App, who: Customer, request: InstructionRequest) -> Answer<Sent> {
    let (language, now) = (who.person.language, app.now());
    let debtor = BankAccount::parse(&request.debtor_account).map_err(|code| Problem::at("debtorAccount", code))?;
    let chosen = execution_day(request.execution_date, Day::at(now));
    let execution_day = chosen.map_err(|code| Problem::at("executionDate", code))?;
    let found = FoundPayment::by_number(&app.pool, Some(&who.bulk_id), &request.transaction_no).await?;
    let (references, made) = (found.references(&app.pool).await?, &found.transaction);
    // While a second officer must confirm, the first one has already counted the money.
    let is_counted = found.proposed_by.is_some();
    let transfers = awaited_transfers(&made.transaction_no, made.status, is_counted, &references, language)?;
    let account = virtual_account(&app, &who.bulk_id);
    let creditor = BankAccount::parse(&account.virtual_account_no)
        .map_err(|_| anyhow::anyhow!("GRIDBILL_VIRTUAL_ACCOUNT is no account number"))?;
    let latest = references.iter().max_by_key(|reference| reference.version);
    let instruction = Instruction {
        payment: &made.transaction_no,
        made_at: now,
        execution_day,
        method: latest.map_or(made.payment_method, |reference| reference.payment_method),
        debtor: Party {
            name: &made.company_name,
            account: debtor,
            bank_name: latest.and_then(|reference| reference.bank_name.as_deref()).unwrap_or_default(),
            bic: None,
        },
        creditor: Party {
            name: &account.account_holder,
            account: creditor,
            bank_name: &account.bank_name,
            bic: app.config.utility.virtual_account_bic.as_deref(),
        },
        transfers: &transfers,
        bills: &found.all_invoices(&app.pool).await?,
    };
    for name in [instruction.debtor.name, instruction.creditor.name] {
        pain::check_name(name)?;
    }
    let bytes = pain::write(&instruction).map_err(anyhow::Error::from)?;
    let name = format!("{} {}.xml", instruction_title(language), made.transaction_no);
    Ok(Sent { name, media_type: MediaType::Xml, bytes })
}
