//! Merges many PDFs into one. Each is written as soon as it is added, so only one of them is in memory. Of earlier
//! ones, only the offsets of their objects are kept.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Write;

use anyhow::Context as _;
use gridbill_core::Instant;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use sha2::{Digest as _, Sha256};

use super::{info, text_string};

/// The object numbers that belong to the merged file.
const CATALOG: u32 = 1;
const PAGES: u32 = 2;
const FIRST_FREE: u32 = 3;
/// Minimum size of a stream that is deduplicated.
const SHARED_BYTES: usize = 4_096;

/// A PDF that is being merged.
pub struct Merged<W: Write> {
    out: Counted<W>,
    /// The offset of each object, by number; `None` for unused numbers.
    places: Vec<Option<u64>>,
    parts: Vec<Part>,
    /// Large streams by hash, so that a font that every part contains is stored once.
    shared: HashMap<[u8; 32], u32>,
}

/// A file that was added.
struct Part {
    /// The title of its bookmark.
    title: String,
    tree: ObjectId,
    pages: i64,
    first_page: ObjectId,
}

/// A row of the index that links to the first page of a part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Link {
    /// The page of the index, from 0.
    pub page: usize,
    /// Lower left and upper right corners of the row.
    pub area: [f32; 4],
    /// The index of the part, in the order in which parts were added.
    pub part: usize,
}

/// The properties of the merged file.
pub struct Properties<'a> {
    pub language: &'a str,
    pub title: &'a str,
    pub author: &'a str,
    pub dated: Option<Instant>,
}

