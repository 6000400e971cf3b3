//! The due dates of unpaid bills as a calendar file (RFC 5545).

use super::{DueBills, Figure, Standing};
use crate::number::BulkId;
use crate::{Code, Day, Instant, Language};

/// Maximum octets of a line, without its line break; longer lines are folded.
const LINE_OCTETS: usize = 75;

/// Writes a calendar file with an all-day event for each due date from `today` on. An event has the number and the sum
/// of payable bills, and links to `portal`, the portal's address. The caller leaves out bills of batches that wait.
///
/// Importing a newer file replaces the events of an older file. The file contains no account numbers and no bank data.
/// Fails with [`Code::AmountTooLarge`] on overflow.
pub fn due_file(due: &[DueBills], of: &BulkId, portal: &str, now: Instant, language: Language) -> Result<String, Code> {
    let today = Day::at(now);
    let mut days: Vec<(Day, Figure)> = Vec::new();
    let payable = due.iter().filter(|bills| bills.standing == Standing::Payable);
    for (day, bills) in payable.filter_map(|bills| bills.due_date.map(|day| (day, bills))) {
        if day < today {
            continue;
        }
        match days.last_mut().filter(|(last, _)| *last == day) {
            Some((_, figure)) => figure.add(bills)?,
            None => days.push((day, Figure { bills: bills.bills, amount: bills.amount })),
        }
    }
    let [name, one, several, open] = language.pick([
        ["Due dates of electricity bills", "electricity bill due", "electricity bills due", "Open in the portal"],
        ["Tarikh akhir bil elektrik", "bil elektrik perlu dibayar", "bil elektrik perlu dibayar", "Buka dalam portal"],
    ]);
    // `2026-11-20T02:05:07.000Z` without its punctuation and fractions of seconds.
    let stamp = format!("{}Z", now.to_string().get(..19).unwrap_or_default().replace(['-', ':'], ""));
    let mut file = CalendarFile::default();
    for (name, value) in [("BEGIN", "VCALENDAR"), ("VERSION", "2.0"), ("CALSCALE", "GREGORIAN")] {
        file.line(name, value);
    }
    file.line("PRODID", &format!("-//Gridbill//Due dates//{}", language.tag().to_uppercase()));
    file.line("X-WR-CALNAME", &escaped(name));
    for (day, Figure { bills, amount }) in days {
        let link = format!("{portal}/billPayment/outstanding?from={day}&to={day}");
        let summary = format!("{bills} {}: {}", if bills == 1 { one } else { several }, amount.shown());
        file.line("BEGIN", "VEVENT");
        file.line("UID", &format!("due-{day}-{of}@gridbill"));
        file.line("DTSTAMP", &stamp);
        file.line("DTSTART;VALUE=DATE", &compact(day));
        file.line("DTEND;VALUE=DATE", &compact(day.plus_days(1)));
        file.line("SUMMARY", &escaped(&summary));
        file.line("DESCRIPTION", &escaped(&format!("{open}:\n{link}")));
        file.line("URL", &link);
        file.line("TRANSP", "TRANSPARENT");
        file.line("END", "VEVENT");
    }
    file.line("END", "VCALENDAR");
    Ok(file.0)
}

fn compact(day: Day) -> String {
    day.to_string().replace('-', "")
}

/// Escapes a value of type TEXT: a backslash goes before backslash, semicolon, comma and line break.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.replace("\r\n", "\n").chars() {
        match letter {
            '\\' | ';' | ',' => escaped.extend(['\\', letter]),
            '\n' | '\r' => escaped.push_str("\\n"),
            // Some calendars show a non-breaking space as a box.
            '\u{a0}' => escaped.push(' '),
            control if control.is_control() => {}
            other => escaped.push(other),
        }
    }
    escaped
}

#[derive(Default)]
struct CalendarFile(String);

