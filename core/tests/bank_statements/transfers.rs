//! A transfer is credited once, in all files and formats in which it arrives.

use std::fmt::Write as _;

use gridbill_core::bank_statements::{
    AwaitedPayment, CountedMoney, FoundMoney, KnownLine, KnownLines, LineDecision, OpenLine, PaymentOfLine,
    SearchedMoney, Standing, bookings, match_awaited, parse_lines, read,
};
use gridbill_core::{Day, Instant, Money};
use proptest::prelude::*;

use super::day;

/// Money that really came.
#[derive(Debug, Clone)]
struct Transfer {
    sen: i64,
    /// The number that the payer wrote.
    number: usize,
    /// Days since the first day of the statements.
    booked: i64,
    /// Days from the value day to the booking day.
    delay: i64,
    /// Whether the payer's bank sends an end-to-end reference.
    has_end_to_end: bool,
}

/// How a file is written.
#[derive(Debug, Clone)]
struct File {
    format: Format,
    from: i64,
    to: i64,
    is_reversed: bool,
    /// Whether the file has its statement twice.
    is_doubled: bool,
    /// Changes the texts, the zone, the day that a table shows, and whether the payer's number is in the texts.
    variant: u8,
}

#[derive(Debug, Clone, Copy)]
enum Format {
    Camt,
    Mt940,
    Ofx,
    Csv,
    OtherCsv,
}

#[derive(Debug, Clone)]
enum Step {
    Upload(File),
    /// Carries out a proposal of an uploaded statement.
    Decide(prop::sample::Index, prop::sample::Index),
    /// Accepts a payment on its own page.
    AcceptOnPage(prop::sample::Index),
    /// Matches a line with a payment by hand.
    Match(prop::sample::Index, prop::sample::Index),
    /// Declares a line to be other money than another, which an officer does only if it is true.
    Declare(prop::sample::Index, prop::sample::Index),
}

const FIRST_DAY: &str = "2026-11-02";
const AMOUNTS: [i64; 2] = [10_000, 25_050];
const NUMBERS: [&str; 3] = ["EFT2026001", "EFT2026002", "EFT2026003"];

fn on(place: i64) -> Day {
    day(FIRST_DAY).plus_days(place)
}

fn compact(day: Day) -> String {
    day.to_string().replace('-', "")
}

impl File {
    /// Writes the transfers of the file's days, those that have the index as their bank's reference. Returns their
    /// indices, too.
    fn write(&self, transfers: &[Transfer]) -> Option<(String, Vec<usize>)> {
        let mut own: Vec<(usize, &Transfer)> =
            transfers.iter().enumerate().filter(|(_, one)| (self.from..=self.to).contains(&one.booked)).collect();
        if own.is_empty() {
            return None;
        }
        if self.is_reversed {
            own.reverse();
        }
        let remark = ["", "THANK YOU", "BAYARAN BIL", "ELECTRICITY NOV"][usize::from(self.variant % 4)];
        let is_named = self.variant & 8 == 0;
        let number = |one: &Transfer| if is_named { NUMBERS[one.number] } else { "" };
        let mut body = String::new();
        for (at, one) in &own {
            let _ = match self.format {
                Format::Camt => camt_entry(&mut body, *at, one, (remark, number(one)), self.variant),
                Format::Mt940 => mt940_line(&mut body, *at, one, (remark, number(one)), self.variant),
                Format::Ofx => ofx_line(&mut body, *at, one, (remark, number(one)), self.variant),
                Format::Csv => writeln!(
                    body,
                    "{},{},IBG {remark},{}.{:02}",
                    on(one.booked),
                    number(one),
                    one.sen / 100,
                    one.sen % 100
                ),
                Format::OtherCsv => writeln!(
                    body,
                    "{};B{at:06};{remark} {};{}.{:02}",
                    on(one.booked - one.delay),
                    number(one),
                    one.sen / 100,
                    one.sen % 100
                ),
            };
        }
        let times = if self.is_doubled { 2 } else { 1 };
        let text = match self.format {
            Format::Camt => {
                let statement = format!(
                    "<Stmt><Id>S{}-{}</Id><Acct><Id><Othr><Id>514012345678</Id></Othr></Id></Acct>{body}</Stmt>",
                    self.from, self.to
                );
                format!(
                    "<?xml version=\"1.0\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt>\
                     {}</BkToCstmrStmt></Document>",
                    statement.repeat(times)
                )
            }
            Format::Mt940 => {
                let statement = format!(
                    ":20:S{}-{}\n:25:MBBEMYKL/514012345678\n:28C:1/1\n:60F:C261101MYR0,\n{body}-\n",
                    self.from, self.to
                );
                statement.repeat(times)
            }
            Format::Ofx => format!(
                "OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>MYR<BANKACCTFROM><BANKID>MBB<ACCTID>514012345678\
                 <ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>{}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>",
                body.repeat(times)
            ),
            Format::Csv => format!("Date,Reference,Description,Credit\n{body}").repeat(times),
            Format::OtherCsv => format!("Value Date;Bank Reference;Details;Money in\n{body}").repeat(times),
        };
        Some((text, own.into_iter().map(|(at, _)| at).collect()))
    }
}

