//! Personal data: what people may ask the utility about their data, and breaches (docs/domain/personal-data.md).

pub mod breaches;
mod fact;
pub mod own_data;
pub mod requests;

pub use fact::DataProtectionFact;
