//! The changed values of each kind of fact, in words.

use super::ActivityChange;
use crate::amount::number_shown;
use crate::announcements::Announced;
use crate::audience::Audience;
use crate::bills::HeldBill;
use crate::fact::{ApplicationEvent, Fact, OperationsFact, PaymentEvent, PaymentFact, RegistrationFact};
use crate::payments::{Status, Window};
use crate::registration::RegistrationStatus;
use crate::{Language, Money, Words};

mod accounting;
mod approvals;
mod customers;
mod findings;
mod people;

/// Maximum items of a list that are named.
const MAX_NAMED: usize = 20;

/// Returns the values that a fact changed, in the words of the reader's side and language. Empty if it changed nothing,
/// or if its sentence says everything.
#[must_use]
pub fn changes(fact: &Fact, to: Audience, language: Language) -> Vec<ActivityChange> {
    let mut table = Table { to, language, rows: Vec::new() };
    match fact {
        Fact::Payment(fact) => table.payment(fact),
        Fact::Registration(fact) => table.registration(fact),
        Fact::Company(fact) => table.company(fact),
        Fact::Mailbox(fact) => table.mailbox(fact),
        Fact::Webhook(fact) => table.webhook(fact),
        Fact::Token(fact) => table.token(fact),
        Fact::Accounts(fact) => table.accounts(fact),
        Fact::People(fact) => table.people(fact),
        Fact::Operations(fact) => table.operations(fact),
        Fact::Findings(fact) => table.findings(fact),
        Fact::Approval(fact) => table.approval(fact),
        Fact::Accounting(fact) => table.accounting(fact),
        Fact::Colleague(_)
        | Fact::Statement(_)
        | Fact::Bills(_)
        | Fact::Query(_)
        | Fact::Download(_)
        | Fact::DataProtection(_)
        | Fact::Viewing(_) => {}
    }
    table.rows
}

/// Joins all changes into one text, for exports.
#[cfg(feature = "schema")]
pub(super) fn as_text(changes: &[ActivityChange], language: Language) -> String {
    let nothing = language.pick(["nothing", "tiada"]);
    let each = |change: &ActivityChange| {
        let ActivityChange { label, before, after } = change;
        let [before, after] = [before, after].map(|value| value.as_deref().unwrap_or(nothing));
        format!("{label}: {before} → {after}")
    };
    changes.iter().map(each).collect::<Vec<_>>().join("; ")
}

struct Table {
    to: Audience,
    language: Language,
    rows: Vec<ActivityChange>,
}

