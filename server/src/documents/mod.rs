//! Documents as PDF: lines of text on a page of A4, written from the top down.

use std::sync::LazyLock;

use gridbill_core::Language;
use printpdf::{
    Line, LinePoint, Mm, Op, ParsedFont, PdfDocument, PdfFontHandle, PdfPage, PdfSaveOptions, Point, Pt, TextItem,
};

mod barcode;
pub mod bill;
pub mod declaration;
mod draw;
pub mod index;
pub mod merged;
pub mod payment;
pub mod permits;
pub mod statement;

pub const MEDIA_TYPE: &str = "application/pdf";

const WIDTH: Mm = Mm(210.0);
const HEIGHT: Mm = Mm(297.0);
/// Points from each edge of the paper.
const MARGIN: f32 = 64.0;
/// The height of a line, as a multiple of the letters' size.
const LEADING: f32 = 1.45;
/// What stands for a character that the font lacks.
const LACKING: char = '?';
/// The most characters of one text. No name or address is longer, and a page stays a page.
const MAX_CHARACTERS: usize = 300;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weight {
    Regular,
    SemiBold,
}

/// The fonts are parts of the program, so they are there and well-formed; a test reads them.
static FONTS: LazyLock<Option<[ParsedFont; 2]>> = LazyLock::new(|| {
    let read = |bytes: &[u8]| ParsedFont::from_bytes(bytes, 0, &mut Vec::new());
    Some([read(include_bytes!("fonts/Inter-Regular.ttf"))?, read(include_bytes!("fonts/Inter-SemiBold.ttf"))?])
});

/// A page that is being written.
struct Sheet {
    fonts: &'static [ParsedFont; 2],
    document: PdfDocument,
    handles: [PdfFontHandle; 2],
    /// Pages that are full.
    pages: Vec<PdfPage>,
    ops: Vec<Op>,
    /// Where the next line goes, in points from the bottom.
    y: f32,
}

impl Sheet {
    fn new(title: &str) -> anyhow::Result<Self> {
        let fonts = FONTS.as_ref().ok_or_else(|| anyhow::anyhow!("the fonts of documents cannot be read"))?;
        let mut document = PdfDocument::new(title);
        let handles = fonts.each_ref().map(|font| PdfFontHandle::External(document.add_font(font)));
        Ok(Self { fonts, document, handles, pages: Vec::new(), ops: Vec::new(), y: HEIGHT.into_pt().0 - MARGIN })
    }

    /// A text within the margins, on as many lines as it needs.
    fn text(&mut self, text: &str, weight: Weight, size: f32) {
        let width = WIDTH.into_pt().0 - 2.0 * MARGIN;
        self.within(text, weight, size, MARGIN, width);
    }

    fn within(&mut self, text: &str, weight: Weight, size: f32, x: f32, width: f32) {
        for line in self.lines(&self.shown(text, weight), weight, size, width) {
            self.y -= size * LEADING;
            self.show(line, weight, size, x, self.y);
        }
    }

    /// A line that was parted and cleared already.
    fn show(&mut self, line: String, weight: Weight, size: f32, x: f32, y: f32) {
        self.ops.extend([
            Op::StartTextSection,
            Op::SetTextCursor { pos: Point { x: Pt(x), y: Pt(y) } },
            Op::SetFont { font: self.handles[weight as usize].clone(), size: Pt(size) },
            Op::ShowText { items: vec![TextItem::Text(line)] },
            Op::EndTextSection,
        ]);
    }

    /// The next line is at the top of another page.
    fn turn(&mut self) {
        let full = std::mem::take(&mut self.ops);
        self.pages.push(PdfPage::new(WIDTH, HEIGHT, full));
        self.y = HEIGHT.into_pt().0 - MARGIN;
    }

    /// What is said of something, beside its name.
    fn field(&mut self, name: &str, value: &str, size: f32) {
        let (begins, column) = (self.y, 160.0);
        self.within(name, Weight::SemiBold, size, MARGIN, column - 10.0);
        let ends = self.y;
        self.y = begins;
        if value.trim().is_empty() {
            self.y -= size * LEADING;
            self.rule(MARGIN + column);
        } else {
            let width = WIDTH.into_pt().0 - 2.0 * MARGIN - column;
            self.within(value, Weight::Regular, size, MARGIN + column, width);
        }
        self.y = self.y.min(ends) - size * 0.35;
    }

    /// A line to write on, from there to the right margin.
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

    /// The file.
    fn bytes(mut self, language: Language) -> Vec<u8> {
        self.turn();
        if self.pages.len() > 1 {
            self.number(language);
        }
        self.document.with_pages(self.pages).save(&PdfSaveOptions::default(), &mut Vec::new())
    }

    /// Only what can be seen, on one line: nothing that turns the direction of writing or hides.
    fn shown(&self, text: &str, weight: Weight) -> String {
        let font = &self.fonts[weight as usize];
        let visible = text.chars().take(MAX_CHARACTERS).map(|one| match one {
            one if one.is_whitespace() || one.is_control() => ' ',
            one if font.lookup_glyph_index(u32::from(one)).is_some_and(|glyph| glyph != 0) => one,
            _ => LACKING,
        });
        visible.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The lines of a text: parted at spaces, and within a word that is wider than a line.
    fn lines(&self, text: &str, weight: Weight, size: f32, width: f32) -> Vec<String> {
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
            for character in word.chars() {
                line.push(character);
                if self.width(&line, weight, size) > width {
                    line.pop();
                    lines.push(std::mem::replace(&mut line, character.to_string()));
                }
            }
        }
        lines.push(line);
        lines
    }

    fn width(&self, text: &str, weight: Weight, size: f32) -> f32 {
        let font = &self.fonts[weight as usize];
        let units = f32::from(font.pdf_font_metrics.units_per_em.max(1));
        let advance =
            |one| font.lookup_glyph_index(u32::from(one)).and_then(|glyph| font.get_glyph_width(glyph)).unwrap_or(0);
        text.chars().map(|one| f32::from(advance(one)) / units * size).sum()
    }
}
