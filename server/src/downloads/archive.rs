//! Combines the documents of many bills: into a ZIP archive with a PDF of each bill, or into one PDF with an index
//! at the front.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use gridbill_core::bills::BillDetails;
use gridbill_core::downloads::BillsFormat;
use gridbill_core::{Day, Language};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::config::Utility;
use crate::documents::bill;
use crate::documents::index::{self, Entry};
use crate::documents::merged::{Merged, Properties};

/// Maximum documents in a file.
pub const MAX_DOCUMENTS: i64 = 20_000;

/// A file of documents that is being written.
pub enum Archive {
    Zip(Box<ZipWriter<BufWriter<File>>>),
    Pdf { merged: Merged<BufWriter<File>>, entries: Vec<Entry> },
}

impl Archive {
    /// Fails when the folder cannot be written to.
    pub fn begin(folder: &Path, format: BillsFormat) -> anyhow::Result<Self> {
        let file = BufWriter::new(tempfile::tempfile_in(folder)?);
        Ok(match format {
            BillsFormat::Zip => Self::Zip(Box::new(ZipWriter::new(file))),
            BillsFormat::Pdf => Self::Pdf { merged: Merged::begin(file)?, entries: Vec::new() },
        })
    }

    /// Adds the document of a bill.
    pub fn add(
        &mut self,
        language: Language,
        from: &bill::From<'_>,
        details: &BillDetails,
        today: Day,
    ) -> anyhow::Result<()> {
        let bytes = bill::write(language, from, details, today)?;
        let bill = &details.bill;
        match self {
            Self::Zip(zip) => {
                // PDFs are already compressed.
                let options =
                    SimpleFileOptions::default().compression_method(CompressionMethod::Stored).unix_permissions(0o644);
                zip.start_file(format!("{}/{}", bill.bill_batch_id, bill::name(language, bill)), options)?;
                zip.write_all(&bytes)?;
            }
            Self::Pdf { merged, entries } => entries.push(Entry {
                pages: merged.add(&format!("{} · {}", bill.invoice_no, bill.account_no), &bytes)?,
                invoice_no: bill.invoice_no.to_string(),
                account_no: bill.account_no.to_string(),
                reference_id: bill.reference_id.clone(),
                amount: bill.total_amount_payable,
            }),
        }
        Ok(())
    }

    /// Finishes the file.
    pub fn finish(self, language: Language, utility: &Utility, today: Day) -> anyhow::Result<File> {
        let out = match self {
            Self::Zip(zip) => zip.finish()?,
            Self::Pdf { mut merged, entries } => {
                let (bytes, links) = index::write(language, utility, &entries, today)?;
                let title = index::title(language);
                merged.add_index(title, &bytes, &links)?;
                merged.finish(&Properties {
                    language: language.tag(),
                    title,
                    author: &utility.utility_name,
                    dated: Some(today.begins()),
                })?
            }
        };
        Ok(out.into_inner().map_err(std::io::IntoInnerError::into_error)?)
    }
}

pub const fn extension(format: BillsFormat) -> &'static str {
    match format {
        BillsFormat::Zip => "zip",
        BillsFormat::Pdf => "pdf",
    }
}
