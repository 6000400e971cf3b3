//! A user's preferences: language, theme, lists, favourite dates, and completed guided tours.

use gridbill_core::Code;
use gridbill_core::endpoint::Nothing;
use gridbill_core::identity::profile::{
    COLUMNS, DateRange, FAVOURITE_DATES, NOTIFICATION_EMAIL, PreferenceRequest, Preferences, TutorialRequest,
    check_preference, check_range, check_tutorial, parse_favourite_dates,
};

use super::{changes, record, sql};
use crate::app::App;
use crate::auth::stop::StoppedNews;
use crate::auth::who::{Caller, Person};
use crate::error::Answer;
use crate::facts::{self, Actor, Entry, Subject};
use crate::identity::links::refused;

/// Records no fact, because the row already stores who and when.
pub async fn complete_tutorial(app: App, person: Person, request: TutorialRequest) -> Answer<Nothing> {
    check_tutorial(&request.user_tutorial_id)?;
    sql::complete_tutorial(&app.pool, person.person_id, &request.user_tutorial_id, app.now()).await?;
    Ok(Nothing {})
}

pub async fn get(app: App, person: Person, _: Nothing) -> Answer<Preferences> {
    Ok(sql::preferences(&app.pool, person.person_id).await?)
}

pub async fn set(app: App, person: Person, request: PreferenceRequest) -> Answer<Nothing> {
    let PreferenceRequest { preference_code, config_value } = request;
    if preference_code == FAVOURITE_DATES {
        return set_dates(app, person, parse_favourite_dates(&config_value)?).await;
    }
    check_preference(&preference_code, &config_value)?;
    change(&app, &person, |before| match preference_code.as_str() {
        "theme" => Preferences { theme: Some(config_value), ..before },
        "density" => Preferences { density: Some(config_value), ..before },
        "singleKeys" => Preferences { single_keys: Some(config_value), ..before },
        COLUMNS => Preferences { columns: Some(config_value), ..before },
        NOTIFICATION_EMAIL => Preferences { notification_email: Some(config_value), ..before },
        _ => Preferences { language: Some(config_value), ..before },
    })
    .await
}

pub async fn set_dates(app: App, person: Person, dates: DateRange) -> Answer<Nothing> {
    check_range(dates)?;
    change(&app, &person, |before| Preferences { favourite_dates: Some(dates), ..before }).await
}

/// Returns the e-mail address of a user whose notifications by e-mail a link stops. Fails with [`Code::LinkInvalid`] for a user
/// who is gone.
pub async fn email_of_stopped(app: &App, news: StoppedNews) -> Answer<String> {
    let found = sql::news_reader(&app.pool, news.person_id).await?;
    Ok(found.ok_or_else(|| refused(Code::LinkInvalid))?.email)
}

/// Stops a user's notifications by e-mail with the link of one of them. Without `all`, does nothing if the user has chosen
/// otherwise since.
pub async fn stop_news(app: &App, caller: &Caller, news: StoppedNews, all: bool) -> Answer<Nothing> {
    let mut tx = app.begin().await?;
    let person_id = news.person_id;
    sql::lock(&mut tx, person_id).await?.ok_or_else(|| refused(Code::LinkInvalid))?;
    let reader = sql::news_reader(&mut *tx, person_id).await?.ok_or_else(|| refused(Code::LinkInvalid))?;
    let before = sql::preferences(&mut *tx, person_id).await?;
    let after = Preferences { notification_email: Some("never".to_owned()), ..before.clone() };
    let is_stopped = |now: &str| now != "never" && (all || now == news.schedule.code());
    if before.notification_email.as_deref().is_some_and(is_stopped) {
        sql::set_preferences(&mut tx, person_id, &after).await?;
        // The holder of the e-mail has not signed in.
        let actor = Actor::Visitor { person_id: Some(person_id), name: &reader.email, caller };
        let entry = Entry::of(Subject::Person(person_id), actor, changes(&before, &after)?, &reader.email);
        facts::record(&app.context(), &mut tx, entry.in_account(reader.bulk_id.as_ref())).await?;
    }
    tx.commit().await?;
    Ok(Nothing {})
}

async fn change(app: &App, person: &Person, wanted: impl FnOnce(Preferences) -> Preferences + Send) -> Answer<Nothing> {
    let mut tx = app.begin().await?;
    if sql::lock(&mut tx, person.person_id).await?.is_none() {
        return Err(Code::SignedOut.into());
    }
    let before = sql::preferences(&mut *tx, person.person_id).await?;
    let after = wanted(before.clone());
    if before != after {
        sql::set_preferences(&mut tx, person.person_id, &after).await?;
        record(app, &mut tx, person, changes(&before, &after)?).await?;
    }
    tx.commit().await?;
    Ok(Nothing {})
}
