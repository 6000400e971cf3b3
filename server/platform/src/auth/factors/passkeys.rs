//! Passkeys (`WebAuthn`). The authenticator must verify its user, by a finger, a face or a PIN. The library checks
//! challenge, origin, relying party, signature, flags and counter.

use std::time::Duration;

use gridbill_core::Code;
use gridbill_core::identity::factors::{CHALLENGE_SECONDS, ENROLMENT_SECONDS};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use uuid::Uuid;
use webauthn_rs::prelude::{
    AuthenticationResult, DiscoverableKey, Passkey, PublicKeyCredential, RegisterPublicKeyCredential, Url,
    WebauthnError, WebauthnResult,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

use crate::config::Config;
use crate::error::Answer;

/// The relying party. `None` if the portal's address has no name: passkeys belong to a name, never to a number.
pub struct Passkeys(Option<Webauthn>);

/// A question to an authenticator.
pub struct Question {
    /// For the browser.
    pub options: Value,
    /// For checking the answer. It never leaves the server.
    pub state: Value,
}

/// Maximum time that the browser waits for the user.
const TIMEOUT: Duration = Duration::from_secs(CHALLENGE_SECONDS.unsigned_abs());
const _: () = assert!(CHALLENGE_SECONDS <= ENROLMENT_SECONDS, "a new passkey's question outlives the browser's wait");

impl Passkeys {
    /// Fails if the public address is no address.
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        let address = Url::parse(&config.passkey_url())?;
        let origin = Url::parse(&address.origin().ascii_serialization())?;
        let Some(name) = origin.domain() else { return Ok(Self(None)) };
        let builder = WebauthnBuilder::new(name, &origin)?;
        Ok(Self(Some(builder.rp_name(&config.utility.utility_name).timeout(TIMEOUT).build()?)))
    }

    /// Whether users can have passkeys.
    #[must_use]
    pub const fn are_available(&self) -> bool {
        self.0.is_some()
    }

    fn party(&self) -> Answer<&Webauthn> {
        Ok(self.0.as_ref().ok_or(Code::PasskeysUnavailable)?)
    }

    /// Asks for a new passkey, which the authenticator must store, so that it can sign in without an e-mail address.
    /// Fails with [`Code::PasskeysUnavailable`].
    pub fn ask_for_new(&self, person_id: Uuid, email: &str, name: &str, existing: &[Value]) -> Answer<Question> {
        let existing = stored(existing)?.iter().map(|passkey| passkey.cred_id().clone()).collect();
        let asked = self.party()?.start_passkey_registration(person_id, email, name, Some(existing));
        let mut question = question(asked)?;
        let selection = &mut question.options["publicKey"]["authenticatorSelection"];
        selection["residentKey"] = json!("required");
        selection["requireResidentKey"] = json!(true);
        Ok(question)
    }

    /// Returns the new passkey, or `None` if the answer is wrong. Fails with [`Code::PasskeysUnavailable`].
    pub fn check_new(&self, credential: Value, state: Value) -> Answer<Option<NewPasskey>> {
        let party = self.party()?;
        let Some(answer) = read::<RegisterPublicKeyCredential>(credential) else { return Ok(None) };
        let made = party.finish_passkey_registration(&answer, &from_state(state)?);
        let Some(passkey) = accepted(made) else { return Ok(None) };
        let credential = serde_json::to_value(&passkey).map_err(anyhow::Error::from)?;
        Ok(Some(NewPasskey { credential_id: passkey.cred_id().to_vec(), credential }))
    }

    /// Asks for one of the user's passkeys. Fails with [`Code::PasskeysUnavailable`].
    pub fn ask_for_one(&self, existing: &[Value]) -> Answer<Question> {
        question(self.party()?.start_passkey_authentication(&stored(existing)?))
    }

    /// Checks the answer to [`Self::ask_for_one`]. `None` if it is wrong. Fails with [`Code::PasskeysUnavailable`].
    pub fn check_one(&self, answer: &PublicKeyCredential, state: Value) -> Answer<Option<AuthenticationResult>> {
        Ok(accepted(self.party()?.finish_passkey_authentication(answer, &from_state(state)?)))
    }

    /// Asks for any passkey of this portal. Fails with [`Code::PasskeysUnavailable`].
    pub fn ask_for_any(&self) -> Answer<Question> {
        let mut question = question(self.party()?.start_discoverable_authentication())?;
        // The page decides whether it offers passkeys in the address field or by a button.
        if let Some(options) = question.options.as_object_mut() {
            options.remove("mediation");
        }
        Ok(question)
    }

    /// Returns the user and the passkey's id that the answer to [`Self::ask_for_any`] names.
    /// Fails with [`Code::PasskeysUnavailable`].
    pub fn named(&self, answer: &PublicKeyCredential) -> Answer<Option<(Uuid, Vec<u8>)>> {
        let named = accepted(self.party()?.identify_discoverable_authentication(answer));
        Ok(named.map(|(person_id, credential_id)| (person_id, credential_id.to_vec())))
    }

    /// Checks the answer to [`Self::ask_for_any`] against the passkey that it names. `None` if it is wrong.
    /// Fails with [`Code::PasskeysUnavailable`].
    pub fn check_any(
        &self,
        answer: &PublicKeyCredential,
        state: Value,
        credential: Value,
    ) -> Answer<Option<AuthenticationResult>> {
        let passkey: Passkey = serde_json::from_value(credential).map_err(anyhow::Error::from)?;
        let keys = [DiscoverableKey::from(&passkey)];
        Ok(accepted(self.party()?.finish_discoverable_authentication(answer, from_state(state)?, &keys)))
    }
}

/// A new passkey, in the form in which it is stored.
pub struct NewPasskey {
    pub credential_id: Vec<u8>,
    pub credential: Value,
}

/// Returns the stored passkey with the counter of the answer; `None` if the counter did not advance since the passkey
/// was last used. Two questions may have been open at the same time, and each knows only the counter of its beginning.
/// Fails if the stored passkey is unreadable.
pub fn counted(credential: Value, result: &AuthenticationResult) -> anyhow::Result<Option<Value>> {
    let mut passkey: Passkey = serde_json::from_value(credential)?;
    let has_changed = passkey.update_credential(result);
    if has_changed.is_none() || (result.counter() > 0 && has_changed == Some(false)) {
        return Ok(None);
    }
    Ok(Some(serde_json::to_value(&passkey)?))
}

/// Reads what a browser sent; `None` if it is no answer of a passkey.
#[must_use]
pub fn read<T: DeserializeOwned>(credential: Value) -> Option<T> {
    serde_json::from_value(credential).ok()
}

fn stored(credentials: &[Value]) -> anyhow::Result<Vec<Passkey>> {
    Ok(credentials.iter().cloned().map(serde_json::from_value).collect::<Result<_, _>>()?)
}

fn from_state<T: DeserializeOwned>(state: Value) -> anyhow::Result<T> {
    Ok(serde_json::from_value(state)?)
}

fn question<O: Serialize, S: Serialize>(asked: WebauthnResult<(O, S)>) -> Answer<Question> {
    let (options, state) = asked.map_err(anyhow::Error::from)?;
    let options = serde_json::to_value(options).map_err(anyhow::Error::from)?;
    Ok(Question { options, state: serde_json::to_value(state).map_err(anyhow::Error::from)? })
}

/// Returns the result, or logs why the answer is wrong.
fn accepted<T>(checked: Result<T, WebauthnError>) -> Option<T> {
    checked.inspect_err(|error| tracing::info!(%error, "refused the answer of a passkey")).ok()
}
