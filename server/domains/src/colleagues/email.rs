//! E-mails from one user of a bulk account to another.

use gridbill_core::number::BulkId;
use gridbill_core::payments::VirtualAccount;
use gridbill_core::{Instant, Language, Money};
use minijinja::{Value, context};

use crate::mail::{Email, Words, named, words};

#[derive(Debug, Clone, Copy)]
pub enum ColleagueEmail<'a> {
    /// Instructions for a bank transfer: amount, account and reference. With a link if they are about an existing
    /// payment.
    Instructions {
        sent_by: &'a str,
        company: &'a str,
        amount: Money,
        account: &'a VirtualAccount,
        reference: &'a str,
        link: Option<&'a str>,
    },
    /// A reminder of a payment that needs approval at the bank.
    Reminder {
        sent_by: &'a str,
        company: &'a str,
        bulk_id: &'a BulkId,
        number: &'a str,
        amount: Money,
        bank: Option<&'a str>,
        until: Instant,
        link: &'a str,
    },
    /// Bills that a colleague should pay.
    Selection {
        sent_by: &'a str,
        company: &'a str,
        bulk_id: &'a BulkId,
        bills: usize,
        total: Money,
        note: Option<&'a str>,
        expires_at: Instant,
        link: &'a str,
    },
}

impl Email for ColleagueEmail<'_> {
    fn words(&self) -> Words {
        match self {
            Self::Instructions { link: None, .. } => words!("instructions"),
            Self::Instructions { link: Some(_), .. } => words!("instructions_for_payment"),
            Self::Reminder { .. } => words!("reminder"),
            Self::Selection { .. } => words!("selection"),
        }
    }

    fn link(&self) -> Option<&str> {
        match self {
            Self::Instructions { link, .. } => *link,
            Self::Reminder { link, .. } | Self::Selection { link, .. } => Some(link),
        }
    }

    fn values(&self, language: Language) -> Value {
        match self {
            Self::Instructions { sent_by, company, amount, account, reference, .. } => context! {
                sent_by => named(sent_by), company => named(company), amount => amount.shown(), reference => *reference,
                account => &account.virtual_account_no, bank => &account.bank_name, holder => &account.account_holder,
            },
            Self::Reminder { sent_by, company, bulk_id, number, amount, bank, until, .. } => context! {
                sent_by => named(sent_by), company => named(company), bulk_id => bulk_id.as_str(), number => *number, amount => amount.shown(),
                bank => bank.map(named), until => until.shown(language),
            },
            Self::Selection { sent_by, company, bulk_id, bills, total, note, expires_at, .. } => context! {
                sent_by => named(sent_by), company => named(company), bulk_id => bulk_id.as_str(), bills, total => total.shown(),
                note => note.map(named), expires_at => expires_at.shown(language),
            },
        }
    }
}
