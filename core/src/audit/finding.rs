//! Findings: the rules of the audit and the evidence that each of them gives.

use crate::bills::{ChargeBlock, ChargeKind, Quantity};
use crate::number::InvoiceNo;
use crate::{Day, Language, Money, Words};

/// Declares the rules, each with its group, its title in both languages, and the evidence of a finding.
macro_rules! audit_rules {
    ($(
        $(#[$about:meta])*
        $rule:ident $group:ident $title:expr => { $($(#[$of:meta])* $field:ident: $type:ty,)* }
    )*) => {
        wire! {
            /// A rule of the audit.
            #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
            pub enum AuditRule {
                $($(#[$about])* $rule,)*
            }

            /// The figures on which a finding is based. A dismissed finding is reported again if its evidence changes.
            #[derive(Eq)]
            #[serde(tag = "rule", rename_all_fields = "camelCase")]
            pub enum Evidence {
                $($(#[$about])* $rule { $($(#[$of])* $field: $type,)* },)*
            }
        }

        impl AuditRule {
            /// All rules, in the order in which findings are listed.
            pub const ALL: &[Self] = &[$(Self::$rule),*];

            /// Returns the group that the rule is listed in.
            #[must_use]
            pub const fn group(self) -> RuleGroup {
                match self {
                    $(Self::$rule => RuleGroup::$group,)*
                }
            }

            /// Returns the title of a finding of this rule.
            #[must_use]
            pub const fn title(self, language: Language) -> &'static str {
                match self {
                    $(Self::$rule => { const TITLE: Words = $title; language.pick(TITLE) })*
                }
            }
        }

        impl Evidence {
            /// Returns the rule that this evidence belongs to.
            #[must_use]
            pub const fn rule(&self) -> AuditRule {
                match self {
                    $(Self::$rule { .. } => AuditRule::$rule,)*
                }
            }
        }
    };
}

audit_rules! {
    /// Days without a bill between two bills.
    Gap Dates ["Days without a bill", "Hari tanpa bil"] => { days: i64, previous_end: Day, start: Day, }
    /// Days that two bills charge for.
    Overlap Dates ["Days billed twice", "Hari dibilkan dua kali"] => { days: i64, first: Day, last: Day, }
    /// A period that is shorter or longer than an ordinary period.
    PeriodLength Dates ["Unusual billing period", "Tempoh bil luar biasa"] => { days: i64, shortest: i64, longest: i64, }
    /// A period that ends after the invoice date.
    PeriodInFuture Dates ["Period ends after the invoice", "Tempoh tamat selepas invois"] => { end: Day, invoiced: Day, }
    /// A due date before the invoice date, or too long after it.
    DueDate Dates ["Unusual due date", "Tarikh akhir luar biasa"] => { due: Day, invoiced: Day, }
    /// A period that was billed long after its end.
    PeriodOld Dates ["Late billing", "Bil lewat dikeluarkan"] => { end: Day, invoiced: Day, }
    /// The next bill did not arrive within the account's usual cycle.
    MissingBill Dates ["Bill missing", "Bil tiada"] => { last_end: Day, expected: Day, }
    /// The same period and amount as another bill.
    DuplicateAmount Duplicates ["Same period and amount as another bill", "Tempoh dan amaun sama dengan bil lain"] => { first: Day, last: Day, amount: Money, }
    /// An invoice number that was delivered earlier with other content.
    DuplicateNumber Duplicates ["Bill number used before", "Nombor bil pernah digunakan"] => { amount: Money, }
    /// Three or more bills in a row with the same daily use that are not marked as estimated.
    HiddenEstimate Readings ["Possibly estimated", "Mungkin bacaan anggaran"] => { bills: u32, kwh_a_day: Quantity, }
    /// Three or more estimated bills in a row.
    EstimatedRun Readings ["Repeated estimates", "Anggaran berulang"] => { bills: u32, }
    /// An energy register whose previous reading is not the last reading of the bill before.
    ReadingBroken Readings ["Opening reading does not match", "Bacaan awal tidak sepadan"] => { block: Option<ChargeBlock>, expected: Quantity, previous: Quantity, }
    /// An energy register whose current reading is below its previous reading.
    ReadingBackwards Readings ["Meter runs backwards", "Meter berjalan ke belakang"] => { block: Option<ChargeBlock>, previous: Quantity, current: Quantity, }
    /// Higher daily use than the average of the two previous bills.
    UseHigh Usage ["Use rose sharply", "Penggunaan naik mendadak"] => { percent: i64, company_percent: Option<i64>, }
    /// Lower daily use than the average of the two previous bills.
    UseLow Usage ["Use fell sharply", "Penggunaan turun mendadak"] => { percent: i64, company_percent: Option<i64>, }
    /// Higher daily use than in the same month last year.
    UseHighYear Usage ["More use than last year", "Penggunaan lebih daripada tahun lalu"] => { percent: i64, }
    /// Lower daily use than in the same month last year.
    UseLowYear Usage ["Less use than last year", "Penggunaan kurang daripada tahun lalu"] => { percent: i64, }
    /// Higher daily use than in any of the 12 previous bills.
    UseRecord Usage ["Highest use in 12 bills", "Penggunaan tertinggi dalam 12 bil"] => { percent: i64, }
    /// Lower daily use than in any of the 12 previous bills.
    UseFloor Usage ["Lowest use in 12 bills", "Penggunaan terendah dalam 12 bil"] => { percent: i64, }
    /// Higher demand than in any of the 12 previous bills.
    DemandRecord Usage ["Highest demand in 12 bills", "Kehendak tertinggi dalam 12 bil"] => { percent: i64, kw: Quantity, }
    /// No use on an active account.
    ZeroUse Usage ["No use on an active account", "Tiada penggunaan pada akaun aktif"] => { }
    /// Use after the account's final bill.
    UseAfterClose Usage ["Use after the final bill", "Penggunaan selepas bil akhir"] => { closed: Day, kwh: Quantity, }
    /// The cost for each kWh changed, with the tariff unchanged.
    UnitCost Cost ["Cost for each kWh changed", "Kos setiap kWh berubah"] => { percent: i64, sen_before: Quantity, sen_now: Quantity, }
    /// A rounding that exceeds the threshold.
    Rounding Cost ["Rounding too large", "Penggenapan terlalu besar"] => { amount: Money, }
    /// An amount carried forward from a bill that was already paid.
    CarriedButPaid Cost ["Paid amount billed again", "Amaun yang telah dibayar dibilkan semula"] => { amount: Money, paid_on: Day, }
    /// An amount carried forward while earlier bills are open, of which it is not the balance. Both are demanded.
    CarriedStillOpen Cost ["Earlier bills billed again", "Bil terdahulu dibilkan semula"] => { amount: Money, open: Money, }
    /// A charge for late payment.
    LateCharge Cost ["Late payment charge", "Caj lewat bayar"] => { amount: Money, }
    /// More tax than the published rate gives.
    TaxUnexpected Cost ["Unexpected tax", "Cukai tidak dijangka"] => { charged: Money, expected: Money, }
    /// A higher daily cost than the average of the two previous bills.
    CostHigh Cost ["Cost rose sharply", "Kos naik mendadak"] => { percent: i64, }
    /// A lower daily cost than the average of the two previous bills.
    CostLow Cost ["Cost fell sharply", "Kos turun mendadak"] => { percent: i64, }
    /// A tariff that differs from the account's tariff.
    TariffMismatch Tariff ["Tariff differs from the account", "Tarif berbeza daripada akaun"] => { billed: String, recorded: String, }
    /// Lines that differ from the published prices.
    PriceMismatch Tariff ["Price differs from the tariff", "Harga berbeza daripada tarif"] => { lines: Vec<LineDifference>, }
    /// Another tariff would have cost less over 12 bills.
    CheaperTariff Tariff ["Another tariff costs less", "Tarif lain lebih murah"] => { tariff: String, saving: Money, }
    /// A credit for exported energy that differs from its worth by the published price.
    ExportCredit Tariff ["Credit for exported energy differs", "Kredit tenaga dieksport berbeza"] => { kwh: Quantity, rate: Quantity, expected: Money, given: Money, is_lost: bool, }
}

wire! {
    /// The groups in which rules are listed.
    #[derive(Copy, Eq)]
    pub enum RuleGroup {
        Dates,
        Duplicates,
        Readings,
        Usage,
        Cost,
        Tariff,
    }

    /// A line of a bill that differs from the published prices.
    #[derive(Eq)]
    pub struct LineDifference {
        /// Position of the line on the bill, from 1.
        pub line: u32,
        pub kind: ChargeKind,
        pub block: Option<ChargeBlock>,
        pub rate: Quantity,
        /// The published rate. If it changed within the period: the rate at the end of the period.
        pub expected_rate: Quantity,
        pub amount: Money,
        pub expected_amount: Money,
        /// kWh of green energy on the bill, to which the line does not apply; none if its quantity is right.
        #[serde(default)]
        pub exempt_kwh: Option<Quantity>,
    }

    /// A result of the audit on a bill: the strongest rule that reports a cause, with its other rules.
    #[derive(Eq)]
    pub struct Finding {
        pub evidence: Evidence,
        /// The evidence of other rules that report the same cause, in the order of the rules.
        #[serde(default)]
        pub also: Vec<Evidence>,
        /// The part of the bill's amount that is in doubt; zero if the finding is not about an amount.
        pub at_stake: Money,
        /// The other bill that proves the finding.
        pub proof: Option<InvoiceNo>,
    }

    /// Why a rule could not be checked.
    #[derive(Copy, Eq)]
    pub enum NotChecked {
        /// There are fewer earlier bills than the rule needs.
        NotEnoughHistory,
        /// No price is published for a line's tariff, kind and period.
        PriceUnknown,
        /// The bill has no lines, readings, period or use to check.
        NotOnBill,
    }

    /// A rule that could not be checked on a bill.
    #[derive(Copy, Eq)]
    pub struct Unchecked {
        pub rule: AuditRule,
        pub reason: NotChecked,
    }
}

impl Evidence {
    /// Whether both have the same figures of the bill. Ignores the company's median, which changes with other bills: a
    /// dismissed finding must not be reported again for that.
    fn is_same_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::UseHigh { percent, .. }, Self::UseHigh { percent: before, .. })
            | (Self::UseLow { percent, .. }, Self::UseLow { percent: before, .. }) => percent == before,
            _ => self == other,
        }
    }
}

impl Finding {
    /// Creates a finding without an amount at stake and without a proof.
    pub(super) const fn new(evidence: Evidence) -> Self {
        Self { evidence, also: Vec::new(), at_stake: Money::ZERO, proof: None }
    }

    pub(super) const fn at_stake(mut self, amount: Money) -> Self {
        self.at_stake = amount;
        self
    }

    pub(super) fn proved_by(mut self, invoice_no: &InvoiceNo) -> Self {
        self.proof = Some(invoice_no.clone());
        self
    }

    /// Returns the rule of the finding.
    #[must_use]
    pub const fn rule(&self) -> AuditRule {
        self.evidence.rule()
    }

    /// Iterates over the evidence of all rules that report the cause, the finding's own rule first.
    pub fn all_evidence(&self) -> impl Iterator<Item = &Evidence> {
        std::iter::once(&self.evidence).chain(&self.also)
    }

    /// Whether a rule is the finding's own rule, or reports the same cause.
    #[must_use]
    pub fn is_reported_by(&self, rule: AuditRule) -> bool {
        self.all_evidence().any(|evidence| evidence.rule() == rule)
    }

    /// Whether both findings on a bill have one cause: the rule of one of them also reports the other one.
    #[must_use]
    pub fn has_cause_of(&self, other: &Self) -> bool {
        self.is_reported_by(other.rule()) || other.is_reported_by(self.rule())
    }

    /// Whether the rules that report both findings have the same figures in both. Ignores rules that report one of them:
    /// they come and go with thresholds and muted rules, and a dismissed finding must not be reported again for that.
    #[must_use]
    pub fn is_same_as(&self, other: &Self) -> bool {
        self.all_evidence().all(|one| {
            let same_rule = other.all_evidence().find(|evidence| evidence.rule() == one.rule());
            same_rule.is_none_or(|evidence| one.is_same_as(evidence))
        })
    }
}
