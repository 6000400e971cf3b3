//! File names of uploads.

use super::FileKind;

/// The name of a file whose own name is empty or unusable.
pub const DEFAULT_NAME: &str = "Declaration Form";
/// Maximum characters of a name, including its extension.
pub const MAX_NAME_LENGTH: usize = 100;
/// Maximum characters of an extension. A longer ending belongs to the name.
const MAX_EXTENSION_LENGTH: usize = 5;

/// Returns the name to store a file under: without folders, invisible characters and characters that change the text
/// direction, and with the extension for its content.
#[must_use]
pub fn clean_name(name: &str, kind: FileKind) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let shown: String = last.chars().map(|character| if is_forbidden(character) { ' ' } else { character }).collect();
    let spaced = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    let ends = |character: char| matches!(character, '.' | ' ');
    let stem = without_extension(spaced.trim_matches(ends));
    let room = MAX_NAME_LENGTH - 1 - kind.extension().len();
    let stem: String = stem.chars().take(room).collect();
    let stem = match stem.trim_matches(ends) {
        "" => DEFAULT_NAME,
        stem => stem,
    };
    format!("{stem}.{}", kind.extension())
}

/// Whether file systems do not allow the character in a name, or it is invisible.
fn is_forbidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '<' | '>' | ':' | '"' | '|' | '?' | '*')
        || matches!(character, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(character, '\u{e0000}'..='\u{e007f}')
}

/// Removes the extension of `scan.PDF`, but leaves `Form v1.2` as it is.
fn without_extension(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, extension))
            if (1..=MAX_EXTENSION_LENGTH).contains(&extension.len())
                && extension.bytes().all(|byte| byte.is_ascii_alphanumeric())
                && extension.bytes().any(|byte| byte.is_ascii_alphabetic()) =>
        {
            stem
        }
        _ if name.bytes().all(|byte| byte.is_ascii_alphanumeric()) && is_extension(name) => "",
        _ => name,
    }
}

/// Whether the text is only an extension; `.pdf` alone is not a name.
fn is_extension(name: &str) -> bool {
    ["pdf", "png", "jpg", "jpeg"].iter().any(|known| name.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::{FileKind, MAX_NAME_LENGTH, clean_name};

    #[test]
    fn a_name_ends_as_the_content_wants_it() {
        for (name, kind, kept) in [
            ("Declaration Form.pdf", FileKind::Pdf, "Declaration Form.pdf"),
            ("scan.PDF", FileKind::Jpeg, "scan.jpg"),
            ("virus.exe", FileKind::Png, "virus.png"),
            ("a.php.pdf", FileKind::Pdf, "a.php.pdf"),
            ("Form v1.2", FileKind::Pdf, "Form v1.2.pdf"),
            ("Surat Akuan – Syarikat Élan 公司.jpeg", FileKind::Jpeg, "Surat Akuan – Syarikat Élan 公司.jpg"),
            ("no extension", FileKind::Pdf, "no extension.pdf"),
        ] {
            assert_eq!(clean_name(name, kind), kept);
        }
    }

    #[test]
    fn a_name_has_no_folder_and_nothing_hidden() {
        for (name, kept) in [
            ("../../etc/passwd", "passwd.pdf"),
            ("..\\..\\windows\\win.ini", "win.pdf"),
            ("/", "Declaration Form.pdf"),
            ("..", "Declaration Form.pdf"),
            (".pdf", "Declaration Form.pdf"),
            ("", "Declaration Form.pdf"),
            ("   .  . ", "Declaration Form.pdf"),
            ("form\u{202e}fdp.exe", "form fdp.pdf"),
            ("a\0b.pdf", "a b.pdf"),
            ("a\r\nSet-Cookie: b.pdf", "a Set-Cookie b.pdf"),
            ("a\u{200b}\u{feff}b.pdf", "a b.pdf"),
            ("<img src=x onerror=alert(1)>.png", "img src=x onerror=alert(1).pdf"),
            ("C:\\Users\\aina\\form.pdf", "form.pdf"),
        ] {
            assert_eq!(clean_name(name, FileKind::Pdf), kept);
        }
    }

    #[test]
    fn a_name_is_short() {
        let name = clean_name(&"永".repeat(5_000), FileKind::Jpeg);
        assert_eq!((name.chars().count(), name.ends_with("永.jpg")), (MAX_NAME_LENGTH, true));
        let name = clean_name(&format!("{}. .pdf", "a".repeat(95)), FileKind::Pdf);
        assert_eq!(name, format!("{}.pdf", "a".repeat(95)));
    }
}
