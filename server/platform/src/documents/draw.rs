//! Drawing on a page: positioned texts, colours, rules and bars.

use gridbill_core::{Language, say};
use printpdf::{Color, LineDashPattern, Mm, Op, PaintMode, Pt, Rect, Rgb, WindingOrder};

use unicode_segmentation::UnicodeSegmentation as _;

use super::{FontWeight, HEIGHT, LACKING, LEADING, MARGIN, NAMED_LETTERS, PageLink, Sheet, WIDTH};
use crate::config::Utility;

/// The left and right edges of the content, in points from the left.
pub const LEFT: f32 = 48.0;
pub const RIGHT: f32 = 547.0;
pub const TEXT: Style = Style::new(9.0);
pub const SMALL: Style = Style::new(8.0);
/// The height of a row of a table.
pub const ROW: f32 = 14.0;
/// Baseline of the page number, in points from the bottom.
const FOOT: f32 = 20.0;
/// Distance of the note about letters without a font from the top.
const LACKING_NOTE: f32 = 22.0;
/// Maximum width of the title in the footer.
const FOOT_TITLE: f32 = 190.0;
/// Side length of the square with the utility's mark.
const MARK: f32 = 28.0;
/// Minimum distance between a name and its value.
const GAP: f32 = 8.0;

/// Red, green and blue, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Colour(pub f32, pub f32, pub f32);

impl Colour {
    pub const BLACK: Self = Self(0.0, 0.0, 0.0);
    /// For text that is less prominent than black, yet readable.
    pub const GREY: Self = Self(0.35, 0.38, 0.42);
    pub const LINE: Self = Self(0.80, 0.82, 0.85);
    pub const BAR: Self = Self(0.68, 0.72, 0.76);
    pub const SHADE: Self = Self(0.955, 0.962, 0.97);

    /// The app's accent, used if the utility has none or writes it in another format.
    const ACCENT: Self = Self(0.059, 0.463, 0.431);

    pub fn accent(utility: &Utility) -> Self {
        utility.accent.as_deref().and_then(Self::of_hex).unwrap_or(Self::ACCENT)
    }

    /// Parses `#0f766e`; `None` for other CSS notations.
    #[must_use]
    pub fn of_hex(text: &str) -> Option<Self> {
        let digits = text.trim().strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
        let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok().map(|part| f32::from(part) / 255.0);
        Some(Self(part(0)?, part(2)?, part(4)?))
    }

    /// Returns black or white, whichever is readable on this colour.
    #[must_use]
    pub fn contrast(self) -> Self {
        let luminance = 0.299 * self.0 + 0.587 * self.1 + 0.114 * self.2;
        if luminance > 0.6 { Self::BLACK } else { Self(1.0, 1.0, 1.0) }
    }

    const fn pdf(self) -> Color {
        Color::Rgb(Rgb { r: self.0, g: self.1, b: self.2, icc_profile: None })
    }
}

/// How a text is aligned at its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// The text begins there.
    Start,
    /// The text ends there.
    End,
    Middle,
}

/// The look of a text.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    pub weight: FontWeight,
    pub size: f32,
    pub colour: Colour,
}

impl Style {
    pub const fn new(size: f32) -> Self {
        Self { weight: FontWeight::Regular, size, colour: Colour::BLACK }
    }

    pub const fn strong(self) -> Self {
        Self { weight: FontWeight::SemiBold, ..self }
    }

    pub const fn grey(self) -> Self {
        Self { colour: Colour::GREY, ..self }
    }
}

impl Sheet {
    /// Puts a text on the current line, without ending the line.
    pub fn put(&mut self, text: &str, style: Style, x: f32, align: Align) {
        self.put_at(text, style, x, self.y, align);
    }

    pub fn put_at(&mut self, text: &str, Style { weight, size, colour }: Style, x: f32, y: f32, align: Align) {
        let line = self.shown(text, weight);
        let width = self.width(&line, weight, size);
        let x = match align {
            Align::Start => x,
            Align::End => x - width,
            Align::Middle => x - width / 2.0,
        };
        self.fill(colour);
        self.show(line, weight, size, x, y);
    }

    /// Puts a text on the current line, truncated with an ellipsis if it is wider than `width`.
    pub fn put_cut(&mut self, text: &str, style: Style, x: f32, width: f32) {
        let line = self.cut_to(text, style, width);
        self.put(&line, style, x, Align::Start);
    }

    /// Truncates a text to `width` with an ellipsis.
    fn cut_to(&self, text: &str, style: Style, width: f32) -> String {
        let mut line = self.shown(text, style.weight);
        if self.width(&line, style.weight, style.size) > width {
            while !line.is_empty() && self.width(&format!("{line}…"), style.weight, style.size) > width {
                let end = line.grapheme_indices(true).next_back().map_or(0, |(end, _)| end);
                line.truncate(end);
            }
            line = format!("{}…", line.trim_end());
        }
        line
    }