fn camt_entry(
    body: &mut String,
    at: usize,
    one: &Transfer,
    (remark, number): (&str, &str),
    variant: u8,
) -> std::fmt::Result {
    // 01:30 in Malaysia is the day before in UTC.
    let booked = match variant % 3 {
        0 => format!("<Dt>{}</Dt>", on(one.booked)),
        1 => format!("<DtTm>{}T17:30:00Z</DtTm>", on(one.booked - 1)),
        _ => format!("<DtTm>{}T01:30:00+08:00</DtTm>", on(one.booked)),
    };
    let end_to_end = if one.has_end_to_end { end_to_end(one) } else { "NOTPROVIDED".to_owned() };
    write!(
        body,
        "<Ntry><Amt Ccy=\"MYR\">{}.{:02}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt>{booked}</BookgDt>\
         <ValDt><Dt>{}</Dt></ValDt><AcctSvcrRef>B{at:06}</AcctSvcrRef><NtryDtls><TxDtls><Refs>\
         <EndToEndId>{end_to_end}</EndToEndId></Refs><RmtInf><Ustrd>{remark} {}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>",
        one.sen / 100,
        one.sen % 100,
        on(one.booked - one.delay),
        number,
    )
}

/// The number as a payer may write it.
fn end_to_end(one: &Transfer) -> String {
    NUMBERS[one.number].replace("EFT", "EFT ")
}

fn mt940_line(
    body: &mut String,
    at: usize,
    one: &Transfer,
    (remark, number): (&str, &str),
    variant: u8,
) -> std::fmt::Result {
    let (value, booked) = (compact(on(one.booked - one.delay)), compact(on(one.booked)));
    let (owner, code) = match (one.has_end_to_end, variant % 3) {
        (false, _) => ("NONREF", String::new()),
        (true, 0) => (NUMBERS[one.number], String::new()),
        (true, _) => ("NONREF", format!("/EREF/{}/REMI/", end_to_end(one))),
    };
    write!(
        body,
        ":61:{}{}C{},{:02}NTRF{owner}//B{at:06}\n:86:{code}{remark} {number}\n",
        &value[2..],
        &booked[4..],
        one.sen / 100,
        one.sen % 100,
    )
}

fn ofx_line(
    body: &mut String,
    at: usize,
    one: &Transfer,
    (remark, number): (&str, &str),
    variant: u8,
) -> std::fmt::Result {
    let posted = match variant % 3 {
        0 => compact(on(one.booked)),
        1 => format!("{}173000[0:GMT]", compact(on(one.booked - 1))),
        _ => format!("{}013000[+8:MYT]", compact(on(one.booked))),
    };
    writeln!(
        body,
        "<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>{posted}<TRNAMT>{}.{:02}<FITID>F{at:06}<NAME>{remark}<MEMO>{}</STMTTRN>",
        one.sen / 100,
        one.sen % 100,
        number,
    )
}

/// The portal as far as bank lines concern it: uploaded lines, payments, and the money that was counted for them.
#[derive(Default)]
struct Portal {
    lines: Vec<KnownLine>,
    /// The transfer that each line is.
    truth: Vec<usize>,
    payments: Vec<Payment>,
    /// Money that was counted before its line came.
    counted: Vec<(i64, CountedMoney)>,
    uploads: u32,
}

