//! A declaration as if signed by a company: a PDF of one page, which any reader opens.

use std::fmt::Write as _;

/// Renders the page, with the text of the utility's form.
pub fn pdf(company: &str, registration_no: &str, signed_by: &str, day: &str) -> Vec<u8> {
    let lines = [
        "DECLARATION".to_owned(),
        String::new(),
        format!("We, {company} ({registration_no}), apply for a bulk account"),
        "for our electricity accounts, and declare that what we state is true".to_owned(),
        "and complete. We will tell of any change.".to_owned(),
        String::new(),
        format!("Signed by {signed_by} on {day}, with the company's stamp."),
    ];
    let mut text = String::from("BT /F1 13 Tf 72 760 Td 20 TL\n");
    for line in lines {
        text.push('(');
        for character in line.chars().filter(char::is_ascii) {
            if matches!(character, '(' | ')' | '\\') {
                text.push('\\');
            }
            text.push(character);
        }
        text.push_str(") Tj T*\n");
    }
    text.push_str("ET\n");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{text}endstream", text.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut file = String::from("%PDF-1.4\n");
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in objects.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(table, "{:010} 00000 n ", file.len());
        let _ = writeln!(file, "{} 0 obj\n{object}\nendobj", number + 1);
    }
    let begins = file.len();
    file.push_str(&table);
    let _ = write!(file, "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{begins}\n%%EOF\n", objects.len() + 1);
    file.into_bytes()
}
