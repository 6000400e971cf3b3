//! Rows of CSV files (RFC 4180).

/// Adds a row with its line end. A cell with a separator, a quote or a line break is quoted.
pub fn push_row<Cell: AsRef<str>>(out: &mut String, cells: &[Cell], separator: char) {
    for (place, cell) in cells.iter().map(AsRef::as_ref).enumerate() {
        if place > 0 {
            out.push(separator);
        }
        if cell.contains([separator, '"', '\r', '\n']) {
            out.push('"');
            out.push_str(&cell.replace('"', "\"\""));
            out.push('"');
        } else {
            out.push_str(cell);
        }
    }
    out.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::push_row;

    #[test]
    fn only_cells_that_need_quotes_are_quoted() {
        let mut out = String::new();
        push_row(&mut out, &["a", "b;c", "d,e", "say \"f\"", "", "g\nh"], ';');
        assert_eq!(out, "a;\"b;c\";d,e;\"say \"\"f\"\"\";;\"g\nh\"\r\n");
    }
}
