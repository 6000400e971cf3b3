//! Documents as PDF: lines of text on A4 pages, written from the top down.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;

use anyhow::Context as _;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use gridbill_core::{Instant, Language};
use lopdf::{Dictionary, Document, Object, StringFormat};
use printpdf::{
    Codepoint, DictItem, FontId, Line, LinePoint, Mm, Op, PdfDocument, PdfFont, PdfFontHandle, PdfPage, PdfSaveOptions,
    Point, Pt, TextItem, to_lopdf_doc,
};
use subsetter::GlyphRemapper;
use unicode_segmentation::UnicodeSegmentation as _;

mod barcode;
pub mod bill;
pub mod declaration;
mod draw;
mod fallback;
mod fonts;
pub mod index;
#[cfg(test)]
mod layout_tests;
pub mod merged;
pub mod payment;
pub mod permits;
pub mod qr;
pub mod query;
pub mod statement;

pub use draw::Colour;
pub use fallback::use_folders;
use fallback::{FaceNo, LACKING, Piece, Run};
use fonts::{Font, FontWeight};
pub use qr::Qr;

const WIDTH: Mm = Mm(210.0);
const HEIGHT: Mm = Mm(297.0);
/// Margin from each edge of the paper, in points.
const MARGIN: f32 = 64.0;
/// The line height, as a multiple of the font size.
const LEADING: f32 = 1.45;
/// Maximum characters of a text. No name or address is longer, and the limit keeps a page to one page.
const MAX_CHARACTERS: usize = 300;
/// Letters without a font that a document names.
const NAMED_LETTERS: usize = 12;

/// A document that is being written.
struct Sheet {
    fonts: &'static [Font; 2],
    document: PdfDocument,
    /// Characters of Inter beyond the usual ones that the document shows.
    rare: BTreeSet<char>,
    /// The glyphs of other fonts that the document shows, by font.
    others: BTreeMap<FaceNo, GlyphRemapper>,
    /// Letters that no font has.
    lacking: RefCell<BTreeSet<char>>,
    links: Vec<PageLink>,
    /// The finished pages.
    pages: Vec<PdfPage>,
    ops: Vec<Op>,
    /// The current fill colour and font; each is written only when it changes.
    fill: Colour,
    font: Option<(FontId, f32)>,
    /// The baseline of the current line, in points from the bottom.
    y: f32,
    title: String,
    /// The utility's name, from the letterhead.
    author: String,
    /// The date of the content, for the file's properties.
    dated: Option<Instant>,
}

/// An address that a page links to. A wrapped address is one link with an area for each line.
struct PageLink {
    page: usize,
    address: String,
    /// Lower left and upper right corners.
    areas: Vec<[f32; 4]>,
}

impl Sheet {
    fn new(title: &str) -> anyhow::Result<Self> {
        Ok(Self {
            fonts: fonts::all()?,
            document: PdfDocument::new(title),
            rare: BTreeSet::new(),
            others: BTreeMap::new(),
            lacking: RefCell::default(),
            links: Vec::new(),
            pages: Vec::new(),
            ops: Vec::new(),
            fill: Colour::BLACK,
            font: None,
            y: HEIGHT.into_pt().0 - MARGIN,
            title: title.to_owned(),
            author: String::new(),
            dated: None,
        })
    }

    /// Sets the date in the file's properties. It comes from the content, so the same document always has the same
    /// date.
    const fn dated(&mut self, at: Instant) {
        self.dated = Some(at);
    }

    /// Writes a text within the margins, on as many lines as it needs.
    fn text(&mut self, text: &str, weight: FontWeight, size: f32) {
        let width = WIDTH.into_pt().0 - 2.0 * MARGIN;
        self.fill(Colour::BLACK);
        self.within(text, weight, size, MARGIN, width);
    }

    fn within(&mut self, text: &str, weight: FontWeight, size: f32, x: f32, width: f32) {
        for line in self.lines(&self.shown(text, weight), weight, size, width) {
            self.y -= size * LEADING;
            self.show(line, weight, size, x, self.y);
        }
    }

