//! The header row, and the fields of the rows below it.

use anyhow::bail;
use csv_core::{ReadRecordResult, Reader};

/// Splits lines into fields, with the rules of the `csv` crate.
pub struct Splitter {
    reader: Reader,
    text: Vec<u8>,
    ends: [usize; MAX_FIELDS],
}

/// More columns than any file of the feed has.
const MAX_FIELDS: usize = 64;

/// The reason why a line cannot be split.
#[derive(Debug, PartialEq, Eq)]
pub enum Broken {
    Quotes,
    TooManyFields,
    LineBreak,
}

impl Broken {
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Quotes => "a quotation mark is opened and not closed on this line",
            Self::TooManyFields => "this line has too many fields",
            Self::LineBreak => "there is a carriage return within this line",
        }
    }
}

impl Splitter {
    pub fn new() -> Self {
        Self { reader: Reader::new(), text: Vec::new(), ends: [0; MAX_FIELDS] }
    }

    /// Splits a line that contains no line end.
    pub fn split(&mut self, line: &str) -> Result<Vec<&str>, Broken> {
        self.reader.reset();
        self.text.resize(line.len() + 1, 0);
        let mut input = line.as_bytes().to_vec();
        input.push(b'\n');
        let (result, read, _, fields) = self.reader.read_record(&input, &mut self.text, &mut self.ends);
        match result {
            ReadRecordResult::Record if read == input.len() => {}
            ReadRecordResult::Record => return Err(Broken::LineBreak),
            ReadRecordResult::OutputEndsFull => return Err(Broken::TooManyFields),
            ReadRecordResult::InputEmpty | ReadRecordResult::OutputFull | ReadRecordResult::End => {
                return Err(Broken::Quotes);
            }
        }
        let mut from = 0;
        let fields = self.ends[..fields].iter().map(|end| {
            let field = &self.text[from..*end];
            from = *end;
            // Splitting at ASCII characters and dropping ASCII quotes keeps the text valid UTF-8.
            std::str::from_utf8(field).unwrap_or_default()
        });
        Ok(fields.collect())
    }
}

/// Maps the feed's columns to the columns of this file.
#[derive(Debug)]
pub struct Header {
    /// The file's own header row, for the file of rejected rows.
    pub names: Vec<String>,
    /// The columns of this file, in the portal's order, with their indexes.
    columns: Vec<&'static str>,
    places: Vec<usize>,
}

impl Header {
    /// Fails when a column is missing, unknown or repeated, or only some columns of an optional group are there.
    pub fn read(
        fields: &[&str],
        columns: &'static [&'static str],
        optional: &'static [&'static [&'static str]],
    ) -> anyhow::Result<Self> {
        let names: Vec<String> = fields.iter().map(|name| name.trim().to_owned()).collect();
        let given = optional.iter().filter(|group| group.iter().any(|column| names.iter().any(|name| name == column)));
        let columns: Vec<_> = columns.iter().chain(given.copied().flatten()).copied().collect();
        let missing: Vec<_> = columns.iter().filter(|column| !names.iter().any(|name| name == **column)).collect();
        let unknown: Vec<_> = names.iter().filter(|name| !columns.contains(&name.as_str())).collect();
        if !missing.is_empty() || !unknown.is_empty() {
            bail!(
                "the header row does not fit: missing {}, unknown {}; it must have {}",
                list(&missing),
                list(&unknown),
                columns.join(",")
            );
        }
        if names.len() != columns.len() {
            bail!("the header row has a column twice; it must have {}", columns.join(","));
        }
        let places = columns.iter().filter_map(|column| names.iter().position(|name| name == *column)).collect();
        Ok(Self { names, columns, places })
    }

    /// Whether the file has the column.
    pub fn has(&self, column: &str) -> bool {
        self.columns.contains(&column)
    }

    /// The index of a column in the file's rows.
    pub fn column_index(&self, column: &str) -> usize {
        let known = self.columns.iter().position(|name| *name == column);
        known.and_then(|known| self.places.get(known)).copied().unwrap_or(usize::MAX)
    }
}

fn list<T: AsRef<str>>(names: &[T]) -> String {
    if names.is_empty() {
        return "none".to_owned();
    }
    names.iter().map(|name| format!("\"{}\"", name.as_ref())).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_fields() {
        let mut splitter = Splitter::new();
        assert_eq!(splitter.split(r#"a,"b, ""c""",,d"#).unwrap(), ["a", r#"b, "c""#, "", "d"]);
        assert_eq!(splitter.split(r#"a,"b"#), Err(Broken::Quotes));
        assert_eq!(splitter.split("a,b").unwrap(), ["a", "b"], "the open quote is forgotten");
        assert_eq!(splitter.split("a\rb"), Err(Broken::LineBreak));
        assert_eq!(splitter.split(&",".repeat(MAX_FIELDS)), Err(Broken::TooManyFields));
    }

    #[test]
    fn columns_may_be_in_any_order_but_must_all_be_there() {
        const COLUMNS: &[&str] = &["one", "two"];
        assert_eq!(Header::read(&["two", " one "], COLUMNS, &[]).unwrap().column_index("one"), 1);
        let refused = Header::read(&["one", "three"], COLUMNS, &[]).unwrap_err().to_string();
        assert!(refused.contains("missing \"two\", unknown \"three\""), "{refused}");
        assert!(Header::read(&["one", "two", "two"], COLUMNS, &[]).unwrap_err().to_string().contains("twice"));
    }

    #[test]
    fn optional_columns_are_all_there_or_none() {
        const COLUMNS: &[&str] = &["one"];
        const OPTIONAL: &[&[&str]] = &[&["two", "three"], &["four"]];
        let read = |fields: &[&str]| Header::read(fields, COLUMNS, OPTIONAL);
        assert!(!read(&["one"]).unwrap().has("two"));
        let header = read(&["three", "one", "two"]).unwrap();
        assert!(header.has("two") && header.has("three"));
        assert_eq!(["one", "two", "three"].map(|name| header.column_index(name)), [1, 2, 0]);
        let refused = read(&["one", "two"]).unwrap_err().to_string();
        assert!(refused.contains("missing \"three\""), "{refused}");
        let header = read(&["four", "one"]).unwrap();
        assert!(header.has("four") && !header.has("two"));
    }
}
