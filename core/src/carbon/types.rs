//! Types of emission factors and of the report.

use super::GridFactor;
use crate::bills::Quantity;
use crate::number::{AccountNo, InvoiceNo};
use crate::{Day, Language, Page, Words};

wire! {
    /// A grid with a factor of its own.
    #[derive(Copy, Eq, PartialOrd, Ord, Hash)]
    pub enum GridRegion {
        /// Peninsular Malaysia.
        Peninsular,
        /// Sabah and Labuan.
        Sabah,
        /// Sarawak.
        Sarawak,
    }

    /// What a row of the report is.
    #[derive(Copy, Eq, Default)]
    pub enum CarbonBy {
        /// A calendar month.
        #[default]
        Month,
        /// A group of accounts.
        Group,
        /// An account.
        Account,
    }

    /// A published factor. A later publication about the same time is another revision; the earlier one stays.
    #[derive(Eq)]
    pub struct EmissionFactor {
        pub region: GridRegion,
        /// The first day for which it holds. It holds until the next factor of its grid begins.
        pub from: Day,
        /// The day on which it was published.
        pub published: Day,
        /// Kilograms of CO2e for a kWh.
        pub factor: GridFactor,
        /// The publication, as an auditor cites it.
        pub source: String,
        /// Whether the publisher calls it provisional, or it is known at second hand only.
        pub is_provisional: bool,
    }

    /// A renewable energy certificate that was retired for the use of an account.
    #[derive(Eq)]
    pub struct EnergyCertificate {
        pub certificate_no: String,
        pub account_no: AccountNo,
        /// The first day whose use it covers.
        pub from: Day,
        /// The last day whose use it covers.
        pub to: Day,
        pub kwh: Quantity,
        /// The register or programme, as an auditor cites it.
        pub source: String,
    }

    /// An account of the report.
    #[derive(Eq)]
    pub struct CarbonAccount {
        pub account_no: AccountNo,
        /// The grid that supplies it, by the state of its premises.
        pub region: GridRegion,
        /// The name of the group that it is in now.
        pub group_name: Option<String>,
        /// The customer's own name for the account.
        pub reference_id: Option<String>,
    }

    /// A bill with the fields that emissions depend on.
    #[derive(Eq)]
    pub struct CarbonBill {
        pub account_no: AccountNo,
        pub invoice_no: InvoiceNo,
        pub invoice_date: Day,
        /// The first day of the reading period.
        pub first_day: Option<Day>,
        /// The last day of the reading period.
        pub last_day: Option<Day>,
        pub kwh: Option<Quantity>,
        /// Whether its e-invoice is cancelled.
        pub is_cancelled: bool,
    }

    /// A row of the report: a month, a group or an account.
    #[derive(Eq)]
    pub struct CarbonReportRow {
        /// The first day of the month, in a report by month.
        pub month: Option<Day>,
        /// The name of the group: of the row in a report by group, of the account in a report by account.
        pub group_name: Option<String>,
        /// In a report by account.
        pub account_no: Option<AccountNo>,
        /// The customer's own name for the account.
        pub reference_id: Option<String>,
        /// The grid of the account, in a report by account.
        pub region: Option<GridRegion>,
        /// The number of bills with use in the months.
        pub bills: i64,
        pub kwh: Quantity,
        /// Location-based emissions by the factors that are published now, in whole kilograms of CO2e.
        pub kg: i64,
        /// The emissions by the factors that were published when each month ended.
        pub first_kg: i64,
        /// Whether a provisional factor is among those used.
        pub is_provisional: bool,
        /// The part of the use that certificates cover.
        pub certified_kwh: Quantity,
        /// Market-based emissions, of the use without certificates, by the factors that are published now.
        pub market_kg: i64,
        /// Market-based emissions by the factors that were published when each month ended.
        pub first_market_kg: i64,
    }

    /// The emissions of a month.
    #[derive(Eq)]
    pub struct CarbonMonth {
        /// The first day of the month.
        pub month: Day,
        pub kwh: Quantity,
        pub kg: i64,
        pub first_kg: i64,
    }

    /// A factor that the report uses, with the use that it is applied to.
    #[derive(Eq)]
    pub struct CarbonFactorUse {
        pub factor: EmissionFactor,
        /// The use for which it gives the figure of today.
        pub kwh: Quantity,
        /// The use for which it gave the figure first reported.
        pub first_kwh: Quantity,
        /// The part of `kwh` that certificates cover. It is not in the market-based figure.
        pub certified_kwh: Quantity,
    }

    /// A certificate with days in the months of the report.
    #[derive(Eq)]
    pub struct CarbonCertificateUse {
        pub certificate: EnergyCertificate,
        /// Its kWh of these days.
        pub kwh: Quantity,
    }

    /// The sums of the report.
    #[derive(Eq)]
    pub struct CarbonSums {
        /// In order of time. Months without use are included.
        pub months: Vec<CarbonMonth>,
        /// By grid and first day.
        pub factors: Vec<CarbonFactorUse>,
        pub bills: i64,
        pub kwh: Quantity,
        /// Location-based emissions of all accounts, in whole kilograms of CO2e.
        pub kg: i64,
        pub first_kg: i64,
        pub is_provisional: bool,
        /// Use for which no factor is known. It is in `kwh` and not in `kg`.
        pub kwh_without_factor: Quantity,
        /// Bills without a consumption.
        pub bills_without_kwh: i64,
        /// Bills with a cancelled e-invoice. They are not counted: their replacements are.
        pub bills_replaced: i64,
        /// The part of the use that certificates cover.
        pub certified_kwh: Quantity,
        /// Market-based emissions of all accounts, in whole kilograms of CO2e. Without certificates they are `kg`.
        pub market_kg: i64,
        pub first_market_kg: i64,
        /// Certified kWh above the use of their account and month. They cover nothing else.
        pub excess_kwh: Quantity,
        /// By number.
        pub certificates: Vec<CarbonCertificateUse>,
    }

    /// A page of the report, with its sums.
    pub struct CarbonReportPage {
        pub rows: Page<CarbonReportRow>,
        pub sums: CarbonSums,
        /// How the figures are computed, in sentences for auditors, in the user's language.
        pub method: Vec<String>,
        /// The first day of the first month.
        pub from: Day,
        /// The first day of the last month.
        pub to: Day,
    }

    /// The whole report.
    #[derive(Eq)]
    pub struct CarbonResult {
        pub rows: Vec<CarbonReportRow>,
        pub sums: CarbonSums,
    }

    /// Why a factor is refused.
    #[derive(Copy, Eq)]
    pub enum FactorError {
        /// It is zero, or higher than that of any grid.
        OutOfRange,
        /// A revision with the same day of publication is stored with other values.
        RevisionExists,
    }
}

