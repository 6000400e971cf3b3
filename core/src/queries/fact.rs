//! The facts of queries.

use serde::{Deserialize, Serialize};

use super::QueryKind;
use crate::audience::{ByEmail, Recipients, RequestedAction};
use crate::number::InvoiceNo;
use crate::permission::{Action, Area, Scope};
use crate::{Language, Money};

/// An event of a query, with its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum QueryFact {
    /// A customer asked about bills. The fact is about the first.
    QueryOpened {
        /// The subject of the query.
        about: QueryKind,
        /// The amount of the bills.
        amount: Money,
        /// The other bills.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        others: Vec<InvoiceNo>,
    },
    /// A customer added a message.
    QueryReplied {
        /// Whether the message reopened an answered query.
        is_reopened: bool,
    },
    /// A file was added.
    QueryFileAdded {
        /// The name of the file.
        name: String,
        /// Whether staff added it.
        by_staff: bool,
    },
    /// A staff user took the query, or gave it back.
    QueryAssigned {
        /// The name of the staff user; none if no one handles it now.
        to: Option<String>,
    },
    /// Staff answered.
    QueryAnswered {
        /// The utility's own case number.
        case_no: Option<String>,
        /// How many other bills the query is about.
        #[serde(default, skip_serializing_if = "is_zero")]
        others: i64,
    },
    /// The customer accepted the answer.
    QueryAccepted {
        /// How many other bills the query is about.
        #[serde(default, skip_serializing_if = "is_zero")]
        others: i64,
    },
    /// The customer ended the query, or it ended after days of silence.
    QueryClosed {
        /// How many other bills the query is about.
        #[serde(default, skip_serializing_if = "is_zero")]
        others: i64,
    },
    /// The customer withdrew the query, or its bills left the bulk account.
    QueryWithdrawn {
        /// How many other bills the query is about.
        #[serde(default, skip_serializing_if = "is_zero")]
        others: i64,
    },
    /// One of several bills left the bulk account, and the query goes on without it.
    QueryBillLeft {
        /// The bill that left.
        left: InvoiceNo,
    },
    /// The utility delivered a corrected bill.
    QueryBillCorrected {
        /// The corrected bill.
        corrected: InvoiceNo,
        /// The amount when the query was opened.
        before: Money,
        /// The corrected amount.
        after: Money,
    },
}

/// The users of the bulk account who ask the utility.
const ASKERS: Scope = Scope { area: Area::Bill, action: Action::Update };
/// The staff who answer.
const ANSWERERS: Scope = Scope { area: Area::ManageBulkAccounts, action: Action::Update };

impl QueryFact {
    /// Notifies the other side. Colleagues are notified of what changes the hold of a bill.
    pub(crate) const fn recipients(&self) -> Recipients {
        let (customers, staff) = (Some(ASKERS), Some(ANSWERERS));
        match self {
            Self::QueryOpened { .. }
            | Self::QueryAccepted { .. }
            | Self::QueryClosed { .. }
            | Self::QueryWithdrawn { .. }
            | Self::QueryBillLeft { .. }
            | Self::QueryBillCorrected { .. } => Recipients { customers, staff, ..Recipients::NONE },
            Self::QueryReplied { .. } | Self::QueryFileAdded { by_staff: false, .. } => {
                Recipients { staff, ..Recipients::NONE }
            }
            Self::QueryFileAdded { by_staff: true, .. } => Recipients { customers, ..Recipients::NONE },
            Self::QueryAnswered { .. } => {
                Recipients { customers, by_email: Some(ByEmail::Needed(ASKERS)), ..Recipients::NONE }
            }
            Self::QueryAssigned { .. } => Recipients::NONE,
        }
    }

    /// Asks the customer to react to an answer.
    pub(crate) const fn to_do(&self, language: Language) -> Option<RequestedAction> {
        match self {
            Self::QueryAnswered { others, .. } => Some(RequestedAction {
                sentence: language.pick([
                    if *others == 0 {
                        "Please accept the answer, or reply to it. Without a reply, the query is closed after 14 days, and the bill is no longer on hold."
                    } else {
                        "Please accept the answer, or reply to it. Without a reply, the query is closed after 14 days, and the bills are no longer on hold."
                    },
                    "Sila terima jawapan itu, atau balas. Tanpa balasan, pertanyaan ditutup selepas 14 hari, dan bil itu tidak lagi ditahan.",
                ]),
                screen: "/billPayment/bills/",
            }),
            Self::QueryOpened { .. }
            | Self::QueryReplied { .. }
            | Self::QueryFileAdded { .. }
            | Self::QueryAssigned { .. }
            | Self::QueryAccepted { .. }
            | Self::QueryClosed { .. }
            | Self::QueryWithdrawn { .. }
            | Self::QueryBillLeft { .. }
            | Self::QueryBillCorrected { .. } => None,
        }
    }

