//! Fonts for letters that Inter lacks: Tamil and Jawi are built in, others are files of the machine (`GRIDBILL_FONTS`). A
//! line with such letters is divided by direction and font, and each part is shaped.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};

use anyhow::Context as _;
use harfrust::font::name::NameId;
use harfrust::{Buffer, Direction, Font as Shaping, GlyphId, ShapeOptions, ShaperFont};
use printpdf::ParsedFont;
use subsetter::GlyphRemapper;
use unicode_bidi::BidiInfo;
use unicode_segmentation::UnicodeSegmentation as _;

use super::fonts::{Font, Subset};

/// Stands for a letter that no font has. Inter has it.
pub const LACKING: char = '□';

/// The fonts that are built in, with their names.
const BUILT_IN: [(&str, &[u8]); 2] = [
    ("NotoSansTamil", include_bytes!("fonts/NotoSansTamil-Regular.ttf")),
    ("NotoSansArabic", include_bytes!("fonts/NotoSansArabic-Regular.ttf")),
];

/// Parts of the names of files that are not the regular text face of a family.
const OTHER_STYLES: [&str; 11] =
    ["Bold", "Italic", "Oblique", "Light", "Thin", "Medium", "Black", "Condensed", "Mono", "Serif", "Emoji"];

/// The beginnings of the names of the fonts that are tried first.
const PREFERRED: [&str; 4] = ["NotoSansSC", "NotoSansCJK", "NotoSans-", "Noto"];

/// Maximum faces of a collection that are looked at.
const MAX_FACES: u32 = 64;

/// The folders of the machine's fonts.
static FOLDERS: OnceLock<Vec<PathBuf>> = OnceLock::new();

static BUILT_IN_FACES: LazyLock<Vec<Face>> =
    LazyLock::new(|| BUILT_IN.into_iter().filter_map(|(name, bytes)| Face::read(name, bytes, 0)).collect());

/// The machine's fonts. They are looked at when a document first needs one.
static MACHINE_FACES: LazyLock<Vec<MachineFace>> = LazyLock::new(|| find_machine_faces(&folders()));

#[cfg(not(test))]
fn folders() -> Vec<PathBuf> {
    FOLDERS.get().cloned().unwrap_or_default()
}

/// Tests have a font with a few Chinese letters.
#[cfg(test)]
fn folders() -> Vec<PathBuf> {
    vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/fonts"))]
}

/// Sets the folders of the machine's fonts, once, before the first document. A folder that cannot be read is a warning,
/// because the portal serves without it, and documents say which letters they lack.
pub fn use_folders(folders: &[PathBuf]) {
    for folder in folders {
        if let Err(error) = std::fs::read_dir(folder) {
            tracing::warn!(folder = %folder.display(), %error, "GRIDBILL_FONTS names a folder that cannot be read");
        }
    }
    let _ = FOLDERS.set(folders.to_vec());
}

/// A font besides Inter.
pub struct Face {
    name: String,
    program: &'static [u8],
    index: u32,
    shaping: Shaping,
    /// Metrics only.
    metrics: ParsedFont,
}

/// A font of the machine, which is read when a document needs it.
struct MachineFace {
    path: PathBuf,
    index: u32,
    /// Ranges of characters, in order.
    letters: Vec<(u32, u32)>,
    face: OnceLock<Option<Face>>,
}

/// The number of a face: built-in faces first, then those of the machine.
pub type FaceNo = usize;

/// A part of a line, in visual order.
#[derive(Debug)]
pub enum Piece {
    /// A text that Inter shows, in visual order.
    Inter(String),
    /// Glyphs of another face.
    Shaped(Run),
}

/// Shaped glyphs of a face.
#[derive(Debug)]
pub struct Run {
    pub face: FaceNo,
    pub text: String,
    pub is_right_to_left: bool,
    /// From left to right.
    pub glyphs: Vec<Glyph>,
}

/// A glyph. Lengths are multiples of the font size.
#[derive(Debug)]
pub struct Glyph {
    pub number: u16,
    pub advance: f32,
    /// The advance that the font itself has.
    pub own_advance: f32,
    pub offset: [f32; 2],
    /// The characters that it shows, for readers that copy text.
    pub text: String,
}

impl Run {
    pub fn width(&self) -> f32 {
        self.glyphs.iter().map(|glyph| glyph.advance).sum()
    }
}

