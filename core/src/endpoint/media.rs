//! The media types of the files that calls answer.

/// The media type of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MediaType {
    /// An iCalendar file.
    Calendar,
    /// A table as text.
    Csv,
    /// A JPEG image.
    Jpeg,
    /// A PDF document.
    Pdf,
    /// A PNG image.
    Png,
    /// A text.
    Text,
    /// An Excel workbook.
    Workbook,
    /// An XML document.
    Xml,
    /// A ZIP archive.
    Zip,
}

impl MediaType {
    /// Returns the name without parameters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Calendar => "text/calendar",
            Self::Csv => "text/csv",
            Self::Jpeg => "image/jpeg",
            Self::Pdf => "application/pdf",
            Self::Png => "image/png",
            Self::Text => "text/plain",
            Self::Workbook => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Xml => "application/xml",
            Self::Zip => "application/zip",
        }
    }

    /// Returns the value of the header `Content-Type`.
    #[must_use]
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Calendar => "text/calendar; charset=utf-8",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Jpeg | Self::Pdf | Self::Png | Self::Text | Self::Workbook | Self::Xml | Self::Zip => self.name(),
        }
    }
}