narrowing!(CarbonBy);

#[cfg(feature = "schema")]
exported_words! {
    GridRegion: |region, to| region.word(to.language);
}

impl GridRegion {
    /// Every grid.
    pub const ALL: [Self; 3] = [Self::Peninsular, Self::Sabah, Self::Sarawak];

    /// Returns the code that is stored and delivered by the feed.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Peninsular => "peninsular",
            Self::Sabah => "sabah",
            Self::Sarawak => "sarawak",
        }
    }

    /// Returns the name that users read.
    #[must_use]
    pub const fn word(self, language: Language) -> &'static str {
        const WORDS: [Words; 3] =
            [["Peninsular", "Semenanjung"], ["Sabah and Labuan", "Sabah dan Labuan"], ["Sarawak", "Sarawak"]];
        language.pick(WORDS[self as usize])
    }
}

impl FactorError {
    /// Returns the code that is reported with the sentence.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::OutOfRange => "outOfRange",
            Self::RevisionExists => "revisionExists",
        }
    }

    /// Returns why the factor is refused. The feed reports in English.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::OutOfRange => "A factor is above 0 and at most 5 kg of CO2e for a kWh.",
            Self::RevisionExists => {
                "This revision is stored with other values. Deliver a correction with its own day of publication."
            }
        }
    }
}
