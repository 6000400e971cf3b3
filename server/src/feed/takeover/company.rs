//! The file of companies. A company in use keeps what it has: only its cut-over day changes.

use std::collections::{HashMap, HashSet};

use gridbill_core::company::{CompanyDetails, CompanyKey, Contact, MailingAddress, check_company};
use gridbill_core::number::BulkId;
use gridbill_core::operations::FeedKind;
use gridbill_core::registration::{GOVERNMENT, PRIVATE};
use gridbill_core::{Day, Language, Topic};
use sqlx::PgConnection;

use super::super::charges::named;
use super::super::field::{Fields, Refusal};
use super::super::{FeedRecord, ImportOptions, StoreResult};
use super::{hash_of, sql};
use crate::base::Base;

const BUSINESS_TYPES: &[(&str, i16)] = &[("government", GOVERNMENT), ("private", PRIVATE)];

/// A company of the other portal.
#[derive(Debug, Clone, PartialEq)]
pub struct Company {
    pub bulk_id: BulkId,
    pub business_type: i16,
    /// In the form in which applications store it.
    pub details: CompanyDetails,
    pub cut_over_day: Day,
}

impl FeedRecord for Company {
    const KIND: FeedKind = FeedKind::Companies;
    const NOUN: &'static str = "companies";
    const COLUMNS: &'static [&'static str] = &[
        "bulkId",
        "registrationNo",
        "companyName",
        "businessType",
        "tin",
        "landline",
        "unitFloor",
        "building",
        "street",
        "city",
        "postalCode",
        "state",
        "primaryName",
        "primaryEmail",
        "primaryMobile",
        "primaryTitle",
        "primaryDepartment",
        "secondaryName",
        "secondaryEmail",
        "secondaryMobile",
        "secondaryTitle",
        "secondaryDepartment",
        "cutOverDay",
    ];
    const KEY: &'static str = "bulkId";
    const TOPICS: &'static [Topic] = &[Topic::Company, Topic::Registrations];

    fn read(fields: &Fields<'_>) -> Result<Self, Refusal> {
        let text = |column| fields.get(column).to_owned();
        let details = CompanyDetails {
            company_name: text("companyName"),
            registration_no: text("registrationNo"),
            tin: text("tin"),
            landline: text("landline"),
            mailing_address: MailingAddress {
                unit_floor: text("unitFloor"),
                building: text("building"),
                street: text("street"),
                city: text("city"),
                postal_code: text("postalCode"),
                state: text("state"),
            },
            primary_contact: Contact {
                name: text("primaryName"),
                email: text("primaryEmail"),
                mobile_no: text("primaryMobile"),
                job_title: text("primaryTitle"),
                department: text("primaryDepartment"),
            },
            secondary_contact: Contact {
                name: text("secondaryName"),
                email: text("secondaryEmail"),
                mobile_no: text("secondaryMobile"),
                job_title: text("secondaryTitle"),
                department: text("secondaryDepartment"),
            },
        };
        check(&details)?;
        Ok(Self {
            bulk_id: bulk_id(fields)?,
            business_type: named(fields, "businessType", BUSINESS_TYPES)?,
            details: details.normal(),
            cut_over_day: fields.day("cutOverDay")?,
        })
    }

    fn key(&self) -> &str {
        self.bulk_id.as_str()
    }

    fn identity(&self) -> Option<u64> {
        Some(hash_of(&self.bulk_id))
    }

    async fn store(
        base: &Base,
        connection: &mut PgConnection,
        rows: &[Self],
        _: ImportOptions,
    ) -> sqlx::Result<StoreResult> {
        let mut refused: HashMap<usize, Refusal> = repeated(rows);
        for conflict in sql::find_company_conflicts(connection, rows).await? {
            let place = conflict.place();
            refused.entry(place).or_insert_with(|| conflict.refusal());
        }
        let good: Vec<&Self> =
            rows.iter().enumerate().filter_map(|(place, row)| (!refused.contains_key(&place)).then_some(row)).collect();
        let (new, changed) = sql::store_companies(connection, &good, base.now()).await?;
        let refused = refused.into_iter().collect();
        Ok(StoreResult { new, changed, refused, ..StoreResult::default() })
    }
}

/// Parses the number of a bulk account.
pub fn bulk_id(fields: &Fields<'_>) -> Result<BulkId, Refusal> {
    let why = "A bulk account number has 10 digits, and begins with 30.";
    BulkId::parse(fields.get("bulkId")).map_err(|_| Refusal::of("bulkId", why))
}

/// Checks the details with the rules of an application. Other portals may have companies without a second contact;
/// its Master adds one with the next change.
fn check(details: &CompanyDetails) -> Result<(), Refusal> {
    let Err(problem) = check_company(details) else { return Ok(()) };
    let is_second_missing = details.secondary_contact == Contact::default();
    let wrong =
        problem.fields.into_iter().find(|(field, _)| !(is_second_missing && field.starts_with("secondaryContact.")));
    match wrong {
        None => Ok(()),
        Some((field, problem)) => Err(Refusal::of(column(&field), problem.sentence(Language::En))),
    }
}

/// Returns the column of a field of the form.
fn column(field: &str) -> &str {
    match field {
        "primaryContact.name" => "primaryName",
        "primaryContact.email" => "primaryEmail",
        "primaryContact.mobileNo" => "primaryMobile",
        "primaryContact.jobTitle" => "primaryTitle",
        "primaryContact.department" => "primaryDepartment",
        "secondaryContact.name" => "secondaryName",
        "secondaryContact.email" => "secondaryEmail",
        "secondaryContact.mobileNo" => "secondaryMobile",
        "secondaryContact.jobTitle" => "secondaryTitle",
        "secondaryContact.department" => "secondaryDepartment",
        _ => field.strip_prefix("mailingAddress.").unwrap_or(field),
    }
}

/// Returns the rows whose company an earlier row has under another bulk account.
fn repeated(rows: &[Company]) -> HashMap<usize, Refusal> {
    let mut seen: HashMap<String, Vec<(CompanyKey, &BulkId)>> = HashMap::new();
    let mut refused = HashMap::new();
    for (place, row) in rows.iter().enumerate() {
        let key = CompanyKey::of(&row.details.registration_no);
        let parts: HashSet<String> = key.new.iter().chain(key.old.iter()).cloned().collect();
        let known = parts.iter().filter_map(|part| seen.get(part)).flatten();
        let same = known.filter(|(other, _)| other.is_same_company(&key)).map(|(_, bulk_id)| *bulk_id).next();
        if let Some(bulk_id) = same {
            refused.insert(place, same_company(bulk_id.as_str()));
            continue;
        }
        for part in parts {
            seen.entry(part).or_default().push((key.clone(), &row.bulk_id));
        }
    }
    refused
}

/// The refusal of a company that another bulk account has.
pub fn same_company(bulk_id: &str) -> Refusal {
    let why = "has a company with this number. A company has one bulk account: deliver its accounts and users under \
               that one.";
    Refusal::of("registrationNo", format!("Bulk account {bulk_id} {why}"))
}
