//! QR codes, as bars: a path for pages, and rectangles for PDF.

use gridbill_core::bills::QrCode;
use qrcodegen::{QrCode as Code, QrCodeEcc};

/// Light modules on each side, which scanners need (ISO/IEC 18004).
const MARGIN: i32 = 4;

/// A QR code.
pub struct Qr(Code);

/// A horizontal run of dark modules, in modules from the upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    pub x: i32,
    pub y: i32,
    pub width: i32,
}

impl Qr {
    /// Makes the code of a text; `None` if the text is too long for one.
    pub fn of(text: &str) -> Option<Self> {
        Code::encode_text(text, QrCodeEcc::Medium).ok().map(Self)
    }

    /// The width and height in modules, including the margin.
    #[must_use]
    pub fn size(&self) -> i32 {
        self.0.size() + 2 * MARGIN
    }

    /// The dark modules, row by row. Neighbours are joined, so that no gaps show between them.
    #[must_use]
    pub fn runs(&self) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for y in 0..self.0.size() {
            for x in (0..self.0.size()).filter(|x| self.0.get_module(*x, y)) {
                let (x, y) = (x + MARGIN, y + MARGIN);
                match runs.last_mut() {
                    Some(last) if last.y == y && last.x + last.width == x => last.width += 1,
                    _ => runs.push(Run { x, y, width: 1 }),
                }
            }
        }
        runs
    }

    /// The drawing for pages.
    #[must_use]
    pub fn drawing(&self) -> QrCode {
        let runs = self.runs().into_iter().map(|Run { x, y, width }| format!("M{x} {y}h{width}v1h-{width}z"));
        QrCode { size: self.size().unsigned_abs(), path: runs.collect::<Vec<_>>().concat() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A code of the fixtures, as the page draws it.
    #[derive(serde::Deserialize, serde::Serialize, PartialEq, Debug)]
    struct Drawn {
        text: String,
        #[serde(flatten)]
        drawing: QrCode,
    }

    /// `app/test/qr.test.ts` reads the same drawings with jsQR.
    #[test]
    fn the_drawings_are_those_of_the_fixture() {
        let cases: Vec<serde_json::Value> =
            serde_json::from_str(include_str!("../../../../fixtures/rules/duitnow.json")).unwrap();
        let texts =
            cases.iter().filter(|case| case["rule"] == "duitNow.text").filter_map(|case| case["output"].as_str());
        let drawn = texts.map(|text| Drawn { text: text.to_owned(), drawing: Qr::of(text).unwrap().drawing() });
        let (drawn, path) = (drawn.collect::<Vec<_>>(), concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/qr.json"));
        if std::env::var_os("GRIDBILL_WRITE_FIXTURES").is_some() {
            std::fs::write(path, serde_json::to_string_pretty(&drawn).unwrap() + "\n").unwrap();
        }
        let stored: Vec<Drawn> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(stored, drawn);
    }

    #[test]
    fn runs_cover_the_dark_modules_and_the_path_has_the_same() {
        let qr = Qr::of("https://myinvois.hasil.gov.my/F9D425P6DS7D8IU/share/YQH73576FY9VR57B").unwrap();
        let runs = qr.runs();
        let dark: i32 = runs.iter().map(|run| run.width).sum();
        let modules = (0..qr.0.size()).flat_map(|y| (0..qr.0.size()).map(move |x| (x, y)));
        let expected = modules.filter(|(x, y)| qr.0.get_module(*x, *y)).count();
        assert_eq!(usize::try_from(dark).unwrap(), expected);
        assert!(runs.iter().all(|run| run.x >= MARGIN && run.x + run.width <= qr.size() - MARGIN));
        // The upper left corner is a finder pattern: seven dark modules.
        assert_eq!(runs[0], Run { x: MARGIN, y: MARGIN, width: 7 });
        let drawing = qr.drawing();
        assert!(drawing.path.starts_with("M4 4h7v1h-7z"), "{}", drawing.path);
        assert_eq!(drawing.path.matches('M').count(), runs.len());
        assert!(Qr::of(&"x".repeat(3_000)).is_none());
    }
}
