//! The file of renewable energy certificates that were retired for accounts. A stored certificate is never changed; a row
//! of its number with 0 kWh withdraws it.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use gridbill_core::bills::Quantity;
use gridbill_core::carbon::EnergyCertificate;
use gridbill_core::number::AccountNo;
use gridbill_core::operations::FeedKind;
use gridbill_core::{Day, Topic};
use sqlx::PgConnection;

use super::field::{Fields, Refusal};
use super::{FeedRecord, ImportOptions, StoreResult};
use crate::base::Base;
use crate::carbon::sql::{self, CertificateRefusal};

/// Maximum characters of a number.
const MAX_NUMBER: usize = 60;
/// Maximum characters of a source.
const MAX_SOURCE: usize = 300;

impl FeedRecord for EnergyCertificate {
    const KIND: FeedKind = FeedKind::Certificates;
    const NOUN: &'static str = "certificates";
    const COLUMNS: &'static [&'static str] = &["certificateNo", "accountNo", "from", "to", "kwh", "source"];
    const KEY: &'static str = "certificateNo";
    const IS_FINAL: bool = true;
    const TOPICS: &'static [Topic] = &[Topic::Bills];

    fn read(fields: &Fields<'_>) -> Result<Self, Refusal> {
        let kwh = fields.quantity("kwh")?.map(Quantity::of);
        let certificate = Self {
            certificate_no: fields.text("certificateNo", MAX_NUMBER)?,
            account_no: fields.parse("accountNo", AccountNo::parse)?,
            from: fields.parse("from", Day::parse)?,
            to: fields.parse("to", Day::parse)?,
            kwh: kwh.ok_or_else(|| Refusal::of("kwh", "Enter the kWh, or 0 to withdraw the certificate."))?,
            source: fields.text("source", MAX_SOURCE)?,
        };
        if certificate.to < certificate.from {
            return Err(Refusal::of("to", "A certificate cannot end before it begins."));
        }
        Ok(certificate)
    }

    fn key(&self) -> &str {
        &self.certificate_no
    }

    fn identity(&self) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        self.certificate_no.hash(&mut hasher);
        Some(hasher.finish())
    }

    async fn store(
        _base: &Base,
        connection: &mut PgConnection,
        rows: &[Self],
        _: ImportOptions,
    ) -> sqlx::Result<StoreResult> {
        let stored = sql::store_certificates(connection, rows).await?;
        let refused = rows.iter().enumerate().filter_map(|(place, row)| {
            let refusal = stored.refused.get(&row.certificate_no)?;
            Some((place, refused_for(*refusal)))
        });
        Ok(StoreResult {
            new: stored.new,
            changed: stored.withdrawn,
            refused: refused.collect(),
            ..StoreResult::default()
        })
    }
}

/// Names the field of a refusal, with its sentence.
fn refused_for(refusal: CertificateRefusal) -> Refusal {
    let (field, why) = match refusal {
        CertificateRefusal::UnknownAccount => {
            ("accountNo", "This account is unknown. Import the file of accounts first.")
        }
        CertificateRefusal::NotStored => ("kwh", "No certificate of this number is stored, so none can be withdrawn."),
        CertificateRefusal::Different => (
            "certificateNo",
            "A certificate of this number with other content is stored. Withdraw it by a row with 0 kWh.",
        ),
        CertificateRefusal::Withdrawn => {
            ("certificateNo", "This certificate was withdrawn. A corrected certificate has another number.")
        }
    };
    Refusal::of(field, why)
}

/// Returns the fields of a certificate in the order of the columns.
#[must_use]
pub fn written(certificate: &EnergyCertificate) -> [String; 6] {
    [
        certificate.certificate_no.clone(),
        certificate.account_no.to_string(),
        certificate.from.to_string(),
        certificate.to.to_string(),
        certificate.kwh.to_string(),
        certificate.source.clone(),
    ]
}