    /// Puts an amount that ends at `x` on the current line. If it is wider than `width`, its letters shrink, because an
    /// amount is never truncated.
    pub fn put_amount(&mut self, amount: &str, style: Style, x: f32, width: f32) {
        let style = self.fitting(amount, style, width);
        self.put(amount, style, x, Align::End);
    }

    /// Returns the style, scaled down so that the text is no wider than `width`.
    pub fn fitting(&self, text: &str, style: Style, width: f32) -> Style {
        let needed = self.width_of(text, style);
        Style { size: if needed > width { style.size * width / needed } else { style.size }, ..style }
    }

    /// The width of a text.
    pub fn width_of(&self, text: &str, style: Style) -> f32 {
        self.width(&self.shown(text, style.weight), style.weight, style.size)
    }

    /// Writes a text below the current position, on as many lines as it needs.
    pub fn paragraph(&mut self, text: &str, Style { weight, size, colour }: Style, x: f32, width: f32) {
        self.fill(colour);
        self.within(text, weight, size, x, width);
    }

    /// Writes an address below the current position, on as many lines as it needs. It is one link.
    pub fn link(&mut self, address: &str, style: Style, x: f32, width: f32) {
        self.fill(style.colour);
        let mut areas = Vec::new();
        for line in self.lines(&self.shown(address, style.weight), style.weight, style.size, width) {
            self.y -= style.size * LEADING;
            let right = x + self.width(&line, style.weight, style.size);
            areas.push([x, style.size.mul_add(-0.25, self.y), right, self.y + style.size]);
            self.show(line, style.weight, style.size, x, self.y);
        }
        self.links.push(PageLink { page: self.pages.len(), address: address.to_owned(), areas });
    }

    /// Says at the top of the first page which letters the document could not show.
    pub(super) fn name_lacking(&mut self, language: Language) {
        let lacking = self.lacking.borrow();
        if lacking.is_empty() {
            return;
        }
        let more = (lacking.len() > NAMED_LETTERS).then(|| "…".to_owned());
        let letters = lacking.iter().take(NAMED_LETTERS).map(|one| format!("U+{:04X}", u32::from(*one)));
        let letters = letters.chain(more).collect::<Vec<_>>().join(", ");
        drop(lacking);
        let said = say!(
            language,
            "{LACKING} stands for a character that cannot be printed here: {letters}",
            "{LACKING} menggantikan huruf yang tidak dapat dicetak di sini: {letters}"
        );
        let Some(first) = self.pages.first_mut() else { return };
        self.ops = std::mem::take(&mut first.ops);
        // The colour and font at the end of the page are unknown, so set them.
        self.ops.push(Op::SetFillColor { col: Colour::BLACK.pdf() });
        (self.fill, self.font) = (Colour::BLACK, None);
        self.put_at(&said, Style::new(7.0), LEFT, Self::top() - LACKING_NOTE, Align::Start);
        if let Some(first) = self.pages.first_mut() {
            first.ops = std::mem::take(&mut self.ops);
        }
    }

    /// Writes a name at `x` on the next row, and its value at the right margin, wrapped to the space next to the name.
    pub fn named(&mut self, name: &str, value: &str, x: f32) {
        let style = TEXT.strong();
        self.y -= ROW;
        self.put(name, TEXT.grey(), x, Align::Start);
        let begins = x + self.width(&self.shown(name, TEXT.weight), TEXT.weight, TEXT.size) + GAP;
        let lines = self.lines(&self.shown(value, style.weight), style.weight, style.size, RIGHT - begins);
        for (place, line) in lines.iter().enumerate() {
            if place > 0 {
                self.y -= style.size * LEADING;
            }
            self.put(line, style, RIGHT, Align::End);
        }
    }

    /// Draws a filled rectangle, from its lower left corner.
    pub fn bar(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Colour) {
        let rectangle = Rect {
            x: Pt(x),
            y: Pt(y),
            width: Pt(width),
            height: Pt(height),
            mode: Some(PaintMode::Fill),
            winding_order: Some(WindingOrder::NonZero),
        };
        self.fill(colour);
        self.ops.push(Op::DrawRectangle { rectangle });
    }

    /// Sets the fill colour for the following operations.
    pub(super) fn fill(&mut self, colour: Colour) {
        if std::mem::replace(&mut self.fill, colour) != colour {
            self.ops.push(Op::SetFillColor { col: colour.pdf() });
        }
    }

    /// Draws a thin line below the current line.
    pub fn divider(&mut self, x: f32, end: f32, below: f32, colour: Colour) {
        self.bar(x, self.y - below, end - x, 0.6, colour);
    }

    /// Draws a dashed line from edge to edge, where the page is cut.
    pub fn cut(&mut self) {
        let dash = LineDashPattern { offset: 0.0, pattern: [4.0, 3.0].into_iter().collect() };
        let from = self.y;
        self.y = from + 2.0;
        self.ops.extend([Op::SaveGraphicsState, Op::SetLineDashPattern { dash }]);
        self.rule_over(0.0, WIDTH.into_pt().0);
        self.ops.push(Op::RestoreGraphicsState);
        self.y = from;
    }

