//! Applications without an answer end: closed by staff, withdrawn by the applicant, or lapsed after two reminders
//! (docs/domain/registration.md#waiting-for-an-answer). An ended application blocks no other.

use chrono::TimeDelta;
use futures::future::join_all;
use gridbill::serve::jobs::follow_up;
use gridbill_core::endpoint::Nothing;
use gridbill_core::number::RegistrationId;
use gridbill_core::registration::{
    GetRegistrationApplication, GetRegistrationApplicationByID, GetRegistrationDefaultValues, RedoApplication,
    RegistrationIdRequest, RegistrationRequest, RegistrationStatus, ReviewAction, RocRequest, Step, Submitted,
    UpdateRegistrationRecord, UpdateRegistrationRequest, WithdrawApplication,
};
use gridbill_core::{Code, Day};

use super::{Applicant, ROC, accounts, applicant, decide, emails, form, known, led, steps};
use crate::support::{Actor, Portal, RefusedCall, given, sql};

pub const EMAIL: &str = "new@baru.example";
pub const PCCR: &str = "pccr@utility.example";

fn named(id: &str) -> RegistrationRequest {
    RegistrationRequest { registration_id: RegistrationId(id.to_owned()) }
}

pub async fn withdraw(actor: &Actor, id: &str) -> Result<Submitted, RefusedCall> {
    actor.call::<WithdrawApplication>(named(id)).await
}

async fn answer(applicant: &Applicant, actor: &Actor, id: &str, numbers: &[String]) -> Result<Submitted, RefusedCall> {
    let request = UpdateRegistrationRequest {
        registration_id: RegistrationId(id.to_owned()),
        form: form(ROC, &applicant.file_id),
        terms_version: None,
        accounts: Some(accounts(numbers)),
        draft_version: None,
    };
    actor.call::<UpdateRegistrationRecord>(request).await
}

