//! Rules for the large forms. A package of its own, so that the first screen does not wait for them. It has the sentences of
//! refusals, which the app gives it when it loads. Checks of a single field, which dialogs of many lists have, are in `rules`.

mod announcements;
mod companies;
mod payments;
mod people;
