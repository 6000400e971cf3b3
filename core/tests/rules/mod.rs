//! Runs every rule by name, from JSON to JSON, for `fixtures/rules` and the differential test. `app/test/rules.ts` does
//! the same for the rules in the browser, and both must give the same answers.

mod accounting;
mod announcements;
mod audit;
mod carbon;
mod companies;
mod costs;
mod deposits;
mod input;

use gridbill_core::bank_statements::{self, BankShare, ExpectedPayment, OpenMoney};
use gridbill_core::bills::{self, batch_colour, bill_state};
use gridbill_core::identity::registering::RegisterRequest;
use gridbill_core::identity::{password, person, profile};
use gridbill_core::number::{
    AccountNo, BankId, BatchId, BulkId, ChequeNumber, EftNumber, Email, InvoiceNo, MobileNo, ReferenceId, TransactionNo,
};
use gridbill_core::number_list::write_numbers;
use gridbill_core::operations::{self, WindowForm};
use gridbill_core::payments::{
    self, Document, PaymentMethod, ReconcileAsked, ReconcileKind, Status, TypedReference, Window,
};
use gridbill_core::permission::{Role, Scope};
use gridbill_core::personal_data::breaches::BreachEntry;
use gridbill_core::screen::Screen;
use gridbill_core::status::ServiceFigures;
use gridbill_core::team::{self, Activity, TeamPermission};
use gridbill_core::{Code, Day, Instant, Language, Money, Problem, amount, identity, search, staff};
use serde::Serialize;
use serde_json::{Value, json};

use input::{Input, Malformed};

type Answered = Result<Value, Malformed>;

/// Returns the rule's answer, or `{"malformed": true}` for a malformed value that only a program can send.
pub fn run(rule: &str, input: &Value) -> Value {
    answer(rule, Input(input)).unwrap_or_else(|Malformed| json!({ "malformed": true }))
}

fn answer(rule: &str, input: Input<'_>) -> Answered {
    let (area, _) = rule.split_once('.').unwrap_or((rule, ""));
    match area {
        "amount" | "count" | "check" | "numbers" | "search" => amounts(rule, input),
        "day" | "instant" => calendar(rule, input),
        "audit" => audit::answer(rule, input),
        "bank" => of_bank(rule, input),
        "bill" | "batch" | "charges" | "eInvoice" | "duitNow" => of_bills(rule, input),
        "payment" | "method" | "reconcile" | "fpx" => of_payments(rule, input),
        "company" => companies::answer(rule, input),
        "accounting" => accounting::answer(rule, input),
        "cost" => costs::answer(rule, input),
        "carbon" => carbon::answer(rule, input),
        "deposit" => deposits::answer(rule, input),
        "announcement" => announcements::answer(rule, input),
        "breach" | "status" => of_operation(rule, input),
        _ => people(rule, input),
    }
}

fn amounts(rule: &str, input: Input<'_>) -> Answered {
    Ok(match rule {
        "check" => checked(input)?,
        "amount.shown" => json!(input.money("amount")?.shown()),
        "amount.compare" => json!(input.money("one")?.cmp(&input.money("other")?) as i8),
        "amount.sum" => said(Money::sum(input.moneys("amounts")?), input),
        "count.shown" => json!(amount::count_shown(input.number("count")?)),
        "count.within" => json!(amount::number_shown(input.number("count")?)),
        "numbers.write" => json!(write_numbers(&input.named::<Vec<String>>("numbers")?)),
        "search.recognise" => said(search::recognise(input.text("text")?), input),
        _ => return Err(Malformed),
    })
}

fn checked(input: Input<'_>) -> Answered {
    let text = input.text("text")?;
    let value = match input.text("what")? {
        "amount" => shown(Money::parse(text)),
        "day" => shown(Day::parse(text)),
        "instant" => shown(Instant::parse(text)),
        "accountNo" => shown(AccountNo::parse(text)),
        "batchId" => shown(BatchId::parse(text)),
        "invoiceNo" => shown(InvoiceNo::parse(text)),
        "bulkId" => shown(BulkId::parse(text)),
        "transactionNo" => shown(TransactionNo::parse(text)),
        "referenceId" => shown(ReferenceId::parse(text)),
        "eftNumber" => shown(EftNumber::parse(text)),
        "chequeNumber" => shown(ChequeNumber::parse(text)),
        "bankId" => shown(BankId::parse(text)),
        "mobileNo" => shown(MobileNo::parse(text)),
        "email" => shown(Email::parse(text)),
        _ => return Err(Malformed),
    };
    Ok(said(value, input))
}