/// Submits an application for which staff request information on 20 November.
pub async fn asked(portal: &Portal, staff: &Actor, email: &str, roc: &str, series: i32) -> (Applicant, String) {
    let numbers = known(portal.pool(), roc, series, 2).await;
    let kamala = applicant(portal, email).await;
    let id = kamala.register(roc, &numbers).await.expect("submitted").registration_id;
    decide(staff, &id, ReviewAction::RequestForInfo, Some("Where is your office?")).await.expect("requested");
    (kamala, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn once_ended_the_company_can_be_registered_at_once() {
    let portal = Portal::with_people().await;
    let staff = portal.sign_in_staff(PCCR).await;
    for (series, step) in [(1, Step::Close), (2, Step::Withdraw), (3, Step::Lapse)] {
        let (roc, email) = (format!("20200000000{series}"), format!("new{series}@baru.example"));
        let (kamala, id) = asked(&portal, &staff, &email, &roc, series).await;
        let other = applicant(&portal, &format!("other{series}@baru.example")).await;
        let numbers = [format!("219{series:02}0000001")];
        let refused = other.register(&roc, &numbers).await.expect_err("it is held");
        assert_eq!(refused.code(), Code::CompanyHasApplication);
        match step {
            Step::Close => {
                let refused = decide(&staff, &id, ReviewAction::Close, Some(" ")).await.expect_err("why?");
                assert_eq!(refused.fields(), [("remark", Code::RemarkRequired)]);
                decide(&staff, &id, ReviewAction::Close, Some("Nobody answered.")).await.expect("closed");
            }
            Step::Withdraw => assert_eq!(withdraw(&kamala.actor, &id).await.expect("withdrawn").status.code(), 8),
            _ => {
                portal.advance(TimeDelta::days(31));
                follow_up(&portal.app).await.expect("checked");
            }
        }
        let last = steps(portal.pool(), &id).await.pop().expect("a step");
        assert_eq!(
            Some(last),
            led(&[(serde_json::to_value(step).expect("a name").as_str().expect("a name"), 8)]).pop()
        );
        let [kamala, actor] =
            [portal.sign_in(&email).await, portal.sign_in(&format!("other{series}@baru.example")).await];
        let application = kamala.call::<GetRegistrationApplication>(Nothing {}).await.expect("read").expect("one");
        let remark = (step == Step::Close).then_some("Nobody answered.");
        assert_eq!((application.status, application.remark.as_deref()), (RegistrationStatus::Closed, remark));
        assert_eq!(application.answer_by, None);
        let values =
            actor.call::<GetRegistrationDefaultValues>(RocRequest { roc_no: roc.clone() }).await.expect("known");
        assert_eq!(values.refusal, None);
        // The applicant starts again from the old content, and the first to submit gets the company.
        let anew = kamala.call::<RedoApplication>(named(&id)).await.expect("begun again");
        assert_eq!(anew.status, RegistrationStatus::Unregistered);
        let other = Applicant { actor, ..other };
        other.register(&roc, &numbers).await.expect("registered again");
    }
}

/// Hours at which the job runs. The result must not depend on them.
const HOURS: [i64; 3] = [0, 11, 12];

#[tokio::test(flavor = "multi_thread")]
async fn two_reminders_and_the_end_happen_once_each() {
    let portal = Portal::with_people().await;
    let (second, _) = portal.second().await;
    let staff = portal.sign_in_staff(PCCR).await;
    let (kamala, id) = asked(&portal, &staff, EMAIL, ROC, 1).await;
    sql::run(portal.pool(), "update person set language = 'ms' where email = $1", &[&EMAIL]).await;
    assert_eq!(kamala.standing().await.answer_by, Some(Day::parse("2026-12-20").unwrap()));
    let by_id = RegistrationIdRequest { id: RegistrationId(id.clone()) };
    let seen = staff.call::<GetRegistrationApplicationByID>(by_id).await.unwrap();
    assert_eq!(seen.answer_by, Some(Day::parse("2026-12-20").unwrap()));
    let mut expected = vec![("submit", 2), ("requestForInfo", 4)];
    // From noon on 20 November to 22 December. The application lapses once 20 December has passed.
    for day in 0..=32 {
        for hour in HOURS {
            let at =
                gridbill_core::Instant::parse("2026-11-19T16:05:00Z").unwrap().plus_seconds(day * 86_400 + hour * 3600);
            let by = at.seconds_since(portal.app.now());
            if by < 0 {
                continue;
            }
            portal.advance(TimeDelta::seconds(by));
            match (day, hour) {
                (10 | 20, 0) => expected.push(("remind", 4)),
                (31, 0) => expected.push(("lapse", 8)),
                _ => {}
            }
            let looked =
                join_all((0..6).map(|turn| follow_up(if turn % 2 == 0 { &portal.app } else { &second }))).await;
            assert!(looked.iter().all(Result::is_ok));
            assert_eq!(steps(portal.pool(), &id).await, led(&expected), "day {day}, {hour} hours");
        }
    }
    let emails = emails(portal.pool(), EMAIL).await;
    let reminder = "Kami masih menunggu jawapan anda tentang Baru Berhad";
    let lapsed = "Permohonan anda untuk mendaftarkan Baru Berhad telah tamat";
    assert_eq!(emails, [reminder, reminder, "More information about Baru Berhad is needed", lapsed]);
    let query = "select body_text from mail where recipient = $1 and subject = $2";
    let texts = sql::values::<String>(portal.pool(), query, &[&EMAIL, &reminder]).await;
    for text in texts {
        assert!(text.contains("20 Dis 2026") && text.contains("Where is your office?"), "{text}");
        assert!(text.contains("/bulkAccount/status"), "{text}");
    }
}

/// Registration is frozen on the last day, so the applicant can answer on the day after the freeze.
#[tokio::test(flavor = "multi_thread")]
async fn a_freeze_on_the_last_day_postpones_the_end() {
    let portal = Portal::with_people().await;
    let staff = portal.sign_in_staff(PCCR).await;
    let (kamala, id) = asked(&portal, &staff, EMAIL, ROC, 1).await;
    let freeze = "insert into announcement (announcement_id, kind, placement, title_en, title_ms, text_en, text_ms, shown_from,
                                            from_at, to_at, freezes, changed_at, changed_by)
                  select gen_random_uuid(), 'plannedDowntime', 'everywhere', 'Works', 'Kerja', 'Works', 'Kerja', from_at, from_at,
                         from_at + interval '2 days', '{registration}', from_at, person_id
                  from person, (select timestamptz '2026-12-19T04:00:00Z' as from_at) f where email = $1";
    sql::run(portal.pool(), freeze, &[&PCCR]).await;
    portal.advance(TimeDelta::days(25));
    follow_up(&portal.app).await.expect("checked");
    let mut expected = vec![("submit", 2), ("requestForInfo", 4), ("remind", 4)];
    let day = |day: &str| Some(Day::parse(day).expect("a day"));
    // 20 December is the last day, and the freeze lasts to noon on the 21st.
    let noon = gridbill_core::Instant::parse("2026-12-20T04:00:00Z").expect("an instant");
    for (hours, last, step) in [
        (0, day("2026-12-20"), None),
        (20, day("2026-12-22"), None),
        (37, day("2026-12-22"), Some(("remind", 4))),
        (59, day("2026-12-22"), None),
        (61, None, Some(("lapse", 8))),
    ] {
        portal.advance(TimeDelta::seconds(noon.plus_seconds(hours * 3_600).seconds_since(portal.app.now())));
        for _ in 0..2 {
            follow_up(&portal.app).await.expect("checked");
        }
        expected.extend(step);
        assert_eq!(steps(portal.pool(), &id).await, led(&expected), "{hours} hours");
        let kamala = portal.sign_in(EMAIL).await;
        let application = kamala.call::<GetRegistrationApplication>(Nothing {}).await.expect("read").expect("one");
        assert_eq!(application.answer_by, last, "{hours} hours");
    }
    drop(kamala);
}

/// After weeks of downtime one reminder is sent instead of two. Applicants who can no longer sign in, or who joined
/// another company, get none.
#[tokio::test(flavor = "multi_thread")]
async fn late_reminders_are_sent_as_one() {
    let portal = Portal::with_people().await;
    let staff = portal.sign_in_staff(PCCR).await;
    let (_, late) = asked(&portal, &staff, EMAIL, ROC, 1).await;
    let (_, gone) = asked(&portal, &staff, "gone@baru.example", "GONE-1", 2).await;
    sql::run(portal.pool(), "update person set disabled_at = now() where email = 'gone@baru.example'", &[]).await;
    let (_, joined) = asked(&portal, &staff, "joined@baru.example", "JOINED-1", 3).await;
    let query = "update person set bulk_id = $1, role = 'viewer' where email = 'joined@baru.example'";
    sql::run(portal.pool(), query, &[&given::SINAR]).await;
    portal.advance(TimeDelta::days(25));
    for _ in 0..2 {
        follow_up(&portal.app).await.unwrap();
    }
    let before = [("submit", 2), ("requestForInfo", 4), ("remind", 4)];
    assert_eq!(steps(portal.pool(), &late).await, led(&before));
    assert_eq!(steps(portal.pool(), &joined).await, led(&before[..2]));
    portal.advance(TimeDelta::days(60));
    follow_up(&portal.app).await.unwrap();
    assert_eq!(steps(portal.pool(), &joined).await.pop(), led(&[("lapse", 8)]).pop());
    assert_eq!(emails(portal.pool(), "joined@baru.example").await.len(), 2, "what was asked, and the end");
    assert_eq!(steps(portal.pool(), &late).await.pop(), led(&[("lapse", 8)]).pop());
    assert_eq!(steps(portal.pool(), &gone).await, led(&[("submit", 2), ("requestForInfo", 4), ("lapse", 8)]));
    assert_eq!(emails(portal.pool(), EMAIL).await.len(), 3);
    assert_eq!(emails(portal.pool(), "gone@baru.example").await, ["More information about Baru Berhad is needed"]);
}

/// The time limit is a setting, and applies to requests from then on.
#[tokio::test(flavor = "multi_thread")]
async fn the_time_is_a_setting() {
    let portal = Portal::with_people_and(&["--registration-answer-days", "6"]).await;
    let staff = portal.sign_in_staff(PCCR).await;
    let (kamala, id) = asked(&portal, &staff, EMAIL, ROC, 1).await;
    assert_eq!(kamala.standing().await.answer_by, Some(Day::parse("2026-11-26").unwrap()));
    for (days, step) in [(1, "requestForInfo"), (1, "remind"), (2, "remind"), (2, "remind"), (1, "lapse")] {
        portal.advance(TimeDelta::days(days));
        follow_up(&portal.app).await.unwrap();
        assert_eq!(steps(portal.pool(), &id).await.pop().map(|(name, _)| name).as_deref(), Some(step));
    }
    assert_eq!(steps(portal.pool(), &id).await.len(), 5);
}

/// After the last day, an answer, a withdrawal, closing and lapsing happen at the same time. Exactly one wins.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_and_the_end_at_the_same_time_have_one_winner() {
    let portal = Portal::with_people().await;
    let (second, _) = portal.second().await;
    for round in 0..6 {
        let staff = portal.sign_in_staff(PCCR).await;
        let (roc, email) = (format!("20200000000{round}"), format!("new{round}@baru.example"));
        let (kamala, id) = asked(&portal, &staff, &email, &roc, round).await;
        portal.advance(TimeDelta::days(31));
        let [staff, actor] = [portal.sign_in_staff(PCCR).await, portal.sign_in(&email).await];
        let numbers = [format!("219{round:02}0000001")];
        let form = form(&roc, &kamala.file_id);
        let registration_id = RegistrationId(id.clone());
        let request = UpdateRegistrationRequest {
            registration_id,
            form,
            terms_version: None,
            accounts: Some(accounts(&numbers)),
            draft_version: None,
        };
        let (answered, withdrawn, closed, first, other) = tokio::join!(
            actor.call::<UpdateRegistrationRecord>(request),
            withdraw(&actor, &id),
            decide(&staff, &id, ReviewAction::Close, Some("Nobody answered.")),
            follow_up(&portal.app),
            follow_up(&second),
        );
        assert!(first.is_ok() && other.is_ok());
        let answers = [&answered, &closed, &withdrawn];
        for refused in answers.iter().filter_map(|answer| answer.as_ref().err()) {
            assert_eq!(refused.code(), Code::RegistrationMoved);
        }
        let steps = steps(portal.pool(), &id).await;
        // An answered application can still be withdrawn.
        let ends = steps.iter().filter(|(_, status)| *status == 8).count();
        let is_answered = answered.is_ok();
        assert_eq!(steps.len(), 3 + usize::from(is_answered && withdrawn.is_ok()), "{steps:?}");
        assert_eq!(ends, usize::from(!is_answered || withdrawn.is_ok()), "{steps:?}");
        let company = actor.call::<GetRegistrationDefaultValues>(RocRequest { roc_no: roc }).await.expect("known");
        assert_eq!(company.refusal, None, "its own application does not block it");
        let other = applicant(&portal, &format!("other{round}@baru.example")).await;
        let registered = other.register(&format!("20200000000{round}"), &numbers).await;
        assert_eq!(registered.is_ok(), ends == 1, "{steps:?}");
    }
}

/// Answers typed too late stay with the application, and are included when it is started again.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_after_the_end_is_refused_and_nothing_is_lost() {
    let portal = Portal::with_people().await;
    let staff = portal.sign_in_staff(PCCR).await;
    let (kamala, id) = asked(&portal, &staff, EMAIL, ROC, 1).await;
    decide(&staff, &id, ReviewAction::Close, Some("Nobody answered.")).await.unwrap();
    let numbers = ["219010000001".to_owned(), "219010000002".to_owned()];
    let refused = answer(&kamala, &kamala.actor, &id, &numbers).await.unwrap_err();
    assert_eq!(refused.code(), Code::RegistrationMoved);
    assert_eq!(emails(portal.pool(), EMAIL).await[1], "Your application to register Baru Berhad is closed");
    kamala.actor.call::<RedoApplication>(named(&id)).await.unwrap();
    let draft = kamala.actor.call::<GetRegistrationApplication>(Nothing {}).await.unwrap().expect("a draft");
    assert_eq!((draft.form.details.company_name.as_str(), draft.total_accounts), ("Baru Berhad", 2));
}