impl Table {
    const fn words(&self, words: Words) -> &'static str {
        self.language.pick(words)
    }

    fn row(&mut self, label: Words, before: Option<String>, after: Option<String>) {
        let label = self.words(label).to_owned();
        self.rows.push(ActivityChange { label, before, after });
    }

    /// Adds a row, unless the value is unchanged.
    fn changed(&mut self, label: Words, before: Option<String>, after: Option<String>) {
        if before != after {
            self.row(label, before, after);
        }
    }

    /// Adds a row for a value that did not exist before.
    fn came(&mut self, label: Words, after: Option<String>) {
        self.changed(label, None, after);
    }

    fn status(&self, status: Status) -> String {
        match self.to {
            Audience::Customers => status.word_for_customers(self.language).to_owned(),
            Audience::Staff => status.word_for_staff(self.language).to_owned(),
        }
    }

    /// Adds a row for each bill that was chosen although it was on hold.
    fn held(&mut self, held: &[HeldBill]) {
        for bill in held {
            self.came(["Bill on hold", "Bil ditahan"], Some(bill.shown(self.language)));
        }
    }

    fn payment(&mut self, fact: &PaymentFact) {
        let before = fact.before.map(|before| self.status(before));
        let after = self.status(fact.after.status);
        self.changed(STATUS, before, Some(after));
        self.held(&fact.held);
        match &fact.event {
            PaymentEvent::InsufficientRequested { .. } | PaymentEvent::OverpaymentRequested { .. } => {
                let paid = fact.after.paid.map(Money::shown);
                self.changed(["Amount", "Amaun"], Some(fact.billed.shown()), paid);
            }
            PaymentEvent::PaymentSubmitted { .. } => self.came(REFERENCES, fact.note()),
            PaymentEvent::DifferencePaid { .. } | PaymentEvent::LateRefunded { .. } => {
                self.came(["Reference number", "Nombor rujukan"], fact.note());
            }
            PaymentEvent::CreditChosen { .. } | PaymentEvent::LateToAccount { .. } => {
                self.came(["Credited account", "Akaun dikreditkan"], fact.note());
            }
            PaymentEvent::PaymentRejected { .. } | PaymentEvent::AcceptanceTurnedDown { .. } => {
                self.came(REMARK, fact.note());
            }
            _ => {}
        }
    }

    fn registration(&mut self, fact: &RegistrationFact) {
        let word = |status: RegistrationStatus| Some(status.word(self.language).to_owned());
        let (before, after) = (word(fact.before), word(fact.after));
        self.changed(STATUS, before, after);
        self.came(REMARK, fact.event.remark().map(str::to_owned));
        if let ApplicationEvent::RegistrationSubmitted { terms_version: Some(version), .. } = &fact.event {
            self.came(["Terms agreed to", "Terma yang dipersetujui"], Some(version.clone()));
        }
    }

    fn operations(&mut self, fact: &OperationsFact) {
        match fact {
            OperationsFact::JobRetried { attempts, error_code, .. } => {
                self.tried(*attempts);
                self.changed(["Error", "Ralat"], error_code.clone(), None);
            }
            OperationsFact::EmailSentAgain { attempts, error } => {
                self.tried(*attempts);
                self.changed(["Error", "Ralat"], error.clone(), None);
            }
            OperationsFact::MethodWindowSet { before, after } => {
                let language = self.language;
                let shown = |one: Window| format!("{} – {}", one.from.shown(language), one.to.shown(language));
                self.changed(["Closed", "Ditutup"], before.map(shown), after.map(shown));
            }
            OperationsFact::FpxAlertSettled { reason, value, remark } => {
                let said = reason.sentence(value, self.language);
                self.came(["What happened", "Apa yang berlaku"], Some(said));
                self.came(REMARK, Some(remark.clone()));
            }
            OperationsFact::BankLineDeclaredOther { day, amount, other, transaction_no, reason } => {
                self.came(["Date", "Tarikh"], Some(day.shown(self.language)));
                self.came(["Amount", "Amaun"], Some(amount.shown()));
                self.came(["Other line", "Baris lain"], Some(other.clone()));
                self.came(["Payment", "Pembayaran"], transaction_no.as_ref().map(ToString::to_string));
                self.came(REMARK, Some(reason.clone()));
            }
            OperationsFact::AnnouncementWritten { after } => self.announced(None, Some(after)),
            OperationsFact::AnnouncementChanged { before, after } => self.announced(Some(before), Some(after)),
            OperationsFact::AnnouncementWithdrawn { before } => self.announced(Some(before), None),
        }
    }

    fn announced(&mut self, before: Option<&Announced>, after: Option<&Announced>) {
        let language = self.language;
        let mut each = |label, of: &dyn Fn(&Announced) -> Option<String>| {
            self.changed(label, before.and_then(of), after.and_then(of));
        };
        each(["Title", "Tajuk"], &|one| said(one.title.in_language(language)));
        each(["Text", "Teks"], &|one| said(one.text.in_language(language)));
        each(["From", "Dari"], &|one| Some(one.from.shown(language)));
        each(["To", "Hingga"], &|one| one.to.map(|to| to.shown(language)));
        each(["Frozen", "Dibekukan"], &|one| {
            let words: Vec<_> = one.freezes.iter().map(|feature| feature.word(language)).collect();
            said(&words.join(", "))
        });
    }

    fn tried(&mut self, attempts: i64) {
        let attempts = number_shown(u64::try_from(attempts).unwrap_or_default());
        self.changed(["Attempts", "Percubaan"], Some(attempts), None);
    }

    /// Joins the first items and the number of further ones; none if there are none.
    fn listed(&self, all: &[String]) -> Option<String> {
        let named = all.iter().take(MAX_NAMED).cloned().collect::<Vec<_>>().join(", ");
        match all.len().saturating_sub(MAX_NAMED) {
            _ if all.is_empty() => None,
            0 => Some(named),
            left => Some(format!("{named}, {}", self.more(left))),
        }
    }

    fn more(&self, left: usize) -> String {
        let left = number_shown(u64::try_from(left).unwrap_or_default());
        say!(self.language, "{left} more", "{left} lagi")
    }
}

/// Returns the text; none if it is empty.
fn said(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

const STATUS: Words = ["Status", "Status"];
const REFERENCES: Words = ["Reference numbers", "Nombor rujukan"];
const REMARK: Words = ["Remark", "Catatan"];
const NAME: Words = ["Name", "Nama"];