#[derive(Clone)]
struct Payment {
    no: String,
    sen: i64,
    number: &'static str,
    is_accepted: bool,
}

/// The day on which all payments were submitted.
fn submitted() -> Day {
    on(8)
}

impl Portal {
    /// Reads a file whose lines are these transfers. One that stands twice in it may be left out.
    fn upload(&mut self, text: &str, transfers: &[usize]) {
        let Ok(table) = read(text.as_bytes()) else { panic!("{text}") };
        let lines = parse_lines(&table.rows, &table.guessed);
        let bookings = bookings(&table.heading, &table.rows, &table.guessed, &lines);
        self.uploads += 1;
        for ((line, booking), truth) in lines.into_iter().zip(bookings).zip(transfers.iter().cycle()) {
            self.truth.push(*truth);
            let (Some(amount), Some(booking), None) = (line.amount, booking, line.problem) else {
                panic!("{line:?} of {text}")
            };
            self.lines.push(KnownLine {
                file: self.uploads.into(),
                line: line.line,
                uploaded_at: Instant::parse("2026-11-20T00:00:00Z").expect("a time").plus_seconds(self.uploads.into()),
                booking,
                reference: line.reference,
                description: line.description,
                amount,
                taken: Money::ZERO,
                used_by: None,
                other_than: Vec::new(),
            });
        }
    }

    /// The lines of an amount, with their places among all lines.
    fn known(&self, sen: i64) -> (KnownLines, Vec<usize>) {
        let own: Vec<usize> =
            (0..self.lines.len()).filter(|at| self.lines[*at].amount == Money::from_sen(sen)).collect();
        (KnownLines::new(own.iter().map(|at| self.lines[*at].clone()).collect(), Vec::new()), own)
    }

    fn counted(&self, sen: i64) -> Vec<CountedMoney> {
        self.counted.iter().filter(|(of, _)| *of == sen).map(|(_, one)| one.clone()).collect()
    }

    fn credit(&mut self, payment: usize, line: usize) {
        self.payments[payment].is_accepted = true;
        let amount = self.lines[line].amount;
        self.lines[line].taken = amount;
        self.lines[line].used_by = Some(self.payments[payment].no.clone());
    }

    /// Uses a line if it is a transfer of its own, and no counted money has it.
    fn try_line(&mut self, payment: usize, line: usize) -> bool {
        let sen = self.payments[payment].sen;
        assert_eq!(self.lines[line].amount, Money::from_sen(sen), "only equal amounts are matched");
        let (known, own) = self.known(sen);
        let at = own.iter().position(|one| *one == line).expect("the line");
        let no = self.payments[payment].no.clone();
        let own = PaymentOfLine { no: &no, numbers: &[self.payments[payment].number.to_owned()] };
        if known.standing(at) != Standing::Open || known.holder(at, &self.counted(sen), &[own]).is_some() {
            return false;
        }
        self.credit(payment, line);
        true
    }

    fn waiting(&self) -> Vec<usize> {
        (0..self.payments.len()).filter(|at| !self.payments[*at].is_accepted).collect()
    }

    fn awaited(&self, payment: usize) -> AwaitedPayment {
        let Payment { no, sen, number, .. } = &self.payments[payment];
        let amount = Money::from_sen(*sen);
        AwaitedPayment {
            payment_no: no.clone(),
            numbers: vec![(*number).to_owned()],
            submitted: amount,
            is_difference: false,
            day: submitted(),
            billed: amount,
            previous: None,
            earlier: Vec::new(),
            is_repeated: false,
            is_settled: false,
        }
    }

