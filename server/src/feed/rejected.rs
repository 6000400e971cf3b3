//! `FILE.rejected.csv`: the refused rows with line and reason, ready to be fixed and imported.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::field::Refusal;
use super::header::Header;

/// A refused line with its fields, as far as they can be split.
pub struct Rejection {
    pub line: u64,
    pub refusal: Refusal,
    pub fields: Vec<String>,
}

/// The file of rejected rows, which is created with the first rejection.
pub struct Rejected {
    path: PathBuf,
    writer: Option<csv::Writer<File>>,
    pub count: u64,
}

impl Rejected {
    /// Deletes the file of an earlier run.
    pub fn for_file(file: &Path) -> anyhow::Result<Self> {
        // Any other ending stays, because a day, for example, may be all that tells two files apart.
        let is_csv = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
        let mut path = OsString::from(if is_csv { file.with_extension("") } else { file.to_owned() });
        path.push(".rejected.csv");
        let path = PathBuf::from(path);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).with_context(|| format!("removing {}", path.display()))
            }
            _ => Ok(Self { path, writer: None, count: 0 }),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes rejections, which must be sorted by line.
    pub fn write(&mut self, header: &Header, rejections: &[Rejection]) -> anyhow::Result<()> {
        if rejections.is_empty() {
            return Ok(());
        }
        let writing = || format!("writing {}", self.path.display());
        if self.writer.is_none() {
            let file = File::create(&self.path).with_context(writing)?;
            let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(file);
            let names = header.names.iter().map(String::as_str);
            writer.write_record(["line", "reason"].into_iter().chain(names)).with_context(writing)?;
            self.writer = Some(writer);
        }
        let Some(writer) = &mut self.writer else { return Ok(()) };
        for Rejection { line, refusal, fields } in rejections {
            let start = [line.to_string(), refusal.to_string()];
            writer.write_record(start.iter().chain(fields)).with_context(writing)?;
        }
        writer.flush().with_context(writing)?;
        self.count += rejections.len() as u64;
        Ok(())
    }
}