impl Face {
    fn read(name: &str, program: &'static [u8], index: u32) -> Option<Self> {
        let shaping = Shaping::new(program, index)?;
        let mut metrics = ParsedFont::from_bytes(program, usize::try_from(index).ok()?, &mut Vec::new())?;
        metrics.original_bytes = Vec::new();
        metrics.codepoint_to_glyph.clear();
        metrics.glyph_widths.clear();
        Some(Self { name: name.to_owned(), program, index, shaping, metrics })
    }

    fn has(&self, one: char) -> bool {
        self.shaping.charmap().map_unicode(one).is_some()
    }

    /// Shapes a text of one direction.
    fn shape(&self, text: &str, is_right_to_left: bool) -> Option<Vec<Glyph>> {
        let mut buffer = Buffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        buffer.set_direction(if is_right_to_left { Direction::RightToLeft } else { Direction::LeftToRight });
        let font = ShaperFont::new(&self.shaping);
        harfrust::shape(&font, &mut buffer, ShapeOptions::new()).ok()?;
        let em = f32::from(self.shaping.units_per_em().max(1));
        let (own, charmap) = (self.shaping.glyph_metrics(), self.shaping.charmap());
        let mut starts: Vec<usize> =
            buffer.glyph_infos().iter().filter_map(|info| usize::try_from(info.cluster).ok()).collect();
        starts.sort_unstable();
        let glyphs = buffer.glyph_infos().iter().zip(buffer.glyph_positions()).map(|(info, position)| {
            let start = usize::try_from(info.cluster).unwrap_or_default();
            let end = starts.iter().copied().find(|other| *other > start).unwrap_or(text.len());
            let cluster = text.get(start..end).unwrap_or_default();
            let id = GlyphId::new(info.glyph_id);
            // A glyph that is some character's own shows that character; any other its whole cluster.
            let own_character = cluster.chars().find(|one| charmap.map_unicode(*one) == Some(id));
            Some(Glyph {
                number: u16::try_from(info.glyph_id).ok()?,
                advance: units(position.x_advance) / em,
                own_advance: own.h_advance(id) / em,
                offset: [units(position.x_offset) / em, units(position.y_offset) / em],
                text: own_character.map_or_else(|| cluster.to_owned(), String::from),
            })
        });
        glyphs.collect()
    }
}

/// Font units as a number. Fonts have at most 16,384 to an em.
fn units(value: i32) -> f32 {
    i16::try_from(value).map_or(0.0, f32::from)
}

impl MachineFace {
    fn has(&self, one: char) -> bool {
        let one = u32::from(one);
        let place = self.letters.partition_point(|(_, last)| *last < one);
        self.letters.get(place).is_some_and(|(first, _)| *first <= one)
    }

    /// Reads the font, once. It stays in memory.
    fn face(&self) -> Option<&Face> {
        let read = || {
            let name = self.path.file_stem()?.to_str()?;
            let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
            Face::read(&name, std::fs::read(&self.path).ok()?.leak(), self.index)
        };
        self.face.get_or_init(read).as_ref()
    }
}

fn face(number: FaceNo) -> Option<&'static Face> {
    match number.checked_sub(BUILT_IN_FACES.len()) {
        None => BUILT_IN_FACES.get(number),
        Some(place) => MACHINE_FACES.get(place)?.face(),
    }
}

/// Finds a face with all characters of a text.
fn find_face(text: &str) -> Option<FaceNo> {
    let needed = || text.chars().filter(|one| !is_joiner(*one));
    needed().next()?;
    let all = |has: &dyn Fn(char) -> bool| needed().all(has);
    let built_in = BUILT_IN_FACES.iter().position(|face| all(&|one| face.has(one)));
    built_in.or_else(|| {
        let place = MACHINE_FACES.iter().position(|face| all(&|one| face.has(one)) && face.face().is_some())?;
        Some(BUILT_IN_FACES.len() + place)
    })
}

/// Whether some face besides Inter has the character.
pub fn has(one: char) -> bool {
    find_face(one.encode_utf8(&mut [0; 4])).is_some()
}

/// Whether the character only joins or separates its neighbours, as some scripts need it.
pub const fn is_joiner(one: char) -> bool {
    matches!(one, '\u{200c}' | '\u{200d}')
}

