//! Payments, as customers make and follow them.

use gridbill_core::Page;
use gridbill_core::endpoint::{MediaType, Nothing};
use gridbill_core::number::BulkId;
use gridbill_core::payments::{
    self as core, ActivityRequest, CreditAccount, CreditAccountsRequest, DocumentRequest, ListedMethod, MethodOffer,
    PaymentActivity, PaymentDetails, PaymentMethod, PaymentMethods, RECORDED_METHODS, StatusGroup, Transaction,
    TransactionRequest, TransactionsCards, TransactionsCardsRequest, TransactionsRequest, VirtualAccount,
    VirtualAccountRequest,
};

use crate::app::App;
use crate::auth::who::Customer;
use crate::computing;
use crate::documents::payment::Printed;
use crate::endpoint::{Mount, Sent, nothing};
use crate::error::Answer;
use crate::list as lists;

pub mod approval;
pub mod bank;
pub mod cards;
pub mod details;
pub mod fpx;
pub mod group;
mod instruction;
pub mod known;
pub mod list;
pub mod make;
pub mod post;
mod reconcile;
pub mod repeated;
mod search;
mod sql;
pub mod staff;
pub mod transition;
pub mod windows;

pub use bank::ChosenBank;
use cards::Counts;
use details::FoundPayment;
use list::Payments;
pub use sql::make::{Hold, LockedBill, find_bills, lock_bills};
pub use sql::{lines, posting};

pub fn mount(mount: Mount) -> Mount {
    staff::mount(fpx::mount(mount))
        .json(core::GetTNBVirtualAccountNo, own_virtual_account)
        .json(core::GetPaymentMethods, methods)
        .json(core::PlanPayments, group::plan)
        .json(core::GetPaymentGroups, group::groups)
        .json(core::GetPaymentGroup, group::group)
        .json(core::GetRepeatedReferences, repeated::ask)
        .once(core::MakePayment, make::prepare, make::make)
        .json(core::GetTransactionsCards, transactions_cards)
        .list(core::GetPaymentTransactions, transactions)
        .list(core::GetPaymentDetails, details)
        .file(core::PrintPayment, print)
        .file(core::DownloadPain001, instruction::download)
        .json(core::GetPaymentActivity, activity)
        .json(core::GetElectricityAccount, credit_accounts)
        .once(core::MakeReconciliationPaymentInsufficient, nothing, reconcile::pay_difference)
        .once(core::MakeExcessiveReconciliationPayment, nothing, reconcile::choose_credit)
}

async fn own_virtual_account(app: App, who: Customer, _: VirtualAccountRequest) -> Answer<VirtualAccount> {
    Ok(virtual_account(&app, &who.bulk_id))
}

/// The virtual account that a bulk account transfers to.
#[must_use]
pub fn virtual_account(app: &App, bulk_id: &BulkId) -> VirtualAccount {
    let utility = &app.config.utility;
    VirtualAccount {
        virtual_account_no: utility.virtual_account.replace("{bulkId}", bulk_id.as_str()),
        bank_name: utility.virtual_account_bank.clone(),
        account_holder: utility.utility_name.clone(),
    }
}

async fn methods(app: App, who: Customer, _: Nothing) -> Answer<PaymentMethods> {
    let windows = sql::windows(&app.pool, app.now()).await?;
    let offer = |&payment_method: &PaymentMethod| {
        let (least, most) = payment_method.limits();
        let closed = windows.iter().find(|closed| closed.method == payment_method);
        MethodOffer { payment_method, least, most, unavailable: closed.map(|closed| closed.window) }
    };
    let methods = PaymentMethod::ALL.iter().map(offer).collect();
    let listed = RECORDED_METHODS.iter().map(|one| ListedMethod {
        code: one.code.to_owned(),
        payment_type: one.payment_type,
        name: one.word(who.person.language).to_owned(),
        offered_as: one.offered_as.to_vec(),
    });
    let most_reference_numbers = app.config.utility.max_references;
    Ok(PaymentMethods { methods, listed: listed.collect(), most_reference_numbers })
}

async fn transactions_cards(app: App, who: Customer, _: TransactionsCardsRequest) -> Answer<TransactionsCards> {
    let counts = Counts::of(&app.pool, &who.bulk_id).await?;
    Ok(TransactionsCards {
        total: counts.all(),
        paid: counts.of_group(StatusGroup::Paid),
        processing: counts.of_group(StatusGroup::Processing),
        action_required: counts.of_group(StatusGroup::ActionRequired),
        declined: counts.of_group(StatusGroup::Declined),
        failed: counts.of_group(StatusGroup::Failed),
        as_of: app.now(),
    })
}

async fn transactions(app: App, who: Customer, request: TransactionsRequest) -> Answer<Page<Transaction>> {
    let payments = Payments::of(&who.bulk_id, &request.filter)?;
    lists::searched_page(&app.pool, &payments, request.sort, request.page()).await
}

async fn details(app: App, who: Customer, request: TransactionRequest) -> Answer<PaymentDetails> {
    details::of_customer(&app, &who, &request).await
}

/// Renders a payment as a PDF, in the user's language.
async fn print(app: App, who: Customer, request: DocumentRequest) -> Answer<Sent> {
    let language = who.person.language;
    let found = FoundPayment::by_number(&app.pool, Some(&who.bulk_id), &request.transaction_no).await?;
    let settlement = found.settlement()?;
    let printed = Printed {
        references: found.references(&app.pool).await?,
        invoices: found.all_invoices(&app.pool).await?,
        approval: found.approval(&app.pool).await?,
        settlement,
        receipt_no: found.receipt_no,
        receipt_at: found.receipt_at,
        fpx_transaction_id: found.fpx_transaction_id,
        credit_account_no: found.credit_account_no,
        transaction: found.transaction,
    };
    let name = printed.name(language);
    // A payment may have ten thousand bills, so the number of PDFs written at the same time is limited.
    let _permit = app.document_permits.acquire().await?;
    let utility = app.config.utility.clone();
    let bytes = computing::for_call(move || printed.write(language, &utility)).await??;
    Ok(Sent { name, media_type: MediaType::Pdf, bytes })
}

async fn activity(app: App, who: Customer, request: ActivityRequest) -> Answer<PaymentActivity> {
    details::activity(&app.pool, &who, &request.transaction_no).await
}

/// Lists the accounts that can be credited. The amount does not matter: any account of the payment may be credited.
async fn credit_accounts(app: App, who: Customer, request: CreditAccountsRequest) -> Answer<Vec<CreditAccount>> {
    let found = details::FoundPayment::by_number(&app.pool, Some(&who.bulk_id), &request.transaction_no).await?;
    Ok(details::credit_accounts(&app.pool, &who.bulk_id, found.payment_id).await?)
}
