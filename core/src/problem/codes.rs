//! The refusal codes and their sentences.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[cfg(any(not(feature = "given"), feature = "sheet"))]
use crate::Language;

/// Declares the codes, one on each line: name, HTTP status, topic, English sentence, Malay sentence.
macro_rules! codes {
    ($($code:ident $status:literal $topic:ident $english:literal / $malay:literal;)*) => {
        /// The reason for a refusal.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        #[cfg_attr(any(feature = "schema", feature = "ts"), serde(rename_all = "camelCase"))]
        #[allow(clippy::doc_markdown, reason = "sentences for users name claims such as auth_time")]
        pub enum Code { $(#[doc = $english] $code,)* }

        impl Code {
            /// Every code.
            pub const ALL: &[Self] = &[$(Self::$code),*];

            /// Returns the HTTP status of the answer (docs/http.md#errors).
            #[must_use]
            pub const fn status(self) -> u16 {
                match self { $(Self::$code => $status,)* }
            }

            /// Returns the area of the portal that the code belongs to.
            #[must_use]
            pub const fn topic(self) -> &'static str {
                match self { $(Self::$code => stringify!($topic),)* }
            }

            #[cfg(any(not(feature = "given"), feature = "sheet"))]
            const fn built_in_sentence(self, language: Language) -> &'static str {
                const SENTENCES: &[$crate::Words] =
                    &[$([$english, $malay]),*];
                language.pick(SENTENCES[self as usize])
            }

            /// Returns the name of the variant.
            #[must_use]
            pub const fn name(self) -> &'static str {
                const NAMES: &[&str] = &[$(stringify!($code)),*];
                NAMES[self as usize]
            }

            /// Returns the code with that name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|code| code.name() == name)
            }

            /// Returns the code with that wire name, whose first letter is lower case.
            #[must_use]
            pub fn from_wire(name: &str) -> Option<Self> {
                let rest = |name: &'static str| name.get(1..);
                let (first, other) = name.split_at_checked(1)?;
                Self::ALL.iter().copied().find(|code| {
                    rest(code.name()) == Some(other) && code.name().starts_with(&first.to_ascii_uppercase())
                        && first.bytes().all(|byte| byte.is_ascii_lowercase())
                })
            }
        }
    };
}

#[cfg(feature = "given")]
mod given {
    //! In the browser the sentences are loaded at run time, only for the language on the screen. This keeps them out of
    //! the download of the rules.

    use std::sync::OnceLock;

    use super::Code;
    use crate::Language;

    static GIVEN: [OnceLock<Vec<String>>; Language::COUNT] = [const { OnceLock::new() }; Language::COUNT];

    impl Code {
        /// Stores the sentences of a language, in the order of [`Code::ALL`]. Only the first call for a language has an
        /// effect. Returns whether the stored list has a sentence for each code.
        #[must_use]
        pub fn give_sentences(language: Language, sentences: Vec<String>) -> bool {
            GIVEN[language as usize].get_or_init(|| sentences).len() == Self::ALL.len()
        }

        /// Returns the sentence; its `{values}` are not filled in. Until sentences are given, returns the code's name.
        #[must_use]
        pub fn sentence(self, language: Language) -> &'static str {
            let given = GIVEN[language as usize].get().and_then(|all| all.get(self as usize));
            given.map_or_else(|| self.sentence_until_given(language), String::as_str)
        }

        #[cfg(not(feature = "sheet"))]
        const fn sentence_until_given(self, _: Language) -> &'static str {
            self.name()
        }

        /// The quick build has all packages in one (scripts/wasm.sh). The worker that reads workbooks is given no sentences there.
        #[cfg(feature = "sheet")]
        const fn sentence_until_given(self, language: Language) -> &'static str {
            self.built_in_sentence(language)
        }
    }
}

#[cfg(not(feature = "given"))]
impl Code {
    /// Returns the sentence; its `{values}` are not filled in.
    #[must_use]
    pub const fn sentence(self, language: Language) -> &'static str {
        self.built_in_sentence(language)
    }
}

/// Reads the wire name. A derived implementation would add another list of names to the browser's download, and so
/// would a derived `Serialize`.
impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::from_wire(&name).ok_or_else(|| D::Error::custom(format_args!("there is no code {name}")))
    }
}

/// Writes the wire name.
impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.wire_name())
    }
}

impl Code {
    /// Returns the wire name: the name with its first letter in lower case.
    #[must_use]
    pub fn wire_name(self) -> String {
        let mut name = self.name().to_owned();
        if let Some(first) = name.get_mut(..1) {
            first.make_ascii_lowercase();
        }
        name
    }
}