    fn take_step(&mut self, step: &Step, transfers: &[Transfer]) {
        match step {
            Step::Upload(file) => {
                if let Some((text, own)) = file.write(transfers) {
                    self.upload(&text, &own);
                }
            }
            Step::Decide(file, line) => {
                if self.uploads == 0 {
                    return;
                }
                let file = u128::try_from(file.index(self.uploads as usize) + 1).expect("a number");
                let own: Vec<usize> = (0..self.lines.len()).filter(|at| self.lines[*at].file == file).collect();
                let open: Vec<usize> = own.into_iter().filter(|at| self.lines[*at].used_by.is_none()).collect();
                let waiting = self.waiting();
                let awaited: Vec<_> = waiting.iter().map(|at| self.awaited(*at)).collect();
                let compared: Vec<OpenLine<'_>> = open
                    .iter()
                    .map(|at| &self.lines[*at])
                    .map(|line| OpenLine {
                        day: line.booking.day,
                        reference: &line.reference,
                        description: &line.description,
                        amount: line.amount,
                        is_of_other_bank: false,
                    })
                    .collect();
                let found: Vec<(usize, usize)> = match_awaited(&compared, &awaited)
                    .into_iter()
                    .zip(&open)
                    .filter_map(|(found, line)| {
                        let found = found?;
                        let accepts = found.proposal?.decision == LineDecision::Accept;
                        accepts.then_some((*line, waiting[found.awaited]))
                    })
                    .collect();
                if !found.is_empty() {
                    let (line, payment) = found[line.index(found.len())];
                    self.try_line(payment, line);
                }
            }
            Step::AcceptOnPage(payment) => {
                let waiting = self.waiting();
                if waiting.is_empty() {
                    return;
                }
                let payment = waiting[payment.index(waiting.len())];
                let Payment { no, sen, number, .. } = self.payments[payment].clone();
                let (known, own) = self.known(sen);
                let search = SearchedMoney { payment_no: &no, number_key: number, day: submitted() };
                match known.find(search, &self.counted(sen)) {
                    FoundMoney::Line(line) => self.credit(payment, own[line]),
                    // An officer who sees the money at the bank. The lines that were used say which money that is.
                    FoundMoney::Missing => {
                        let came =
                            transfers.iter().filter(|one| one.sen == sen && NUMBERS[one.number] == number).count();
                        let is_counted = |one: &&Payment| one.is_accepted && one.sen == sen && one.number == number;
                        let is_used = |at: &usize| {
                            let one = &transfers[self.truth[*at]];
                            self.lines[*at].used_by.is_some() && one.sen == sen && NUMBERS[one.number] == number
                        };
                        let used = (0..self.lines.len()).filter(is_used).count();
                        if came <= self.payments.iter().filter(is_counted).count().max(used) {
                            return;
                        }
                        self.payments[payment].is_accepted = true;
                        let counted = CountedMoney { payment_no: no, number_key: number.to_owned(), day: submitted() };
                        self.counted.push((sen, counted));
                    }
                    FoundMoney::Counted(_)
                    | FoundMoney::Held { .. }
                    | FoundMoney::Used(_)
                    | FoundMoney::Repeated { .. } => {}
                }
            }
            Step::Match(line, payment) => {
                let waiting = self.waiting();
                if self.lines.is_empty() || waiting.is_empty() {
                    return;
                }
                let (line, payment) = (line.index(self.lines.len()), waiting[payment.index(waiting.len())]);
                if self.lines[line].amount == Money::from_sen(self.payments[payment].sen) {
                    self.try_line(payment, line);
                }
            }
            Step::Declare(line, other) => {
                if self.lines.is_empty() {
                    return;
                }
                let [line, other] = [line, other].map(|at| at.index(self.lines.len()));
                if self.truth[line] != self.truth[other] {
                    let other = (self.lines[other].file, self.lines[other].line);
                    self.lines[line].other_than.push(other);
                }
            }
        }
    }
}

fn transfers() -> impl Strategy<Value = Vec<Transfer>> {
    let one = (0..AMOUNTS.len(), 0..NUMBERS.len(), 0..14_i64, 0..4_i64, any::<bool>());
    let transfer = one.prop_map(|(amount, number, booked, delay, has_end_to_end)| Transfer {
        sen: AMOUNTS[amount],
        number,
        booked,
        delay,
        has_end_to_end,
    });
    prop::collection::vec(transfer, 1..6)
}