fn shown<T: ToString>(parsed: Result<T, Code>) -> Result<String, Code> {
    parsed.map(|value| value.to_string())
}

fn calendar(rule: &str, input: Input<'_>) -> Answered {
    let language = input.language();
    Ok(match rule {
        "day.shown" => json!(input.day("day")?.shown(language)),
        "day.at" => json!(Day::at(input.instant("instant")?).to_string()),
        "day.between" => json!(input.day("later")?.days_since(input.day("earlier")?)),
        "day.waited" => json!(input.day("since")?.waited_shown(input.day("today")?, language)),
        "day.plusDays" => json!(input.day("day")?.plus_days(input.number("days")?).to_string()),
        "day.minusMonths" => json!(input.day("day")?.minus_months(input.number("months")?).to_string()),
        "day.release" => match gridbill_core::approvals::release_day(input.day("chosen")?, input.day("today")?) {
            Ok(day) => json!({ "value": day }),
            Err(problem) => json!({ "refused": problem.code }),
        },
        "instant.shown" => json!(input.instant("instant")?.shown(language)),
        _ => return Err(Malformed),
    })
}

fn of_bank(rule: &str, input: Input<'_>) -> Answered {
    let (lines, payments) = (input.named::<Vec<OpenMoney>>("lines")?, input.named::<Vec<ExpectedPayment>>("payments")?);
    Ok(match rule {
        "bank.allot" => said(bank_statements::divide_among_payments(&lines, &payments), input),
        "bank.check" => {
            let shares: Vec<BankShare> = input.named("shares")?;
            refused(bank_statements::check_shares(&lines, &payments, &shares).err(), input)
        }
        _ => return Err(Malformed),
    })
}

fn of_bills(rule: &str, input: Input<'_>) -> Answered {
    let language = input.language();
    Ok(match rule {
        "bill.state" => {
            let due = input.optional("due").map(Day::parse).transpose()?;
            let today = input.day("today")?;
            let state = bill_state(input.money("amount")?, input.status("status")?, input.named("closed")?, due, today);
            let note = bills::due_note(state, due, today, language);
            json!({ "state": state, "word": state.word(language), "tone": state.tone_on(due, today), "note": note })
        }
        "bill.refusal" => {
            let closed = input.named("closed")?;
            let (amount, charge) = (input.money("amount")?, input.money("currentCharge")?);
            refused(bills::selection_refusal(input.status("status")?, amount, charge, closed).map(Problem::from), input)
        }
        "bill.select" => {
            let bills: Vec<(AccountNo, Money)> = input.pairs("bills")?;
            said(bills::select(bills.iter().map(|(account, amount)| (account, *amount))), input)
        }
        "bill.dueOn" => {
            said(bills::due_summary(&input.named::<Vec<bills::DueBills>>("due")?, input.day("day")?, language), input)
        }
        "bill.yearBefore" => {
            json!(bills::year_before(input.day("until")?, &input.named::<Vec<Day>>("ends")?))
        }
        "bill.changeADay" => {
            let figure = |name: &str| Ok::<_, Malformed>((input.named(name)?, input.number(&format!("{name}Days"))?));
            json!(bills::change_a_day(figure("now")?, figure("before")?))
        }
        "charges.refusal" => {
            let (charges, bill): (bills::Charges, bills::BillAmounts) = (input.named("charges")?, input.named("bill")?);
            refused(charges.add_up(&bill, &kinds(input)?).err().map(Problem::from), input)
        }
        "batch.waits" => json!(gridbill_core::findings::is_above_limit(
            input.number("bills")?,
            input.number("flagged")?,
            input.number("limit")?
        )),
        "bill.hold" => {
            let (amount, charge) = (input.money("amount")?, input.money("currentCharge")?);
            let (status, closed) = (input.status("status")?, input.named("closed")?);
            json!(bills::hold_cause(
                status,
                amount,
                charge,
                closed,
                input.named("eInvoice")?,
                input.flag("hasOpenQuery"),
                input.flag("doesBatchWait")
            ))
        }
        "eInvoice.uuid" => said(bills::parse_e_invoice_uuid(input.text("text")?), input),
        "eInvoice.longId" => said(bills::parse_e_invoice_long_id(input.text("text")?), input),
        "eInvoice.check" => {
            let checked = input.named::<bills::EInvoice>("eInvoice")?.check();
            json!(checked.err().map(|(column, code)| json!({ "column": column, "code": code })))
        }
        "eInvoice.shown" => {
            json!(input.named::<bills::EInvoice>("eInvoice")?.shown(input.text("portal")?, None, language))
        }
        "eInvoice.left" => json!(bills::rejection_left(input.instant("endsAt")?, input.instant("now")?, language)),
        "duitNow.text" => {
            let (invoice_no, account_no) =
                (input.named::<Option<_>>("invoiceNo")?, input.named::<Option<_>>("accountNo")?);
            let bill = invoice_no.as_ref().zip(account_no.as_ref());
            let bill = bill.map(|(invoice_no, account_no)| bills::QrBill { invoice_no, account_no });
            let of_merchant = Input(&input.0["merchant"]);
            let merchant = bills::Merchant {
                acquirer_id: of_merchant.text("acquirerId")?,
                merchant_id: of_merchant.text("merchantId")?,
                category: of_merchant.text("category")?,
                name: of_merchant.text("name")?,
                city: of_merchant.text("city")?,
            };
            json!(bills::duitnow_text(&merchant, input.money("amount")?, bill))
        }
        "duitNow.checksum" => json!(format!("{:04X}", bills::crc16(input.text("text")?.as_bytes()))),
        "charges.shown" => json!(input.named::<bills::Charges>("charges")?.shown(&kinds(input)?, language)),
        "charges.listed" => {
            let charges: bills::Charges = input.named("charges")?;
            json!(charges.unlisted(&kinds(input)?).map(|line| line.kind).collect::<Vec<_>>())
        }
        "batch.colour" => {
            let (extracted, today) = (input.day("extracted")?, input.day("today")?);
            let colour = batch_colour(extracted, today);
            json!({ "colour": colour, "word": colour.word(language), "tone": colour.tone(), "days": today.days_since(extracted) })
        }
        _ => return Err(Malformed),
    })
}

