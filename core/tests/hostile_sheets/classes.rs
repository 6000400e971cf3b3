//! One workbook of each kind of attack or defect.

use gridbill_core::Code::{self, *};
use zip::CompressionMethod::Stored;

use super::bytes::lying;
use super::package::{Book, KINDS, MAIN, relations};

pub struct Class {
    pub name: &'static str,
    pub file: Vec<u8>,
    pub expected: Result<(), Code>,
    /// Whether it takes long to read.
    pub is_large: bool,
}

const DIRECTORY: &[u8; 4] = b"PK\x01\x02";
const PART: &[u8; 4] = b"PK\x03\x04";
const END: &[u8; 4] = b"PK\x05\x06";
const SHEET: &str = "xl/worksheets/sheet1.xml";

fn plain() -> Book {
    Book::of_numbers(&["220000000001", "220000000002"])
}

fn rows(rows: &str) -> Vec<u8> {
    Book::of(rows, "").file()
}

fn sheet(part: &str) -> Vec<u8> {
    plain().with(SHEET, part).file()
}

/// Makes a workbook with that part of styles.
fn styled(styles: &str) -> Vec<u8> {
    let parts = [("rId1", "worksheet", "worksheets/sheet1.xml"), ("rId3", "styles", "styles.xml")];
    plain().with("xl/_rels/workbook.xml.rels", &relations(&parts)).with("xl/styles.xml", styles).file()
}

/// Makes a sheet with a repeated piece of rows.
fn repeated(piece: &str, times: usize) -> Vec<u8> {
    rows(&piece.repeat(times))
}

