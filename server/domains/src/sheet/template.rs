//! Writes the template workbook. It has two text columns, so that no program shortens a number or takes a name for
//! a formula, and a second sheet with instructions.

use gridbill_core::Language;
use gridbill_core::sheet::{heading, sheet_name};
use rust_xlsxwriter::{Format, FormatAlign, Workbook, XlsxError};

/// The words of the workbook in one language.
struct Words {
    file: &'static str,
    notes_sheet: &'static str,
    notes: &'static [&'static str],
}

const ENGLISH: Words = Words {
    file: "Add Accounts Template.xlsx",
    notes_sheet: "How to fill in",
    notes: &[
        "Put one electricity account into each row of the first sheet, under the heading.",
        "An account number has exactly 12 digits and starts with 21 or 22. It is on the bill.",
        "The reference ID is your own name for the account, with at most 16 characters. It may be left empty.",
        "Enter each account once, and at most 10,000 in a file.",
        "Type the values themselves, or formulas with their results. Macros and links to other workbooks cannot be read.",
    ],
};

const MALAY: Words = Words {
    file: "Templat Tambah Akaun.xlsx",
    notes_sheet: "Cara mengisi",
    notes: &[
        "Letakkan satu akaun elektrik dalam setiap baris helaian pertama, di bawah tajuk.",
        "Nombor akaun mempunyai tepat 12 digit dan bermula dengan 21 atau 22. Nombor ini ada pada bil.",
        "ID rujukan ialah nama anda sendiri untuk akaun itu, paling banyak 16 aksara. Ia boleh dibiarkan kosong.",
        "Masukkan setiap akaun sekali sahaja, dan paling banyak 10,000 akaun dalam satu fail.",
        "Taip nilainya, atau formula dengan hasilnya. Makro dan pautan ke buku kerja lain tidak boleh dibaca.",
    ],
};

const fn words(language: Language) -> &'static Words {
    language.pick([&ENGLISH, &MALAY])
}

/// Returns the name of the file.
pub const fn name(language: Language) -> &'static str {
    words(language).file
}

/// Excel's code of the paper size.
const A4: u8 = 9;

/// Returns the content of the file.
pub fn write(language: Language) -> anyhow::Result<Vec<u8>> {
    Ok(workbook(language)?)
}

fn workbook(language: Language) -> Result<Vec<u8>, XlsxError> {
    let words = words(language);
    let text = Format::new().set_num_format("@");
    let bold = Format::new().set_num_format("@").set_bold();
    let note = Format::new().set_text_wrap().set_align(FormatAlign::Top);
    let mut book = Workbook::new();

    let sheet = book.add_worksheet();
    sheet.set_name(sheet_name(language))?.set_freeze_panes(1, 0)?.set_repeat_rows(0, 0)?;
    sheet.set_paper_size(A4).set_print_fit_to_pages(1, 0);
    // Only two of the three headings: the third column, with errors, appears only in corrected lists.
    for (column, (title, width)) in (0..).zip(heading(language).into_iter().zip([20.0, 24.0])) {
        sheet.set_column_width(column, width)?.set_column_format(column, &text)?;
        sheet.write_string_with_format(0, column, title, &bold)?;
    }

    let sheet = book.add_worksheet();
    sheet.set_name(words.notes_sheet)?.set_column_width(0, 90)?;
    sheet.set_paper_size(A4).set_print_fit_to_pages(1, 0);
    for (line, sentence) in (0..).zip(words.notes) {
        sheet.write_string_with_format(line, 0, *sentence, &note)?;
    }
    book.save_to_buffer()
}