/// Whether the character is not visible: hyphens at which lines may end, marks of direction, selectors of variants.
pub const fn is_hidden(one: char) -> bool {
    matches!(
        one,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'
            | '\u{200e}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Divides a line into parts of one direction and font, in visual order (Unicode Standard Annex 9).
pub fn pieces(line: &str, inter: &Font) -> Vec<Piece> {
    let bidi = BidiInfo::new(line, None);
    let mut pieces = Vec::new();
    for paragraph in &bidi.paragraphs {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let is_right_to_left = levels.get(run.start).is_some_and(unicode_bidi::Level::is_rtl);
            let mut parts = parts(line.get(run).unwrap_or_default(), inter);
            if is_right_to_left {
                parts.reverse();
            }
            for (number, text) in parts {
                pieces.push(piece(number, text, is_right_to_left));
            }
        }
    }
    pieces
}

/// Divides a text of one direction by font: none for Inter.
fn parts(text: &str, inter: &Font) -> Vec<(Option<FaceNo>, String)> {
    let mut parts: Vec<(Option<FaceNo>, String)> = Vec::new();
    for cluster in text.graphemes(true) {
        // The characters of a cluster have one font, if there is one with all of them.
        let is_of_inter = cluster.chars().all(|one| inter.has(one) || is_joiner(one));
        let whole = if is_of_inter { Some(None) } else { find_face(cluster).map(Some) };
        let single = |one: char| {
            let number = if inter.has(one) { None } else { find_face(one.encode_utf8(&mut [0; 4])) };
            (number, one.to_string())
        };
        let found = match whole {
            Some(number) => vec![(number, cluster.to_owned())],
            None => cluster.chars().map(single).collect(),
        };
        for (number, text) in found {
            match parts.last_mut() {
                Some((last, before)) if *last == number => before.push_str(&text),
                _ => parts.push((number, text)),
            }
        }
    }
    parts
}

fn piece(number: Option<FaceNo>, text: String, is_right_to_left: bool) -> Piece {
    let glyphs = number.and_then(|number| Some((number, face(number)?.shape(&text, is_right_to_left)?)));
    if let Some((face, glyphs)) = glyphs {
        return Piece::Shaped(Run { face, text, is_right_to_left, glyphs });
    }
    let visible = text.chars().filter(|one| !is_joiner(*one));
    Piece::Inter(if is_right_to_left { visible.rev().map(mirrored).collect() } else { visible.collect() })
}

/// The character that a text from right to left shows instead, for the brackets of names.
const fn mirrored(one: char) -> char {
    match one {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        '<' => '>',
        '>' => '<',
        '«' => '»',
        '»' => '«',
        one => one,
    }
}

/// Returns the subset of a face that a document embeds. Fails when the font cannot be subset.
pub fn subset(number: FaceNo, glyphs: &GlyphRemapper) -> anyhow::Result<Subset> {
    let face = face(number).context("a font that was used is gone")?;
    let own = face.shaping.glyph_metrics();
    // Widths are whole font units.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an advance is a u16 in the font")]
    let width = |glyph: u16| own.h_advance(GlyphId::from(glyph)).round() as u16;
    let widths = (0..).zip(glyphs.remapped_gids()).map(|(number, glyph)| (number, width(glyph))).collect();
    let program = subsetter::subset(face.program, face.index, glyphs)?;
    Subset::new(&face.metrics, &face.name, program, std::collections::BTreeMap::new(), widths)
}

/// The name by which pages refer to a face.
pub fn id(number: FaceNo) -> printpdf::FontId {
    printpdf::FontId(format!("Fallback{number}"))
}

/// Finds the regular faces in these folders and the folders in them. Sans-serif faces for simplified Chinese come first,
/// since several faces have the same characters in the shapes of other countries.
fn find_machine_faces(folders: &[PathBuf]) -> Vec<MachineFace> {
    let mut files = Vec::new();
    for folder in folders {
        list_files(folder, &mut files);
    }
    files.sort_by_cached_key(|file| (rank(file), file.clone()));
    files.iter().filter_map(|file| machine_face(file)).collect()
}

fn list_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
        // A link to a folder is not followed, since it may lead back.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            list_files(&path, files);
        } else if matches!(ending.as_str(), "ttf" | "otf" | "ttc" | "otc") && is_regular(&path) {
            files.push(path);
        }
    }
}

fn stem(path: &Path) -> &str {
    path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()
}

fn is_regular(path: &Path) -> bool {
    !OTHER_STYLES.iter().any(|style| stem(path).contains(style))
}