/// Returns the portal's kinds of charges, and those of the case.
fn kinds(input: Input<'_>) -> Result<bills::ChargeKinds, Malformed> {
    let of_case: Option<Vec<bills::ChargeKindEntry>> = input.named("kinds")?;
    Ok(bills::ChargeKinds::standard().with(of_case.unwrap_or_default()))
}

fn of_payments(rule: &str, input: Input<'_>) -> Answered {
    let language = input.language();
    Ok(match rule {
        "payment.status" => {
            let status = input.status("status")?;
            json!({
                "customerWord": status.word_for_customers(language), "staffWord": status.word_for_staff(language),
                "group": status.group(), "tone": status.tone(), "isLive": status.is_live(), "isFinal": status.is_final(),
                "document": Document::of(status), "documentTitle": Document::of(status).title(language),
            })
        }
        "payment.codes" => serde_json::from_str(Status::CODES).expect("JSON"),
        "payment.next" => said(payments::next_status(input.status("from")?, input.named("event")?), input),
        "payment.check" => {
            let references: Vec<TypedReference> = input.named("references")?;
            let bank = input.optional("bank").map(BankId::parse).transpose()?;
            let (method, most) = (input.named("method")?, input.number("most")?);
            let checked = payments::check_form(method, bank.as_ref(), input.money("total")?, &references, most);
            refused(checked.err(), input)
        }
        "payment.plan" => {
            let bills: Vec<(InvoiceNo, Money)> = input.pairs("bills")?;
            let bills: Vec<_> =
                bills.into_iter().map(|(invoice_no, amount)| payments::PlannedBill { invoice_no, amount }).collect();
            json!(payments::split(&bills, input.named("method")?, input.number("most")?))
        }
        "payment.checkDifference" => {
            let (method, amount) = (input.named("method")?, input.money("amount")?);
            refused(payments::check_difference(method, amount, input.text("number")?).err(), input)
        }
        "payment.reason" => refused(payments::officers::check_reason(input.text("text")?).err(), input),
        "method.shown" => {
            let method: PaymentMethod = input.named("method")?;
            let (least, most) = method.limits();
            json!({ "word": method.word(language), "least": least, "most": most })
        }
        "method.open" => {
            let window = Window { from: input.instant("from")?, to: input.instant("to")? };
            refused(payments::check_available(Some(&window), input.instant("now")?, language).err(), input)
        }
        "method.window" => {
            let form: WindowForm = input.named("form")?;
            refused(operations::check_window(&form, input.instant("now")?).err(), input)
        }
        "reconcile.difference" => {
            let earlier: Vec<ReconcileAsked> = input.named("earlier")?;
            let earlier = earlier.iter().map(ReconcileAsked::kind_and_amount).collect::<Result<Vec<_>, _>>()?;
            let billed = input.money("billed")?;
            let asked = Money::parse(input.text("paid")?).and_then(|paid| payments::difference(billed, paid, &earlier));
            let asked = asked.map(|(kind, reconcile_amount)| ReconcileAsked {
                reconcile_type: kind.reconcile_type(),
                reconcile_amount,
            });
            said(asked, input)
        }
        "reconcile.paid" => {
            let (billed, amount) = (input.money("billed")?, input.money("amount")?);
            let kind = ReconcileKind::from_type(input.number("type")?);
            said(kind.and_then(|kind| payments::check_paid_amount(billed, kind, amount, &[])), input)
        }
        "fpx.verdict" => json!(payments::fpx::verdict(input.text("code")?)),
        _ => return Err(Malformed),
    })
}