codes! {
    // All calls.
    Unexpected 500 generic "Sorry! Something went wrong, please contact our administrator." / "Maaf! Berlaku ralat, sila hubungi pentadbir kami.";
    Unavailable 503 generic "It's not you, it's us. Please check back later and try again." / "Masalah ini berpunca daripada kami, bukan anda. Sila cuba lagi kemudian.";
    Busy 503 generic "Too many changes arrived at the same time. Nothing was changed. Please try again in a moment." / "Terlalu banyak perubahan dibuat pada masa yang sama. Tiada apa-apa yang diubah. Sila cuba lagi sebentar lagi.";
    OutcomeUnknown 503 generic "We could not confirm in time whether this was done. Check before you do it again." / "Kami tidak dapat mengesahkan dalam masa yang ditetapkan sama ada perkara ini telah dilakukan. Semak sebelum melakukannya sekali lagi.";
    Maintenance 503 generic "Oops! Looks like this page is temporarily unavailable due to maintenance downtime." / "Maaf! Halaman ini tidak tersedia buat sementara waktu kerana kerja penyelenggaraan.";
    NetworkTooLarge 413 generic "This is too large for the network in front of the portal, which refused it at {time}. Send less at once, or give your network's administrator this time and reference: {reference}" / "Ini terlalu besar untuk rangkaian di hadapan portal, yang menolaknya pada {time}. Hantar kurang pada satu masa, atau beri masa dan rujukan ini kepada pentadbir rangkaian anda: {reference}";
    NetworkRefused 403 generic "A filter in front of the portal refused this at {time}. It will refuse it again. Give the portal's support this time and the filter's reference: {reference}" / "Penapis di hadapan portal menolak perkara ini pada {time}. Ia akan menolaknya lagi. Beri masa ini dan rujukan penapis kepada sokongan portal: {reference}";
    NetworkBusy 429 generic "The network in front of the portal allows only so many requests at once, and refused this one at {time}. Nothing was changed. Try again in a few minutes. Reference: {reference}" / "Rangkaian di hadapan portal hanya membenarkan bilangan permintaan tertentu pada satu masa, dan menolak permintaan ini pada {time}. Tiada apa-apa yang diubah. Cuba lagi dalam beberapa minit. Rujukan: {reference}";
    NetworkFailed 500 generic "A program in front of the portal failed at {time}. If you changed something, check first whether it was done, then try again. Reference: {reference}" / "Program di hadapan portal gagal pada {time}. Jika anda mengubah sesuatu, semak dahulu sama ada ia telah dibuat, kemudian cuba lagi. Rujukan: {reference}";
    NetworkNoAnswer 504 generic "The network in front of the portal got no answer from it at {time}. If you changed something, check first whether it was done, then try again. Reference: {reference}" / "Rangkaian di hadapan portal tidak mendapat jawapan daripadanya pada {time}. Jika anda mengubah sesuatu, semak dahulu sama ada ia telah dibuat, kemudian cuba lagi. Rujukan: {reference}";
    NetworkForeign 502 generic "Another program answered instead of the portal at {time}, perhaps the sign-in page of your network. Open the portal in a new tab, then try again here. Reference: {reference}" / "Program lain menjawab bagi pihak portal pada {time}, mungkin halaman log masuk rangkaian anda. Buka portal dalam tab baharu, kemudian cuba lagi di sini. Rujukan: {reference}";
    Unreadable 400 generic "This request could not be read: {reason}" / "Permintaan ini tidak dapat dibaca: {reason}";
    TooLarge 413 generic "This is too large. Send at most {limit} at a time." / "Ini terlalu besar. Hantar paling banyak {limit} pada satu masa.";
    NotFound 404 generic "We could not find what you asked for." / "Kami tidak menemui apa yang anda minta.";
    LineBreak 422 generic "This has a line break. Write it in one line." / "Ini mengandungi pemisah baris. Tulis dalam satu baris.";
    CursorInvalid 400 generic "This page of the list is no longer valid. Start again from the top." / "Halaman senarai ini tidak lagi sah. Mula semula dari atas.";
    ListUnknown 400 generic "There is no list named {name}. The lists are: {names}." / "Tiada senarai bernama {name}. Senarai yang ada: {names}.";
    KeyInvalid 400 generic "The Idempotency-Key must be 1 to 200 visible characters." / "Idempotency-Key mestilah 1 hingga 200 aksara yang kelihatan.";
    KeyReused 422 generic "This Idempotency-Key was already used for another request. Use a new key." / "Idempotency-Key ini telah digunakan untuk permintaan lain. Gunakan kunci baharu.";
    KeyInProgress 409 generic "This is already in progress. Wait a moment, then try again: it is done only once." / "Perkara ini sedang diproses. Tunggu sebentar, kemudian cuba lagi: ia dilakukan sekali sahaja.";

    // Sessions and permissions.
    SignedOut 401 session "You are not signed in. Please sign in and try again." / "Anda belum log masuk. Sila log masuk dan cuba lagi.";
    SessionExpired 401 session "You have been logged out as your session has been inactive for 15 minutes." / "Anda telah dilog keluar kerana sesi anda tidak aktif selama 15 minit.";
    Forbidden 403 session "Your role does not allow this. Ask your Master user or administrator for the permission." / "Peranan anda tidak membenarkan tindakan ini. Minta kebenaran daripada pengguna Master atau pentadbir anda.";
    SessionHeaderMissing 403 session "A change made with the session cookie needs the X-Session header." / "Perubahan dengan kuki sesi memerlukan pengepala X-Session.";
    ViewModeReadOnly 403 session "You are in customer view mode, where nothing can be changed. Choose Back to Admin View first." / "Anda berada dalam mod paparan pelanggan, jadi tiada apa-apa boleh diubah. Pilih Kembali ke Paparan Pentadbir dahulu.";
    PasswordChangeRequired 403 session "Please set a new password before you continue." / "Sila tetapkan kata laluan baharu sebelum meneruskan.";
    EmailRequired 422 login "Please enter an email address." / "Sila masukkan alamat e-mel.";
    EmailInvalid 422 login "Please enter a valid email address." / "Sila masukkan alamat e-mel yang sah.";
    EmailSpaces 422 login "An e-mail address cannot contain spaces." / "Alamat e-mel tidak boleh mengandungi ruang.";
    PasswordRequired 422 login "Please enter your password." / "Sila masukkan kata laluan anda.";
    WrongCredentials 422 login "Attempt {attempt} of {limit}: the e-mail or the password is wrong. Not registered yet? Register first." / "Percubaan {attempt} daripada {limit}: e-mel atau kata laluan salah. Belum mendaftar? Daftar dahulu.";
    AccountLocked 422 login "Your account is locked because of too many wrong attempts. Please reset your password." / "Akaun anda dikunci kerana terlalu banyak percubaan yang salah. Sila tetapkan semula kata laluan anda.";
    AccountNotActivated 422 login "Your account is not activated yet. Please click the link in the e-mail that we sent you." / "Akaun anda belum diaktifkan. Sila klik pautan dalam e-mel yang kami hantar.";
    TooManyAtOnce 429 session "Too many requests at once. Please try again in a moment." / "Terlalu banyak permintaan pada satu masa. Sila cuba lagi sebentar lagi.";
    TooManyAttempts 429 session "Too many attempts. Please try again in {minutes} min." / "Terlalu banyak percubaan. Sila cuba lagi dalam {minutes} minit.";
    ConfirmIdentity 403 session "Please confirm your identity before you continue." / "Sila sahkan identiti anda sebelum meneruskan.";
    IncorrectPassword 422 session "Oops! It seems like you have entered an incorrect password. Please try again." / "Maaf! Kata laluan yang anda masukkan salah. Sila cuba lagi.";
    FactorRequired 403 session "Please set up two-factor authentication before you continue." / "Sila sediakan pengesahan dua faktor sebelum meneruskan.";
    FactorNeeded 422 factors "Your account has two-factor authentication. Please confirm with your passkey, app or recovery code; the password alone is not enough." / "Akaun anda menggunakan pengesahan dua faktor. Sila sahkan dengan kunci laluan, aplikasi pengesah atau kod pemulihan; kata laluan sahaja tidak mencukupi.";
    FactorCodeInvalid 422 factors "Please enter the six digits that your authenticator app shows." / "Sila masukkan enam digit yang dipaparkan oleh aplikasi pengesah anda.";
    FactorCodeWrong 422 factors "This code is wrong, has expired or was already used. Please enter the code that the app shows now." / "Kod ini salah, telah tamat tempoh atau telah digunakan. Sila masukkan kod yang dipaparkan oleh aplikasi sekarang.";
    FactorClockFast 422 factors "This code is right, but for another time: the clock of your phone is about {minutes} min fast. Let the phone set its date and time automatically, and enter a new code." / "Kod ini betul tetapi untuk masa lain: jam telefon anda terlalu cepat kira-kira {minutes} min. Biarkan telefon menetapkan tarikh dan masanya secara automatik, dan masukkan kod baharu.";
    FactorClockSlow 422 factors "This code is right, but for another time: the clock of your phone is about {minutes} min slow. Let the phone set its date and time automatically, and enter a new code." / "Kod ini betul tetapi untuk masa lain: jam telefon anda lewat kira-kira {minutes} min. Biarkan telefon menetapkan tarikh dan masanya secara automatik, dan masukkan kod baharu.";
    FactorClockZone 422 factors "This code is right, but for another time: the clock of your phone is wrong by about {hours} h. Let the phone set its time zone and its time automatically, and enter a new code." / "Kod ini betul tetapi untuk masa lain: jam telefon anda tersasar kira-kira {hours} jam. Biarkan telefon menetapkan zon waktu dan masanya secara automatik, dan masukkan kod baharu.";
    RecoveryCodeWrong 422 factors "This recovery code is wrong or was already used." / "Kod pemulihan ini salah atau telah digunakan.";
    PasskeyRefused 422 factors "This passkey could not be verified. Please try again, or use another way." / "Kunci laluan ini tidak dapat disahkan. Sila cuba lagi atau gunakan cara lain.";
    PasskeysUnavailable 422 factors "Passkeys cannot be used at this address of the portal. Please use another way." / "Kunci laluan tidak boleh digunakan di alamat portal ini. Sila gunakan cara lain.";
    PasskeysUnsupported 422 factors "This browser cannot use passkeys. Please update it, or use another way." / "Pelayar ini tidak boleh menggunakan kunci laluan. Sila kemas kini pelayar atau gunakan cara lain.";
    PasskeyNotUsed 422 factors "No passkey was used: you cancelled, or this device has none for this portal. Please try again, or use another way." / "Tiada kunci laluan digunakan: anda membatalkannya, atau peranti ini tiada kunci laluan untuk portal ini. Sila cuba lagi atau gunakan cara lain.";
    PasskeyNotCreated 422 factors "No passkey was created: you cancelled, or your device did not confirm that it is you. Please try again." / "Kunci laluan tidak dicipta: anda membatalkannya, atau peranti tidak mengesahkan identiti anda. Sila cuba lagi.";
    PasskeyKnown 422 factors "This device already has a passkey for your account." / "Peranti ini sudah mempunyai kunci laluan untuk akaun anda.";
    ChallengeExpired 422 factors "This took too long, or was already used. Please start again." / "Ini mengambil masa terlalu lama atau telah digunakan. Sila mula semula.";
    FactorNotFound 404 factors "This factor has already been removed." / "Faktor ini telah dibuang.";
    FactorIsLast 422 factors "Your role needs two-factor authentication. Please add another passkey or app before you remove this one." / "Peranan anda memerlukan pengesahan dua faktor. Sila tambah kunci laluan atau aplikasi lain sebelum membuang yang ini.";
    FactorLimit 422 factors "You already have {max} factors. Please remove one first." / "Anda sudah mempunyai {max} faktor. Sila buang satu dahulu.";
    FactorNameTooLong 422 factors "Please enter a name of at most {max} characters." / "Sila masukkan nama tidak melebihi {max} aksara.";
    FactorResetWaits 409 users "A reset of this user's two-factor authentication is already waiting." / "Satu penetapan semula pengesahan dua faktor pengguna ini sedang menunggu.";
    FactorResetNotFound 404 users "This reset is no longer waiting: it was ended, or the factors were removed." / "Penetapan semula ini tidak lagi menunggu: ia telah ditamatkan, atau faktor telah dibuang.";
    NoFactorToReset 422 users "This user does not have two-factor authentication." / "Pengguna ini tidak menggunakan pengesahan dua faktor.";
    UserStillActive 409 users "This user has not left yet. Delete the user first." / "Pengguna ini masih aktif. Padam pengguna itu dahulu.";
    UserErased 409 users "The personal data of this user has already been erased." / "Data peribadi pengguna ini telah pun dipadam.";
    FactorPolicyRole 422 factors "Please choose roles of your bulk account only." / "Sila pilih peranan dalam akaun pukal anda sahaja.";
    FactorPolicyDay 422 factors "Please choose a day from today, at most {days} days ahead." / "Sila pilih hari bermula hari ini, paling lewat {days} hari dari sekarang.";
    SessionNotFound 404 session "This session has already ended." / "Sesi ini telah tamat.";

    // Sign-in through a company's own provider.
    SsoNotOffered 422 sso "There is no company sign-in for this address. Please sign in with your password." / "Tiada log masuk syarikat bagi alamat ini. Sila log masuk dengan kata laluan anda.";
    SsoRequired 422 sso "Your company requires its own sign-in. Please choose Use your company account." / "Syarikat anda mewajibkan log masuknya sendiri. Sila pilih Guna akaun syarikat anda.";
    SsoLinkRequired 403 session "Please connect your company's sign-in before you continue." / "Sila sambungkan log masuk syarikat anda sebelum meneruskan.";
    SsoNotLinked 422 sso "This company account is not connected to a user here. Sign in with your password and connect it, or ask your Master user for an invitation." / "Akaun syarikat ini tidak disambungkan kepada pengguna di sini. Log masuk dengan kata laluan anda dan sambungkannya, atau minta jemputan daripada pengguna Master anda.";
    SsoAlreadyLinked 409 sso "This company account is already connected to another user, or you are connected to another one." / "Akaun syarikat ini telah disambungkan kepada pengguna lain, atau anda telah disambungkan kepada akaun lain.";
    SsoProviderUnavailable 503 sso "Your company's sign-in does not answer at {host}. Please check this address, or try again later." / "Log masuk syarikat anda tidak memberi respons di {host}. Sila semak alamat ini, atau cuba lagi kemudian.";
    SsoProviderRefused 422 sso "Your company's sign-in refused this sign-in ({error}). Please try again, or ask its administrator to allow this portal for you." / "Log masuk syarikat anda menolak log masuk ini ({error}). Sila cuba lagi, atau minta pentadbirnya membenarkan portal ini untuk anda.";
    SsoClientRefused 422 sso "Your company's sign-in does not accept this portal's client ID or client secret ({error}). Your Master user must enter both again, as the provider shows them." / "Log masuk syarikat anda tidak menerima ID klien atau rahsia klien portal ini ({error}). Pengguna Master anda perlu memasukkan kedua-duanya semula, seperti yang ditunjukkan oleh pembekal.";
    SsoProviderInvalid 422 sso "{address} is not the configuration of an OpenID Connect provider. Please enter the issuer, as your provider shows it." / "{address} bukan konfigurasi pembekal OpenID Connect. Sila masukkan pengeluar seperti yang ditunjukkan oleh pembekal anda.";
    SsoIssuerOther 422 sso "This provider names itself {issuer}. Please enter exactly that address." / "Pembekal ini menamakan dirinya {issuer}. Sila masukkan alamat itu dengan tepat.";
    SsoProviderUnfit 422 sso "This provider offers only {found} ({field}). The portal needs one of {accepted}. Please change it at your provider." / "Pembekal ini hanya menawarkan {found} ({field}). Portal memerlukan salah satu daripada {accepted}. Sila ubahnya di pembekal anda.";
    SsoKeysMissing 422 sso "This provider publishes no key for its signatures at {address}. Please add one for {accepted} at your provider." / "Pembekal ini tidak menerbitkan kunci bagi tandatangannya di {address}. Sila tambah satu untuk {accepted} di pembekal anda.";
    SsoNothingToTry 422 sso "There are no settings to try. Please save them first." / "Tiada tetapan untuk dicuba. Sila simpan tetapan dahulu.";
    SsoNotTried 422 sso "Please try the provider first. No other user sees the company sign-in before that." / "Sila cuba pembekal dahulu. Sebelum itu, orang lain tidak melihat log masuk syarikat.";
    SsoAddressRefused 422 sso "Please enter a public https:// address." / "Sila masukkan alamat https:// awam.";
    SsoClientRequired 422 sso "Please enter the value that your provider shows, without spaces." / "Sila masukkan nilai yang ditunjukkan oleh pembekal anda, tanpa ruang.";
    SsoSecretRequired 422 sso "Please enter the client secret again, because the provider or client has changed." / "Sila masukkan semula rahsia klien kerana pembekal atau klien telah berubah.";
    SsoExpired 422 sso "This sign-in took too long. Please start again." / "Log masuk ini mengambil masa terlalu lama. Sila mula semula.";
    SsoStateWrong 422 sso "This answer belongs to another sign-in. Please start again." / "Jawapan ini milik log masuk lain. Sila mula semula.";
    SsoStateUsed 422 sso "This sign-in was already used. Please start again." / "Log masuk ini telah digunakan. Sila mula semula.";
    SsoMixedUp 422 sso "The answer came from another provider than was asked (iss). Please start again." / "Pembekal yang menjawab bukan yang diminta (iss). Sila mula semula.";
    SsoTokenInvalid 422 sso "Your company's sign-in sent an answer that could not be verified ({part}). Please tell its administrator." / "Log masuk syarikat anda menghantar jawapan yang tidak dapat disahkan ({part}). Sila maklumkan kepada pentadbirnya.";
    SsoClaimInvalid 422 sso "Your company's sign-in sent no usable value for {claim}. Please tell its administrator." / "Log masuk syarikat anda tidak menghantar nilai yang boleh digunakan untuk {claim}. Sila maklumkan kepada pentadbirnya.";
    SsoAlgorithmRefused 422 sso "Your company's sign-in signs with {algorithm}. The portal accepts {accepted}. Please have it changed for this portal at the provider." / "Log masuk syarikat anda menandatangani dengan {algorithm}. Portal menerima {accepted}. Sila minta ia diubah untuk portal ini di pembekal.";
    SsoKeyUnknown 422 sso "Your company's sign-in signed with the key {key}, which it does not publish for {algorithm}." / "Log masuk syarikat anda menandatangani dengan kunci {key}, yang tidak diterbitkannya untuk {algorithm}.";
    SsoIssuerWrong 422 sso "The answer names another provider, {found} (iss)." / "Jawapan menamakan pembekal lain, {found} (iss).";
    SsoAudienceWrong 422 sso "The answer is meant for another application, {found} (aud)." / "Jawapan ditujukan kepada aplikasi lain, {found} (aud).";
    SsoNonceWrong 422 sso "The answer was made for another sign-in (nonce)." / "Jawapan dibuat untuk log masuk lain (nonce).";
    SsoTokenExpired 422 sso "A time in the answer of your company's sign-in is {seconds} seconds off ({claim}). Please start again. If it happens again, its clock is wrong." / "Satu masa dalam jawapan log masuk syarikat anda tersasar {seconds} saat ({claim}). Sila mula semula. Jika ia berlaku lagi, jamnya salah.";
    SsoNotFresh 422 sso "Your company's sign-in did not ask for your credentials again. It names a sign-in {seconds} seconds ago (auth_time)." / "Log masuk syarikat anda tidak meminta kelayakan anda sekali lagi. Ia menamakan log masuk {seconds} saat yang lalu (auth_time).";
    SsoSignInTimeMissing 422 sso "Your company's sign-in does not say when you signed in (auth_time), so it cannot confirm that it is you. Please tell its administrator." / "Log masuk syarikat anda tidak menyatakan bila anda log masuk (auth_time), jadi ia tidak dapat mengesahkan bahawa itu anda. Sila maklumkan kepada pentadbirnya.";
    SsoWindowBlocked 422 sso "The browser blocked the window of your company's sign-in. Please allow pop-up windows for this portal, then try again." / "Pelayar menyekat tetingkap log masuk syarikat anda. Sila benarkan tetingkap timbul untuk portal ini, kemudian cuba lagi.";
    SsoWrongUser 422 sso "You signed in at your company as another user. Please start again." / "Anda log masuk di syarikat anda sebagai pengguna lain. Sila mula semula.";
    SsoDomainInvalid 422 sso "Please enter a mail domain such as company.com." / "Sila masukkan domain e-mel seperti company.com.";
    SsoDomainLimit 422 sso "You already have {max} domains. Please remove one first." / "Anda sudah mempunyai {max} domain. Sila buang satu dahulu.";
    SsoDomainTaken 409 sso "Another company has proved this domain." / "Syarikat lain telah membuktikan domain ini.";
    SsoDomainNotFound 404 sso "This domain has already been removed." / "Domain ini telah dibuang.";
    SsoDomainUnproved 422 sso "The DNS record was not found. New records can take some hours to appear." / "Rekod DNS tidak ditemui. Rekod baharu mungkin mengambil masa beberapa jam untuk muncul.";
    SsoDomainNeeded 422 sso "Please prove a mail domain first." / "Sila buktikan satu domain e-mel dahulu.";
    SsoDnsUnavailable 503 sso "The DNS server does not answer. Please try again later." / "Pelayan DNS tidak memberi respons. Sila cuba lagi kemudian.";
    SsoBreakGlassFactor 422 sso "Please set up two-factor authentication first. With it you can still sign in if your provider fails." / "Sila sediakan pengesahan dua faktor dahulu. Dengannya anda masih boleh log masuk jika pembekal anda gagal.";

    // Registration, activation and passwords.
    EmailInUse 409 registration "Email Address already in used." / "Alamat e-mel telah digunakan.";
    NameRequired 422 registration "Please enter a full name." / "Sila masukkan nama penuh.";
    NameInvalid 422 registration "Please enter a valid name. It cannot contain \"{character}\"." / "Sila masukkan nama yang sah. Ia tidak boleh mengandungi \"{character}\".";
    NameTooShort 422 registration "A name has at least two characters of the alphabet." / "Nama mempunyai sekurang-kurangnya dua huruf.";
    NameTooLong 422 registration "A name has at most 100 characters." / "Nama mempunyai paling banyak 100 aksara.";
    IdentificationTypeRequired 422 registration "Please choose IC/MyKad or Passport." / "Sila pilih KP/MyKad atau Pasport.";
    IdentificationNoRequired 422 registration "Please enter the identification number." / "Sila masukkan nombor pengenalan.";
    IcInvalid 422 registration "An IC/MyKad number has 12 digits and begins with the date of birth, such as 900131-14-5678." / "Nombor KP/MyKad mempunyai 12 digit dan bermula dengan tarikh lahir, contohnya 900131-14-5678.";
    IcCharacter 422 registration "An IC/MyKad number has digits only. It cannot contain \"{character}\"." / "Nombor KP/MyKad mengandungi digit sahaja. Ia tidak boleh mengandungi \"{character}\".";
    PassportInvalid 422 registration "A passport number has 5 to 25 letters and digits." / "Nombor pasport mempunyai 5 hingga 25 huruf dan digit.";
    PassportCharacter 422 registration "A passport number has letters and digits only. It cannot contain \"{character}\"." / "Nombor pasport mengandungi huruf dan digit sahaja. Ia tidak boleh mengandungi \"{character}\".";
    MobileRequired 422 registration "Please enter a mobile number." / "Sila masukkan nombor telefon bimbit.";
    MobileInvalid 422 registration "Enter a Malaysian mobile number such as 0123456789. It begins with 01." / "Masukkan nombor telefon bimbit Malaysia seperti 0123456789. Ia bermula dengan 01.";
    MobileLength 422 registration "Enter a Malaysian mobile number such as 0123456789. It has 8 to 11 digits after the 0." / "Masukkan nombor telefon bimbit Malaysia seperti 0123456789. Ia mempunyai 8 hingga 11 digit selepas 0.";
    TelephoneCharacters 422 registration "A telephone number has digits, spaces, hyphens, full stops and brackets only. Enter one number, without an extension." / "Nombor telefon mengandungi digit, ruang, sempang, noktah dan kurungan sahaja. Masukkan satu nombor, tanpa sambungan.";
    TelephoneForeign 422 registration "This number has the code of another country. Enter a Malaysian number." / "Nombor ini mempunyai kod negara lain. Masukkan nombor Malaysia.";
    TermsRequired 422 registration "Please agree to the terms and conditions." / "Sila bersetuju dengan terma dan syarat.";
    TermsChanged 409 registration "The terms and conditions have changed. Load the page again, read them, and agree to them." / "Terma dan syarat telah berubah. Muat semula halaman, baca, dan nyatakan persetujuan anda.";
    PasswordTooShort 422 password "Use at least 8 characters." / "Gunakan sekurang-kurangnya 8 aksara.";
    PasswordTooLong 422 password "Use at most 128 characters." / "Gunakan paling banyak 128 aksara.";
    PasswordNeedsLowercase 422 password "Use at least one lowercase character." / "Gunakan sekurang-kurangnya satu huruf kecil.";
    PasswordNeedsNumber 422 password "Use at least one number." / "Gunakan sekurang-kurangnya satu nombor.";
    PasswordCommon 422 password "This password is too common and easy to guess. Please choose another one." / "Kata laluan ini terlalu lazim dan mudah diteka. Sila pilih yang lain.";
    PasswordsDiffer 422 password "Your passwords do not match." / "Kata laluan anda tidak sepadan.";
    PasswordAsBefore 422 password "This is your current password. Please choose another one." / "Ini kata laluan anda sekarang. Sila pilih yang lain.";
    OldPasswordRequired 422 password "Please enter your current password." / "Sila masukkan kata laluan anda sekarang.";
    LinkInvalid 422 link "The link is invalid." / "Pautan ini tidak sah.";
    LinkExpired 422 link "The link has expired. Please ask for a new one." / "Pautan ini telah tamat tempoh. Sila minta pautan baharu.";
    LinkUsed 422 link "The link has already been used." / "Pautan ini telah digunakan.";
    AccountAlreadyActivated 422 link "Your account is already activated. Please sign in." / "Akaun anda telah diaktifkan. Sila log masuk.";
    EmailNotRegistered 422 password "This e-mail address is not registered. Please check it, or register first." / "Alamat e-mel ini tidak berdaftar. Sila semak semula, atau daftar dahulu.";
    PreferenceUnknown 422 profile "This preference or its value is not valid." / "Keutamaan ini atau nilainya tidak sah.";
    TutorialUnknown 422 profile "We could not find this guided tour." / "Kami tidak menemui lawatan berpandu ini.";
    DateRangeReversed 422 profile "The end date must not be before the start date." / "Tarikh tamat tidak boleh lebih awal daripada tarikh mula.";

    // Users of a bulk account, and staff users.
    NicknameInvalid 422 users "A nickname cannot contain \"{character}\"." / "Nama panggilan tidak boleh mengandungi \"{character}\".";
    NicknameTooLong 422 users "A nickname has at most 50 characters." / "Nama panggilan mempunyai paling banyak 50 aksara.";
    PermissionsRequired 422 users "Please select Roles and Permissions." / "Sila pilih Peranan dan Kebenaran.";
    UserAlreadyInBulkAccount 409 users "This user is already in current bulk account." / "Pengguna ini sudah berada dalam akaun pukal semasa.";
    UserInAnotherBulkAccount 409 users "This person already belongs to another bulk account. Please use another e-mail address." / "Orang ini sudah berada dalam akaun pukal lain. Sila gunakan alamat e-mel lain.";
    ApplicantInProcess 409 users "The bulk account of this person's company is being set up, with this person as its Master. Wait until it is ready, then check again." / "Akaun pukal syarikat orang ini sedang disediakan, dengan orang ini sebagai Master. Tunggu sehingga akaun itu sedia, kemudian semak semula.";
    JoinsFromAnother 409 users "You already belong to another bulk account. Its Master user has to remove you there before you can accept this invitation." / "Anda sudah berada dalam akaun pukal lain. Pengguna Master akaun itu perlu mengeluarkan anda sebelum anda boleh menerima jemputan ini.";
    JoinsAgain 409 users "You already belong to this bulk account. Sign in without the invitation." / "Anda sudah berada dalam akaun pukal ini. Log masuk tanpa jemputan.";
    JoinsWhileRegistering 409 users "The bulk account of your own company is being set up, so you cannot join another one." / "Akaun pukal syarikat anda sendiri sedang disediakan, jadi anda tidak boleh menyertai akaun lain.";
    UsersLimitReached 409 users "This bulk account has the maximum of {limit} users. Remove one before you add another." / "Akaun pukal ini mempunyai {limit} pengguna, iaitu bilangan maksimum. Keluarkan seorang pengguna sebelum menambah yang lain.";
    UserNotFound 404 users "We could not find this user." / "Kami tidak menemui pengguna ini.";
    UserIsMaster 422 users "This is the Master user. Transfer the master role to another user first." / "Ini pengguna Master. Pindahkan peranan master kepada pengguna lain dahulu.";
    UserIsNotInvited 422 users "This user is already active, so no link is needed." / "Pengguna ini sudah aktif, jadi pautan tidak diperlukan.";
    UserNotActive 422 users "Only a user who has activated their account can become Master." / "Hanya pengguna yang telah mengaktifkan akaun boleh menjadi Master.";
    UserIsYourself 422 users "You cannot do this to your own account." / "Anda tidak boleh melakukan ini pada akaun anda sendiri.";
    MasterChanged 409 users "Another user has become the Master. Check the users again." / "Pengguna lain telah menjadi Master. Semak semula senarai pengguna.";
    ChoiceRequired 422 generic "Please choose one of the options." / "Sila pilih satu daripada pilihan.";
    RoleRequired 422 users "Please choose a role." / "Sila pilih peranan.";
    StaffEmailInUse 409 users "This email address already exists on portal." / "Alamat e-mel ini sudah wujud di portal.";
    StaffProposalWaits 409 users "A proposal for this user is waiting for a second officer. Another officer can confirm it, or turn it down first." / "Satu cadangan bagi pengguna ini sedang menunggu pegawai kedua. Pegawai lain boleh mengesahkannya, atau menolaknya dahulu.";
    StaffProposalNotFound 404 users "This proposal is no longer waiting: it was confirmed or turned down." / "Cadangan ini tidak lagi menunggu: ia telah disahkan atau ditolak.";
    LastUserAdmin 422 users "At least one person must be able to manage staff users. Give another user that role first." / "Sekurang-kurangnya seorang mesti boleh mengurus pengguna kakitangan. Berikan peranan itu kepada pengguna lain dahulu.";

    // Numbers, amounts, dates.
    AmountInvalid 422 amounts "Enter an amount in ringgit, such as 1,234.50." / "Masukkan amaun dalam ringgit, contohnya 1,234.50.";
    AmountDecimals 422 amounts "Enter an amount with at most two decimals." / "Masukkan amaun dengan paling banyak dua tempat perpuluhan.";
    QuantityInvalid 422 amounts "Enter a number without commas, such as 1234.5." / "Masukkan nombor tanpa koma, contohnya 1234.5.";
    QuantityDecimals 422 amounts "Enter a number with at most six decimals." / "Masukkan nombor dengan paling banyak enam tempat perpuluhan.";
    AmountTooLarge 422 amounts "This amount is larger than the portal can hold." / "Amaun ini lebih besar daripada yang boleh disimpan oleh portal.";
    DateInvalid 422 dates "Enter a date such as 20 Nov 2026, in files as 2026-11-20." / "Masukkan tarikh seperti 20 Nov 2026, dalam fail sebagai 2026-11-20.";
    AccountNumberRequired 422 accounts "Please enter an electricity account number." / "Sila masukkan nombor akaun elektrik.";
    AccountNumberPrefix 422 accounts "An electricity account number starts with 21 or 22." / "Nombor akaun elektrik bermula dengan 21 atau 22.";
    AccountNumberLength 422 accounts "An electricity account number has exactly 12 digits." / "Nombor akaun elektrik mesti mempunyai tepat 12 digit.";
    AccountNumberDigits 422 accounts "An electricity account number has digits only." / "Nombor akaun elektrik mengandungi digit sahaja.";
    BatchIdInvalid 422 bills "A bill batch ID has 10 digits and starts with 28." / "ID kelompok bil mempunyai 10 digit dan bermula dengan 28.";
    InvoiceNumberInvalid 422 bills "An invoice number has 12 digits." / "Nombor invois mempunyai 12 digit.";
    BulkAccountNotFound 404 accounts "We could not find this bulk account." / "Kami tidak menemui akaun pukal ini.";
    ReferenceIdLength 422 accounts "A reference ID has 1 to 16 characters." / "ID rujukan mempunyai 1 hingga 16 aksara.";
    ReferenceIdCharacters 422 accounts "A reference ID cannot contain control characters. Type it instead of pasting it." / "ID rujukan tidak boleh mengandungi aksara kawalan. Taip, bukan tampal.";
    SearchTooShort 422 bills "Enter at least 3 characters." / "Masukkan sekurang-kurangnya 3 aksara.";
    SearchTooMany 422 bills "Search for at most {limit} numbers at a time." / "Cari paling banyak {limit} nombor pada satu masa.";

    PeriodRequired 422 bills "Choose the first and the last day of the bill period." / "Pilih hari pertama dan hari terakhir tempoh bil.";
    PeriodTooOld 422 bills "History goes back six months. Choose {from} or a later day." / "Sejarah merangkumi enam bulan lepas. Pilih {from} atau hari selepasnya.";
    SearchByRequired 422 bills "Choose what to search by." / "Pilih cara carian.";

    // Saved views.
    ViewNameRequired 422 views "Please enter a name for this view." / "Sila masukkan nama paparan ini.";
    ViewNameInvalid 422 views "The name of a view has at most {limit} characters." / "Nama paparan mempunyai paling banyak {limit} aksara.";
    ViewNameInUse 409 views "You already have a view with this name for this list." / "Anda sudah mempunyai paparan dengan nama ini untuk senarai ini.";
    ViewsTooMany 422 views "You have {limit} saved views. Delete one before you save another." / "Anda mempunyai {limit} paparan tersimpan. Padam satu sebelum menyimpan yang lain.";
    ViewNotFound 404 views "We could not find this view." / "Kami tidak menemui paparan ini.";

    // Why a bill cannot be selected.
    BillNothingDue 422 bills "Nothing is due on this bill." / "Tiada amaun perlu dibayar untuk bil ini.";
    BillNoCurrentCharge 422 bills "The current charge is zero or negative, so this bill cannot be paid here." / "Caj semasa adalah sifar atau negatif, jadi bil ini tidak boleh dibayar di sini.";
    BillPaymentDisabled 422 bills "The utility has closed this bill for payment. Please contact the care line." / "Utiliti telah menutup bil ini untuk pembayaran. Sila hubungi talian khidmat.";
    BillPaid 422 bills "This bill is paid." / "Bil ini telah dibayar.";
    BillPaidElsewhere 422 bills "This bill was paid outside the portal." / "Bil ini telah dibayar di luar portal.";
    BillPartlyPaid 422 bills "A part of this bill was paid outside the portal. Please pay the rest there, too." / "Sebahagian bil ini telah dibayar di luar portal. Sila bayar bakinya di sana juga.";
    BillReportedPaid 422 bills "The account's next bill says that this bill was paid." / "Bil akaun yang berikutnya menyatakan bahawa bil ini telah dibayar.";
    BillCarried 422 bills "A newer bill of the account contains this bill. Please pay the newer bill instead." / "Bil akaun yang lebih baharu mengandungi bil ini. Sila bayar bil yang lebih baharu itu.";
    BillInPayment 422 bills "A payment of this bill is already in progress." / "Pembayaran bil ini sudah dalam proses.";
    BillOnHold 422 bills "This bill is on hold. It can be paid only if you choose it alone." / "Bil ini ditahan. Ia hanya boleh dibayar jika anda memilihnya secara berasingan.";
    EInvoiceUuidInvalid 422 bills "The number of an e-invoice has 10 to 40 letters and digits." / "Nombor e-invois mempunyai 10 hingga 40 huruf dan digit.";
    EInvoiceLongIdInvalid 422 bills "The long ID of an e-invoice has 10 to 100 letters, digits and hyphens." / "ID panjang e-invois mempunyai 10 hingga 100 huruf, digit dan sempang.";
    EInvoiceStatusInvalid 422 bills "The status of an e-invoice is submitted, valid, invalid, cancelled or rejected." / "Status e-invois ialah submitted, valid, invalid, cancelled atau rejected.";
    EInvoiceValueMissing 422 bills "An e-invoice of this status needs this value." / "E-invois dengan status ini memerlukan nilai ini.";
    EInvoiceNotCancelled 422 bills "Only a cancelled e-invoice has a time of cancellation." / "Hanya e-invois yang dibatalkan mempunyai masa pembatalan.";
    EInvoiceTimesReversed 422 bills "An e-invoice cannot be cancelled before it was validated." / "E-invois tidak boleh dibatalkan sebelum disahkan.";
    BillNotFound 404 bills "We could not find this bill." / "Kami tidak menemui bil ini.";

    // Errors in the lines of a bill from the feed.
    ChargeNotItsRate 422 bills "The amount of a line is not its quantity times its rate." / "Amaun satu baris tidak sama dengan kuantiti didarab kadarnya.";
    ChargeSignWrong 422 bills "The amount of a line does not have the sign of its kind." / "Amaun satu baris tidak mempunyai tanda jenisnya.";
    ChargesNotCurrent 422 bills "The lines do not add up to the bill's current charge." / "Jumlah baris tidak sama dengan caj semasa bil.";
    ChargesNotTax 422 bills "The tax lines do not add up to the bill's tax." / "Jumlah baris cukai tidak sama dengan cukai bil.";
    ChargesNotRounding 422 bills "The rounding does not match the bill's total." / "Penggenapan tidak sama dengan penggenapan jumlah bil.";
    ChargesNotConsumption 422 bills "The energy lines do not add up to the bill's consumption." / "Jumlah baris tenaga tidak sama dengan penggunaan bil.";

    // Registering a company.
    BusinessTypeRequired 422 companies "Please choose organisation or government entity." / "Sila pilih organisasi atau entiti kerajaan.";
    GovernmentWindowClosed 422 companies "Government entities can register from the 8th to the 27th of each month. Ask to be notified, and come back then." / "Entiti kerajaan boleh mendaftar dari 8 hingga 27 hari bulan setiap bulan. Minta untuk dimaklumkan, dan kembali pada masa itu.";
    CompanyNameRequired 422 companies "Please enter the company name." / "Sila masukkan nama syarikat.";
    RegistrationNoRequired 422 companies "Please enter the company registration number." / "Sila masukkan nombor pendaftaran syarikat.";
    RegistrationNoInvalid 422 companies "A company registration number has letters, digits, spaces and - / ( ) . _ & only. It cannot contain \"{character}\"." / "Nombor pendaftaran syarikat mengandungi huruf, digit, ruang dan - / ( ) . _ & sahaja. Ia tidak boleh mengandungi \"{character}\".";
    RegistrationNoLength 422 companies "A company registration number has 5 to 30 characters, such as 199801004512 (465312-X)." / "Nombor pendaftaran syarikat mempunyai 5 hingga 30 aksara, contohnya 199801004512 (465312-X).";
    TinInvalid 422 companies "A tax identification number begins with the code of its kind, such as C or IG, and has at most 14 characters: C2584563222." / "Nombor pengenalan cukai bermula dengan kod jenisnya, seperti C atau IG, dan mempunyai paling banyak 14 aksara: C2584563222.";
    TinGeneral 422 companies "This general number stands for persons or foreign companies. Enter the company's own number; a government body without one enters EI00000000040." / "Nombor am ini mewakili orang perseorangan atau syarikat asing. Masukkan nombor syarikat sendiri; badan kerajaan yang tiada nombor memasukkan EI00000000040.";
    TinCharacter 422 companies "A tax identification number has letters and digits only. It cannot contain \"{character}\"." / "Nombor pengenalan cukai mengandungi huruf dan digit sahaja. Ia tidak boleh mengandungi \"{character}\".";
    LandlineRequired 422 companies "Please enter the landline number." / "Sila masukkan nombor telefon tetap.";
    LandlineInvalid 422 companies "A landline number has 8 to 11 digits, such as 03-1234 5678." / "Nombor telefon tetap mempunyai 8 hingga 11 digit, contohnya 03-1234 5678.";
    StreetRequired 422 companies "Please enter the street." / "Sila masukkan nama jalan.";
    CityRequired 422 companies "Please enter the city." / "Sila masukkan nama bandar.";
    CityInvalid 422 companies "A city has letters only. It cannot contain \"{character}\"." / "Nama bandar hanya mengandungi huruf. Ia tidak boleh mengandungi \"{character}\".";
    CityMark 422 companies "In the name of a city, \"{character}\" must stand inside a word, as in Layang-Layang or Kg. Baru Subang." / "Dalam nama bandar, \"{character}\" mesti berada antara huruf, seperti Layang-Layang atau Kg. Baru Subang.";
    PostalCodeRequired 422 companies "Please enter the postal code." / "Sila masukkan poskod.";
    PostalCodeInvalid 422 companies "A postal code has 5 digits." / "Poskod mempunyai 5 digit.";
    PostalCodeDigits 422 companies "A postal code has digits only." / "Poskod mengandungi digit sahaja.";
    StateRequired 422 companies "Please choose the state." / "Sila pilih negeri.";
    JobTitleRequired 422 companies "Please enter the job title." / "Sila masukkan jawatan.";
    JobTitleInvalid 422 companies "A job title has letters, digits and spaces only. It cannot contain \"{character}\"." / "Jawatan mengandungi huruf, digit dan ruang sahaja. Ia tidak boleh mengandungi \"{character}\".";
    DepartmentRequired 422 companies "Please enter the department." / "Sila masukkan jabatan.";
    LineInvalid 422 companies "Enter at most 100 characters." / "Masukkan paling banyak 100 aksara.";
    LineCharacter 422 companies "This cannot contain \"{character}\". Type it instead of pasting it." / "Ini tidak boleh mengandungi \"{character}\". Taip, bukan tampal.";
    DeclarationRequired 422 companies "Please upload the signed declaration." / "Sila muat naik akuan yang ditandatangani.";
    AccountsRequired 422 accounts "Add at least one electricity account." / "Tambah sekurang-kurangnya satu akaun elektrik.";
    AccountsTooMany 422 accounts "Add at most {limit} electricity accounts at a time." / "Tambah paling banyak {limit} akaun elektrik pada satu masa.";
    AccountRepeated 422 accounts "This account is in the list already." / "Akaun ini sudah ada dalam senarai.";
    AccountNotFoundForCompany 422 accounts "We did not find this account under the company number of the application. Leave it out, or type it in yourself." / "Kami tidak menemui akaun ini di bawah nombor syarikat dalam permohonan ini. Keluarkan akaun ini daripada senarai, atau taip sendiri.";
    CompanyRegistered 409 companies "This company is already registered. Ask its Master user to invite you." / "Syarikat ini telah berdaftar. Minta pengguna Master menjemput anda.";
    CompanyHasApplication 409 companies "There is already an application for this company." / "Sudah ada permohonan untuk syarikat ini.";
    RegistersAnother 409 companies "You already belong to a bulk account, so you cannot register another company." / "Anda sudah berada dalam akaun pukal, jadi anda tidak boleh mendaftar syarikat lain.";
    ApplicantInAnotherBulkAccount 409 companies "The applicant has since joined another bulk account. Reject this application, or continue once they have left that account." / "Sejak itu, pemohon telah menyertai akaun pukal lain. Tolak permohonan ini, atau teruskan selepas pemohon meninggalkan akaun itu.";
    ApplicantGone 409 companies "The applicant's account was deleted or disabled, so nobody could answer or be the Master. Reject this application." / "Akaun pemohon telah dipadam atau dinyahaktifkan, jadi tiada sesiapa boleh menjawab atau menjadi Master. Tolak permohonan ini.";
    RegistrationNotFound 404 companies "We could not find this application." / "Kami tidak menemui permohonan ini.";
    RegistrationMoved 409 companies "This application has changed, so this can no longer be done. Check it again." / "Permohonan ini telah berubah, jadi tindakan ini tidak boleh dilakukan lagi. Semak semula.";
    DraftIsOlder 409 companies "This application was changed in another tab or by another person. Load it again before you continue." / "Permohonan ini telah diubah dalam tab lain atau oleh orang lain. Muat semula sebelum meneruskan.";
    RemarkRequired 422 companies "Please enter a remark." / "Sila masukkan catatan.";
    RemarkTooLong 422 companies "A remark has at most {limit} characters." / "Catatan mempunyai paling banyak {limit} aksara.";
    FileTooLarge 413 files "The file had exceed the max. size of {limit}." / "Fail ini melebihi saiz maksimum {limit}.";
    FileKindUnknown 422 files "The file extension is invalid. Upload a PDF, PNG or JPEG file." / "Sambungan fail tidak sah. Muat naik fail PDF, PNG atau JPEG.";
    FileKindOther 422 files "This is a {kind} file. Save or export it as PDF, PNG or JPEG, and upload that file." / "Ini fail {kind}. Simpan atau eksport sebagai PDF, PNG atau JPEG, dan muat naik fail itu.";
    FileHasScripts 422 files "This PDF contains scripts or other files. Print it to a new PDF, and upload that one." / "PDF ini mengandungi skrip atau fail lain. Cetak ke PDF baharu, dan muat naik PDF itu.";
    FileEmpty 422 files "This file is empty." / "Fail ini kosong.";
    FileDamaged 422 files "This file is damaged or incomplete. Save or print it again, and upload the new file." / "Fail ini rosak atau tidak lengkap. Simpan atau cetak semula, dan muat naik fail baharu itu.";
    FileIsProtected 422 files "This PDF is protected by a password. Print it to a new PDF, and upload that one." / "PDF ini dilindungi kata laluan. Cetak ke PDF baharu, dan muat naik PDF itu.";
    FileCannotBeChecked 422 files "The contents of this PDF cannot be checked. Print it to a new PDF, and upload that one." / "Kandungan PDF ini tidak dapat disemak. Cetak ke PDF baharu, dan muat naik PDF itu.";
    FileHasMore 422 files "This file contains more than the document. Save or print it again, and upload the new file." / "Fail ini mengandungi kandungan lain selain dokumen tersebut. Simpan atau cetak semula, dan muat naik fail baharu itu.";
    PictureTooLarge 422 files "This picture has more than {limit} million pixels. Save it in a smaller size, and upload it again." / "Gambar ini mempunyai lebih daripada {limit} juta piksel. Simpan dalam saiz lebih kecil, dan muat naik semula.";
    FileNotFound 404 files "We could not find this file." / "Kami tidak menemui fail ini.";
    FileGone 410 files "The portal has lost this file. Request it again, or ask the person who uploaded it to upload it again." / "Portal telah kehilangan fail ini. Minta fail ini semula, atau minta orang yang memuat naiknya supaya memuat naik semula.";
    DownloadTooLarge 422 downloads "This would be more than {limit} at once. Narrow the list, and download it in parts." / "Ini akan melebihi {limit} sekali gus. Kecilkan senarai, dan muat turun secara berperingkat.";
    DownloadEmpty 422 downloads "There is nothing to download." / "Tiada apa-apa untuk dimuat turun.";
    DownloadNotKept 503 downloads "The portal has no room for this file at the moment. Try again later." / "Portal tiada ruang untuk fail ini buat masa ini. Cuba lagi kemudian.";
    TooManyDownloads 429 downloads "{limit} files are already being prepared, for you or for this company. Wait for one, or cancel one of yours." / "{limit} fail sedang disediakan, untuk anda atau untuk syarikat ini. Tunggu satu selesai, atau batalkan satu daripada fail anda.";
    GroupNameRequired 422 groups "Please enter a group name." / "Sila masukkan nama kumpulan.";
    GroupNameInvalid 422 groups "A group name has at most {limit} characters." / "Nama kumpulan mempunyai paling banyak {limit} aksara.";
    GroupNameInUse 409 groups "There is already a group with this name." / "Sudah ada kumpulan dengan nama ini.";
    GroupNotFound 404 groups "We could not find this group." / "Kami tidak menemui kumpulan ini.";
    AccountNotFound 404 accounts "We could not find this electricity account." / "Kami tidak menemui akaun elektrik ini.";
    LookupsTooMany 429 accounts "You have looked up too many accounts. Please continue in {minutes} min." / "Anda telah menyemak terlalu banyak akaun. Sila teruskan dalam {minutes} minit.";
    AccountInOtherBulkAccount 409 accounts "This account belongs to another bulk account." / "Akaun ini berada dalam akaun pukal lain.";
    AccountIsPending 409 accounts "This account is being processed. Wait until that is finished, then try again." / "Akaun ini sedang diproses. Tunggu sehingga selesai, kemudian cuba lagi.";
    AccountHasPayment 409 accounts "A payment of this account's bills is in progress. Remove the account once it is finished." / "Pembayaran bagi bil akaun ini masih dalam proses. Buang akaun ini selepas pembayaran selesai.";
    CompanyNameFixed 422 profile "Only the utility can change the company name. Please contact the care line." / "Hanya utiliti boleh menukar nama syarikat. Sila hubungi talian khidmat.";
    RegistrationNoFixed 422 profile "The company registration number cannot be changed: it identifies the company." / "Nombor pendaftaran syarikat tidak boleh ditukar: ia mengenal pasti syarikat.";
    ProfileIsOlder 409 profile "Another user has changed this. Load it again before you continue." / "Maklumat ini telah diubah oleh pengguna lain. Muat semula sebelum meneruskan.";
    NoWorkingAccount 403 accounts "Your bulk account needs at least one electricity account without errors before you can use this page." / "Akaun pukal anda memerlukan sekurang-kurangnya satu akaun elektrik tanpa ralat sebelum anda boleh menggunakan halaman ini.";

    // Bank statements, and workbooks of accounts.
    BankFileUnknown 422 payments "We cannot read this bank statement. Save it as .csv, or as .xlsx with the list only, and upload it again." / "Kami tidak dapat membaca penyata bank ini. Simpan sebagai .csv, atau .xlsx dengan senarai sahaja, dan muat naik semula.";
    BankFormatVersion 422 payments "This file is {format}, which we cannot read. Ask the bank for one of: {known}." / "Fail ini ialah {format}, yang tidak dapat kami baca. Minta salah satu daripada bank: {known}.";
    BankFileDamaged 422 payments "Line {line} of this file does not follow its format. Download it from the bank again." / "Baris {line} dalam fail ini tidak mengikut formatnya. Muat turunnya daripada bank semula.";
    BankBalanceWrong 422 payments "The lines of this file lead from {opening} to {computed}, but its closing balance is {closing}. A line is missing or repeated. Download it from the bank again." / "Baris dalam fail ini membawa daripada {opening} kepada {computed}, tetapi baki penutupnya ialah {closing}. Satu baris tiada atau berulang. Muat turunnya daripada bank semula.";
    BankFileEmpty 422 payments "There are no lines in this file." / "Tiada baris dalam fail ini.";
    BankRowsTooMany 422 payments "This file has more than {limit} lines. Upload it in several parts." / "Fail ini mempunyai lebih daripada {limit} baris. Muat naik dalam beberapa bahagian.";
    BankFileOfOther 409 payments "This file is the statement {file} of {bank}, and payments were decided by it. It cannot be used for another bank." / "Fail ini ialah penyata {file} daripada {bank}, dan pembayaran telah diputuskan melaluinya. Ia tidak boleh digunakan untuk bank lain.";
    BankColumnRequired 422 payments "Choose a column that is not in use." / "Pilih lajur yang tidak digunakan untuk perkara lain.";
    BankDirectionUnclear 422 payments "Does the column {column} say whether money came in or went out? Choose it, or say that it means something else." / "Adakah lajur {column} menyatakan sama ada wang masuk atau keluar? Pilih lajur itu, atau nyatakan bahawa ia bermaksud perkara lain.";
    BankCurrencyUnclear 422 payments "Does the column {column} say the currency? Choose it, or say that it means something else." / "Adakah lajur {column} menyatakan mata wang? Pilih lajur itu, atau nyatakan bahawa ia bermaksud perkara lain.";
    BankStatusUnclear 422 payments "Does the column {column} say whether a line is booked? Choose it, or say that it means something else." / "Adakah lajur {column} menyatakan sama ada baris telah dibukukan? Pilih lajur itu, atau nyatakan bahawa ia bermaksud perkara lain.";
    BankColumnsWrong 422 payments "No line can be read with these columns. Choose others." / "Tiada baris boleh dibaca dengan lajur ini. Pilih lajur lain.";
    BankColumnsUsed 409 payments "Payments were decided with this statement, so its columns can no longer be changed." / "Pembayaran telah diputuskan melalui penyata ini, jadi lajurnya tidak boleh diubah lagi.";
    BankStatementNotFound 404 payments "We could not find this bank statement." / "Kami tidak menemui penyata bank ini.";
    BankLineUsed 409 payments "This line was used already, for payment {transactionNo}." / "Baris ini telah digunakan untuk pembayaran {transactionNo}.";
    BankLineNeeded 409 payments "The money under this number and amount was counted for payment {transactionNo}. Rows of bank statements: {lines}. Upload the bank statement that has a separate line for this payment. If two rows are two transfers, open the second row and choose This is other money. If one transfer paid both payments, open its line and choose Find & match." / "Wang di bawah nombor dan amaun ini telah dikira untuk pembayaran {transactionNo}. Baris penyata bank: {lines}. Muat naik penyata bank yang mempunyai baris berasingan untuk pembayaran ini. Jika dua baris ialah dua pindahan, buka baris kedua dan pilih Ini wang lain. Jika satu pindahan membayar kedua-dua pembayaran, buka barisnya dan pilih Cari & padankan.";
    BankLineIsOther 409 payments "This row is a transfer of its own already: no line of its amount was used that may be the same." / "Baris ini sudah merupakan pindahan tersendiri: tiada baris dengan amaun yang sama telah digunakan.";
    BankLineUnnamed 409 payments "This row names no number of this payment, and payment {transactionNo} of the same amount still waits for its row. Match the row with that payment, or upload the statement that has its row first." / "Baris ini tidak menyatakan nombor pembayaran ini, dan pembayaran {transactionNo} dengan amaun yang sama masih menunggu barisnya. Padankan baris ini dengan pembayaran itu, atau muat naik dahulu penyata yang mempunyai barisnya.";
    BankLinesAlike 409 payments "These rows of bank statements may be the same transfer: {lines}. Choose one of them. If they are two transfers, open the second row and choose This is other money." / "Baris penyata bank ini mungkin pindahan yang sama: {lines}. Pilih satu sahaja. Jika ia dua pindahan, buka baris kedua dan pilih Ini wang lain.";
    BankLineChanged 409 payments "The proposal for this line has changed. Check it again." / "Cadangan untuk baris ini telah berubah. Semak semula.";
    BankLineNotFound 404 payments "This row of the bank statement is not incoming money." / "Baris penyata bank ini bukan wang masuk.";
    BankMatchEmpty 422 payments "Choose at least one line and one payment." / "Pilih sekurang-kurangnya satu baris dan satu pembayaran.";
    BankShareAmount 422 payments "Each share of a line needs an amount above RM 0.00." / "Setiap bahagian baris memerlukan amaun melebihi RM 0.00.";
    BankShareTwice 422 payments "A payment can take only one share of a line. Add up the amounts." / "Satu pembayaran mengambil satu bahagian sahaja daripada sesuatu baris. Jumlahkan amaunnya.";
    BankSharesTooLarge 409 payments "The shares of row {line} add up to {sum}, but only {open} is open." / "Bahagian baris {line} berjumlah {sum}, tetapi baki yang ada hanya {open}.";
    BankMatchIncomplete 422 payments "Payment {transactionNo} expects {expected}, and {sum} is matched. Match all of it, or ask for the difference on the payment's page." / "Pembayaran {transactionNo} menjangka {expected}, dan {sum} telah dipadankan. Padankan kesemuanya, atau minta bakinya pada halaman pembayaran.";
    BankLineNotNeeded 422 payments "Row {line} is not needed for these payments. Remove it." / "Baris {line} tidak diperlukan untuk pembayaran ini. Keluarkan baris itu.";
    AuditSettingInvalid 422 bills "Enter a whole number within the limits of this setting." / "Masukkan nombor bulat dalam had tetapan ini.";
    NoFindingsChosen 422 bills "Choose at least one finding." / "Pilih sekurang-kurangnya satu penemuan.";
    FindingNotFound 404 bills "We could not find this finding." / "Kami tidak menemui penemuan ini.";
    FindingsMoved 409 bills "Some of these findings ({count}) have changed since you opened this page. Check them again." / "Sesetengah penemuan ini ({count}) telah berubah sejak anda membuka halaman ini. Semak semula.";
    BatchNotFound 404 bills "We could not find this batch." / "Kami tidak menemui kelompok ini.";
    BatchReleaseNotProposed 409 bills "No one proposes to release this batch any more. Check it again." / "Tiada lagi cadangan untuk membuka kelompok ini. Semak semula.";
    BatchReleasedAlready 409 bills "This batch has been released already. Check it again." / "Kelompok ini telah dibuka untuk bayaran. Semak semula.";
    MuteDayInvalid 422 bills "Enter a day from today to {last}." / "Masukkan hari dari hari ini hingga {last}.";
    TooManyMuted 409 bills "At most {limit} rules can be paused at a time. End one first." / "Paling banyak {limit} peraturan boleh dijeda pada satu masa. Tamatkan satu dahulu.";
    MuteNotFound 404 bills "This rule is not paused for this account." / "Peraturan ini tidak dijeda bagi akaun ini.";
    AuditSettingsMoved 409 bills "Another user has changed these settings. Check them again." / "Pengguna lain telah mengubah tetapan ini. Semak semula.";
    BankMoneyCounted 409 payments "The money of payment {transactionNo} was counted already. Decide on the payment's page." / "Wang bagi pembayaran {transactionNo} telah dikira. Putuskan pada halaman pembayaran itu.";
    SheetNotXlsx 422 accounts "This file is not a workbook. Save the list as .xlsx in a spreadsheet program, and upload it again." / "Fail ini bukan buku kerja. Simpan senarai sebagai .xlsx dalam program hamparan, dan muat naik semula.";
    SheetIsProtected 422 accounts "This workbook is protected by a password. Save it without a password, and upload it again." / "Buku kerja ini dilindungi kata laluan. Simpan tanpa kata laluan, dan muat naik semula.";
    SheetIsXls 422 accounts "This is an old workbook (.xls). Save it as .xlsx, and upload it again." / "Ini buku kerja lama (.xls). Simpan sebagai .xlsx, dan muat naik semula.";
    SheetIsXlsb 422 accounts "This is a binary workbook (.xlsb). Save it as .xlsx, and upload it again." / "Ini buku kerja binari (.xlsb). Simpan sebagai .xlsx, dan muat naik semula.";
    SheetIsOds 422 accounts "This is another kind of spreadsheet (.ods). Save it as .xlsx, and upload it again." / "Ini hamparan jenis lain (.ods). Simpan sebagai .xlsx, dan muat naik semula.";
    SheetIsNumbers 422 accounts "This is a spreadsheet of Apple Numbers. Export it as Excel (.xlsx), and upload that file." / "Ini hamparan Apple Numbers. Eksport sebagai Excel (.xlsx), dan muat naik fail itu.";
    SheetIsText 422 accounts "This is a text file (such as .csv) or a web page, not a workbook. Open it in a spreadsheet program, save it as .xlsx, and upload it again." / "Ini fail teks (seperti .csv) atau halaman web, bukan buku kerja. Buka dalam program hamparan, simpan sebagai .xlsx, dan muat naik semula.";
    SheetDamaged 422 accounts "This workbook is damaged. Open it in a spreadsheet program, save it again as .xlsx, and upload it again." / "Buku kerja ini rosak. Buka dalam program hamparan, simpan semula sebagai .xlsx, dan muat naik semula.";
    SheetEmpty 422 accounts "There are no accounts in this workbook. Put their numbers into the first column of the first sheet." / "Tiada akaun dalam buku kerja ini. Letakkan nombor akaun dalam lajur pertama helaian pertama.";
    SheetUnpacksTooLarge 422 accounts "This workbook is too large to be read. Keep only the list of accounts in it." / "Buku kerja ini terlalu besar untuk dibaca. Kekalkan senarai akaun sahaja di dalamnya.";
    SheetHasMacros 422 accounts "This workbook contains macros. Save it as .xlsx without macros, and upload it again." / "Buku kerja ini mengandungi makro. Simpan sebagai .xlsx tanpa makro, dan muat naik semula.";
    SheetHasObjects 422 accounts "This workbook contains other files or links to other workbooks. Keep only the list of accounts in it." / "Buku kerja ini mengandungi fail lain atau pautan ke buku kerja lain. Kekalkan senarai akaun sahaja di dalamnya.";
    SheetHasFormula 422 accounts "Cell {cell} contains a formula, and the file does not have its result. Type the value instead, or open the workbook in a spreadsheet program, save it, and upload it again." / "Sel {cell} mengandungi formula, dan fail ini tiada hasilnya. Taip nilainya sahaja, atau buka buku kerja dalam program hamparan, simpan, dan muat naik semula.";
    SheetRowsHidden 422 accounts "Hidden rows in this workbook ({count}): {rows}. Choose whether to include them or to leave them out." / "Baris tersembunyi dalam buku kerja ini ({count}): {rows}. Pilih sama ada untuk memasukkan atau meninggalkannya.";
    SheetCellTooLong 422 accounts "Cell {cell} has more than {limit} characters. Shorten it." / "Sel {cell} mempunyai lebih daripada {limit} aksara. Sila pendekkan.";
    SheetTooManyRows 422 accounts "This workbook has more than {limit} rows. Upload the accounts in several files." / "Buku kerja ini mempunyai lebih daripada {limit} baris. Muat naik akaun dalam beberapa fail.";

    // Making a payment.
    InvoicesRequired 422 payments "Select at least one bill to pay." / "Pilih sekurang-kurangnya satu bil untuk dibayar.";
    InvoicesTooMany 422 payments "Pay at most {limit} bills at a time." / "Bayar paling banyak {limit} bil pada satu masa.";
    InvoiceRepeated 422 payments "An invoice is in the selection twice: {invoices}. Remove one." / "Invois berulang dalam pilihan: {invoices}. Buang salah satu.";
    InvoiceUnknown 422 payments "These invoices are not in your bulk account: {invoices}. Remove them and try again." / "Invois ini tiada dalam akaun pukal anda: {invoices}. Buang dan cuba lagi.";
    InvoiceNotPayable 422 payments "Some of the selected bills cannot be paid. Exclude them and try again." / "Sesetengah bil yang dipilih tidak boleh dibayar. Kecualikan bil itu dan cuba lagi.";
    BatchWaits 422 payments "The utility is still checking some of these bills. They can be paid after that. Leave them out for now." / "Utiliti masih menyemak sesetengah bil ini. Bil itu boleh dibayar selepas itu. Jangan sertakan bil itu buat masa ini.";
    BillsOnHold 422 payments "Some of these bills are on hold. Choose them one by one, or leave them out." / "Sesetengah bil ini ditahan. Pilih satu demi satu, atau jangan sertakan bil itu.";
    DuplicatePayment 409 payments "A team member is already paying some of these bills. Nothing was paid again." / "Ahli pasukan sedang membayar sesetengah bil ini. Tiada apa-apa dibayar semula.";
    PlanChanged 409 payments "These bills have changed since their payments were planned. Check the payments again before you pay." / "Bil ini telah berubah sejak pembayarannya dirancang. Semak semula pembayaran itu sebelum membayar.";
    PaymentGroupNotFound 404 payments "We could not find these payments." / "Kami tidak menemui kumpulan pembayaran ini.";
    ProposalAboveMethod 422 payments "A proposal is released as one payment, and the maximum for this method is {limit}. Release it by another method, or withdraw it and propose fewer bills at a time." / "Cadangan dikeluarkan sebagai satu pembayaran, dan maksimum bagi kaedah ini ialah {limit}. Keluarkan melalui kaedah lain, atau tarik balik dan cadangkan lebih sedikit bil sekali gus.";
    TotalChanged 409 payments "The total is now {total}, not {seen}. Please review the bills again before you pay." / "Jumlah kini {total}, bukan {seen}. Sila semak semula bil sebelum membayar.";
    MethodUnavailable 422 payments "This payment method is not available from {from} to {to}. Choose another one, or try again later." / "Kaedah pembayaran ini tidak tersedia dari {from} hingga {to}. Pilih kaedah lain, atau cuba lagi kemudian.";
    MethodNotForThis 422 payments "The difference can be paid by EFT or cheque only." / "Baki hanya boleh dibayar melalui EFT atau cek.";
    AmountBelowMethod 422 payments "The minimum for this payment method is {limit}." / "Amaun minimum untuk kaedah pembayaran ini ialah {limit}.";
    TransferTooLarge 422 payments "One transfer by this payment method is at most {limit}. Enter several transfers, each with its reference number and amount, or choose another method." / "Satu pindahan melalui kaedah pembayaran ini ialah paling banyak {limit}. Masukkan beberapa pindahan, setiap satu dengan nombor rujukan dan amaunnya, atau pilih kaedah lain.";
    AmountAboveMethod 422 payments "The maximum for this payment method is {limit}. Choose another method, or pay fewer bills at a time." / "Amaun maksimum untuk kaedah pembayaran ini ialah {limit}. Pilih kaedah lain, atau kurangkan bilangan bil yang dibayar sekali gus.";
    BankRequired 422 payments "Choose the bank that you pay from." / "Pilih bank yang anda gunakan untuk membayar.";
    BankUnknown 422 payments "This bank is not in the list. Choose one from the list." / "Bank ini tiada dalam senarai. Pilih satu daripada senarai.";
    BankOffline 422 payments "{bank} is offline at the moment. Choose another bank, or try again later." / "{bank} tidak dalam talian buat masa ini. Pilih bank lain, atau cuba lagi kemudian.";
    EftNumberRequired 422 payments "Enter the EFT reference number." / "Masukkan nombor rujukan EFT.";
    EftNumberLength 422 payments "An EFT reference number has at most 18 characters." / "Nombor rujukan EFT mempunyai paling banyak 18 aksara.";
    EftNumberCharacters 422 payments "An EFT reference number has letters and digits only. It cannot contain \"{character}\"." / "Nombor rujukan EFT hanya mengandungi huruf dan digit. Ia tidak boleh mengandungi \"{character}\".";
    ChequeNumberRequired 422 payments "Enter the cheque number." / "Masukkan nombor cek.";
    ChequeNumberLength 422 payments "A cheque number has at most 6 digits." / "Nombor cek mempunyai paling banyak 6 digit.";
    ChequeNumberCharacters 422 payments "A cheque number has digits only. It cannot contain \"{character}\"." / "Nombor cek hanya mengandungi digit. Ia tidak boleh mengandungi \"{character}\".";
    ReferencesTooMany 422 payments "Enter at most {limit} reference numbers." / "Masukkan paling banyak {limit} nombor rujukan.";
    ReferenceRepeated 422 payments "This number is entered twice." / "Nombor ini dimasukkan dua kali.";
    ReferenceAmountPositive 422 payments "Each reference number needs an amount above RM 0.00." / "Setiap nombor rujukan memerlukan amaun melebihi RM 0.00.";
    ReferencesDoNotAddUp 422 payments "The amounts add up to {sum}, but the total payable is {total}." / "Jumlah amaun ialah {sum}, tetapi jumlah perlu dibayar ialah {total}.";
    ReferencesNotTaken 422 payments "FPX needs no reference numbers. Remove them." / "FPX tidak memerlukan nombor rujukan. Buang nombor itu.";
    BankAccountInvalid 422 payments "Enter the number of your bank account: 5 to 34 letters and digits. An IBAN needs correct check digits." / "Masukkan nombor akaun bank anda: 5 hingga 34 huruf dan digit. IBAN memerlukan digit semakan yang betul.";
    ExecutionDateInvalid 422 payments "Choose today or a later day, within a year." / "Pilih hari ini atau hari kemudian, dalam tempoh setahun.";
    NoTransferExpected 409 payments "A payment instruction is for a payment by transfer whose transfer is awaited. This payment is now \"{status}\"." / "Arahan pembayaran adalah untuk pembayaran melalui pindahan yang masih ditunggu. Kini status pembayaran ini \"{status}\".";
    InstructionLettersLacking 409 payments "Banks take only Latin characters in names, so the file would lack characters of {name}: {letters}. Make the transfer at your bank yourself." / "Bank hanya menerima huruf Rumi dalam nama, jadi fail akan kekurangan huruf bagi {name}: {letters}. Buat pindahan itu sendiri di bank anda.";
    EnquiryInProgress 409 payments "The bank is already being asked about this payment. Wait a moment, then check the payment again." / "Bank sedang ditanya tentang pembayaran ini. Tunggu sebentar, kemudian semak semula pembayaran ini.";
    GatewayUnavailable 503 payments "The bank gateway is not answering at the moment. Nothing was paid. Try again later, or choose another method." / "Gerbang bank tidak menjawab buat masa ini. Tiada bayaran dibuat. Cuba lagi kemudian, atau pilih kaedah lain.";

    // A payment after it was made.
    TransactionNotFound 404 payments "We could not find this payment." / "Kami tidak menemui pembayaran ini.";
    PaymentMoved 409 payments "This payment is now \"{status}\", so this can no longer be done. Check it again." / "Pembayaran ini kini \"{status}\", jadi tindakan ini tidak boleh dilakukan lagi. Semak semula.";
    PaymentAnswered 409 payments "The customer has since answered: this payment has a new version. Check it again." / "Pelanggan telah menjawab: pembayaran ini mempunyai versi baharu. Semak semula.";
    ReconcileTypeUnknown 422 payments "Choose insufficient payment (1) or overpayment (2)." / "Pilih bayaran tidak mencukupi (1) atau lebihan bayaran (2).";
    ReconcileAmountPositive 422 payments "The amount received must differ from the billed amount." / "Amaun diterima mesti berbeza daripada amaun bil.";
    ReconcileAmountTooLarge 422 payments "A payment cannot be short by its whole amount or more. Decline it instead." / "Kekurangan tidak boleh menyamai atau melebihi keseluruhan amaun. Tolak pembayaran itu.";
    ReconcileAmountAsBefore 422 payments "The amount received must differ from that of every earlier reconciliation of this payment." / "Amaun diterima mesti berbeza daripada setiap penyesuaian terdahulu bagi pembayaran ini.";
    CreditAccountUnknown 422 payments "Choose one of this payment's electricity accounts to be credited." / "Pilih salah satu akaun elektrik dalam pembayaran ini untuk dikreditkan.";
    ReminderTooSoon 429 payments "A reminder was sent recently. The next one can be sent from {next}." / "Peringatan telah dihantar baru-baru ini. Peringatan seterusnya boleh dihantar mulai {next}.";
    ColleagueMayNotPay 422 payments "This colleague may not make payments. Choose a colleague who may." / "Rakan sekerja ini tidak dibenarkan membuat pembayaran. Pilih rakan sekerja yang dibenarkan.";
    SentSelectionNotFound 404 payments "These bills can no longer be opened. A link to bills works for seven days; ask the sender to send it again." / "Bil ini tidak boleh dibuka lagi. Pautan kepada bil sah selama tujuh hari; minta penghantarnya menghantarnya semula.";
    StatementAccountRefused 422 statements "You can request a statement only for an account in your bulk account, or for one that is registered under your company's number." / "Anda boleh meminta penyata hanya bagi akaun dalam akaun pukal anda, atau akaun yang didaftarkan di bawah nombor syarikat anda.";
    StatementPeriodUnknown 422 statements "Choose one of these periods, in months: {months}." / "Pilih salah satu tempoh ini, dalam bulan: {months}.";
    StatementsWaiting 429 statements "{limit} statements of your company are still being prepared. Wait until one is ready, then try again." / "{limit} penyata syarikat anda masih disediakan. Tunggu sehingga satu sedia, kemudian cuba lagi.";
    StatementNotFound 404 statements "We could not find this statement. Statements are kept for a while only; request it again." / "Kami tidak menemui penyata ini. Penyata disimpan untuk sementara sahaja; mintanya semula.";
    SecondOfficerNeeded 409 payments "You have decided this already. Another officer must confirm it." / "Anda telah membuat keputusan ini. Pegawai lain perlu mengesahkannya.";
    DecisionEffectChanged 409 payments "Since you opened this, another officer has decided, or the number of officers that it needs has changed. Nothing was done. Check it again before you decide." / "Sejak anda membuka perkara ini, pegawai lain telah membuat keputusan, atau bilangan pegawai yang diperlukan telah berubah. Tiada apa-apa dilakukan. Semak semula sebelum membuat keputusan.";
    NothingProposed 409 payments "No acceptance of this payment is waiting for a second officer." / "Tiada penerimaan pembayaran ini yang menunggu pegawai kedua.";
    GiveUpTooEarly 409 payments "The bank gateway has not said that it has no record of this payment, so it cannot be cancelled." / "Gerbang bank belum menyatakan bahawa pembayaran ini tiada dalam rekodnya, jadi pembayaran ini tidak boleh dihentikan.";
    NotYourPayment 403 payments "Only the person who made this payment can cancel it." / "Hanya orang yang membuat pembayaran ini boleh menghentikannya.";
    LateMoneyDecided 409 payments "This late receipt was already handled." / "Terimaan lewat ini telah diuruskan.";
    LateAmountChanged 409 payments "The amount of this late receipt is now {total}, not {seen}. Check it again before you decide." / "Amaun terimaan lewat ini kini {total}, bukan {seen}. Semak semula sebelum membuat keputusan.";
    AlertNotFound 404 payments "This item is not in the list Needs attention." / "Perkara ini tiada dalam senarai Memerlukan tindakan.";
    AlertIsSettled 409 payments "A colleague has already settled this." / "Rakan sekerja telah menyelesaikan perkara ini.";
    OfficersNotIndependent 409 users "One of you added the other as a staff user or gave the other this role, directly or through others. Ask an officer whom neither of you appointed to confirm it; the portal's operator can add one." / "Salah seorang daripada anda telah menambah yang seorang lagi sebagai pengguna kakitangan atau memberikan peranannya, secara langsung atau melalui orang lain. Minta pegawai yang tidak dilantik oleh anda berdua mengesahkannya; operator portal boleh menambah pegawai itu.";
    AlertEndsOtherwise 422 payments "This item is closed by a decision about the money, or when FPX answers. It cannot be settled here." / "Perkara ini selesai apabila keputusan tentang wang itu dibuat, atau apabila FPX menjawab. Ia tidak boleh diselesaikan di sini.";
    LateBillsTaken 409 payments "Some bills of this payment were paid or have changed, so the money cannot be used for them." / "Sesetengah bil pembayaran ini telah dibayar atau berubah, jadi wang ini tidak boleh digunakan untuknya.";
    LateMoneyBooked 409 payments "The billing system has booked {booked} of this money already, by the number of its payment. Use the money for the bills, or have the booking taken back first." / "Sistem pengebilan telah merekodkan {booked} daripada wang ini, dengan nombor pembayarannya. Gunakan wang ini untuk bil, atau minta rekod itu ditarik balik dahulu.";
    LateAccountUnknown 422 payments "Enter an electricity account of this bulk account." / "Masukkan akaun elektrik bagi akaun pukal ini.";
    RefundReferenceWrong 422 payments "Enter the bank's reference of the refund: up to 40 letters, digits and - / . signs." / "Masukkan rujukan bank bagi pemulangan: paling banyak 40 huruf, digit dan tanda - / .";
    RequeryNotNeeded 409 payments "This payment is final, so the bank gateway is not asked again." / "Pembayaran ini muktamad, jadi gerbang bank tidak ditanya lagi.";

    // Operating the portal.
    JobNotFound 404 operations "This job no longer exists: it is finished." / "Kerja ini tiada lagi: ia telah selesai.";
    JobMoved 409 operations "This job is not waiting for a retry: another user started it again, or it is running. Check it again." / "Kerja ini tidak menunggu percubaan semula: pengguna lain telah memulakannya semula, atau ia sedang diproses. Semak semula.";
    EmailNotFound 404 operations "This e-mail is no longer in the outbox." / "E-mel ini tiada lagi dalam peti keluar.";
    EmailMoved 409 operations "This e-mail has since been tried again, or the mail server has accepted it. Check it again." / "E-mel ini telah dicuba semula, atau telah diterima oleh pelayan mel. Semak semula.";
    EmailTooOld 409 operations "This e-mail is too old: its content is out of date, and its links have expired. The recipient can ask for a new one." / "E-mel ini terlalu lama: kandungannya sudah lapuk dan pautannya telah tamat tempoh. Penerima boleh meminta yang baharu.";
    NoMailServer 409 operations "This portal has no mail server, so e-mails stay in the outbox until one is set up." / "Portal ini tiada pelayan mel, jadi e-mel kekal dalam peti keluar sehingga pelayan ditetapkan.";
    ImportNotFound 404 operations "We could not find this file of the feed. Files are listed for 90 days." / "Kami tidak menemui fail suapan ini. Fail disenaraikan selama 90 hari.";
    TimeInvalid 422 dates "Enter a time such as 22:30." / "Masukkan masa seperti 22:30.";
    WindowEndsFirst 422 payments "Enter an opening time after the closing time." / "Masukkan masa dibuka semula selepas masa ditutup.";
    WindowIsOver 422 payments "This time has already passed. Enter a later time." / "Masa ini sudah berlalu. Masukkan masa yang lebih lewat.";
    WindowTooLong 422 payments "A method can be closed for at most {limit} days at a time." / "Sesuatu kaedah boleh ditutup paling lama {limit} hari pada satu masa.";
    QueryNotFound 404 queries "We could not find this query." / "Kami tidak menemui pertanyaan ini.";
    QueryOpenAlready 409 queries "A query about this bill is already open. Reply to it instead." / "Pertanyaan tentang bil ini sudah dibuka. Sila balas pertanyaan itu.";
    QueriesOpenAlready 409 queries "A query about some of these bills ({count}) is already open. Leave them out, or reply to it instead." / "Pertanyaan tentang sesetengah bil ini ({count}) sudah dibuka. Jangan sertakan bil itu, atau balas pertanyaan itu.";
    QueryMoved 409 queries "Another user has changed this query. Check it again." / "Pengguna lain telah mengubah pertanyaan ini. Semak semula.";
    QueryEnded 409 queries "This query has ended." / "Pertanyaan ini telah tamat.";
    QueryNotAnswered 422 queries "The utility has not answered this query yet." / "Utiliti belum menjawab pertanyaan ini.";
    QueryMessageRequired 422 queries "Write a message." / "Tulis mesej.";
    QueryMessageTooLong 422 queries "Write a message of at most {limit} characters." / "Tulis mesej paling banyak {limit} aksara.";
    QueryCaseNoTooLong 422 queries "Enter a case number of at most {limit} characters." / "Masukkan nombor kes paling banyak {limit} aksara.";
    QueryLineUnknown 422 queries "This bill does not have that line." / "Bil ini tiada baris tersebut.";
    QueryBillsTooMany 422 queries "Ask about at most {limit} bills in one query." / "Tanya tentang paling banyak {limit} bil dalam satu pertanyaan.";
    QueryFull 422 queries "This query has the maximum of {limit}. Please call the care line." / "Pertanyaan ini telah mencapai had {limit}. Sila hubungi talian khidmat.";
    ApprovalNeeded 422 approvals "Your company's policy requires approval for this payment. Propose it for approval instead." / "Dasar syarikat anda memerlukan kelulusan bagi pembayaran ini. Cadangkan untuk kelulusan.";
    ApprovalNotNeeded 422 approvals "This payment needs no approval. You can make it directly." / "Pembayaran ini tidak memerlukan kelulusan. Anda boleh membuatnya terus.";
    ProposalNotFound 404 approvals "We could not find this proposal." / "Kami tidak menemui cadangan ini.";
    ProposalMoved 409 approvals "This proposal has changed. Check it again." / "Cadangan ini telah berubah. Semak semula.";
    ProposalNotApproved 409 approvals "This proposal is not approved yet." / "Cadangan ini belum diluluskan.";
    ReleaseNeedsFactor 422 approvals "Releasing a payment needs two-factor authentication. Please set it up in your profile, then release the payment." / "Pengeluaran bayaran memerlukan pengesahan dua faktor. Sila sediakannya dalam profil anda, kemudian keluarkan bayaran itu.";
    ProposalEnded 409 approvals "This proposal has ended." / "Cadangan ini telah tamat.";
    ProposalBlocked 422 approvals "No approver is left for step {step}: the proposer cannot approve, and no user approves in two steps. Ask a colleague to propose it, or change the policy." / "Tiada pelulus bagi langkah {step}: pencadang tidak boleh meluluskan, dan tiada sesiapa meluluskan dalam dua langkah. Minta rakan sekerja mencadangkannya, atau ubah dasar.";
    ProposalsTooMany 422 approvals "At most {limit} proposals can be open. Release or withdraw some of them first." / "Paling banyak {limit} cadangan boleh dibuka. Keluarkan atau tarik balik sebahagiannya dahulu.";
    BillsProposed 409 approvals "Some of these bills are in proposal {proposal} by {proposer}. Leave them out, or ask {proposer}, an approver of that proposal or the Master to withdraw it." / "Sesetengah bil ini dalam cadangan {proposal} oleh {proposer}. Tinggalkan bil itu, atau minta {proposer}, pelulus cadangan itu atau Master menariknya balik.";
    BillLeftAccount 422 approvals "This bill is no longer in your bulk account." / "Bil ini tiada lagi dalam akaun pukal anda.";
    BillAmountChanged 422 approvals "The amount of this bill has changed." / "Amaun bil ini telah berubah.";
    OwnProposal 403 approvals "You cannot approve what you proposed." / "Anda tidak boleh meluluskan cadangan anda sendiri.";
    ActedBefore 403 approvals "You have already approved this proposal, or a colleague did so in your place. Another person must approve this step." / "Anda telah meluluskan cadangan ini, atau rakan sekerja meluluskannya bagi pihak anda. Orang lain perlu meluluskan langkah ini.";
    NeededForLaterStep 403 approvals "You must approve a later step of this proposal, and no user acts in two steps. Another approver must approve this step; you can withdraw the proposal." / "Anda perlu meluluskan langkah seterusnya bagi cadangan ini, dan tiada pengguna bertindak dalam dua langkah. Pelulus lain perlu meluluskan langkah ini; anda boleh menarik balik cadangan ini.";
    NotAnApprover 403 approvals "You are not an approver here." / "Anda bukan pelulus di sini.";
    NotTheProposer 403 approvals "Only the proposer, an approver of this proposal or the Master can withdraw it." / "Hanya pencadang, pelulus cadangan ini atau Master boleh menariknya balik.";
    PolicyChanged 409 approvals "Another user has changed the approval policy. Check it again." / "Pengguna lain telah mengubah dasar kelulusan. Semak semula.";
    PolicyPending 409 approvals "A new approval policy already awaits a second approver. It must be confirmed, refused or withdrawn first." / "Dasar kelulusan baharu sedang menunggu pelulus kedua. Ia perlu disahkan, ditolak atau ditarik balik dahulu.";
    PolicyUnchanged 422 approvals "This is the approval policy in force." / "Ini dasar kelulusan yang berkuat kuasa.";
    PolicyBlocked 422 approvals "No other active approver can confirm a new policy. Ask the utility for help." / "Tiada pelulus aktif lain yang boleh mengesahkan dasar baharu. Minta bantuan utiliti.";
    PolicyOutdated 409 approvals "Users or account groups that this policy names are gone. Refuse it, so that a new one can be proposed." / "Pengguna atau kumpulan akaun yang dinamakan dalam dasar ini tiada lagi. Tolak dasar ini supaya dasar baharu boleh dicadangkan.";
    LayerAmountInvalid 422 approvals "Enter an amount that is not negative." / "Masukkan amaun yang bukan negatif.";
    LayersNotAscending 422 approvals "Enter the amounts of a group in ascending order." / "Masukkan amaun bagi setiap kumpulan mengikut tertib menaik.";
    StepsRequired 422 approvals "Add at least one step." / "Tambah sekurang-kurangnya satu langkah.";
    ApproversRequired 422 approvals "Choose at least one person." / "Pilih sekurang-kurangnya seorang.";
    ApproverUnknown 422 approvals "Choose active users who may make payments." / "Pilih pengguna aktif yang boleh membuat pembayaran.";
    ApproverGroupNameInvalid 422 approvals "Enter a name of at most {limit} characters that no other group has." / "Masukkan nama paling banyak {limit} aksara yang tiada pada kumpulan lain.";
    ApproverGroupUnknown 422 approvals "Choose groups of this policy." / "Pilih kumpulan dasar ini.";
    StepsNeedDifferentPeople 422 approvals "No user approves in two steps. Name another person for this step." / "Tiada sesiapa meluluskan dalam dua langkah. Namakan orang lain bagi langkah ini.";
    DelegateInvalid 422 approvals "Choose an active colleague who may make payments." / "Pilih rakan sekerja aktif yang boleh membuat pembayaran.";
    ReleaseDayInvalid 422 approvals "Please choose a day from today, at most {limit} days ahead." / "Sila pilih hari bermula hari ini, paling lewat {limit} hari dari sekarang.";
    DelegationDaysInvalid 422 approvals "Enter days from today, at most {limit} days in all." / "Masukkan hari bermula hari ini, paling banyak {limit} hari kesemuanya.";
    FeatureFrozen 422 announcements "This function is frozen until {until} because of an announced interruption." / "Fungsi ini dibekukan sehingga {until} kerana gangguan yang telah diumumkan.";
    AnnouncementTextRequired 422 announcements "Write this in English and in Malay." / "Tulis ini dalam bahasa Inggeris dan bahasa Melayu.";
    AnnouncementTextTooLong 422 announcements "Write at most {limit} characters." / "Tulis paling banyak {limit} aksara.";
    AnnouncementServicesRequired 422 announcements "Name the services that are affected, in English and in Malay." / "Nyatakan perkhidmatan yang terjejas dalam bahasa Inggeris dan bahasa Melayu.";
    AnnouncementEndRequired 422 announcements "Enter when it ends. Only an unplanned downtime that freezes nothing may have no end." / "Masukkan masa ia tamat. Hanya gangguan tidak dirancang yang tidak membekukan apa-apa boleh tiada masa tamat.";
    AnnouncementEndsFirst 422 announcements "Enter a time after the start." / "Masukkan masa selepas masa mula.";
    AnnouncementTooLong 422 announcements "An announcement may last at most {limit} days." / "Tempoh pengumuman paling lama {limit} hari.";
    AnnouncementShownLate 422 announcements "Show it before it starts, or when it starts." / "Paparkan sebelum atau semasa ia bermula.";
    FreezeNotShown 422 announcements "An announcement that freezes functions must be shown on every page." / "Pengumuman yang membekukan fungsi mesti dipaparkan pada setiap halaman.";
    AnnouncementNotFound 404 announcements "We could not find this announcement." / "Kami tidak menemui pengumuman ini.";
    AnnouncementMoved 409 announcements "Another user has changed or withdrawn this announcement. Check it again." / "Pengguna lain telah mengubah atau menarik balik pengumuman ini. Semak semula.";
    CostCentreCodeInvalid 422 costs "Enter a code of at most {limit} letters, digits, dots, dashes, slashes or underscores, such as PLANT-1." / "Masukkan kod paling banyak {limit} huruf, digit, titik, sengkang, garis miring atau garis bawah, seperti PLANT-1.";
    CostCentreNameInvalid 422 costs "Enter a name of at most {limit} characters." / "Masukkan nama paling banyak {limit} aksara.";
    CostCentreExists 409 costs "There is already a cost centre with this code." / "Sudah ada pusat kos dengan kod ini.";
    CostCentreNotFound 404 costs "We could not find this cost centre." / "Kami tidak menemui pusat kos ini.";
    CostCentreInUse 409 costs "Codings use this cost centre (accounts: {accounts}, groups: {groups}). Change those codings first, or make it inactive." / "Pusat kos ini digunakan oleh pengekodan {accounts} akaun dan {groups} kumpulan. Ubah pengekodan itu dahulu, atau jadikan pusat kos ini tidak aktif.";
    CostCentresTooMany 422 costs "A bulk account can have at most {limit} cost centres." / "Akaun pukal boleh mempunyai paling banyak {limit} pusat kos.";
    CostCentreUnknown 422 costs "There is no active cost centre with the code {code}." / "Tiada pusat kos aktif dengan kod {code}.";
    CostCentreRepeated 422 costs "The cost centre {code} is in this coding twice." / "Pusat kos {code} ada dua kali dalam pengekodan ini.";
    ShareInvalid 422 costs "Enter a share above 0% and up to 100%, with at most two decimals." / "Masukkan bahagian melebihi 0% hingga 100%, dengan paling banyak dua tempat perpuluhan.";
    SharesNotWhole 422 costs "The shares add up to {total}%. They must add up to 100%." / "Jumlah bahagian ialah {total}%. Jumlahnya mesti 100%.";
    LedgerAccountInvalid 422 costs "Enter a ledger account of at most {limit} letters, digits, dots, dashes, slashes or underscores, such as 6100-01." / "Masukkan akaun lejar paling banyak {limit} huruf, digit, titik, sengkang, garis miring atau garis bawah, seperti 6100-01.";
    CodingPartsRequired 422 costs "Add at least one cost centre." / "Tambah sekurang-kurangnya satu pusat kos.";
    CodingPartsTooMany 422 costs "A coding has at most {limit} cost centres." / "Pengekodan mempunyai paling banyak {limit} pusat kos.";
    CodingPeriodsTooMany 422 costs "An account has at most {limit} periods." / "Akaun mempunyai paling banyak {limit} tempoh.";
    CodingOverlaps 422 costs "This period overlaps with the one from {from}." / "Tempoh ini bertindih dengan tempoh mulai {from}.";
    CodingEndsFirst 422 costs "Enter a last day that is not before the first day." / "Masukkan hari terakhir yang tidak lebih awal daripada hari pertama.";
    CostReportEndsFirst 422 costs "Choose a first month that is not after the last month." / "Pilih bulan pertama yang tidak selepas bulan terakhir.";
    CostReportTooLong 422 costs "A report covers at most {limit} months. Choose a later first month." / "Laporan merangkumi paling banyak {limit} bulan. Pilih bulan pertama yang lebih lewat.";
    CarbonReportEndsFirst 422 carbon "Choose a first month of the emissions report that is not after its last month." / "Pilih bulan pertama laporan pelepasan yang tidak selepas bulan terakhirnya.";
    CarbonReportTooLong 422 carbon "An emissions report covers at most {limit} months. Choose a later first month." / "Laporan pelepasan merangkumi paling banyak {limit} bulan. Pilih bulan pertama yang lebih lewat.";
    RemittanceNotYet 409 payments "The remittance advice is ready once the payment is paid. It is now \"{status}\"." / "Makluman kiriman wang tersedia setelah pembayaran dibayar. Kini statusnya \"{status}\".";
    MailboxTopicsRequired 422 mailboxes "Choose at least one kind of e-mail." / "Pilih sekurang-kurangnya satu jenis e-mel.";
    MailboxExists 409 mailboxes "This address is in the list already." / "Alamat ini sudah ada dalam senarai.";
    MailboxesTooMany 422 mailboxes "A bulk account can have at most {limit} addresses. Please remove one first." / "Akaun pukal boleh mempunyai paling banyak {limit} alamat. Sila buang satu dahulu.";
    MailboxNotFound 404 mailboxes "We could not find this address." / "Kami tidak menemui alamat ini.";
    MailboxIsConfirmed 409 mailboxes "This address is confirmed and has not stopped any e-mails." / "Alamat ini telah disahkan dan tidak menghentikan sebarang e-mel.";
    MailboxAskedLater 409 mailboxes "The reader of this address stopped all e-mails. You can ask again from {day}." / "Pembaca alamat ini telah menghentikan semua e-mel. Anda boleh bertanya semula mulai {day}.";
    WebhookAddressInvalid 422 webhooks "Enter an address of at most {limit} characters that begins with https://." / "Masukkan alamat paling banyak {limit} aksara yang bermula dengan https://.";
    WebhookAddressRefused 422 webhooks "The portal does not call this address. It must begin with https:// and be public, without a user name or password." / "Portal tidak memanggil alamat ini. Alamat mesti bermula dengan https:// dan boleh dicapai awam, tanpa nama pengguna atau kata laluan.";
    WebhookAddressUnknown 422 webhooks "There is no computer with the name in this address. Check the address." / "Tiada komputer dengan nama dalam alamat ini. Semak alamat itu.";
    WebhookEventsRequired 422 webhooks "Choose at least one event." / "Pilih sekurang-kurangnya satu peristiwa.";
    WebhooksTooMany 422 webhooks "A bulk account can have at most {limit} webhooks. Please delete one first." / "Akaun pukal boleh mempunyai paling banyak {limit} webhook. Sila padam satu dahulu.";
    WebhookNotFound 404 webhooks "We could not find this webhook." / "Kami tidak menemui webhook ini.";
    WebhookEventNotFound 404 webhooks "We could not find this event. Events are stored for {days} days." / "Kami tidak menemui peristiwa ini. Peristiwa disimpan selama {days} hari.";
    WebhookRangeInvalid 422 webhooks "Enter a begin that is before the end." / "Masukkan masa mula yang lebih awal daripada masa tamat.";
    WebhookReplayTooMany 422 webhooks "There are {count} events in this range. Choose a shorter one with at most {limit}." / "Terdapat {count} peristiwa dalam julat ini. Pilih julat yang lebih pendek dengan paling banyak {limit}.";
    AccountingNameInvalid 422 accounting "Enter a profile name of at most {limit} characters." / "Masukkan nama profil paling banyak {limit} aksara.";
    AccountingNameTaken 409 accounting "There is already a profile with this name." / "Sudah ada profil dengan nama ini.";
    AccountingProfilesTooMany 422 accounting "A bulk account can have at most {limit} accounting profiles." / "Akaun pukal boleh mempunyai paling banyak {limit} profil perakaunan.";
    AccountingProfileNotFound 404 accounting "We could not find this accounting profile." / "Kami tidak menemui profil perakaunan ini.";
    AccountingProfileChanged 409 accounting "Another user has changed this profile. Check it again." / "Pengguna lain telah mengubah profil ini. Semak semula.";
    AccountingProfileWasRun 409 accounting "This profile has runs, so it cannot be removed." / "Profil ini mempunyai larian, jadi ia tidak boleh dibuang.";
    AccountingColumnsRequired 422 accounting "Add at least one column." / "Tambah sekurang-kurangnya satu lajur.";
    AccountingColumnsTooMany 422 accounting "A record has at most {limit} columns." / "Rekod mempunyai paling banyak {limit} lajur.";
    AccountingHeadingInvalid 422 accounting "Enter a heading of at most {limit} characters." / "Masukkan tajuk paling banyak {limit} aksara.";
    AccountingHeadingRepeated 422 accounting "Two columns have the heading {heading}." / "Dua lajur mempunyai tajuk {heading}.";
    AccountingConstantInvalid 422 accounting "Enter a text of at most {limit} characters. A document type needs two words with | between them." / "Masukkan teks paling banyak {limit} aksara. Jenis dokumen memerlukan dua perkataan dengan | di antaranya.";
    AccountingSourceInvalid 422 accounting "Choose a value that this record has." / "Pilih nilai yang ada pada rekod ini.";
    AccountingAmountMissing 422 accounting "Add a column with the amount, or one with the debit and one with the credit." / "Tambah lajur amaun, atau satu lajur debit dan satu lajur kredit.";
    AccountingNumberMissing 422 accounting "Add a column with the document number." / "Tambah lajur nombor dokumen.";
    AccountingLedgerMissing 422 accounting "Add a column with the ledger account." / "Tambah lajur akaun lejar.";
    AccountingSeparatorInvalid 422 accounting "Choose a separator that is not part of the amounts." / "Pilih pemisah yang bukan sebahagian daripada amaun.";
    AccountingFileSizeInvalid 422 accounting "Enter 1 to {limit} documents for each file." / "Masukkan 1 hingga {limit} dokumen bagi setiap fail.";
    AccountingSupplierInvalid 422 accounting "Enter the utility's code or name in your accounting program, at most {limit} characters." / "Masukkan kod atau nama utiliti dalam program perakaunan anda, paling banyak {limit} aksara.";
    AccountingChargeRepeated 422 accounting "This kind of charge has an account already." / "Jenis caj ini sudah mempunyai akaun.";
    AccountingChargesTooMany 422 accounting "A profile has accounts for at most {limit} kinds of charges." / "Satu profil mempunyai akaun bagi paling banyak {limit} jenis caj.";
    AccountingChargeUnmapped 409 accounting "Bills to export have charges without a ledger account: {kinds}. Charges like them have several, so choose one in the profile." / "Bil untuk dieksport mempunyai caj tanpa akaun lejar: {kinds}. Caj seperti itu mempunyai beberapa akaun, jadi pilih satu dalam profil.";
    AccountingUncoded 409 accounting "Bills to export without a cost centre: {bills}, invoiced from {from} to {to}. Their accounts ({count}): {accounts}. Code the accounts for that time, choose a later first day, or choose a suspense account." / "{bills} bil untuk dieksport tiada pusat kos, diinvois dari {from} hingga {to}, bagi {count} akaun: {accounts}. Kodkan akaun itu bagi tempoh tersebut, pilih hari pertama yang lebih lewat, atau pilih akaun tergantung.";
    AccountingValueTooLong 409 accounting "The column {column} has at most {limit} characters, and these values are longer: {values}. A cut code could be taken for another one. Shorten them, or change the column in the profile." / "Lajur {column} mempunyai paling banyak {limit} aksara, dan nilai ini lebih panjang: {values}. Kod yang dipotong boleh disangka kod lain. Pendekkan nilai itu, atau ubah lajur dalam profil.";
    AccountingLettersLacking 409 accounting "The file's encoding lacks characters of these values in the column {column}: {values}. Choose UTF-8 in the profile if your accounting program reads it, or change the values." / "Pengekodan fail tiada huruf bagi nilai ini dalam lajur {column}: {values}. Pilih UTF-8 dalam profil jika program perakaunan anda membacanya, atau ubah nilai itu.";
    AccountingMarksRefused 409 accounting "These values of the column {column} would be changed in the file, because they begin as a formula does or have the separator: {values}. Change them, or the column in the profile." / "Nilai ini dalam lajur {column} akan berubah dalam fail kerana bermula seperti formula atau mengandungi pemisah: {values}. Ubah nilai itu, atau lajur dalam profil.";
    AccountingNothingNew 409 accounting "Everything has been exported already. There is nothing new." / "Semuanya telah dieksport. Tiada yang baharu.";
    AccountingPlanChanged 409 accounting "Bills, payments or cost centres have changed since you looked at this export. Check it again." / "Bil, pembayaran atau pusat kos telah berubah sejak anda melihat eksport ini. Semak semula.";
    AccountingRunNotFound 404 accounting "We could not find this run." / "Kami tidak menemui larian ini.";
    AccountingNumbersRequired 422 accounting "Enter at least one number." / "Masukkan sekurang-kurangnya satu nombor.";
    AccountingNumbersTooMany 422 accounting "Enter at most {limit} numbers at a time." / "Masukkan paling banyak {limit} nombor pada satu masa.";
    AccountingDocumentUnknown 404 accounting "This profile has exported no document {number}." / "Profil ini tidak mengeksport dokumen {number}.";
    AccountingDocumentRepeated 422 accounting "The document {number} is in the file twice." / "Dokumen {number} ada dua kali dalam fail.";
    AccountingTheirNumberInvalid 422 accounting "Enter a number of at most {limit} characters." / "Masukkan nombor paling banyak {limit} aksara.";
    ApiTokenInvalid 401 tokens "This API token is not valid." / "Token API ini tidak sah.";
    ApiTokenOfSandbox 401 tokens "This API token belongs to the sandbox. Use a token of this portal." / "Token API ini milik persekitaran ujian. Gunakan token portal ini.";
    ApiTokenOfPortal 401 tokens "This is the sandbox. Use an API token that was created here." / "Ini ialah persekitaran ujian. Gunakan token API yang dicipta di sini.";
    ApiTokenExpired 401 tokens "This API token has expired. Its company's Master can create a new one." / "Token API ini telah tamat tempoh. Master syarikat boleh mencipta token baharu.";
    ApiTokenRevoked 401 tokens "This API token was revoked." / "Token API ini telah dibatalkan.";
    ApiTokenReplaced 401 tokens "This API token was replaced by a new one." / "Token API ini telah digantikan dengan token baharu.";
    ApiTokenAddressRefused 403 tokens "This API token may not be used from this address." / "Token API ini tidak boleh digunakan dari alamat rangkaian ini.";
    ApiTokenCallClosed 403 tokens "API tokens may not make this call." / "Token API tidak boleh membuat panggilan ini.";
    ApiTokenScopeMissing 403 tokens "This API token does not have the scope {scope}." / "Token API ini tidak mempunyai skop {scope}.";
    ApiTokenCreatorRefused 403 tokens "The user who created this API token may not do this any more." / "Pengguna yang mencipta token API ini tidak lagi dibenarkan berbuat demikian.";
    ApiTokenTooManyCalls 429 tokens "This API token has made too many calls. Please wait {seconds} s." / "Token API ini telah membuat terlalu banyak panggilan. Sila tunggu {seconds} saat.";
    ApiTokenNameInvalid 422 tokens "Enter a name of the integration, of at most {limit} characters." / "Masukkan nama integrasi, paling banyak {limit} aksara.";
    ApiTokenNameTaken 409 tokens "A token with this name works already. Rotate or revoke it, or choose another name." / "Token dengan nama ini sudah berfungsi. Gilirkan atau batalkannya, atau pilih nama lain.";
    ApiTokenScopesRequired 422 tokens "Choose at least one thing that the token may do." / "Pilih sekurang-kurangnya satu perkara yang boleh dilakukan oleh token.";
    ApiTokenExpiryInvalid 422 tokens "Choose a last day from today, within {limit} days." / "Pilih hari terakhir mulai hari ini, dalam tempoh {limit} hari.";
    ApiTokenNetworkInvalid 422 tokens "{address} is not an address or a network. Enter one such as 203.0.113.9 or 203.0.113.0/24." / "{address} bukan alamat atau rangkaian. Masukkan seperti 203.0.113.9 atau 203.0.113.0/24.";
    ApiTokenNetworksTooMany 422 tokens "Enter at most {limit} addresses and networks." / "Masukkan paling banyak {limit} alamat dan rangkaian.";
    ApiTokensTooMany 422 tokens "A bulk account can have at most {limit} tokens that work. Please revoke one first." / "Akaun pukal boleh mempunyai paling banyak {limit} token yang berfungsi. Sila batalkan satu dahulu.";
    ApiTokenNeedsFactor 422 tokens "API tokens need two-factor authentication. Please set it up in your profile, then create the token." / "Token API memerlukan pengesahan dua faktor. Sila sediakannya dalam profil anda, kemudian cipta token itu.";
    ApiTokenNotFound 404 tokens "We could not find this API token." / "Kami tidak menemui token API ini.";
    ApiTokenEnded 409 tokens "This API token has expired or was revoked. Create a new one." / "Token API ini telah tamat tempoh atau dibatalkan. Cipta token baharu.";
    DataRequestTextInvalid 422 personalData "Describe the request in at most {limit} characters." / "Huraikan permintaan dalam paling banyak {limit} aksara.";
    DataRequestReasonInvalid 422 personalData "Write the answer or the reason in at most {limit} characters. The person reads it." / "Tulis jawapan atau sebab dalam paling banyak {limit} aksara. Orang itu akan membacanya.";
    DataRequestReceivedInvalid 422 personalData "Enter the day of receipt: today, or at most {limit} days ago." / "Masukkan hari penerimaan: hari ini, atau paling banyak {limit} hari yang lalu.";
    DataRequestsTooMany 409 personalData "You already have an open request of this kind. Please wait for its answer, or withdraw it." / "Anda sudah mempunyai permintaan terbuka bagi jenis ini. Sila tunggu jawapannya, atau tarik balik permintaan itu.";
    DataRequestNotFound 404 personalData "We could not find this request about personal data." / "Kami tidak menemui permintaan tentang data peribadi ini.";
    DataRequestMoved 409 personalData "Another user has changed this request about personal data. Check it again." / "Pengguna lain telah mengubah permintaan tentang data peribadi ini. Semak semula.";
    DataRequestEnded 409 personalData "This request about personal data has ended." / "Permintaan tentang data peribadi ini telah tamat.";
    DataRequestExtendedAlready 409 personalData "The deadline was extended already. The law allows it once." / "Tarikh akhir telah dilanjutkan. Undang-undang membenarkannya sekali sahaja.";
    DataRequestNotExtendable 409 personalData "The deadline of this kind of request cannot be extended." / "Tarikh akhir bagi jenis permintaan ini tidak boleh dilanjutkan.";
    DataRequestOverdue 409 personalData "The deadline has passed. It could only be extended before." / "Tarikh akhir telah berlalu. Ia hanya boleh dilanjutkan sebelum itu.";
    BreachTextInvalid 422 personalData "Describe this in at most {limit} characters." / "Huraikan perkara ini dalam paling banyak {limit} aksara.";
    BreachPersonsInvalid 422 personalData "Enter a number of persons from 0 to {limit}, or leave it empty while it is not known." / "Masukkan bilangan orang dari 0 hingga {limit}, atau biarkan kosong selagi tidak diketahui.";
    BreachTimeInvalid 422 personalData "Enter a time that is not in the future, and not before the utility knew of the breach." / "Masukkan masa yang bukan pada masa hadapan, dan bukan sebelum utiliti mengetahui pelanggaran itu.";
    BreachReasonRequired 422 personalData "Say why the entry is changed, in at most {limit} characters." / "Nyatakan sebab entri diubah, dalam paling banyak {limit} aksara.";
    BreachNotFound 404 personalData "We could not find this breach." / "Kami tidak menemui pelanggaran ini.";
    BreachMoved 409 personalData "Another user has added a version to this breach. Check it again." / "Pengguna lain telah menambah versi pada pelanggaran ini. Semak semula.";
    WindowChanged 409 payments "Another user has changed the closing time of this method. Check it again." / "Pengguna lain telah mengubah masa penutupan kaedah ini. Semak semula.";
}