fn rank(path: &Path) -> usize {
    PREFERRED.iter().position(|begin| stem(path).starts_with(begin)).unwrap_or(PREFERRED.len())
}

/// Returns the face of a file: of a collection for several countries, that for simplified Chinese.
fn machine_face(path: &Path) -> Option<MachineFace> {
    let bytes = std::fs::read(path).ok()?;
    let count = if bytes.starts_with(b"ttcf") { u32::from_be_bytes(bytes.get(8..12)?.try_into().ok()?) } else { 1 };
    let bytes: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::new(bytes);
    let read = |index: u32| Shaping::new(bytes.clone(), index);
    let is_simplified = |index: &u32| {
        let name = read(*index).and_then(|font| {
            let name = font.names().get(NameId::FAMILY_NAME)?.english_or_first()?;
            Some(name.name().chars().collect::<String>())
        });
        name.is_some_and(|name| name.ends_with(" SC"))
    };
    let index = (0..count.min(MAX_FACES)).find(is_simplified).unwrap_or(0);
    let mut letters: Vec<u32> = read(index)?.charmap().unicodes().map(|(one, _)| one).collect();
    letters.sort_unstable();
    letters.dedup();
    let ranges = letters.chunk_by(|one, next| one + 1 == *next);
    let letters = ranges.filter_map(|range| Some((*range.first()?, *range.last()?))).collect();
    Some(MachineFace { path: path.to_owned(), index, letters, face: OnceLock::new() })
}

#[cfg(test)]
mod tests {
    use gridbill_core::Language;
    use lopdf::{Document, Object};

    use super::super::{FontWeight, Sheet, fonts, unprintable_letters};
    use super::*;

    fn pieces_of(line: &str) -> Vec<Piece> {
        pieces(line, &fonts::all().expect("fonts")[0])
    }

    fn run(piece: &Piece) -> &Run {
        match piece {
            Piece::Shaped(run) => run,
            Piece::Inter(text) => panic!("Inter shows {text}"),
        }
    }

    #[test]
    fn jawi_is_joined_and_written_from_right_to_left() {
        let pieces = pieces_of("Kedai نور");
        assert!(matches!(&pieces[0], Piece::Inter(text) if text == "Kedai "), "{pieces:?}");
        let run = run(&pieces[1]);
        let nominal = |one: char| BUILT_IN_FACES[1].shaping.charmap().map_unicode(one).map(harfrust::GlyphId::to_u32);
        // From the left: reh, waw, noon. Noon joins waw, so it has its initial form; waw its final form.
        assert!(run.glyphs.len() >= 3);
        assert_eq!(Some(u32::from(run.glyphs[0].number)), nominal('ر'));
        assert!(run.glyphs.iter().all(|glyph| Some(u32::from(glyph.number)) != nominal('و')));
        assert!(run.width() > 0.5 && run.width() < 3.0, "{}", run.width());
        // A name that begins in Jawi is written from the right.
        let order = pieces_of("نور Sdn (M)");
        assert!(matches!(&order[0], Piece::Inter(text) if text == "Sdn (M)"), "{order:?}");
        assert_eq!(order.len(), 3);
        let jawi = pieces_of("چڠڤݢۏڽ");
        assert_eq!((jawi.len(), run_text(&jawi[0])), (1, "چڠڤݢۏڽ"));
    }

    fn run_text(piece: &Piece) -> &str {
        &run(piece).text
    }

    #[test]
    fn tamil_is_shaped() {
        let pieces = pieces_of("கெ");
        let run = run(&pieces[0]);
        // The vowel sign is written before its consonant.
        let nominal = |one: char| BUILT_IN_FACES[0].shaping.charmap().map_unicode(one).map(harfrust::GlyphId::to_u32);
        assert_eq!(Some(u32::from(run.glyphs[0].number)), nominal('ெ'));
        assert_eq!((pieces.len(), run.glyphs.len()), (1, 2));
    }

