//! QR codes of links, as bars: a path for pages, and rectangles for PDF.

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
    pub fn size(&self) -> i32 {
        self.0.size() + 2 * MARGIN
    }

    /// The dark modules, row by row. Neighbours are joined, so that no gaps show between them.
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
    pub fn drawing(&self) -> QrCode {
        let runs = self.runs().into_iter().map(|Run { x, y, width }| format!("M{x} {y}h{width}v1h-{width}z"));
        QrCode { size: self.size().unsigned_abs(), path: runs.collect::<Vec<_>>().concat() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