impl<W: Write> Merged<W> {
    /// Begins the file.
    pub fn begin(out: W) -> anyhow::Result<Self> {
        let mut out = Counted { out, at: 0 };
        out.write_all(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")?;
        Ok(Self { out, places: vec![None; FIRST_FREE as usize], parts: Vec::new(), shared: HashMap::new() })
    }

    /// Adds the pages of a file, and returns their number. Fails when it is not a PDF, or cannot be written.
    pub fn add(&mut self, title: &str, bytes: &[u8]) -> anyhow::Result<i64> {
        self.add_part(title, bytes, &[])
    }

    /// Adds the index, whose rows link to the parts added before. Fails when it is not a PDF, or cannot be written.
    pub fn add_index(&mut self, title: &str, bytes: &[u8], links: &[Link]) -> anyhow::Result<i64> {
        self.add_part(title, bytes, links)
    }

    fn add_part(&mut self, title: &str, bytes: &[u8], links: &[Link]) -> anyhow::Result<i64> {
        let mut part = Document::load_mem(bytes).context("reading a generated document")?;
        part.renumber_objects_with(u32::try_from(self.places.len())?);
        let root = part.trailer.get(b"Root")?.as_reference()?;
        let pages = part.get_object(root)?.as_dict()?.get(b"Pages")?.as_reference()?;
        let each: Vec<ObjectId> = part.get_pages().into_values().collect();
        let count = i64::try_from(each.len())?;
        let first_page = *each.first().context("a document without pages")?;
        for (place, page) in each.iter().enumerate() {
            let annotations: Vec<Object> =
                links.iter().filter(|link| link.page == place).filter_map(|link| self.annotation(link)).collect();
            if !annotations.is_empty() {
                part.get_object_mut(*page)?.as_dict_mut()?.set("Annots", Object::Array(annotations));
            }
        }
        let properties = part.trailer.get(b"Info").and_then(Object::as_reference).ok();
        part.get_object_mut(pages)?.as_dict_mut()?.set("Parent", Object::Reference((PAGES, 0)));
        // The merged file has a catalog and properties of its own; object tables are written anew.
        part.objects.retain(|id, object| *id != root && Some(*id) != properties && !is_table(object));
        let twins = self.twins(&part)?;
        for (id, object) in &mut part.objects {
            if !twins.contains_key(&id.0) {
                redirect(object, &twins);
                self.object(id.0, object)?;
            }
        }
        self.parts.push(Part { title: title.to_owned(), tree: pages, pages: count, first_page });
        Ok(count)
    }

    /// Builds a borderless link over a row of the index.
    fn annotation(&self, Link { area, part, .. }: &Link) -> Option<Object> {
        let part = self.parts.get(*part)?;
        Some(Object::Dictionary(Dictionary::from_iter([
            ("Type", Object::Name(b"Annot".to_vec())),
            ("Subtype", Object::Name(b"Link".to_vec())),
            ("Rect", Object::Array(area.iter().copied().map(Object::Real).collect())),
            ("Border", Object::Array(vec![Object::Integer(0); 3])),
            ("Contents", text_string(&part.title)),
            ("Dest", destination(part.first_page)),
        ])))
    }

    /// Finishes the file, with the part added last moved to the front.
    pub fn finish(mut self, properties: &Properties<'_>) -> anyhow::Result<W> {
        self.parts.rotate_right(1);
        let kids = self.parts.iter().map(|part| Object::Reference(part.tree)).collect();
        let count = self.parts.iter().map(|part| part.pages).sum::<i64>();
        let outlines = self.bookmarks()?;
        let about = u32::try_from(self.places.len())?;
        let said = info(properties.title, properties.author, properties.dated);
        self.object(about, &Object::Dictionary(said))?;
        let pages = Dictionary::from_iter([
            ("Type", Object::Name(b"Pages".to_vec())),
            ("Kids", Object::Array(kids)),
            ("Count", Object::Integer(count)),
        ]);
        let catalog = Dictionary::from_iter([
            ("Type", Object::Name(b"Catalog".to_vec())),
            ("Pages", Object::Reference((PAGES, 0))),
            ("Lang", Object::string_literal(properties.language)),
            ("Outlines", Object::Reference((outlines, 0))),
            ("PageMode", Object::Name(b"UseOutlines".to_vec())),
            (
                "ViewerPreferences",
                Object::Dictionary(Dictionary::from_iter([("DisplayDocTitle", Object::Boolean(true))])),
            ),
        ]);
        self.object(PAGES, &Object::Dictionary(pages))?;
        self.object(CATALOG, &Object::Dictionary(catalog))?;
        let table = self.out.at;
        let size = self.places.len();
        write!(self.out, "xref\n0 {size}\n0000000000 65535 f\r\n")?;
        for place in &self.places[1..] {
            match place {
                Some(place) => write!(self.out, "{place:010} 00000 n\r\n")?,
                None => self.out.write_all(b"0000000000 00001 f\r\n")?,
            }
        }
        write!(self.out, "trailer\n<</Size {size}/Root {CATALOG} 0 R/Info {about} 0 R>>\nstartxref\n{table}\n%%EOF\n")?;
        self.out.flush()?;
        Ok(self.out.out)
    }

    /// Writes a bookmark for each part, and returns the object number of their root.
    fn bookmarks(&mut self) -> anyhow::Result<u32> {
        let root = u32::try_from(self.places.len())?;
        let all = u32::try_from(self.parts.len())?;
        let reference = |number: u32| Object::Reference((number, 0));
        let parts = std::mem::take(&mut self.parts);
        for (number, part) in (root + 1..).zip(&parts) {
            let mut bookmark = Dictionary::from_iter([
                ("Title", text_string(&part.title)),
                ("Parent", reference(root)),
                ("Dest", destination(part.first_page)),
            ]);
            if number > root + 1 {
                bookmark.set("Prev", reference(number - 1));
            }
            if number < root + all {
                bookmark.set("Next", reference(number + 1));
            }
            self.object(number, &Object::Dictionary(bookmark))?;
        }
        let bookmarks = Dictionary::from_iter([
            ("Type", Object::Name(b"Outlines".to_vec())),
            ("First", reference(root + 1)),
            ("Last", reference(root + all)),
            ("Count", Object::Integer(all.into())),
        ]);
        self.object(root, &Object::Dictionary(bookmarks))?;
        self.parts = parts;
        Ok(root)
    }

    /// Maps the streams that an earlier part has already to the numbers of the earlier streams.
    fn twins(&mut self, part: &Document) -> anyhow::Result<HashMap<u32, u32>> {
        let mut twins = HashMap::new();
        for (id, object) in &part.objects {
            let Object::Stream(stream) = object else { continue };
            let is_leaf = stream.dict.iter().all(|(_, value)| !matches!(value, Object::Reference(_)));
            if stream.content.len() < SHARED_BYTES || !is_leaf {
                continue;
            }
            let mut written = Vec::with_capacity(stream.content.len() + 200);
            write_object(&mut written, object)?;
            match self.shared.entry(Sha256::digest(&written).into()) {
                Entry::Occupied(first) => {
                    twins.insert(id.0, *first.get());
                }
                Entry::Vacant(place) => {
                    place.insert(id.0);
                }
            }
        }
        Ok(twins)
    }

    fn object(&mut self, number: u32, object: &Object) -> anyhow::Result<()> {
        let place = number as usize;
        if self.places.len() <= place {
            self.places.resize(place + 1, None);
        }
        self.places[place] = Some(self.out.at);
        writeln!(self.out, "{number} 0 obj")?;
        write_object(&mut self.out, object)?;
        self.out.write_all(b"\nendobj\n")?;
        Ok(())
    }
}

/// A link target: the top of a page at the reader's current zoom.
fn destination(page: ObjectId) -> Object {
    Object::Array(vec![
        Object::Reference(page),
        Object::Name(b"XYZ".to_vec()),
        Object::Null,
        Object::Null,
        Object::Null,
    ])
}

/// Redirects references to duplicate streams.
fn redirect(object: &mut Object, twins: &HashMap<u32, u32>) {
    match object {
        Object::Reference((number, _)) => {
            if let Some(first) = twins.get(number) {
                *number = *first;
            }
        }
        Object::Array(items) => items.iter_mut().for_each(|item| redirect(item, twins)),
        Object::Dictionary(fields) | Object::Stream(Stream { dict: fields, .. }) => {
            fields.iter_mut().for_each(|(_, value)| redirect(value, twins));
        }
        _ => {}
    }
}

fn is_table(object: &Object) -> bool {
    object.as_stream().is_ok_and(|stream| {
        let kind = stream.dict.get(b"Type").and_then(Object::as_name).unwrap_or_default();
        kind == b"XRef" || kind == b"ObjStm"
    })
}

fn write_object(out: &mut impl Write, object: &Object) -> std::io::Result<()> {
    match object {
        Object::Null => out.write_all(b"null"),
        Object::Boolean(yes) => write!(out, "{yes}"),
        Object::Integer(number) => write!(out, "{number}"),
        Object::Real(number) => write!(out, "{number}"),
        Object::Name(name) => write_name(out, name),
        Object::String(text, _) => {
            out.write_all(b"<")?;
            text.iter().try_for_each(|byte| write!(out, "{byte:02X}"))?;
            out.write_all(b">")
        }
        Object::Array(items) => {
            out.write_all(b"[")?;
            for item in items {
                write_object(out, item)?;
                out.write_all(b" ")?;
            }
            out.write_all(b"]")
        }
        Object::Dictionary(fields) => write_fields(out, fields),
        Object::Stream(Stream { dict, content, .. }) => {
            let mut fields = dict.clone();
            fields.set("Length", Object::Integer(i64::try_from(content.len()).unwrap_or(i64::MAX)));
            write_fields(out, &fields)?;
            out.write_all(b"\nstream\n")?;
            out.write_all(content)?;
            out.write_all(b"\nendstream")
        }
        Object::Reference((number, generation)) => write!(out, "{number} {generation} R"),
    }
}

fn write_fields(out: &mut impl Write, fields: &Dictionary) -> std::io::Result<()> {
    out.write_all(b"<<")?;
    for (name, value) in fields {
        write_name(out, name)?;
        out.write_all(b" ")?;
        write_object(out, value)?;
    }
    out.write_all(b">>")
}

fn write_name(out: &mut impl Write, name: &[u8]) -> std::io::Result<()> {
    out.write_all(b"/")?;
    name.iter().try_for_each(|byte| match byte {
        byte if byte.is_ascii_alphanumeric() || b"-_.+*".contains(byte) => out.write_all(&[*byte]),
        byte => write!(out, "#{byte:02X}"),
    })
}

struct Counted<W> {
    out: W,
    at: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.at += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use gridbill_core::Language;