    /// The text strings of a file's content that readers copy, the names of its fonts, and its pages.
    fn read(bytes: &[u8]) -> (Vec<String>, Vec<String>, usize) {
        let file = Document::load_mem(bytes).expect("a PDF");
        let mut copied = Vec::new();
        for page in file.get_pages().values() {
            let content = file.get_page_content(*page);
            for operation in lopdf::content::Content::decode(&content).expect("content").operations {
                if let (_, Some(Object::Dictionary(properties))) = (&operation.operator, operation.operands.get(1)) {
                    let text = properties.get(b"ActualText").and_then(Object::as_str).expect("a text");
                    let units = text.chunks_exact(2).skip(1).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
                    copied.push(char::decode_utf16(units).map(|one| one.expect("a letter")).collect());
                }
            }
        }
        let fonts =
            file.objects.values().filter_map(|object| object.as_dict().ok()?.get(b"FontName").ok()?.as_name().ok());
        let mut fonts: Vec<String> = fonts.map(|name| String::from_utf8_lossy(name).into_owned()).collect();
        fonts.sort_by_key(|name| name.split('+').next_back().map(str::to_owned));
        (copied, fonts, file.get_pages().len())
    }

    fn document(language: Language, text: &str) -> Vec<u8> {
        let mut sheet = Sheet::new("A document").expect("fonts");
        sheet.text(text, FontWeight::SemiBold, 12.0);
        sheet.bytes(language).expect("a file")
    }

    fn text_of(bytes: &[u8]) -> String {
        let read = printpdf::PdfDocument::parse(bytes, &printpdf::PdfParseOptions::default(), &mut Vec::new());
        read.expect("a PDF").extract_text().concat().concat().split_whitespace().collect()
    }

    #[test]
    fn a_document_embeds_only_the_fonts_that_it_needs() {
        let (copied, fonts, _) = read(&document(Language::En, "Plain"));
        assert_eq!((copied.len(), fonts.len()), (0, 1), "{fonts:?}");
        let bytes = document(Language::En, "光明 Trading, நூல், نور");
        let (copied, fonts, pages) = read(&bytes);
        assert_eq!((pages, copied.as_slice()), (1, ["光明", "நூல்"].map(str::to_owned).as_slice()));
        // Jawi is in the order of its glyphs.
        assert!(text_of(&bytes).contains("رون"), "{}", text_of(&bytes));
        let names: Vec<&str> = fonts.iter().filter_map(|name| name.split('+').nth(1)).collect();
        assert_eq!(names, ["Inter-SemiBold", "NotoSansArabic", "NotoSansSCRegular", "NotoSansTamil"]);
        assert!(!text_of(&bytes).contains('?') && bytes.len() < 60_000, "{} bytes", bytes.len());
    }

    #[test]
    fn a_letter_without_a_font_is_a_box_that_the_document_explains() {
        for (language, said) in [(Language::En, "cannotbeprintedhere"), (Language::Ms, "tidakdapatdicetak")] {
            let text = text_of(&document(language, "光ไท Why?"));
            assert!(text.contains("□□Why?"), "{text}");
            assert!(text.contains(said) && text.contains("U+0E17,U+0E44"), "{text}");
        }
        assert_eq!(unprintable_letters("光ไท Ωи ≥→₂ \u{200b}\u{202e}நூல் نور"), "ทไ");
    }

    #[test]
    fn long_texts_of_other_scripts_wrap_between_letters() {
        let sheet = Sheet::new("").expect("fonts");
        for text in ["光明公司".repeat(20), "நிறுவனம்".repeat(12)] {
            let lines = sheet.lines(&text, FontWeight::Regular, 10.0, 100.0);
            assert!(lines.len() > 3 && lines.concat() == text);
            for line in &lines {
                let width = sheet.width(line, FontWeight::Regular, 10.0);
                assert!(width <= 100.0 && !line.starts_with(['ி', 'ு', '்']), "{line} has {width}");
            }
        }
    }

    #[test]
    fn only_regular_text_faces_are_used_and_chinese_is_simplified() {
        for (file, expected) in [
            ("NotoSansTamil-Regular.ttf", true),
            ("NotoSansTamil-Bold.ttf", false),
            ("NotoSansMono-Regular.ttf", false),
            ("NotoSerifCJK-Regular.ttc", false),
            ("DroidSansFallbackFull.ttf", true),
            ("NotoColorEmoji.ttf", false),
        ] {
            assert_eq!(is_regular(Path::new(file)), expected, "{file}");
        }
        let mut files =
            ["DroidSansFallbackFull.ttf", "NotoSansThai-Regular.ttf", "NotoSansCJK-Regular.ttc"].map(PathBuf::from);
        files.sort_by_key(|file| rank(file));
        assert_eq!(files[0], Path::new("NotoSansCJK-Regular.ttc"));
        assert!(find_machine_faces(&[PathBuf::from("/no/such/folder")]).is_empty());
    }
}