fn step() -> impl Strategy<Value = Step> {
    let format = prop_oneof![
        Just(Format::Camt),
        Just(Format::Mt940),
        Just(Format::Ofx),
        Just(Format::Csv),
        Just(Format::OtherCsv)
    ];
    let file = (format, 0..14_i64, 0..14_i64, any::<bool>(), any::<bool>(), any::<u8>());
    let file = file.prop_map(|(format, one, other, is_reversed, is_doubled, variant)| File {
        format,
        from: one.min(other),
        to: one.max(other),
        is_reversed,
        is_doubled,
        variant,
    });
    prop_oneof![
        4 => file.prop_map(Step::Upload),
        3 => (any::<prop::sample::Index>(), any::<prop::sample::Index>()).prop_map(|(file, line)| Step::Decide(file, line)),
        2 => any::<prop::sample::Index>().prop_map(Step::AcceptOnPage),
        2 => (any::<prop::sample::Index>(), any::<prop::sample::Index>()).prop_map(|(line, payment)| Step::Match(line, payment)),
        1 => (any::<prop::sample::Index>(), any::<prop::sample::Index>()).prop_map(|(line, other)| Step::Declare(line, other)),
    ]
}

/// Sequences that `make test` tries. `GRIDBILL_SEQUENCES` sets another number.
fn sequences() -> u32 {
    std::env::var("GRIDBILL_SEQUENCES").ok().and_then(|number| number.parse().ok()).unwrap_or(500)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sequences(), max_shrink_iters: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn at_most_the_true_transfers_are_credited(transfers in transfers(), steps in prop::collection::vec(step(), 1..14)) {
        let mut portal = Portal::default();
        for (at, (sen, number)) in AMOUNTS.iter().flat_map(|sen| NUMBERS.iter().map(move |number| (sen, number))).enumerate() {
            for copy in 0..3 {
                let no = format!("P26112000{at:02}{copy:03}");
                portal.payments.push(Payment { no, sen: *sen, number, is_accepted: false });
            }
        }
        for step in &steps {
            portal.take_step(step, &transfers);
            for sen in AMOUNTS {
                let credited = portal.payments.iter().filter(|payment| payment.sen == sen && payment.is_accepted).count();
                let came = transfers.iter().filter(|one| one.sen == sen).count();
                prop_assert!(credited <= came, "{credited} of {came} over {sen} sen after {step:?}");
                let (known, _) = portal.known(sen);
                prop_assert_eq!(known.overused(), Ok(Vec::new()));
            }
        }
        // So the server loads no other days for an amount whose lines are all of one kind.
        let kind = |line: &KnownLine| {
            (line.booking.source.clone(), line.booking.booking_day.is_none(), line.booking.value_day.is_none())
        };
        for (at, one) in portal.lines.iter().enumerate() {
            for other in portal.lines[at..].iter().filter(|other| kind(other) == kind(one) && other.booking.day != one.booking.day) {
                prop_assert!(!one.booking.may_be(&other.booking), "{one:?} and {other:?}");
            }
        }
    }
}

