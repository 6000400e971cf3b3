//! The file with everything that the portal holds about a user.

use crate::downloads::Download;
use crate::endpoint::Nothing;

endpoints! {
    /// Collects everything that the portal holds about the caller into an archive. Needs a recent proof of identity.
    DownloadOwnData = Post "/portal/api/v1/PersonalData/OwnData"
        for SignedIn
        refuses(ConfirmIdentity, TooManyDownloads)
        once changes(Downloads): Json (Nothing) -> Download;
}