    /// Writes a line that is already split and cleaned.
    fn show(&mut self, line: String, weight: FontWeight, size: f32, x: f32, y: f32) {
        let fonts = self.fonts;
        let font = &fonts[weight as usize];
        if font.has_all(&line) {
            return self.show_inter(line, weight, size, x, y);
        }
        let mut x = x;
        for piece in fallback::pieces(&line, font) {
            match piece {
                Piece::Inter(text) => {
                    let width = font.width(&text) * size;
                    self.show_inter(text, weight, size, x, y);
                    x += width;
                }
                Piece::Shaped(run) => {
                    self.show_run(&run, size, x, y);
                    x += run.width() * size;
                }
            }
        }
    }

    fn show_inter(&mut self, text: String, weight: FontWeight, size: f32, x: f32, y: f32) {
        self.rare.extend(text.chars().filter(|one| !fonts::is_usual(*one)));
        self.begin_text(weight.id(), size, x, y);
        self.ops.extend([Op::ShowText { items: vec![TextItem::Text(text)] }, Op::EndTextSection]);
    }

    fn begin_text(&mut self, font: FontId, size: f32, x: f32, y: f32) {
        self.ops.extend([Op::StartTextSection, Op::SetTextCursor { pos: Point { x: Pt(x), y: Pt(y) } }]);
        let font = (font, size);
        if self.font.as_ref() != Some(&font) {
            self.ops.push(Op::SetFont { font: PdfFontHandle::External(font.0.clone()), size: Pt(size) });
            self.font = Some(font);
        }
    }

    /// Writes shaped glyphs. Readers that copy text take the text of the run instead of its glyphs. From right to left they
    /// expect glyphs in visual order without such a text, and turn it around themselves.
    fn show_run(&mut self, run: &Run, size: f32, x: f32, y: f32) {
        if !run.is_right_to_left {
            let actual = [0xFEFF].into_iter().chain(run.text.encode_utf16()).flat_map(u16::to_be_bytes).collect();
            let actual = DictItem::String { data: actual, literal: false };
            self.ops.push(Op::BeginMarkedContentWithProperties {
                tag: "Span".to_owned(),
                properties: DictItem::Dict { map: BTreeMap::from([("ActualText".to_owned(), actual)]) },
            });
        }
        self.begin_text(fallback::id(run.face), size, x, y);
        let numbers = self.others.entry(run.face).or_default();
        let (mut items, mut rise) = (Vec::new(), 0.0);
        for glyph in &run.glyphs {
            let [right, up] = glyph.offset;
            if (up - rise).abs() > f32::EPSILON {
                self.ops.extend([
                    Op::ShowText { items: std::mem::take(&mut items) },
                    Op::SetLineOffset { multiplier: up * size },
                ]);
                rise = up;
            }
            // A number moves to the left, in thousandths of the font size.
            if right != 0.0 {
                items.push(TextItem::Offset(right * -1_000.0));
            }
            let offset = (right + glyph.own_advance - glyph.advance) * 1_000.0;
            items.push(TextItem::GlyphIds(vec![Codepoint::with_cid(
                numbers.remap(glyph.number),
                offset,
                glyph.text.clone(),
            )]));
        }
        self.ops.push(Op::ShowText { items });
        if rise != 0.0 {
            self.ops.push(Op::SetLineOffset { multiplier: 0.0 });
        }
        self.ops.push(Op::EndTextSection);
        if !run.is_right_to_left {
            self.ops.push(Op::EndMarkedContentWithProperties);
        }
    }

    /// Starts a new page.
    fn start_page(&mut self) {
        let full = std::mem::take(&mut self.ops);
        (self.fill, self.font) = (Colour::BLACK, None);
        self.pages.push(PdfPage::new(WIDTH, HEIGHT, full));
        self.y = HEIGHT.into_pt().0 - MARGIN;
    }

    /// Writes a value next to its name, or a line to write on if it is empty.
    fn field(&mut self, name: &str, value: &str, size: f32) {
        let (begins, column) = (self.y, 160.0);
        self.fill(Colour::BLACK);
        self.within(name, FontWeight::SemiBold, size, MARGIN, column - 10.0);
        let ends = self.y;
        self.y = begins;
        if value.trim().is_empty() {
            self.y -= size * LEADING;
            self.rule(MARGIN + column);
        } else {
            let width = WIDTH.into_pt().0 - 2.0 * MARGIN - column;
            self.within(value, FontWeight::Regular, size, MARGIN + column, width);
        }
        self.y = self.y.min(ends) - size * 0.35;
    }