fn people(rule: &str, input: Input<'_>) -> Answered {
    Ok(match rule {
        "login.check" => said(identity::check_login(input.text("username")?, input.text("password")?), input),
        "email.check" => said(Email::parse(input.text("email")?), input),
        "password.check" => {
            let checked = password::check_twice(input.text("password")?, input.text("confirmation")?);
            refused(checked.err(), input)
        }
        "password.broken" => json!(password::broken(input.text("password")?).collect::<Vec<_>>()),
        "registration.check" => {
            let form: RegisterRequest = input.named("form")?;
            refused(person::check_registration(&form).err(), input)
        }
        "profile.check" => refused(person::check_profile(input.text("name")?, input.text("mobileNo")?).err(), input),
        "dates.check" => {
            refused(profile::check_typed_range(input.text("startDate")?, input.text("endDate")?).err(), input)
        }
        "member.check" => {
            let ticked: Vec<TeamPermission> = input.named("permissions")?;
            refused(team::check_member(input.text("email")?, input.text("nickname")?, &ticked).err(), input)
        }
        "member.role" => {
            let ticked: Vec<TeamPermission> = input.named("permissions")?;
            let rights = |(role, permissions)| json!({ "role": role, "permissions": permissions });
            said(team::role_of(&ticked).map(rights), input)
        }
        "member.ticks" => json!(team::ticks_of(input.named("role")?, input.permissions())),
        "activity.shown" => {
            let activity: Activity = input.named("activity")?;
            json!({ "tone": activity.tone() })
        }
        "staffUser.check" => {
            let asked = input.optional("role").map(|_| input.named("role")).transpose()?;
            let (username, nickname, mobile) =
                (input.text("username")?, input.text("nickname")?, input.text("mobileNo")?);
            let email = input.0["email"].as_str();
            refused(staff::check_staff_user(email, username, nickname, mobile, asked).err(), input)
        }
        "language.accepted" => json!(Language::accepted(input.text("header")?).tag()),
        "role.scopes" => {
            let scopes = input.named::<Role>("role")?.scopes(input.permissions());
            json!(scopes.iter().map(Scope::to_string).collect::<Vec<_>>())
        }
        "role.description" => {
            json!(input.named::<Role>("role")?.description(input.permissions(), input.language()))
        }
        "screen.at" => json!(Screen::at(input.text("path")?).map(|screen| json!({
            "path": screen.path,
            "audience": screen.audience,
            "anyOf": screen.any_of.iter().map(Scope::to_string).collect::<Vec<_>>(),
        }))),
        "screen.opens" => {
            let who = if input.0["role"].is_null() { None } else { Some(input.named("role")?) };
            let screen = Screen::at(input.text("path")?);
            let (permissions, viewing) = (input.permissions(), input.flag("customerView"));
            json!(screen.is_some_and(|screen| screen.opens_for(who, permissions, viewing)))
        }
        "code.sentence" => {
            let params = input.named("params").unwrap_or_default();
            let problem = Problem { code: input.named("code")?, params, fields: Vec::new() };
            json!(problem.sentence(input.language()))
        }
        _ => return Err(Malformed),
    })
}

fn of_operation(rule: &str, input: Input<'_>) -> Answered {
    Ok(match rule {
        "breach.duties" => json!(input.named::<BreachEntry>("entry")?.duties(input.instant("now")?)),
        "status.state" => json!(input.named::<ServiceFigures>("figures")?.state()),
        _ => return Err(Malformed),
    })
}

/// Returns `{"value": …}` or `{"error": …}`.
fn said<T: Serialize>(result: Result<T, impl Into<Problem>>, input: Input<'_>) -> Value {
    match result {
        Ok(value) => json!({ "value": value }),
        Err(problem) => json!({ "error": problem.into().body(input.language()) }),
    }
}

/// Returns the refusal or null.
fn refused(problem: Option<Problem>, input: Input<'_>) -> Value {
    json!(problem.map(|problem| problem.body(input.language())))
}