fn payments(count: usize, numbers: &[&'static str]) -> Vec<Payment> {
    let one = |at: usize| {
        let no = format!("P261120{at:07}");
        Payment { no, sen: 10_000, number: numbers[at % numbers.len()], is_accepted: false }
    };
    (0..count).map(one).collect()
}

fn mt940_of(lines: &str) -> String {
    format!(":20:A\n:25:MBBEMYKL/514012345678\n:28C:1/1\n:60F:C261101MYR0,\n{lines}-\n")
}

#[test]
fn a_declared_line_is_still_the_transfer_of_its_copies() {
    let mut portal = Portal { payments: payments(3, &[NUMBERS[0]]), ..Portal::default() };
    let line = |bank: &str| format!(":61:2611201120C100,00NTRFNONREF//{bank}\n:86:{}\n", NUMBERS[0]);
    portal.upload(&mt940_of(&format!("{}{}", line("B1"), line("B2"))), &[0, 1]);
    portal.upload(&format!("Date,Reference,Description,Credit\n2026-11-20,{},IBG,100.00\n", NUMBERS[0]), &[1]);
    portal.credit(0, 0);
    portal.lines[2].other_than = vec![(portal.lines[0].file, portal.lines[0].line)];
    assert!(portal.try_line(1, 2), "the row is the second transfer");
    assert!(!portal.try_line(2, 1), "two transfers came, and both are credited");
}

#[test]
fn counted_money_holds_every_copy_of_its_line() {
    let mut portal = Portal { payments: payments(2, &NUMBERS), ..Portal::default() };
    let payment_no = portal.payments[0].no.clone();
    let counted = CountedMoney { payment_no, number_key: NUMBERS[0].to_owned(), day: submitted() };
    portal.payments[0].is_accepted = true;
    portal.counted.push((10_000, counted));
    portal.upload(&format!("Date,Reference,Description,Credit\n2026-11-12,{},IBG,100.00\n", NUMBERS[0]), &[0]);
    portal.upload("Value Date;Bank Reference;Details;Money in\n2026-11-12;B9;IBG CREDIT;100.00\n", &[0]);
    assert!(!portal.try_line(1, 1), "one transfer came, and it was counted");
}

#[test]
fn each_day_of_a_table_is_a_transfer_of_its_own() {
    let mut portal = Portal { payments: payments(60, &[NUMBERS[0]]), ..Portal::default() };
    for place in [1, 30, 59] {
        let day = compact(on(place));
        let line = format!(":61:{}{}C100,00NTRFNONREF//B{place}\n:86:X\n", &day[2..], &day[4..]);
        portal.upload(&mt940_of(&line), &[0]);
    }
    for place in 1..=60 {
        portal.upload(&format!("Date,Reference,Description,Credit\n{},R{place},IBG,100.00\n", on(place)), &[0]);
    }
    for payment in 0..60 {
        assert!(portal.try_line(payment, 3 + payment), "{payment}");
    }
}

#[test]
fn a_reference_with_a_space_is_the_same_in_mt940_and_camt() {
    let mut portal = Portal { payments: payments(2, &NUMBERS), ..Portal::default() };
    let came = Transfer { sen: 10_000, number: 0, booked: 8, delay: 0, has_end_to_end: true };
    for (format, variant) in [(Format::Mt940, 1), (Format::Camt, 0)] {
        let file = File { format, from: 0, to: 13, is_reversed: false, is_doubled: false, variant };
        portal.take_step(&Step::Upload(file), std::slice::from_ref(&came));
    }
    assert!(portal.try_line(0, 0) && !portal.try_line(1, 1), "one transfer came");
}

/// camt.053 lists the transfers of a batch, MT940 has the batch as one line.
#[test]
fn a_batch_and_its_transfers_are_the_same_money() {
    let mut portal = Portal::default();
    let transfer = |amount: &str| {
        format!("<TxDtls><Refs><EndToEndId>E{amount}</EndToEndId></Refs><Amt Ccy=\"MYR\">{amount}</Amt></TxDtls>")
    };
    portal.upload(
        &format!(
            "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt><Stmt><Id>S</Id><Acct><Id><Othr>\
             <Id>514012345678</Id></Othr></Id></Acct><Ntry><Amt Ccy=\"MYR\">600.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>\
             <Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><NtryDtls>{}{}{}</NtryDtls></Ntry></Stmt>\
             </BkToCstmrStmt></Document>",
            transfer("100.00"),
            transfer("200.00"),
            transfer("300.00")
        ),
        &[0, 1, 2],
    );
    portal.upload(&mt940_of(":61:2611201120C600,00NTRFNONREF//B1\n:86:BATCH\n"), &[3]);
    let standing = |part: &KnownLine, whole: &KnownLine| {
        let of_whole = KnownLines::new(vec![whole.clone()], vec![part.clone()]);
        let of_part = KnownLines::new(vec![part.clone()], vec![whole.clone()]);
        (of_part.standing(0), of_whole.standing(0), of_whole.overused().expect("sums").len())
    };
    let [mut part, mut whole] = [portal.lines[0].clone(), portal.lines[3].clone()];
    whole.taken = Money::from_sen(10_000);
    assert_eq!(standing(&part, &whole), (Standing::MayBe(1), Standing::Used, 0), "a share of the batch was used");
    (part.taken, whole.taken) = (part.amount, Money::ZERO);
    assert_eq!(standing(&part, &whole), (Standing::Used, Standing::MayBe(1), 0), "a transfer of the batch was used");
    whole.taken = Money::from_sen(60_000);
    assert_eq!(standing(&part, &whole), (Standing::Used, Standing::Used, 1), "both were used");
    (part.taken, part.other_than) = (Money::ZERO, vec![(whole.file, whole.line)]);
    assert_eq!(
        standing(&part, &whole),
        (Standing::Open, Standing::Used, 0),
        "an officer declared it to be other money"
    );
}
