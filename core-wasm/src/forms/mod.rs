//! Rules for forms that few pages have. A package of its own, so that the first screen does not wait for them. It has the
//! sentences of refusals, which the app gives it when it loads.

mod announcements;
mod companies;
mod findings;
mod payments;
mod people;
mod queries;