    pub(crate) fn sentence(&self, invoice_no: &str, language: Language) -> String {
        match self {
            Self::QueryOpened { about, amount, others } => {
                let others = i64::try_from(others.len()).unwrap_or(i64::MAX);
                let (about, amount, bills) =
                    (about.word(language), amount.shown(), named(invoice_no, others, language));
                let held = if others == 0 { "The bill is on hold." } else { "The bills are on hold." };
                say!(
                    language,
                    "The utility was asked about bill {bills} for {amount} ({about}). {held}",
                    "Utiliti telah ditanya tentang bil {bills} berjumlah {amount} ({about}). Bil itu ditahan."
                )
            }
            Self::QueryReplied { is_reopened: false } => say!(
                language,
                "A message was added to the query about bill {invoice_no}.",
                "Mesej telah ditambah pada pertanyaan tentang bil {invoice_no}."
            ),
            Self::QueryReplied { is_reopened: true } => say!(
                language,
                "The query about bill {invoice_no} was reopened with a reply.",
                "Pertanyaan tentang bil {invoice_no} telah dibuka semula dengan balasan."
            ),
            Self::QueryFileAdded { name, .. } => say!(
                language,
                "The file {name} was added to the query about bill {invoice_no}.",
                "Fail {name} telah ditambah pada pertanyaan tentang bil {invoice_no}."
            ),
            Self::QueryAssigned { to: Some(to) } => say!(
                language,
                "The query about bill {invoice_no} was assigned to {to}.",
                "Pertanyaan tentang bil {invoice_no} telah ditugaskan kepada {to}."
            ),
            Self::QueryAssigned { to: None } => say!(
                language,
                "The query about bill {invoice_no} is no longer assigned.",
                "Pertanyaan tentang bil {invoice_no} tidak lagi ditugaskan."
            ),
            Self::QueryAnswered { case_no: Some(case_no), others } => {
                let bills = named(invoice_no, *others, language);
                say!(
                    language,
                    "The utility answered the query about bill {bills}, case {case_no}.",
                    "Utiliti telah menjawab pertanyaan tentang bil {bills}, kes {case_no}."
                )
            }
            Self::QueryAnswered { case_no: None, others } => {
                let bills = named(invoice_no, *others, language);
                say!(
                    language,
                    "The utility answered the query about bill {bills}.",
                    "Utiliti telah menjawab pertanyaan tentang bil {bills}."
                )
            }
            Self::QueryAccepted { others } => {
                let (bills, released) = (named(invoice_no, *others, language), released(*others));
                say!(
                    language,
                    "The answer about bill {bills} was accepted. {released}",
                    "Jawapan tentang bil {bills} telah diterima. Bil itu tidak lagi ditahan."
                )
            }
            Self::QueryClosed { others } => {
                let (bills, released) = (named(invoice_no, *others, language), released(*others));
                say!(
                    language,
                    "The query about bill {bills} was closed. {released}",
                    "Pertanyaan tentang bil {bills} telah ditutup. Bil itu tidak lagi ditahan."
                )
            }
            Self::QueryWithdrawn { others } => {
                let (bills, released) = (named(invoice_no, *others, language), released(*others));
                say!(
                    language,
                    "The query about bill {bills} was withdrawn. {released}",
                    "Pertanyaan tentang bil {bills} telah ditarik balik. Bil itu tidak lagi ditahan."
                )
            }
            Self::QueryBillLeft { left } => say!(
                language,
                "Bill {left} has left the company's accounts. The query about bill {invoice_no} goes on without it.",
                "Bil {left} tidak lagi dalam akaun syarikat. Pertanyaan tentang bil {invoice_no} diteruskan tanpa bil itu."
            ),
            Self::QueryBillCorrected { corrected, before, after } => {
                let (before, after) = (before.shown(), after.shown());
                if corrected.as_str() == invoice_no {
                    say!(
                        language,
                        "The utility corrected bill {invoice_no} from {before} to {after}.",
                        "Utiliti telah membetulkan bil {invoice_no} daripada {before} kepada {after}."
                    )
                } else {
                    say!(
                        language,
                        "The utility replaced bill {invoice_no} for {before} by bill {corrected} for {after}.",
                        "Utiliti telah menggantikan bil {invoice_no} berjumlah {before} dengan bil {corrected} berjumlah {after}."
                    )
                }
            }
        }
    }
}

/// Returns the first bill of a query, and how many others it is about.
fn named(invoice_no: &str, others: i64, language: Language) -> String {
    if others == 0 {
        return invoice_no.to_owned();
    }
    let others = say_count!(language, count = others, "{count} other bill" / "{count} other bills", "{count} bil lain");
    say!(language, "{invoice_no} and {others}", "{invoice_no} dan {others}")
}

/// Returns the English sentence about the end of the holds. The Malay one is the same for one bill and several.
const fn released(others: i64) -> &'static str {
    if others == 0 { "The bill is no longer on hold." } else { "The bills are no longer on hold." }
}

/// Facts about one bill keep the form in which they were stored before a query could be about several.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference; 32-bit targets do not warn")]
const fn is_zero(count: &i64) -> bool {
    *count == 0
}