    /// Draws a line to write on, from `x` to the right margin.
    fn rule(&mut self, x: f32) {
        self.rule_over(x, WIDTH.into_pt().0 - MARGIN);
    }

    fn rule_over(&mut self, x: f32, end: f32) {
        let points = [x, end].map(|x| LinePoint { p: Point { x: Pt(x), y: Pt(self.y - 2.0) }, bezier: false });
        self.ops.extend([
            Op::SetOutlineThickness { pt: Pt(0.6) },
            Op::DrawLine { line: Line { points: points.to_vec(), is_closed: false } },
        ]);
    }

    fn space(&mut self, points: f32) {
        self.y -= points;
    }

    /// Renders the file.
    fn bytes(mut self, language: Language) -> anyhow::Result<Vec<u8>> {
        self.start_page();
        if self.pages.len() > 1 {
            self.number(language);
        }
        self.name_lacking(language);
        let mut programs = Vec::new();
        for weight in FontWeight::ALL {
            let subset = self.fonts[weight as usize].subset(&self.rare)?;
            self.document.resources.fonts.map.insert(weight.id(), PdfFont::new(subset.face.clone()));
            programs.push(subset);
        }
        for (number, glyphs) in &self.others {
            let subset = fallback::subset(*number, glyphs)?;
            self.document.resources.fonts.map.insert(fallback::id(*number), PdfFont::new(subset.face.clone()));
            programs.push(Cow::Owned(subset));
        }
        self.document.with_pages(self.pages);
        let info = info(&self.title, &self.author, self.dated);
        let mut file = to_lopdf_doc(&self.document, &PdfSaveOptions::default(), &mut Vec::new());
        // One encoder for all streams, because its buffers take a quarter of a megabyte.
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
        for stream in file.objects.values_mut().filter_map(|object| object.as_stream_mut().ok()) {
            let font = programs.iter().find(|font| font.face.original_bytes == stream.content);
            // The usual fonts are compressed once per process.
            let compressed = if let Some(font) = font {
                font.compressed.clone()
            } else {
                zlib.write_all(&stream.content)?;
                zlib.reset(Vec::new())?
            };
            stream.dict.set("Filter", "FlateDecode");
            stream.set_content(compressed);
        }
        add_links(&mut file, &self.links)?;
        say_language(&mut file, language)?;
        let properties = file.trailer.get(b"Info")?.as_reference()?;
        file.objects.insert(properties, Object::Dictionary(info));
        let mut bytes = Vec::new();
        file.save_to(&mut bytes)?;
        Ok(bytes)
    }

