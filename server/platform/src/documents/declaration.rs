//! The declaration of a company that applies for a bulk account: filled in with its data, to be signed and uploaded.

use gridbill_core::amount::number_shown;
use gridbill_core::company::{Contact, MailingAddress};
use gridbill_core::identity::registering::TERMS_VERSION;
use gridbill_core::registration::{GOVERNMENT, RegistrationForm};
use gridbill_core::{Day, Language};

use super::{FontWeight, Sheet};

/// The texts of the declaration in a language.
struct Words {
    file: &'static str,
    title: &'static str,
    lead: &'static str,
    company: &'static str,
    number: &'static str,
    kind: &'static str,
    kinds: [&'static str; 2],
    address: &'static str,
    contact: &'static str,
    accounts: &'static str,
    declare: &'static str,
    statements: [&'static str; 4],
    terms: &'static str,
    sign: &'static str,
    signature: [&'static str; 4],
    stamp: &'static str,
    prepared: &'static str,
}

const ENGLISH: Words = Words {
    file: "Declaration Form.pdf",
    title: "Declaration",
    lead: "Application for a bulk account",
    company: "Company",
    number: "Registration number",
    kind: "Business type",
    kinds: ["Government entity", "Organisation"],
    address: "Mailing address",
    contact: "Primary contact",
    accounts: "Electricity accounts",
    declare: "We, the company named above, declare that:",
    statements: [
        "1. the information in this application is true and complete;",
        "2. the electricity accounts named in it are ours, or we are authorised to manage and pay them;",
        "3. the person who submits this application acts on our behalf;",
        "4. we will inform the utility of any change without delay.",
    ],
    terms: "We agree to the terms and conditions of the portal, version of {version}.",
    sign: "To be signed by a person who is authorised to sign for the company",
    signature: ["Name", "Position", "Signature", "Date"],
    stamp: "Company stamp",
    prepared: "Prepared on {day}. Print, sign and stamp this page, then upload it in your application.",
};

const MALAY: Words = Words {
    file: "Borang Akuan.pdf",
    title: "Akuan",
    lead: "Permohonan akaun pukal",
    company: "Syarikat",
    number: "Nombor pendaftaran",
    kind: "Jenis perniagaan",
    kinds: ["Entiti kerajaan", "Organisasi"],
    address: "Alamat surat-menyurat",
    contact: "Orang hubungan utama",
    accounts: "Akaun elektrik",
    declare: "Kami, syarikat yang dinamakan di atas, mengaku bahawa:",
    statements: [
        "1. maklumat dalam permohonan ini adalah benar dan lengkap;",
        "2. akaun elektrik yang dinamakan di dalamnya milik kami, atau kami diberi kuasa untuk mengurus dan membayarnya;",
        "3. orang yang menghantar permohonan ini bertindak bagi pihak kami;",
        "4. kami akan memaklumkan utiliti tentang sebarang perubahan tanpa berlengah.",
    ],
    terms: "Kami bersetuju dengan terma dan syarat portal, versi {version}.",
    sign: "Untuk ditandatangani oleh orang yang diberi kuasa menandatangani bagi pihak syarikat",
    signature: ["Nama", "Jawatan", "Tandatangan", "Tarikh"],
    stamp: "Cap syarikat",
    prepared: "Disediakan pada {day}. Cetak, tandatangani dan cap halaman ini, kemudian muat naik dalam permohonan anda.",
};

const fn words(language: Language) -> &'static Words {
    language.pick([&ENGLISH, &MALAY])
}

/// The file name.
#[must_use]
pub const fn name(language: Language) -> &'static str {
    words(language).file
}

/// Renders the file. Empty fields become lines to write on.
pub fn write(
    language: Language,
    utility: &str,
    form: &RegistrationForm,
    accounts: i64,
    today: Day,
) -> anyhow::Result<Vec<u8>> {
    let words = words(language);
    let kind = match form.business_type {
        Some(GOVERNMENT) => words.kinds[0],
        Some(_) => words.kinds[1],
        None => "",
    };
    let accounts = u64::try_from(accounts).ok().filter(|accounts| *accounts > 0).map(number_shown).unwrap_or_default();
    let mut sheet = Sheet::new(words.title)?;
    sheet.text(utility, FontWeight::Regular, 10.0);
    sheet.space(10.0);
    sheet.text(words.title, FontWeight::SemiBold, 20.0);
    sheet.text(words.lead, FontWeight::Regular, 12.0);
    sheet.space(16.0);
    let [company, number, address, contact] = values(form);
    for (name, value) in [
        (words.company, company.as_str()),
        (words.number, &number),
        (words.kind, kind),
        (words.address, &address),
        (words.contact, &contact),
        (words.accounts, &accounts),
    ] {
        sheet.field(name, value, 10.5);
    }
    sheet.space(14.0);
    sheet.text(words.declare, FontWeight::Regular, 10.5);
    sheet.space(4.0);
    for statement in words.statements {
        sheet.text(statement, FontWeight::Regular, 10.5);
    }
    sheet.space(4.0);
    sheet.text(&words.terms.replace("{version}", &terms_shown(language)), FontWeight::Regular, 10.5);
    sheet.space(22.0);
    sheet.text(words.sign, FontWeight::SemiBold, 10.5);
    sheet.space(8.0);
    for name in words.signature.into_iter().chain([words.stamp]) {
        sheet.space(12.0);
        sheet.field(name, "", 10.5);
    }
    sheet.space(24.0);
    sheet.text(&words.prepared.replace("{day}", &today.shown(language)), FontWeight::Regular, 9.0);
    sheet.bytes(language)
}

/// Returns the values of a form that its declaration has.
#[must_use]
pub fn values(form: &RegistrationForm) -> [String; 4] {
    let details = &form.details;
    [
        details.company_name.clone(),
        details.registration_no.clone(),
        address(&details.mailing_address),
        contact(&details.primary_contact),
    ]
}

fn terms_shown(language: Language) -> String {
    Day::parse(TERMS_VERSION).map_or_else(|_| TERMS_VERSION.to_owned(), |day| day.shown(language))
}

fn address(address: &MailingAddress) -> String {
    let place = format!("{} {}", address.postal_code.trim(), address.city.trim());
    let parts = [&address.unit_floor, &address.building, &address.street, &place, &address.state];
    let parts: Vec<&str> = parts.into_iter().map(|part| part.trim()).filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

fn contact(contact: &Contact) -> String {
    let parts = [&contact.name, &contact.job_title, &contact.email].map(|part| part.trim());
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use gridbill_core::company::CompanyDetails;
    use gridbill_core::registration::declaration::{FileKind, check};
    use printpdf::{PdfDocument, PdfParseOptions};

    use super::*;

    fn form(company: &str) -> RegistrationForm {
        let details = CompanyDetails {
            company_name: company.to_owned(),
            registration_no: "202001234567".to_owned(),
            mailing_address: MailingAddress {
                unit_floor: "3A".to_owned(),
                street: "Jalan Baru".to_owned(),
                city: "Ipoh".to_owned(),
                postal_code: "30000".to_owned(),
                state: "Perak".to_owned(),
                ..MailingAddress::default()
            },
            ..CompanyDetails::default()
        };
        RegistrationForm { business_type: Some(GOVERNMENT), details, declaration_file_id: None }
    }

    /// The number of pages and the text as a PDF reader extracts it, without spaces.
    fn read(bytes: &[u8]) -> (usize, String) {
        let read = PdfDocument::parse(bytes, &PdfParseOptions::default(), &mut Vec::new()).expect("a PDF");
        let pages = read.extract_text();
        (pages.len(), pages.concat().concat().split_whitespace().collect())
    }

    fn written(language: Language, form: &RegistrationForm) -> (Vec<u8>, String) {
        let today = Day::parse("2026-11-20").expect("a day");
        let bytes = write(language, "Sinaran Utility Berhad", form, 1_234, today).expect("a file");
        let checked = check(&bytes).expect("a declaration that the portal takes");
        assert_eq!((checked.kind, checked.bytes), (FileKind::Pdf, bytes.len()));
        let (pages, text) = read(&bytes);
        assert_eq!(pages, 1);
        (bytes, text)
    }

    #[test]
    fn the_form_has_the_companys_data_in_both_languages() {
        let english =
            ["Declaration", "BaruBerhad", "202001234567", "Governmententity", "30000Ipoh", "1,234", "20Nov2026"];
        let malay = ["Akuan", "BaruBerhad", "202001234567", "Entitikerajaan", "30000Ipoh", "1,234", "Capsyarikat"];
        for (language, parts) in [(Language::En, english), (Language::Ms, malay)] {
            let (bytes, text) = written(language, &form("Baru Berhad"));
            for part in parts {
                assert!(text.contains(part), "{part} is missing: {text}");
            }
            assert!(bytes.len() < 120_000, "{} bytes", bytes.len());
        }
    }

    #[test]
    fn no_name_of_a_company_does_harm() {
        for (name, shown) in [
            ("A (B) \\ C)", "A(B)\\C)"),
            ("/JavaScript /OpenAction /AA", "/JavaScript/OpenAction/AA"),
            (") Tj ET /Launch << (", ")TjET/Launch<<("),
            ("%PDF-1.7 endobj 1 0 obj", "%PDF-1.7endobj10obj"),
            ("Élan & Søn “Ω” Sdn. Bhd.", "Élan&Søn“Ω”Sdn.Bhd."),
            ("\u{202e}daehreB\u{200b} \0\r\n", "daehreB"),
            ("≥ → ₂", "≥→₂"),
            // No font of the tests has the letters of Thai.
            ("ไท", "□□"),
            ("", ""),
        ] {
            let (_, text) = written(Language::En, &form(name));
            assert!(text.contains(shown), "{name:?} is not {shown} in {text}");
        }
        // Even a very long name fits on the page.
        let (_, text) = written(Language::Ms, &form(&"W".repeat(5_000)));
        assert!(text.contains("Cap"), "{text}");
    }

    #[test]
    fn empty_fields_become_lines_to_write_on() {
        let (_, text) = written(Language::En, &RegistrationForm::default());
        assert!(text.contains("Registrationnumber") && !text.contains("Organisation"), "{text}");
    }
}