fn shared(place: &str) -> Vec<u8> {
    Book::of(&format!(r#"<row><c t="s"><v>{place}</v></c></row>"#), "<si><t>220000000001</t></si>").file()
}

fn numbered(count: usize) -> Vec<u8> {
    let lines = (1..=count).map(|line| format!("<row><c><v>{}</v></c></row>", 220_000_000_000_u64 + line as u64));
    rows(&lines.collect::<String>())
}

fn utf16(text: &str) -> Vec<u8> {
    [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect()
}

/// A compound file with an entry of that name in its directory.
fn compound(name: &str) -> Vec<u8> {
    let mut file = [&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], &[0; 1_528][..]].concat();
    let name: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
    file[640..640 + name.len()].copy_from_slice(&name);
    file
}

pub fn all() -> Vec<Class> {
    let class = |is_large| move |(name, file, expected)| Class { name, file, expected, is_large };
    let small = packages().into_iter().chain(texts()).map(class(false));
    small.chain(sizes().into_iter().map(class(true))).collect()
}

type Line = (&'static str, Vec<u8>, Result<(), Code>);

/// Attacks and defects of the zip file and its list of parts.
fn packages() -> Vec<Line> {
    let file = plain().file();
    let half = file.len() / 2;
    let stored = plain().zipped(Stored);
    let beside = |name: &str| plain().with(name, "x").file();
    let sheet_is = |kind: &str, target: &str| {
        plain().with("xl/_rels/workbook.xml.rels", &relations(&[("rId1", kind, target)])).file()
    };
    let twice = {
        let book = plain().with("xl/worksheets/sheet2.xml", "<worksheet/>").zipped(Stored);
        let place = |skip: usize| {
            book.windows(20).enumerate().filter(|(_, piece)| *piece == b"worksheets/sheet2.xm").nth(skip).unwrap().0
        };
        let (one, other) = (place(0), place(1));
        let mut book = book;
        book[one + 16] = b'1';
        book[other + 16] = b'1';
        book
    };
    let overlapping = {
        // Every entry of the directory points to the first part.
        lying(stored.clone(), DIRECTORY, 42, &0_u32.to_le_bytes())
    };
    let spliced = [plain().file(), Book::of_numbers(&["210000000009"]).file()].concat();
    vec![
        ("a plain workbook", file.clone(), Ok(())),
        ("nothing", Vec::new(), Err(SheetNotXlsx)),
        ("not a zip", vec![7; 5_000], Err(SheetNotXlsx)),
        ("csv renamed", b"accountNo,referenceId\n220000000001,A\n".to_vec(), Err(SheetIsText)),
        ("html renamed", b"<html><table><tr><td>220000000001</td></tr></table></html>".to_vec(), Err(SheetIsText)),
        (
            "an old workbook",
            [&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], &[0; 600][..]].concat(),
            Err(SheetNotXlsx),
        ),
        ("an old workbook with its parts", compound("Workbook"), Err(SheetIsXls)),
        ("a still older workbook", compound("Book"), Err(SheetIsXls)),
        ("a workbook of the first programs", [0x09, 0x08, 0x10, 0x00].repeat(200), Err(SheetIsXls)),
        ("a workbook with a password", compound("EncryptedPackage"), Err(SheetIsProtected)),
        ("an old text document", compound("WordDocument"), Err(SheetNotXlsx)),
        ("a binary workbook", plain().without("xl/workbook.xml").with("xl/workbook.bin", "x").file(), Err(SheetIsXlsb)),
        (
            "an open document",
            Book(Vec::new()).with("mimetype", "application/vnd.oasis.opendocument.spreadsheet").file(),
            Err(SheetIsOds),
        ),
        ("a spreadsheet of numbers", Book(Vec::new()).with("Index/Document.iwa", "x").file(), Err(SheetIsNumbers)),
        ("csv of another program", utf16("accountNo;referenceId\n220000000001;A\n"), Err(SheetIsText)),
        ("encrypted parts", lying(lying(file.clone(), DIRECTORY, 8, &[1, 0]), PART, 6, &[1, 0]), Err(SheetIsProtected)),
        ("a zip of other things", Book(Vec::new()).with("readme.txt", "hello").file(), Err(SheetNotXlsx)),
        ("a zip in a zip", Book(Vec::new()).with_bytes("inner.zip", plain().file()).file(), Err(SheetNotXlsx)),
        (
            "a zip beside the sheet",
            plain().with_bytes("xl/inner.zip", Book(Vec::new()).with_bytes("a.zip", plain().file()).file()).file(),
            Ok(()),
        ),
        ("two zips in one file", spliced, Err(SheetDamaged)),
        ("cut in half", file[..half].to_vec(), Err(SheetDamaged)),
        ("without its end", file[..file.len() - 22].to_vec(), Err(SheetDamaged)),
        ("no content types", plain().without("[Content_Types].xml").file(), Err(SheetNotXlsx)),
        ("no list of sheets", plain().without("xl/workbook.xml").file(), Err(SheetNotXlsx)),
        ("no relations", plain().without("xl/_rels/workbook.xml.rels").file(), Err(SheetDamaged)),
        ("no sheet", plain().without(SHEET).file(), Err(SheetDamaged)),
        ("a sheet that is the list of sheets", sheet_is("worksheet", "workbook.xml"), Err(SheetEmpty)),
        ("a sheet that is its own relations", sheet_is("worksheet", "_rels/workbook.xml.rels"), Err(SheetEmpty)),
        ("a sheet above the package", sheet_is("worksheet", "../../../etc/passwd"), Err(SheetDamaged)),
        (
            "a sheet that is elsewhere",
            sheet_is(r#"worksheet" TargetMode="External"#, "http://example.com/sheet.xml"),
            Err(SheetHasObjects),
        ),
        ("a sheet that is a chart", sheet_is("chartsheet", "worksheets/sheet1.xml"), Err(SheetDamaged)),
        ("a sheet of macros by its kind", sheet_is("xlMacrosheet", "worksheets/sheet1.xml"), Err(SheetHasMacros)),
        ("a sheet of macros by its folder", beside("xl/macrosheets/sheet1.xml"), Err(SheetHasMacros)),
        ("macros", beside("xl/vbaProject.bin"), Err(SheetHasMacros)),
        (
            "macros by content type",
            plain()
                .with(
                    "[Content_Types].xml",
                    r#"<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>"#,
                )
                .file(),
            Err(SheetHasMacros),
        ),
        ("an embedded object", beside("xl/embeddings/oleObject1.bin"), Err(SheetHasObjects)),
        ("a control", beside("xl/activeX/activeX1.bin"), Err(SheetHasObjects)),
        ("links to another workbook", beside("xl/externalLinks/externalLink1.xml"), Err(SheetHasObjects)),
        ("a name that climbs", beside("../../etc/cron.d/x"), Err(SheetDamaged)),
        ("an absolute name", beside("/etc/passwd"), Err(SheetDamaged)),
        ("a name of another system", beside("C:\\windows\\x"), Err(SheetDamaged)),
        ("a name twice", twice, Err(SheetDamaged)),
        (
            "a name twice but for case",
            plain().with("xl/Worksheets/Sheet1.xml", "<worksheet/>").file(),
            Err(SheetDamaged),
        ),
        ("parts in one another", overlapping, Err(SheetDamaged)),
        ("sizes that lie high", lying(file.clone(), DIRECTORY, 24, &0xffff_fff0_u32.to_le_bytes()), Ok(())),
        ("sizes that lie low", lying(file.clone(), DIRECTORY, 24, &1_u32.to_le_bytes()), Err(SheetDamaged)),
        (
            "packed sizes that lie high",
            lying(file.clone(), DIRECTORY, 20, &0x7fff_ffff_u32.to_le_bytes()),
            Err(SheetDamaged),
        ),
        ("sizes of parts that lie", lying(file.clone(), PART, 22, &0x7fff_ffff_u32.to_le_bytes()), Ok(())),
        ("sizes said to be larger than 32 bits", lying(file.clone(), DIRECTORY, 20, &[0xff; 8]), Err(SheetDamaged)),
        ("a directory that counts too many", lying(file.clone(), END, 8, &[0xff, 0xff, 0xff, 0xff]), Err(SheetDamaged)),
        (
            "a directory that is elsewhere",
            lying(file.clone(), END, 16, &0x7fff_ffff_u32.to_le_bytes()),
            Err(SheetDamaged),
        ),
        (
            "a wrong checksum",
            lying(lying(file.clone(), DIRECTORY, 16, &[1, 2, 3, 4]), PART, 14, &[1, 2, 3, 4]),
            Err(SheetDamaged),
        ),
        (
            "an unknown packing",
            lying(lying(file.clone(), DIRECTORY, 10, &[99, 0]), PART, 8, &[99, 0]),
            Err(SheetDamaged),
        ),
        ("a packing that it is not", lying(lying(stored, DIRECTORY, 10, &[8, 0]), PART, 8, &[8, 0]), Err(SheetDamaged)),
        (
            "a name that is no text",
            lying(lying(file, DIRECTORY, 46, &[0xff, 0xfe]), PART, 30, &[0xff, 0xfe]),
            Err(SheetDamaged),
        ),
    ]
}

/// Attacks and defects in the content of parts.
fn texts() -> Vec<Line> {
    let laughs = (0..12).map(|level| format!("<!ENTITY l{} \"{}\">", level + 1, format!("&l{level};").repeat(10)));
    let laughs = format!(
        "<!DOCTYPE w [<!ENTITY l0 \"ha\">{}]><worksheet><sheetData><row><c><v>&l12;</v></c></row></sheetData></worksheet>",
        laughs.collect::<String>()
    );
    let cell = |value: &str| rows(&format!("<row><c t=\"str\"><v>{value}</v></c></row>"));
    vec![
        ("a billion laughs", sheet(&laughs), Err(SheetDamaged)),
        ("a document type", sheet("<!DOCTYPE w SYSTEM \"file:///etc/passwd\"><worksheet/>"), Err(SheetDamaged)),
        ("an entity that nobody knows", cell("&passwd;"), Err(SheetDamaged)),
        ("a character that is none", cell("&#0;"), Err(SheetDamaged)),
        ("a character beyond all", cell("&#x7fffffff;"), Err(SheetDamaged)),
        ("a null in a text", cell("22\u{0}0"), Err(SheetDamaged)),
        ("controls in a text", cell("22\u{1b}[2J"), Err(SheetDamaged)),
        (
            "a formula",
            rows(r#"<row><c r="A1"><f>HYPERLINK("http://example.com")</f><v>220000000001</v></c></row>"#),
            Ok(()),
        ),
        (
            "a formula without a result",
            rows(r#"<row><c r="A1"><f>WEBSERVICE("http://example.com")</f></c></row>"#),
            Err(SheetHasFormula),
        ),
        (
            "a row that is hidden",
            rows(r#"<row hidden="1"><c><v>220000000001</v></c></row><row><c><v>220000000002</v></c></row>"#),
            Err(SheetRowsHidden),
        ),
        ("a control that is escaped", cell("22_x0000__x001B_[2J"), Ok(())),
        ("a style that overflows", rows(r#"<row><c s="99999999999999999999"><v>220000000001</v></c></row>"#), Ok(())),
        ("a day that overflows", styled(r#"<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>"#), Ok(())),
        ("styles that do not close", styled("<styleSheet><cellXfs>"), Err(SheetDamaged)),
        (
            "a formula in a column that is not read",
            rows(r#"<row><c r="A1"><v>220000000001</v></c><c r="ZZ1"><f>1</f></c></row>"#),
            Ok(()),
        ),
        ("a text like a formula", cell("=cmd|' /C calc'!A0"), Ok(())),
        ("not text", plain().with_bytes(SHEET, vec![0xc3, 0x28, 0xff]).file(), Err(SheetDamaged)),
        ("two bytes for a character", plain().with_bytes(SHEET, utf16("<worksheet/>")).file(), Err(SheetDamaged)),
        ("an empty part", sheet(""), Err(SheetEmpty)),
        ("elements that do not close", sheet("<worksheet><sheetData><row><c><v>1"), Err(SheetDamaged)),
        ("elements that close another", sheet("<worksheet><sheetData></worksheet></sheetData>"), Err(SheetDamaged)),
        ("a row in a row", rows("<row><row><c><v>1</v></c></row></row>"), Err(SheetDamaged)),
        ("a cell in no row", sheet("<worksheet><c><v>1</v></c></worksheet>"), Err(SheetDamaged)),
        ("a row beyond the last", rows(r#"<row r="1048577"><c><v>1</v></c></row>"#), Err(SheetDamaged)),
        ("a row that overflows", rows(r#"<row r="99999999999999999999"><c><v>1</v></c></row>"#), Err(SheetDamaged)),
        ("a row below the first", rows(r#"<row r="0"><c><v>1</v></c></row>"#), Err(SheetDamaged)),
        ("a negative row", rows(r#"<row r="-1"><c><v>1</v></c></row>"#), Err(SheetDamaged)),
        (
            "rows out of order",
            rows(r#"<row r="5"><c><v>1</v></c></row><row r="4"><c><v>1</v></c></row>"#),
            Err(SheetDamaged),
        ),
        ("a row twice", rows(r#"<row r="5"><c><v>1</v></c></row><row r="5"><c><v>1</v></c></row>"#), Err(SheetDamaged)),
        ("the last row", rows(r#"<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>"#), Err(SheetEmpty)),
        (
            "rows far apart",
            rows(
                r#"<row r="1"><c r="A1"><v>220000000001</v></c></row><row r="1048576"><c r="A1048576"><v>220000000002</v></c><c r="XFD1048576"><v>1</v></c></row>"#,
            ),
            Ok(()),
        ),
        ("a column beyond the last", rows(r#"<row><c r="XFE1"><v>1</v></c></row>"#), Err(SheetDamaged)),
        ("a column that overflows", rows(r#"<row><c r="ZZZZZZZZZZZZZZZZ1"><v>1</v></c></row>"#), Err(SheetDamaged)),
        ("a column without a row", rows(r#"<row><c r="A"><v>1</v></c></row>"#), Err(SheetDamaged)),
        ("cells out of order", rows(r#"<row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>"#), Err(SheetDamaged)),
        ("a shared text that is not there", shared("1"), Err(SheetDamaged)),
        ("a shared text below the first", shared("-1"), Err(SheetDamaged)),
        ("a shared text that overflows", shared("99999999999999999999999"), Err(SheetDamaged)),
        ("a number that overflows", cell("1E999999999999"), Ok(())),
        (
            "a sheet list without sheets",
            plain().with("xl/workbook.xml", &format!("<workbook {MAIN}><sheets/></workbook>")).file(),
            Err(SheetDamaged),
        ),
        (
            "only hidden sheets",
            plain()
                .with(
                    "xl/workbook.xml",
                    &format!(r#"<workbook {MAIN}><sheets><sheet state="veryHidden" r:id="rId1"/></sheets></workbook>"#),
                )
                .file(),
            Err(SheetDamaged),
        ),
    ]
}

/// Attacks by size.
fn sizes() -> Vec<Line> {
    let long = |length: usize| rows(&format!("<row><c t=\"str\"><v>{}</v></c></row>", "2".repeat(length)));
    let bomb = |bytes| plain().with(SHEET, r#"<worksheet><sheetData><row><c t="str"><v>"#).file_with(bytes);
    let attributes = (0..400_000).map(|count| format!(" a{count}=\"\"")).collect::<String>();
    let many_parts = (0..600).fold(plain(), |book, count| book.with(&format!("x/{count}"), ""));
    let relations_bomb = format!(
        "<Relationships>{}</Relationships>",
        format!(r#"<Relationship Id="a" Type="{KINDS}/worksheet" Target="a"/>"#).repeat(50_000)
    );
    let texts = |count: usize, text: &str| format!("<si><t>{text}</t></si>").repeat(count);
    let referring = r#"<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>"#.repeat(10_001);
    vec![
        ("a cell as long as it may be", long(1_000), Ok(())),
        ("a cell that is too long", long(1_001), Err(SheetCellTooLong)),
        ("a cell of 512 MB", bomb(512 << 20), Err(SheetUnpacksTooLarge)),
        ("a part of 20 MB and a byte", bomb((20 << 20) + 1), Err(SheetUnpacksTooLarge)),
        ("a part of 19 MB", bomb(19 << 20), Err(SheetCellTooLong)),
        ("a file of 2 MB and a byte", [b"PK\x03\x04".to_vec(), vec![0; (2 << 20) - 3]].concat(), Err(FileTooLarge)),
        ("ten thousand rows", numbered(10_001), Ok(())),
        ("too many rows", numbered(10_002), Err(SheetTooManyRows)),
        ("empty rows by the million", repeated("<row/>", 1 << 20), Err(SheetEmpty)),
        ("cells by the million", rows(&format!("<row>{}</row>", "<c/>".repeat(16_384)).repeat(200)), Err(SheetEmpty)),
        ("a row of too many cells", rows(&format!("<row>{}</row>", "<c/>".repeat(16_385))), Err(SheetDamaged)),
        (
            "numbers by the million",
            rows(&format!("<row>{}</row>", "<c><v>1</v></c>".repeat(16_000)).repeat(80)),
            Ok(()),
        ),
        ("depth without end", sheet(&"<a>".repeat(1 << 20)), Err(SheetDamaged)),
        ("attributes without end", rows(&format!("<row{attributes}><c><v>220000000001</v></c></row>")), Ok(())),
        (
            "an attribute without end",
            rows(&format!("<row a=\"{}\"><c><v>220000000001</v></c></row>", "a".repeat(18 << 20))),
            Ok(()),
        ),
        ("a comment without end", sheet(&format!("<!--{}--><worksheet/>", "a".repeat(18 << 20))), Err(SheetEmpty)),
        ("comments by the million", repeated("<!---->", 1 << 21), Err(SheetEmpty)),
        (
            "references by the million",
            rows(&format!("<row><c t=\"str\"><v>{}</v></c></row>", "&amp;".repeat(1 << 20))),
            Err(SheetCellTooLong),
        ),
        ("shared texts by the million", Book::of("", &"<si/>".repeat(3_000_000)).file(), Err(SheetUnpacksTooLarge)),
        (
            "a shared text without end",
            Book::of(r#"<row><c t="s"><v>0</v></c></row>"#, &texts(1, &"a".repeat(18 << 20))).file(),
            Err(SheetCellTooLong),
        ),
        (
            "a shared text without end of references",
            Book::of("", &texts(1, &"&lt;".repeat(4 << 20))).file(),
            Err(SheetEmpty),
        ),
        ("shared texts of 18 MB", Book::of("", &texts(18_000, &"a".repeat(1_000))).file(), Err(SheetUnpacksTooLarge)),
        (
            "a long text shared by all",
            Book::of(&referring, &texts(1, &"a".repeat(1_000))).file(),
            Err(SheetUnpacksTooLarge),
        ),
        (
            "styles by the million",
            styled(&format!("<styleSheet><cellXfs>{}</cellXfs></styleSheet>", "<xf/>".repeat(2 << 20))),
            Ok(()),
        ),
        ("escapes by the million", Book::of("", &texts(1, &"_x005F_".repeat(2 << 20))).file(), Err(SheetEmpty)),
        (
            "formulas without results by the thousand",
            rows(&"<row><c><f>A1</f></c><c><f>A1</f></c></row>".repeat(10_000)),
            Err(SheetHasFormula),
        ),
        (
            "hidden rows by the thousand",
            rows(&"<row hidden=\"1\"/><row ht=\"0\"><c><v>220000000001</v></c></row>".repeat(10_000)),
            Err(SheetRowsHidden),
        ),
        ("parts without end", many_parts.file(), Err(SheetDamaged)),
        (
            "relations without end",
            plain().with("xl/_rels/workbook.xml.rels", &relations_bomb).file(),
            Err(SheetDamaged),
        ),
    ]
}