    /// Reduces a text to visible characters on one line, without characters that are hidden or change the writing
    /// direction. A box stands for a letter that no font has; [`Sheet::name_lacking`] says so.
    fn shown(&self, text: &str, weight: FontWeight) -> String {
        let font = &self.fonts[weight as usize];
        let visible = text.chars().take(MAX_CHARACTERS).filter_map(|one| match one {
            one if one.is_whitespace() || one.is_control() => Some(' '),
            one if fallback::is_hidden(one) => None,
            one if font.has(one) || fallback::is_joiner(one) || fallback::has(one) => Some(one),
            one => {
                self.lacking.borrow_mut().insert(one);
                Some(LACKING)
            }
        });
        visible.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Splits a text into lines: at spaces, and within a word that is wider than a line.
    fn lines(&self, text: &str, weight: FontWeight, size: f32, width: f32) -> Vec<String> {
        let (mut lines, mut line) = (Vec::new(), String::new());
        for word in text.split(' ') {
            let joined = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if self.width(&joined, weight, size) <= width {
                line = joined;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for letter in word.graphemes(true) {
                let end = line.len();
                line.push_str(letter);
                if end > 0 && self.width(&line, weight, size) > width {
                    line.truncate(end);
                    lines.push(std::mem::replace(&mut line, letter.to_owned()));
                }
            }
        }
        lines.push(line);
        lines
    }

    fn width(&self, text: &str, weight: FontWeight, size: f32) -> f32 {
        let font = &self.fonts[weight as usize];
        if font.has_all(text) {
            return font.width(text) * size;
        }
        let widths = fallback::pieces(text, font).into_iter().map(|piece| match piece {
            Piece::Inter(text) => font.width(&text),
            Piece::Shaped(run) => run.width(),
        });
        widths.sum::<f32>() * size
    }
}

/// Builds the file's properties. printpdf dates every document 1970 and writes an empty PDF/X key, which readers show.
fn info(title: &str, author: &str, dated: Option<Instant>) -> Dictionary {
    let mut info = Dictionary::from_iter([
        ("Title", text_string(title)),
        ("Producer", text_string(concat!("Gridbill ", env!("CARGO_PKG_VERSION")))),
    ]);
    if !author.is_empty() {
        info.set("Author", text_string(author));
    }
    if let Some(at) = dated {
        let date = Object::string_literal(at.local().format("D:%Y%m%d%H%M%S+08'00'").to_string());
        info.set("CreationDate", date.clone());
        info.set("ModDate", date);
    }
    info
}

/// Returns the letters of a text that no document can show, each once.
#[must_use]
pub fn unprintable_letters(text: &str) -> String {
    let Ok([font, _]) = fonts::all() else { return String::new() };
    let is_shown = |one: char| {
        let is_plain = one.is_whitespace() || one.is_control() || fallback::is_hidden(one) || fallback::is_joiner(one);
        is_plain || font.has(one) || fallback::has(one)
    };
    let letters: BTreeSet<char> = text.chars().filter(|one| !is_shown(*one)).collect();
    letters.into_iter().collect()
}

/// Adds the links of pages.
fn add_links(file: &mut Document, links: &[PageLink]) -> anyhow::Result<()> {
    let pages: Vec<_> = file.get_pages().into_values().collect();
    for (number, page) in pages.into_iter().enumerate() {
        let own = links.iter().filter(|link| link.page == number);
        let annotations: Vec<Object> = own.map(|link| file.add_object(annotation(link)).into()).collect();
        if !annotations.is_empty() {
            file.get_object_mut(page)?.as_dict_mut()?.set("Annots", Object::Array(annotations));
        }
    }
    Ok(())
}

/// Builds a borderless link.
fn annotation(link: &PageLink) -> Object {
    let edge = |place: usize, choose: fn(f32, f32) -> f32| {
        link.areas.iter().map(|area| area[place]).reduce(choose).unwrap_or_default()
    };
    let whole = [edge(0, f32::min), edge(1, f32::min), edge(2, f32::max), edge(3, f32::max)];
    let corners =
        link.areas.iter().flat_map(|[left, low, right, high]| [*left, *high, *right, *high, *left, *low, *right, *low]);
    let action = Dictionary::from_iter([
        ("S", Object::Name(b"URI".to_vec())),
        ("URI", Object::string_literal(link.address.as_str())),
    ]);
    Object::Dictionary(Dictionary::from_iter([
        ("Type", Object::Name(b"Annot".to_vec())),
        ("Subtype", Object::Name(b"Link".to_vec())),
        ("Rect", Object::Array(whole.into_iter().map(Object::Real).collect())),
        ("QuadPoints", Object::Array(corners.map(Object::Real).collect())),
        ("Border", Object::Array(vec![Object::Integer(0); 3])),
        ("Contents", text_string(&link.address)),
        ("A", Object::Dictionary(action)),
    ]))
}

/// Encodes a text of any script for use outside pages: UTF-16 with a byte order mark.
fn text_string(text: &str) -> Object {
    let units = [0xFEFF].into_iter().chain(text.encode_utf16());
    Object::String(units.flat_map(u16::to_be_bytes).collect(), StringFormat::Hexadecimal)
}

/// Sets the language, for screen readers, and makes windows show the title.
fn say_language(file: &mut Document, language: Language) -> anyhow::Result<()> {
    let catalog = file.catalog_mut().context("a document without a catalog")?;
    catalog.set("Lang", Object::string_literal(language.tag()));
    catalog.set("ViewerPreferences", lopdf::dictionary! { "DisplayDocTitle" => true });
    Ok(())
}