    /// Starts a new page unless `height` points remain above the margin. Returns whether it did.
    pub fn ensure_space(&mut self, height: f32) -> bool {
        let is_full = self.y - height < MARGIN / 2.0;
        if is_full {
            self.start_page();
        }
        is_full
    }

    /// Draws the head of a document: the utility on the left, the title on the right.
    pub fn letterhead(&mut self, utility: &Utility, title: &str, care_line: &str, kind: &str) {
        let (top, accent) = (Self::top(), Colour::accent(utility));
        self.author.clone_from(&utility.utility_name);
        self.bar(0.0, top - 10.0, RIGHT + LEFT, 10.0, accent);
        self.bar(LEFT, top - 30.0 - MARK, MARK, MARK, accent);
        let letters = Style { colour: accent.contrast(), ..Style::new(13.0).strong() };
        self.put_at(&utility.mark(), letters, LEFT + MARK / 2.0, top - 30.0 - MARK / 2.0 - 4.7, Align::Middle);
        let text = LEFT + MARK + 10.0;
        let large = Style::new(15.0);
        let first = top - 42.0;
        self.put_at(title, large, RIGHT, first, Align::End);
        self.put_at(kind, SMALL.grey(), RIGHT, first - 14.0, Align::End);
        // A long name wraps next to the title.
        self.y = large.size.mul_add(LEADING, first);
        self.paragraph(&utility.utility_name, large.strong(), text, RIGHT - text - self.width_of(title, large) - GAP);
        let registration = utility.registration_no().map(str::to_owned);
        let tax = utility.tax_no().map(|number| format!("SST {number}"));
        let call = Some(format!("{care_line} {}", utility.care_line));
        let numbers = [registration, tax, call].into_iter().flatten().collect::<Vec<_>>().join(" · ");
        self.space(14.0 - SMALL.size * LEADING);
        self.paragraph(&numbers, SMALL.grey(), text, RIGHT - text - self.width_of(kind, SMALL) - GAP);
        if let Some(address) = utility.address() {
            self.paragraph(address, SMALL.grey(), text, RIGHT - text);
        }
        self.space(10.0);
    }

    pub fn heading(&mut self, text: &str) {
        self.ensure_space(ROW * 3.0);
        self.y -= 14.0;
        self.put(text, Style::new(11.0).strong(), LEFT, Align::Start);
        self.divider(LEFT, RIGHT, 5.0, Colour::LINE);
        self.y -= 4.0;
    }

    /// Moves to the next row of a table. Returns whether it is the first row of a new page.
    pub fn row(&mut self) -> bool {
        let is_first = self.ensure_space(ROW);
        self.y -= ROW;
        is_first
    }

    /// Numbers the pages in their footers, if there are several.
    pub fn number(&mut self, language: Language) {
        let all = self.pages.len();
        for place in 0..all {
            let page = place + 1;
            let said = say!(language, "Page {page} of {all}", "Halaman {page} daripada {all}");
            self.ops = std::mem::take(&mut self.pages[place].ops);
            // The colour at the end of the page is unknown, so set it.
            self.ops.push(Op::SetFillColor { col: Colour::BLACK.pdf() });
            (self.fill, self.font) = (Colour::BLACK, None);
            self.put_at(&said, SMALL.grey(), RIGHT, FOOT, Align::End);
            // Later pages also show the title, in case they are separated from the first. It is right-aligned, because
            // a bill's slip may reach as low on the left.
            if place > 0 {
                let title = self.cut_to(&self.title, SMALL, FOOT_TITLE);
                self.put_at(&title, SMALL.grey(), RIGHT - self.width_of(&said, SMALL) - GAP, FOOT, Align::End);
            }
            self.pages[place].ops = std::mem::take(&mut self.ops);
        }
    }

    /// The height of the paper.
    pub fn top() -> f32 {
        Mm::into_pt(&HEIGHT).0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_wrap_next_to_their_name() {
        for (column, name, value) in [
            (300.0, "Pembayar", "Muhammad Nur Hakim Danial ".repeat(4)),
            (320.0, "Tariff", "C2 Perdagangan Voltan Sederhana Puncak/Luar Puncak 12345678".to_owned()),
            (320.0, "Tariff", "W".repeat(60)),
        ] {
            let mut sheet = Sheet::new("").expect("fonts");
            let top = sheet.y;
            sheet.named(name, &value, column);
            let ends = column + sheet.width(name, TEXT.weight, TEXT.size);
            let begin = |op: &Op| match op {
                Op::SetTextCursor { pos } => Some(pos.x.0),
                _ => None,
            };
            let begins: Vec<f32> = sheet.ops.iter().filter_map(begin).collect();
            assert!(begins.len() > 2, "{value} is on several lines");
            assert!(begins.iter().skip(1).all(|x| *x > ends), "{value}: {begins:?}, and its name ends at {ends}");
            assert!(sheet.y < top - ROW, "what follows stands below it");
        }
    }
}