    use super::*;
    use crate::documents::{FontWeight, Sheet};

    fn pages(title: &str, pages: usize) -> Vec<u8> {
        let mut sheet = Sheet::new(title).expect("fonts");
        for page in 1..=pages {
            sheet.text(&format!("{title} {page}"), FontWeight::Regular, 12.0);
            if page < pages {
                sheet.start_page();
            }
        }
        sheet.bytes(Language::En).expect("a file")
    }

    #[test]
    fn parts_keep_their_order_after_the_index() {
        let mut merged = Merged::begin(Vec::new()).expect("begun");
        for (title, count) in [("First", 2), ("Second", 1)] {
            assert_eq!(merged.add(title, &pages(title, count)).expect("a part"), i64::try_from(count).expect("few"));
        }
        let row = Link { page: 0, area: [48.0, 600.0, 547.0, 614.0], part: 1 };
        merged.add_index("Index", &pages("Index", 1), &[row]).expect("the index");
        let dated = Some(Instant::parse("2026-11-20T04:00:00Z").expect("an instant"));
        let properties = Properties { language: "en", title: "Bills", author: "The utility", dated };
        let bytes = merged.finish(&properties).expect("whole");
        let alone = pages("First", 2).len();
        assert!(
            bytes.len() < alone * 2,
            "{} bytes, and one of the three has {alone}: each brought its fonts",
            bytes.len()
        );
        let whole = Document::load_mem(&bytes).expect("a PDF");
        assert_eq!(whole.get_pages().len(), 4);
        let parents: Vec<_> = whole
            .get_pages()
            .values()
            .map(|page| {
                let parent = whole.get_object(*page).and_then(Object::as_dict).and_then(|page| page.get(b"Parent"));
                parent.and_then(Object::as_reference).expect("a parent")
            })
            .collect();
        assert_eq!(parents[1], parents[2]);
        assert_ne!(parents[0], parents[1]);
        assert_ne!(parents[2], parents[3]);
        // The index was added last, so its objects have the highest numbers.
        assert!(parents[0] > parents[3]);

        // A bookmark per part in the order of the pages, and a link from the index to the second part.
        let each: Vec<_> = whole.get_pages().into_values().collect();
        let catalog = whole.catalog().expect("a catalog");
        let of = |dictionary: &Dictionary, key: &[u8]| {
            let id = dictionary.get(key).and_then(Object::as_reference).expect("a reference");
            whole.get_object(id).and_then(Object::as_dict).expect("a dictionary").clone()
        };
        let mut bookmark = of(&of(catalog, b"Outlines"), b"First");
        let mut bookmarks = Vec::new();
        loop {
            let page = bookmark.get(b"Dest").and_then(Object::as_array).expect("a destination")[0].as_reference();
            bookmarks.push((bookmark.get(b"Title").expect("a title").clone(), page.expect("a page")));
            if !bookmark.has(b"Next") {
                break;
            }
            bookmark = of(&bookmark, b"Next");
        }
        let wanted = [("Index", each[0]), ("First", each[1]), ("Second", each[3])];
        assert_eq!(bookmarks, wanted.map(|(title, page)| (text_string(title), page)));
        let index = whole.get_object(each[0]).and_then(Object::as_dict).expect("the index");
        let links = index.get(b"Annots").and_then(Object::as_array).expect("links");
        let to = links[0].as_dict().and_then(|link| link.get(b"Dest")).and_then(Object::as_array).expect("a page");
        assert_eq!((links.len(), &to[0]), (1, &Object::Reference(each[3])));
        let about = of(&whole.trailer, b"Info");
        let date = about.get(b"CreationDate").and_then(Object::as_str).expect("a date");
        assert_eq!(date, b"D:20261120120000+08'00'");
        assert!(!about.has(b"GTS_PDFXVersion"));
    }
}