impl CalendarFile {
    /// Adds a line that ends with CRLF. A long line continues on the next line, which begins with a space. No character
    /// is split.
    fn line(&mut self, name: &str, value: &str) {
        let mut octets = 0;
        for letter in name.chars().chain([':']).chain(value.chars()) {
            if octets + letter.len_utf8() > LINE_OCTETS {
                self.0.push_str("\r\n ");
                octets = 1;
            }
            self.0.push(letter);
            octets += letter.len_utf8();
        }
        self.0.push_str("\r\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Money;
    use crate::number::BatchId;
    use proptest::prelude::*;

    fn bills(due: &str, standing: Standing, bills: i64, sen: i64) -> DueBills {
        DueBills {
            bill_batch_id: BatchId::parse("2800000001").expect("a batch"),
            extraction_date: Day::parse("2026-11-01").expect("a day"),
            due_date: Day::parse(due).ok(),
            standing,
            bills,
            amount: Money::from_sen(sen),
        }
    }

    fn written(due: &[DueBills], language: Language) -> String {
        let of = BulkId::parse("3010000017").expect("a number");
        let now = Instant::parse("2026-11-20T02:05:07Z").expect("an instant");
        due_file(due, &of, "https://bills.utility.example", now, language).expect("small sums")
    }

    #[test]
    fn each_due_date_that_can_still_be_met_is_one_event() {
        let due = [
            bills("2026-11-19", Standing::Payable, 4, 400),
            bills("2026-11-20", Standing::Payable, 1, 12_345_678),
            bills("2026-12-02", Standing::Payable, 2, 2_000),
            bills("2026-12-02", Standing::InPayment, 9, 9_000),
            bills("2026-12-02", Standing::Payable, 3, 3_050),
            bills("", Standing::Payable, 1, 100),
        ];
        let file = written(&due, Language::En);
        assert_eq!(file.matches("BEGIN:VEVENT\r\n").count(), 2);
        assert!(
            file.starts_with("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n") && file.ends_with("END:VEVENT\r\nEND:VCALENDAR\r\n")
        );
        let last = file.rsplit("BEGIN:VEVENT\r\n").next().expect("an event").replace("\r\n ", "");
        let expected = [
            "UID:due-2026-12-02-3010000017@gridbill",
            "DTSTAMP:20261120T020507Z",
            "DTSTART;VALUE=DATE:20261202",
            "DTEND;VALUE=DATE:20261203",
            "SUMMARY:5 electricity bills due: RM 50.50",
            "DESCRIPTION:Open in the portal:\\nhttps://bills.utility.example/billPayment/outstanding?from=2026-12-02&to=2026-12-02",
            "URL:https://bills.utility.example/billPayment/outstanding?from=2026-12-02&to=2026-12-02",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
            "END:VCALENDAR",
            "",
        ];
        assert_eq!(last.split("\r\n").collect::<Vec<_>>(), expected);
        assert!(file.contains("SUMMARY:1 electricity bill due: RM 123\\,456.78\r\n"));
        assert!(written(&due, Language::Ms).contains("SUMMARY:5 bil elektrik perlu dibayar: RM 50.50\r\n"));
    }

    #[test]
    fn bills_no_longer_due_leave_a_calendar_without_events() {
        let due = [bills("2026-11-19", Standing::Payable, 4, 400)];
        assert!(!written(&due, Language::En).contains("VEVENT"));
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a\\b;c,d\r\ne\nf\u{7}g\u{a0}h"), "a\\\\b\\;c\\,d\\ne\\nfg h");
    }

    proptest! {
        #[test]
        fn long_lines_are_folded_without_loss(value in "\\PC{0,300}") {
            let mut file = CalendarFile::default();
            file.line("SUMMARY", &value);
            let lines: Vec<_> = file.0.strip_suffix("\r\n").expect("a whole line").split("\r\n").collect();
            prop_assert!(lines.iter().all(|line| line.len() <= LINE_OCTETS));
            prop_assert!(lines.iter().skip(1).all(|line| line.starts_with(' ')));
            prop_assert_eq!(file.0.replace("\r\n ", ""), format!("SUMMARY:{value}\r\n"));
        }
    }
}
