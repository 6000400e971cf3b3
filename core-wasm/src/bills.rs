//! Rules for bills: their state, whether they can be selected, and the total of a selection.

use gridbill_core::bills::{self, BatchColour, BillState, Closure, DueBills, DueNote, DueOn, Quantity, Selection};
use gridbill_core::number::AccountNo;
use gridbill_core::number_list::write_numbers;
use gridbill_core::payments::Status;
use gridbill_core::problem::ErrorBody;
use gridbill_core::{Day, Instant, Language, Money, Tone};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

use crate::rule::{Checked, List, checked, refusal};

/// The data that a bill's state follows from.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct BillStanding {
    total_amount_payable: Money,
    status: Status,
    closed: Option<Closure>,
    due_date: Option<Day>,
}

/// A bill's state as a screen shows it.
#[derive(Serialize, Tsify)]
pub struct BillStateShown {
    state: BillState,
    word: &'static str,
    tone: Tone,
    /// The note next to its due date.
    note: Option<DueNote>,
}

impl BillStateShown {
    fn of(bill: &BillStanding, today: Day, language: Language) -> Self {
        let state = bills::bill_state(bill.total_amount_payable, bill.status, bill.closed, bill.due_date, today);
        let tone = state.tone_on(bill.due_date, today);
        Self { state, word: state.word(language), tone, note: bills::due_note(state, bill.due_date, today, language) }
    }
}

/// A batch's colour as a screen shows it.
#[derive(Serialize, Tsify)]
pub struct BatchColourShown {
    colour: BatchColour,
    /// The word next to it; none for the normal case.
    word: Option<&'static str>,
    tone: Tone,
    /// Days since the batch was extracted.
    days: i64,
}

impl BatchColourShown {
    fn of(extracted: Day, today: Day, language: Language) -> Self {
        let colour = bills::batch_colour(extracted, today);
        Self { colour, word: colour.word(language), tone: colour.tone(), days: today.days_since(extracted) }
    }
}

/// The data that decides whether a bill can be selected.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SelectableBill {
    status: Status,
    total_amount_payable: Money,
    current_charge: Money,
    closed: Option<Closure>,
}

impl SelectableBill {
    fn check(&self) -> Result<(), gridbill_core::Code> {
        bills::selection_refusal(self.status, self.total_amount_payable, self.current_charge, self.closed)
            .map_or(Ok(()), Err)
    }
}

/// A bill of a selection.
#[derive(Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct SelectedBill {
    account_no: AccountNo,
    amount: Money,
}

rules! {
    /// Returns the word and the tone of a bill's state.
    billState(bill: BillStanding, today: Day, language: Language) -> BillStateShown = BillStateShown::of(&bill, today, language);
    /// Returns how late an unpaid batch is. Screens always show the days next to the colour.
    batchColour(extracted: Day, today: Day, language: Language) -> BatchColourShown = BatchColourShown::of(extracted, today, language);
    /// Returns what a bulk account owes on a day, if nothing is paid and no new bill arrives until then.
    dueOn(due: List<DueBills>, day: Day, language: Language) -> Checked<DueOn> = checked(bills::due_summary(&due, day, language), language);
    /// Returns how long the customer may still ask for the rejection of an e-invoice. None once the time is over.
    rejectionLeft(endsAt: Instant, now: Instant, language: Language) -> Option<String> = bills::rejection_left(endsAt, now, language);
    /// Returns why a bill cannot be selected for payment.
    billRefusal(bill: SelectableBill, language: Language) -> Option<ErrorBody> = refusal(bill.check(), language);
    /// Returns what is left to pay of a bill that was paid in part.
    billRest(total: Money, settled: Money) -> Money = total.minus(settled).unwrap_or_default();
    /// Returns the index of the period that ended a year before `until`. The last days of the periods are `ends`.
    yearBefore(until: Day, ends: List<Day>) -> Option<usize> = bills::year_before(until, &ends);
    /// Returns the change of a figure a day in tenths of a percent, computed from the figures of both periods.
    changeADay(now: Quantity, days: i64, before: Quantity, daysBefore: i64) -> Option<i64> =
        bills::change_a_day((now, days), (before, daysBefore));
    /// Writes a list of numbers as one text for a request, in their order. None if the numbers are not alike.
    writeNumbers(numbers: List<String>) -> Option<String> = write_numbers(&numbers);
    /// Returns the bills, the accounts and the charged total of a selection.
    selectionOf(bills: List<SelectedBill>, language: Language) -> Checked<Selection> =
        checked(bills::select(bills.iter().map(|bill| (&bill.account_no, bill.amount))), language);
}
