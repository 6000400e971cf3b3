//! The public status page: what a visitor sees, its memory of a minute, and its limit.

use chrono::TimeDelta;
use gridbill_core::Code;
use gridbill_core::announcements::WriteAnnouncement;
use gridbill_core::endpoint::Nothing;
use gridbill_core::status::{GetStatus, Service, ServiceState};
use serde_json::json;

use crate::announcements::form;
use crate::support::portal::until;
use crate::support::{Actor, Portal, sql};

async fn state(visitor: &Actor, service: Service) -> ServiceState {
    let status = visitor.call::<GetStatus>(Nothing {}).await.expect("the status");
    status.services.iter().find(|one| one.service == service).expect("a service").state
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_sees_which_services_worked_in_the_last_hour() {
    let portal = Portal::with_people().await;
    let visitor = portal.visitor();
    for service in Service::ALL {
        assert_eq!(state(&visitor, *service).await, ServiceState::Unused);
    }
    portal.sign_in("payer@sinar.example").await;
    assert_eq!(state(&visitor, Service::SignIn).await, ServiceState::Working);
    // E-mails of the sign-in are due by the portal's clock, which is behind that of the queue.
    sql::run(portal.pool(), "delete from graphile_worker._private_jobs", &[]).await;
    portal.advance(TimeDelta::hours(1));
    assert_eq!(state(&visitor, Service::SignIn).await, ServiceState::Unused);

    let query = "
        with task as (insert into graphile_worker._private_tasks (identifier) values ('unknown') returning id)
        insert into graphile_worker._private_jobs (task_id, max_attempts, run_at)
        select task.id, 25, now() - interval '1 hour' from task";
    sql::run(portal.pool(), query, &[]).await;
    assert_eq!(state(&visitor, Service::Documents).await, ServiceState::Unused, "read a moment ago");
    portal.advance(TimeDelta::minutes(1));
    assert_eq!(state(&visitor, Service::Documents).await, ServiceState::Disturbed);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_is_read_once_in_a_minute() {
    let portal = Portal::with_people().await;
    let visitor = portal.visitor();
    let pccr = portal.sign_in_staff("pccr@utility.example").await;
    let announced = async || visitor.call::<GetStatus>(Nothing {}).await.expect("the status").announcements.len();
    assert_eq!(announced().await, 0);
    pccr.call_raw::<WriteAnnouncement>(json!({ "form": form("A notice") })).await.expect("an announcement");
    assert_eq!(announced().await, 0);
    portal.advance(TimeDelta::minutes(1));
    assert_eq!(announced().await, 1);
    // It ends at 14:00, half a minute after it was read.
    portal.advance(TimeDelta::minutes(118) + TimeDelta::seconds(30));
    assert_eq!(announced().await, 1);
    portal.advance(TimeDelta::seconds(30));
    assert_eq!(announced().await, 0, "it is over");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_network_address_has_sixty_calls_in_a_minute() {
    let portal = Portal::start().await;
    let visitor = portal.visitor();
    for _ in 0..60 {
        visitor.call::<GetStatus>(Nothing {}).await.expect("the status");
    }
    let refused = visitor.call::<GetStatus>(Nothing {}).await.err().map(|refused| refused.code());
    assert_eq!(refused, Some(Code::TooManyAttempts));
    portal.advance(TimeDelta::minutes(1));
    visitor.call::<GetStatus>(Nothing {}).await.expect("the status");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_works_while_the_database_is_away() {
    let (portal, proxy) = Portal::behind_proxy(&[]).await;
    let visitor = portal.visitor();
    assert_eq!(state(&visitor, Service::SignIn).await, ServiceState::Unused);
    proxy.close();
    // A minute later each time, so that the limit of calls is not reached.
    until("the page says that the portal does not work", async || {
        portal.advance(TimeDelta::minutes(1));
        (state(&visitor, Service::Payments).await == ServiceState::Down).then_some(())
    })
    .await;
    proxy.open();
    until("the page says that the portal works again", async || {
        portal.advance(TimeDelta::minutes(1));
        (state(&visitor, Service::Payments).await == ServiceState::Unused).then_some(())
    })
    .await;
}
