//! Writes a list as a workbook with one sheet.
//!
//! Every cell is a text in a text column, so that no spreadsheet program takes `=1+1` for a formula or drops leading
//! zeros.

use std::fmt::Write as _;

use super::escaped::is_escape;
use super::stored::package;
use super::xml::is_forbidden;

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#;
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const TYPES: &str = r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>"#;
const ROOT: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const RELATIONS: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>"#;
/// Style 1 is for cells, style 2 for the heading.
const STYLES: &str = r#"<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" xfId="0"/><xf numFmtId="49" xfId="0" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="49" fontId="1" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>"#;

/// Maximum width of a row in characters for portrait. Wider rows would be printed too small to read.
const MAX_PORTRAIT: u32 = 100;

/// Writes a workbook with that heading and those rows.
pub fn write<'a, const N: usize>(
    name: &str,
    heading: [&str; N],
    widths: [u32; N],
    rows: impl Iterator<Item = [&'a str; N]>,
) -> Vec<u8> {
    let mut sheet = format!(
        r#"{HEAD}<worksheet xmlns="{MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>"#
    );
    for (column, width) in (1..).zip(widths) {
        // Writing to a string cannot fail.
        let _ = write!(sheet, r#"<col min="{column}" max="{column}" width="{width}" style="1" customWidth="1"/>"#);
    }
    sheet.push_str("</cols><sheetData>");
    row(&mut sheet, heading, 2);
    rows.for_each(|cells| row(&mut sheet, cells, 1));
    // Print on A4, one page wide and as many pages long as needed.
    let is_wide = widths.iter().sum::<u32>() > MAX_PORTRAIT;
    let orientation = if is_wide { "landscape" } else { "portrait" };
    let _ = write!(
        sheet,
        r#"</sheetData><pageSetup paperSize="9" fitToHeight="0" orientation="{orientation}"/></worksheet>"#
    );

    let mut book = format!(
        r#"{HEAD}<workbook xmlns="{MAIN}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name=""#
    );
    escape(&mut book, name);
    // Print the heading on every page.
    book.push_str(r#"" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="_xlnm.Print_Titles" localSheetId="0">'"#);
    escape(&mut book, &name.replace('\'', "''"));
    book.push_str("'!$1:$1</definedName></definedNames></workbook>");

    package(&[
        ("[Content_Types].xml", format!("{HEAD}{TYPES}")),
        ("_rels/.rels", format!("{HEAD}{ROOT}")),
        ("xl/workbook.xml", book),
        ("xl/_rels/workbook.xml.rels", format!("{HEAD}{RELATIONS}")),
        ("xl/styles.xml", format!(r#"{HEAD}<styleSheet xmlns="{MAIN}">{STYLES}</styleSheet>"#)),
        ("xl/worksheets/sheet1.xml", sheet),
    ])
}

fn row<const N: usize>(sheet: &mut String, cells: [&str; N], style: u8) {
    sheet.push_str("<row>");
    for text in cells {
        let _ = write!(sheet, r#"<c s="{style}" t="inlineStr"><is><t xml:space="preserve">"#);
        escape(sheet, text);
        sheet.push_str("</t></is></c>");
    }
    sheet.push_str("</row>");
}

/// Escapes text for XML, and drops characters that XML does not allow.
fn escape(part: &mut String, text: &str) {
    for (place, character) in text.char_indices() {
        match character {
            '&' => part.push_str("&amp;"),
            '<' => part.push_str("&lt;"),
            '>' => part.push_str("&gt;"),
            '"' => part.push_str("&quot;"),
            '_' if is_escape(&text[place..]) => part.push_str("_x005F_"),
            forbidden if is_forbidden(forbidden) => {}
            plain => part.push(plain),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_printed_one_page_wide_with_its_heading_and_a_wide_one_in_landscape() {
        let printed = |widths: [u32; 3]| {
            let book = write("List", ["A", "B", "C"], widths, std::iter::once(["1", "2", "3"]));
            // The parts are not compressed.
            String::from_utf8_lossy(&book).into_owned()
        };
        for (widths, orientation) in [([20, 24, 80], "landscape"), ([20, 24, 56], "portrait")] {
            let book = printed(widths);
            let setup = format!(r#"<pageSetup paperSize="9" fitToHeight="0" orientation="{orientation}"/>"#);
            assert!(book.contains(&setup) && book.contains(r#"<pageSetUpPr fitToPage="1"/>"#), "{widths:?}");
            assert!(book.contains("'List'!$1:$1</definedName>"), "{widths:?}");
        }
    }
}
