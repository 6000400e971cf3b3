//! The archive with everything that the portal holds about a user: `data.json` for programs, and the same as a page to
//! read. Always made by a job, because a busy user has many facts.

use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write};
use std::path::Path;

use futures::TryStreamExt as _;
use gridbill_core::downloads::Download;
use gridbill_core::personal_data::own_data::DownloadOwnData;
use gridbill_core::{Instant, Language};
use serde_json::{Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::asking::{self, Prepared};
use super::job::Progress;
use super::making::{blocking, folder};
use super::{What, name};
use crate::app::App;
use crate::auth::again;
use crate::auth::who::Person;
use crate::endpoint::{Act, Prepare, Tx};
use crate::error::Answer;
use crate::personal_data::own_data::{COLUMNS, Coverage, DataSubject, Section, heading};

/// Rows that are read before they are written.
const ROWS_AT_ONCE: usize = 500;
/// The version of the form of `data.json`.
const FORM: u32 = 1;

/// Requires a recent proof of identity: a stranger at an open browser must not take everything about its user.
pub async fn prepare(Prepare { app, who, .. }: Prepare<DownloadOwnData>) -> Answer<Prepared> {
    let mut db = app.pool.acquire().await?;
    again::require_recent_proof(&app.auth, &mut db, &who).await?;
    let total = i64::try_from(Section::ALL.len()).map_err(anyhow::Error::from)?;
    let title = who.language.pick(["My data", "Data saya"]);
    Ok(Prepared::queued(name(&app, title, "zip"), total))
}

pub async fn add(Act { context, who, prepared, tx, .. }: Act<DownloadOwnData, Prepared>) -> Answer<(Tx, Download)> {
    asking::add(&context, tx, &who, &What::OwnData, prepared).await
}

/// Makes the archive. Fails when the database does not answer or the disk is full.
pub async fn make(app: &App, person: &Person, progress: &mut Progress<'_>) -> Answer<File> {
    let (folder, language, now) = (folder(app).await?, person.language, app.now());
    let subject = DataSubject { person_id: person.person_id, email: person.email.clone() };
    let named = person.name.clone();
    let mut archive = blocking(move || Archive::begin(&folder, language, &named, now)).await?;
    for (done, section) in (1_i64..).zip(Section::ALL) {
        let mut rows = section.rows(&app.pool, &subject).try_chunks(ROWS_AT_ONCE);
        archive = blocking(move || archive.begin_section(*section)).await?;
        while let Some(some) = rows.try_next().await.map_err(|error| error.1)? {
            archive = blocking(move || archive.add(&some)).await?;
        }
        archive = blocking(move || archive.end_section()).await?;
        progress.at(done).await?;
    }
    blocking(move || archive.finish()).await
}

/// An archive that is being written. An archive's entries follow each other, so the page grows in a file of its own.
struct Archive {
    zip: ZipWriter<BufWriter<File>>,
    page: BufWriter<File>,
    language: Language,
    /// Sections and rows of the current section so far.
    sections: usize,
    rows: usize,
}

impl Archive {
    fn begin(folder: &Path, language: Language, person: &str, now: Instant) -> anyhow::Result<Self> {
        let mut zip = ZipWriter::new(BufWriter::new(tempfile::tempfile_in(folder)?));
        zip.start_file("data.json", SimpleFileOptions::default().unix_permissions(0o644))?;
        let mut left_out: Vec<_> = COLUMNS
            .iter()
            .filter_map(|(_, _, coverage)| match coverage {
                Coverage::LeftOut(reason) => Some(reason.sentence(language)),
                Coverage::In(_) => None,
            })
            .collect();
        left_out.sort_unstable();
        left_out.dedup();
        write!(
            zip,
            "{{\"form\":{FORM},\"person\":{},\"madeAt\":{},\"notIncluded\":{},\"sections\":{{",
            json!(person),
            json!(now),
            json!(left_out),
        )?;
        let mut page = BufWriter::new(tempfile::tempfile_in(folder)?);
        let title = language.pick(["My data", "Data saya"]);
        let made = now.shown(language);
        write!(
            page,
            "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <title>{title}</title><style>{STYLE}</style><h1>{title}</h1><p>{} · {made}</p>",
            language.tag(),
            Escaped(person),
        )?;
        for sentence in left_out {
            write!(
                page,
                "<p class=\"left-out\">{}: {}</p>",
                language.pick(["Not included", "Tidak disertakan"]),
                Escaped(sentence)
            )?;
        }
        Ok(Self { zip, page, language, sections: 0, rows: 0 })
    }

    fn begin_section(mut self, section: Section) -> anyhow::Result<Self> {
        let comma = if self.sections == 0 { "" } else { "," };
        write!(self.zip, "{comma}{}:[", json!(section.key()))?;
        write!(self.page, "<h2>{}</h2>", Escaped(section.title(self.language)))?;
        self.sections += 1;
        self.rows = 0;
        Ok(self)
    }

    fn add(mut self, rows: &[Value]) -> anyhow::Result<Self> {
        for row in rows {
            if self.rows > 0 {
                self.zip.write_all(b",")?;
            }
            serde_json::to_writer(&mut self.zip, row)?;
            let fields = row.as_object().ok_or_else(|| anyhow::anyhow!("a row of own data is no object"))?;
            if self.rows == 0 {
                self.page.write_all(b"<div><table><thead><tr>")?;
                for field in fields.keys() {
                    write!(self.page, "<th scope=\"col\">{}</th>", Escaped(heading(field, self.language)))?;
                }
                self.page.write_all(b"</tr></thead><tbody>")?;
            }
            self.page.write_all(b"<tr>")?;
            for value in fields.values() {
                write!(self.page, "<td>{}</td>", Escaped(&shown(value, self.language)))?;
            }
            self.page.write_all(b"</tr>")?;
            self.rows += 1;
        }
        Ok(self)
    }

    fn end_section(mut self) -> anyhow::Result<Self> {
        self.zip.write_all(b"]")?;
        if self.rows == 0 {
            write!(self.page, "<p>{}</p>", self.language.pick(["Nothing is stored.", "Tiada apa-apa disimpan."]))?;
        } else {
            self.page.write_all(b"</tbody></table></div>")?;
        }
        Ok(self)
    }

    fn finish(mut self) -> anyhow::Result<File> {
        self.zip.write_all(b"}}")?;
        self.page.write_all(b"</html>")?;
        let mut page = self.page.into_inner().map_err(io::IntoInnerError::into_error)?;
        page.rewind()?;
        let entry = self.language.pick(["My data.html", "Data saya.html"]);
        self.zip.start_file(entry, SimpleFileOptions::default().unix_permissions(0o644))?;
        io::copy(&mut page, &mut self.zip)?;
        Ok(self.zip.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?)
    }
}

/// Returns a value as the page shows it.
fn shown(value: &Value, language: Language) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::Bool(true) => language.pick(["Yes", "Ya"]).to_owned(),
        Value::Bool(false) => language.pick(["No", "Tidak"]).to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => Instant::parse(text).map_or_else(|_| text.clone(), |at| at.shown(language)),
        Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

/// A text that is written into a page.
struct Escaped<'a>(&'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                other => write!(f, "{other}")?,
            }
        }
        Ok(())
    }
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:2rem;color-scheme:light dark}\
    div{overflow-x:auto}table{border-collapse:collapse;font-size:.875rem}\
    th,td{text-align:left;vertical-align:top;padding:.25rem .75rem;border-bottom:1px solid #8888;overflow-wrap:anywhere}\
    .left-out{font-size:.875rem}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_add_markup_to_the_page() {
        assert_eq!(Escaped("<b>&\"x\"").to_string(), "&lt;b&gt;&amp;&quot;x&quot;");
    }

    #[test]
    fn values_are_shown_in_words() {
        assert_eq!(shown(&json!(null), Language::En), "–");
        assert_eq!(shown(&json!(true), Language::Ms), "Ya");
        assert_eq!(shown(&json!({ "a": 1 }), Language::En), r#"{"a":1}"#);
        assert_eq!(shown(&json!("2026-12-17"), Language::En), "2026-12-17");
    }
}
