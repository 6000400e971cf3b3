//! Serves the built app: its files, and the page of each address.

use std::path::Path;

use axum::Router;
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, ETAG, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED, RANGE};
use axum::http::{HeaderValue, Request, StatusCode, Uri};
use axum::middleware::map_response;
use axum::response::Response;
use gridbill_core::screen::{Audience, SCREENS, Screen};
use tower::ServiceExt as _;
use tower_http::services::{ServeDir, ServeFile};
use tower_http::set_header::SetResponseHeaderLayer;

/// Serves the built app. File names contain a hash of the content, so files are cached forever. Pages are not
/// cached, nor is the absence of a file: during an update, another process may have it.
pub(super) fn serve(folder: &Path) -> Router {
    const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
    let forever = map_response(async |mut answer: Response| {
        if answer.status().is_success() || answer.status() == StatusCode::NOT_MODIFIED {
            let headers = answer.headers_mut();
            headers.insert(CACHE_CONTROL, FOREVER);
            // These files are never revalidated, so the headers are useless. With thirty files, each header line
            // slows down a slow connection.
            headers.remove(ETAG);
            headers.remove(LAST_MODIFIED);
        }
        answer
    });
    let never = SetResponseHeaderLayer::overriding(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let assets =
        Router::new().nest_service("/assets", ServeDir::new(folder.join("assets")).precompressed_br()).layer(forever);
    let [public, portal] = ["index.html", "portal.html"].map(|name| ServeFile::new(folder.join(name)));
    // Each page preloads the files of its screen, portal.html those of every screen behind the sign-in
    // (app/vite-plugins/portalPage.ts).
    let screens = ServeDir::new(folder.join("screens")).fallback(portal.clone());
    let page = tower::service_fn(move |mut request: Request<Body>| {
        let (public, portal, screens) = (public.clone(), portal.clone(), screens.clone());
        async move {
            let path = request.uri().path();
            let is_known = is_address(path);
            let (screen, file) = match behind_sign_in(path) {
                Some(screen) => (Some(screen), file_of(screen, path)),
                None => (None, None),
            };
            if !is_known {
                // The answer must be 404, even if the browser has the page cached.
                for header in [IF_NONE_MATCH, IF_MODIFIED_SINCE, RANGE] {
                    request.headers_mut().remove(header);
                }
            }
            let answer = match (screen, file) {
                (None, _) => public.oneshot(request).await,
                (Some(_), None) => portal.oneshot(request).await,
                (Some(_), Some(file)) => {
                    *request.uri_mut() = file;
                    screens.oneshot(request).await
                }
            };
            answer.map(|mut answer| {
                if !is_known && answer.status().is_success() {
                    // The page itself loads, and shows that nothing was found.
                    *answer.status_mut() = StatusCode::NOT_FOUND;
                }
                answer
            })
        }
    });
    assets.merge(Router::new().fallback_service(ServeDir::new(folder).fallback(page)).layer(never))
}

/// Whether a screen has this address. The "not found" screen does not count.
fn is_address(path: &str) -> bool {
    let path = if path.len() > 1 { path.trim_end_matches('/') } else { path };
    let mut addresses = SCREENS.iter().flat_map(|screen| screen.addresses);
    addresses.any(|address| address.name != "notFound" && fits(address.path, path))
}

fn behind_sign_in(path: &str) -> Option<&'static Screen> {
    Screen::at(path).filter(|screen| screen.audience != Audience::Public)
}

/// Returns the file of the screen's page; `None` for an address without a screen.
fn file_of(screen: &Screen, path: &str) -> Option<Uri> {
    let path = path.trim_end_matches('/');
    let fitting = screen.addresses.iter().filter(|address| fits(address.path, path));
    // Prefers the address with the fewest parameters, because a fixed word is not an id.
    let address = fitting.min_by_key(|address| address.path.matches('{').count())?;
    Uri::try_from(format!("/{}.html", address.name)).ok()
}

fn fits(address: &str, path: &str) -> bool {
    let [parts, said] = [address, path].map(|path| path.split('/').collect::<Vec<_>>());
    let fit = |(part, said): (&&str, &&str)| part == said || (part.starts_with('{') && !said.is_empty());
    parts.len() == said.len() && parts.iter().zip(&said).all(fit)
}

#[cfg(test)]
mod tests {
    use gridbill_core::screen::{Audience, SCREENS};

    use super::{behind_sign_in, file_of};

    #[test]
    fn every_address_behind_the_sign_in_has_the_page_of_its_screen() {
        for screen in SCREENS.iter().filter(|screen| screen.audience != Audience::Public) {
            for address in screen.addresses {
                let path = address.path.replace('{', "0-").replace('}', "");
                for path in [path.clone(), format!("{path}/")] {
                    let found = behind_sign_in(&path).and_then(|screen| file_of(screen, &path));
                    let file = found.map(|file| file.path().to_owned());
                    assert_eq!(file, Some(format!("/{}.html", address.name)), "{path}");
                }
            }
        }
    }

    #[test]
    fn an_address_without_a_screen_has_no_page() {
        for path in ["/billPayment/nothing/at/all", "/billPayment/bills", "/manageAccount/accounts/"] {
            let screen = behind_sign_in(path).expect("an address behind the sign-in");
            assert_eq!(file_of(screen, path), None, "{path}");
        }
        for path in ["/", "/404", "/nowhere/at/all", "/account/register"] {
            assert!(behind_sign_in(path).is_none(), "{path}");
        }
    }
}
