//! Inter, in two weights. A document embeds a subset of each: the usual characters, and any others that it shows. Most
//! documents need no others, so their subset is built once, and a merged file contains it once. Letters that Inter lacks
//! are shown by other fonts (`fallback.rs`).

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::sync::LazyLock;

use anyhow::Context as _;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use printpdf::{FontId, ParsedFont};
use sha2::{Digest as _, Sha256};
use subsetter::GlyphRemapper;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FontWeight {
    Regular,
    SemiBold,
}

impl FontWeight {
    pub const ALL: [Self; 2] = [Self::Regular, Self::SemiBold];

    /// The font's name in a page's resources.
    pub fn id(self) -> FontId {
        FontId(self.name().to_owned())
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Regular => "Regular",
            Self::SemiBold => "SemiBold",
        }
    }

    const fn program(self) -> &'static [u8] {
        match self {
            Self::Regular => include_bytes!("fonts/Inter-Regular.ttf"),
            Self::SemiBold => include_bytes!("fonts/Inter-SemiBold.ttf"),
        }
    }
}

/// Characters besides ASCII that every document may show: the signs of amounts, days and names.
const SIGNS: &str = "\u{a0}·×–—‘’“”•…−";

fn usual() -> impl Iterator<Item = char> {
    (' '..='~').chain(SIGNS.chars())
}

/// A font with all its characters.
pub struct Font {
    weight: FontWeight,
    face: ParsedFont,
    /// Widths of the first 256 Unicode characters that the font has; nearly all text consists of them.
    latin: [Option<u16>; 256],
    usual: Subset,
}

/// A font reduced to some of its characters, with glyph numbers of its own.
#[derive(Clone)]
pub struct Subset {
    pub face: ParsedFont,
    /// The font program, compressed as a PDF stream.
    pub compressed: Vec<u8>,
}

/// The fonts are built into the program, so they exist and are well-formed; tests read them.
static FONTS: LazyLock<Option<[Font; 2]>> =
    LazyLock::new(|| Some([Font::read(FontWeight::Regular).ok()?, Font::read(FontWeight::SemiBold).ok()?]));

/// Returns both fonts.
pub fn all() -> anyhow::Result<&'static [Font; 2]> {
    FONTS.as_ref().context("the fonts of documents cannot be read")
}

impl Font {
    fn read(weight: FontWeight) -> anyhow::Result<Self> {
        let face = ParsedFont::from_bytes(weight.program(), 0, &mut Vec::new()).context("not a font")?;
        let usual = Subset::of(&face, weight, usual())?;
        let latin = std::array::from_fn(|one| advance(&face, u32::try_from(one).unwrap_or_default()));
        Ok(Self { weight, face, latin, usual })
    }

    /// Whether the font has a glyph for a character.
    pub fn has(&self, one: char) -> bool {
        self.advance(one).is_some()
    }

    /// Whether the font has a glyph for every character.
    pub fn has_all(&self, text: &str) -> bool {
        text.chars().all(|one| self.has(one))
    }

    fn advance(&self, one: char) -> Option<u16> {
        let one = u32::from(one);
        let known = usize::try_from(one).ok().and_then(|one| self.latin.get(one));
        known.map_or_else(|| advance(&self.face, one), |known| *known)
    }

    /// The width of a text, as a multiple of the font size.
    pub fn width(&self, text: &str) -> f32 {
        let units = f32::from(self.face.pdf_font_metrics.units_per_em.max(1));
        text.chars().map(|one| f32::from(self.advance(one).unwrap_or(0)) / units).sum()
    }

    /// Returns the subset that a document embeds to show these characters besides the usual ones.
    /// Fails when the program's own font cannot be read.
    pub fn subset(&self, rare: &BTreeSet<char>) -> anyhow::Result<Cow<'_, Subset>> {
        if rare.is_empty() {
            return Ok(Cow::Borrowed(&self.usual));
        }
        Subset::of(&self.face, self.weight, usual().chain(rare.iter().copied())).map(Cow::Owned)
    }
}

/// The width of a character in font units; `None` if the font has no glyph for it.
fn advance(face: &ParsedFont, one: u32) -> Option<u16> {
    let glyph = face.lookup_glyph_index(one).filter(|glyph| *glyph != 0)?;
    Some(face.get_glyph_width(glyph).unwrap_or(0))
}

/// Whether the usual subset contains this character.
pub fn is_usual(one: char) -> bool {
    (' '..='~').contains(&one) || SIGNS.contains(one)
}

impl Subset {
    fn of(whole: &ParsedFont, weight: FontWeight, characters: impl Iterator<Item = char>) -> anyhow::Result<Self> {
        let mut glyphs = GlyphRemapper::new();
        let (mut numbers, mut widths) = (BTreeMap::new(), BTreeMap::new());
        for one in characters.map(u32::from) {
            let Some(glyph) = whole.lookup_glyph_index(one) else { continue };
            let number = glyphs.remap(glyph);
            numbers.insert(one, number);
            widths.insert(number, whole.get_glyph_width(glyph).unwrap_or(0));
        }
        let program = subsetter::subset(weight.program(), 0, &glyphs)?;
        Self::new(whole, &format!("Inter-{}", weight.name()), program, numbers, widths)
    }

    /// Compresses a subset. `whole` has the metrics of the font. Fails when it cannot be compressed.
    pub fn new(
        whole: &ParsedFont,
        name: &str,
        program: Vec<u8>,
        numbers: BTreeMap<u32, u16>,
        widths: BTreeMap<u16, u16>,
    ) -> anyhow::Result<Self> {
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::best());
        zlib.write_all(&program)?;
        let face = ParsedFont {
            font_name: Some(format!("{}+{name}", tag(&program))),
            original_bytes: program,
            codepoint_to_glyph: numbers,
            glyph_widths: widths,
            units_per_em: whole.units_per_em,
            font_index: 0,
            font_metrics: whole.font_metrics.clone(),
            font_type: whole.font_type,
            pdf_font_metrics: whole.pdf_font_metrics.clone(),
        };
        Ok(Self { face, compressed: zlib.finish()? })
    }
}

/// Derives the tag of a subset: six capital letters that distinguish it from other subsets (ISO 32000-1, 9.6.4).
fn tag(program: &[u8]) -> String {
    Sha256::digest(program).iter().take(6).map(|byte| char::from(b'A' + byte % 26)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_fonts_are_read_and_their_usual_subsets_are_small() {
        for font in all().expect("fonts") {
            assert!(usual().all(|one| font.has(one) && is_usual(one)));
            assert!(font.usual.compressed.len() < 16_000, "{} bytes", font.usual.compressed.len());
        }
    }

    #[test]
    fn characters_beyond_the_usual_ones_are_added() {
        let font = &all().expect("fonts")[0];
        let rare = BTreeSet::from(['Ž', 'ệ']);
        let added = font.subset(&rare).expect("a subset");
        let usual = font.subset(&BTreeSet::new()).expect("a subset");
        for one in rare.into_iter().map(u32::from) {
            assert!(usual.face.lookup_glyph_index(one).is_none());
            let width = added.face.lookup_glyph_index(one).and_then(|glyph| added.face.get_glyph_width(glyph));
            assert_eq!(width, font.face.get_glyph_width(font.face.lookup_glyph_index(one).expect("a glyph")));
        }
        assert_ne!(usual.face.font_name, added.face.font_name);
    }
}
