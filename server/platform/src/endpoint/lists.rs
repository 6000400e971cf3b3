//! Repeats calls of list endpoints for exports: with the same handler, for the same person, through the same guard.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use gridbill_core::Code;
use gridbill_core::endpoint::{Endpoint, EndpointSpec};
use serde_json::{Map, Value};

use super::{HasCaller, Mount, Who, parts};
use crate::app::App;
use crate::auth::guard::Admit;
use crate::auth::who::Person;
use crate::error::Answer;

/// A request for a list: the person, the bulk account that staff view in customer view mode, and the fields.
#[derive(Clone)]
pub struct ListCall {
    pub person: Person,
    pub viewed: Option<String>,
    pub fields: Map<String, Value>,
}

/// A response, as its own type in a box.
type AnyAnswer = Box<dyn Any + Send>;
type Make = dyn Fn(App, ListCall) -> BoxFuture<'static, Answer<AnyAnswer>> + Send + Sync;

/// A list endpoint.
#[derive(Clone)]
pub struct Lister {
    pub entry: &'static EndpointSpec,
    make: Arc<Make>,
}

/// All list endpoints by name.
pub type Lists = BTreeMap<&'static str, Lister>;

impl Lister {
    /// Runs the call.
    pub async fn ask(&self, app: &App, asked: ListCall) -> Answer<AnyAnswer> {
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
            move |app: App, ListCall { person, viewed, fields }| {
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

/// Returns the list endpoint with that name. Fails with [`Code::NotFound`] if no list endpoint has this name.
pub fn find<'a>(lists: &'a Lists, call: &str) -> Result<&'a Lister, Code> {
    lists.get(call).ok_or(Code::NotFound)
}
