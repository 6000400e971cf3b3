//! Calls that answer lists, made again for exports: by the same handler, for the same person, past the same guard.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use gridbill_core::Code;
use gridbill_core::endpoint::{Endpoint, Entry};
use serde_json::{Map, Value};

use super::{HasCaller, Mount, Who, parts};
use crate::app::App;
use crate::auth::guard::Admit;
use crate::auth::who::Person;
use crate::error::Answer;

/// For whom a list is read: with the bulk account that staff view as its customers do.
#[derive(Clone)]
pub struct Asked {
    pub person: Person,
    pub viewed: Option<String>,
    /// The fields of the request.
    pub fields: Map<String, Value>,
}

/// The answer of some call, as its own type.
type AnyAnswer = Box<dyn Any + Send>;
type Make = dyn Fn(App, Asked) -> BoxFuture<'static, Answer<AnyAnswer>> + Send + Sync;

/// A call that answers a list.
#[derive(Clone)]
pub struct Lister {
    pub entry: &'static Entry,
    make: Arc<Make>,
}

/// All of them, by name.
pub type Lists = BTreeMap<&'static str, Lister>;

impl Lister {
    /// Its answer.
    ///
    /// # Errors
    /// What the call is refused with.
    pub async fn ask(&self, app: &App, asked: Asked) -> Answer<AnyAnswer> {
        (self.make)(app.clone(), asked).await
    }
}

impl Mount {
    /// Serves an endpoint that answers a list, which can be exported.
    #[must_use]
    pub fn list<E, H, F>(self, endpoint: E, handler: H) -> Self
    where
        E: Endpoint,
        E::Caller: Admit,
        Who<E>: HasCaller,
        H: Fn(App, Who<E>, E::Request) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = Answer<E::Response>> + Send + 'static,
    {
        let make = {
            let handler = handler.clone();
            move |app: App, Asked { person, viewed, fields }| {
                let handler = handler.clone();
                async move {
                    let request = parts::of_fields::<E>(fields)?;
                    let entered = E::Caller::resume(&app.auth, person, &E::ENTRY, viewed.as_deref()).await?;
                    let who = E::Caller::admit(&app.auth, entered, E::about(&request)).await?;
                    Ok(Box::new(handler(app, who, request).await?) as AnyAnswer)
                }
                .boxed()
            }
        };
        let mut mount = self.json(endpoint, handler);
        mount.lists.insert(E::ENTRY.name, Lister { entry: &E::ENTRY, make: Arc::new(make) });
        mount
    }
}

/// The call of that name.
///
/// # Errors
/// [`Code::NotFound`] when no list is answered by it.
pub fn find<'a>(lists: &'a Lists, call: &str) -> Result<&'a Lister, Code> {
    lists.get(call).ok_or(Code::NotFound)
}
