//! The remittance advice of a payment, as PDF or CSV (docs/domain/remittance.md).

use gridbill_core::endpoint::MediaType;
use gridbill_core::remittance::{
    self as core, Advice, AdviceCredit, AdviceHead, RemittanceFormat, RemittanceRequest, advice_csv, check_paid, title,
};

use crate::app::App;
use crate::auth::who::Customer;
use crate::computing;
use crate::costs::{Codings, codings};
use crate::documents::payment::Printed;
use crate::endpoint::{Mount, Sent};
use crate::error::Answer;
use crate::payments::details::FoundPayment;

mod sql;

pub fn mount(mount: Mount) -> Mount {
    mount.file(core::DownloadRemittance, download)
}

/// Writes the advice in the user's language. It is computed from the payment's bills and the codings of the moment.
async fn download(app: App, who: Customer, request: RemittanceRequest) -> Answer<Sent> {
    let (language, bulk_id) = (who.person.language, &who.bulk_id);
    let found = FoundPayment::by_number(&app.pool, Some(bulk_id), &request.transaction_no).await?;
    check_paid(found.transaction.status, language)?;
    let (references, settlement) = (found.references(&app.pool).await?, found.settlement()?);
    let approval = found.approval(&app.pool).await?;
    let mut db = app.reader.connection().await?;
    let bills = sql::bills(&mut db, bulk_id, found.payment_id).await?;
    let Codings { book, names, .. } = codings(&mut db, bulk_id).await?;
    db.return_to_pool();
    let credit = settlement.excess.map(|amount| AdviceCredit { account_no: found.credit_account_no.clone(), amount });
    let advice = Advice::of(bills, &book, &names, credit)?;
    if Some(advice.total) != settlement.received {
        return Err(anyhow::anyhow!("the bills of {} do not add up to it", request.transaction_no).into());
    }
    let name = format!("{} {}", title(language), request.transaction_no);
    if request.format == RemittanceFormat::Csv {
        let numbers: Vec<&str> = references.iter().map(|reference| reference.number.as_str()).collect();
        let head = AdviceHead {
            transaction_no: &found.transaction.transaction_no,
            receipt_no: found.receipt_no.as_deref().unwrap_or_default(),
            paid_at: found.receipt_at.unwrap_or(found.transaction.payment_date),
            bulk_id,
            method: found.transaction.payment_method.word(language),
            bank: found.transaction.bank_name.as_deref().unwrap_or_default(),
            bank_reference: &found.fpx_transaction_id.clone().unwrap_or_else(|| numbers.join(" ")),
        };
        let bytes = advice_csv(&head, &advice, &names, language).into_bytes();
        return Ok(Sent { name: format!("{name}.csv"), media_type: MediaType::Csv, bytes });
    }
    let printed = Printed {
        references,
        // The advice has its own table of bills.
        invoices: Vec::new(),
        settlement,
        approval,
        receipt_no: found.receipt_no,
        receipt_at: found.receipt_at,
        fpx_transaction_id: found.fpx_transaction_id,
        credit_account_no: found.credit_account_no,
        transaction: found.transaction,
    };
    // As for receipts, the number of PDFs written at the same time is limited.
    let _permit = app.document_permits.acquire().await?;
    let utility = app.config.utility.clone();
    let bytes = computing::for_call(move || printed.write_advice(&advice, language, &utility)).await??;
    Ok(Sent { name: format!("{name}.pdf"), media_type: MediaType::Pdf, bytes })
}
