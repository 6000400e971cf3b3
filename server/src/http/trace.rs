//! The trace of a call, by W3C Trace Context (`traceparent`). A caller's trace is continued; otherwise the call
//! begins a new trace.

use axum::http::HeaderMap;

use crate::base::Random;

const VERSION: &str = "00";
const SAMPLED: u8 = 1;

/// The position of a call in its trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trace {
    pub id: [u8; 16],
    /// The caller's span, if the caller sent one.
    pub parent_id: Option<[u8; 8]>,
    /// The span of this call.
    pub span_id: [u8; 8],
    /// Whether the span is sent to the collector, if configured.
    pub is_sampled: bool,
}

impl Trace {
    /// Continues the caller's trace, or begins a trace. `share`, from 0 to 1, is the share of new traces that are
    /// sampled.
    #[must_use]
    pub fn of(headers: &HeaderMap, random: &Random, share: f64) -> Self {
        let span_id = random.bytes();
        let mut values = headers.get_all("traceparent").into_iter();
        let parent = match (values.next(), values.next()) {
            (Some(value), None) => value.to_str().ok().and_then(parse),
            // With several values it is unclear which applies.
            _ => None,
        };
        if let Some((id, parent_id, is_sampled)) = parent {
            return Self { id, parent_id: Some(parent_id), span_id, is_sampled };
        }
        let id = random.bytes();
        Self { id, parent_id: None, span_id, is_sampled: is_within(id, share) }
    }
}

/// Whether the last bytes of a trace id fall within the share, so that every program makes the same decision.
fn is_within(trace_id: [u8; 16], share: f64) -> bool {
    let [.., a, b, c, d] = trace_id;
    f64::from(u32::from_be_bytes([a, b, c, d])) < share * (f64::from(u32::MAX) + 1.0)
}

/// Parses a `traceparent` into trace id, span id and the sampled flag.
fn parse(text: &str) -> Option<([u8; 16], [u8; 8], bool)> {
    let mut parts = text.split('-');
    let (version, trace_id, parent_id, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    // Later versions may add parts, version 00 may not; ff is invalid.
    let [version_number] = bytes(version)?;
    if version_number == 0xff || (version == VERSION && parts.next().is_some()) {
        return None;
    }
    let (trace_id, parent_id, [flags]) = (bytes(trace_id)?, bytes(parent_id)?, bytes(flags)?);
    (trace_id != [0; 16] && parent_id != [0; 8]).then_some((trace_id, parent_id, flags & SAMPLED != 0))
}

/// Parses lower-case hexadecimal.
fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let is_lower = !text.bytes().any(|byte| byte.is_ascii_uppercase());
    (is_lower && hex::decode_to_slice(text, &mut bytes).is_ok()).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    fn of(values: &[&'static str], share: f64) -> Trace {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append("traceparent", HeaderValue::from_static(value));
        }
        Trace::of(&headers, &Random::seeded(1), share)
    }

    #[test]
    fn a_caller_s_trace_is_continued() {
        let trace = of(&[PARENT], 0.0);
        assert_eq!(hex::encode(trace.id), "0af7651916cd43dd8448eb211c80319c");
        assert_eq!(trace.parent_id.map(hex::encode).as_deref(), Some("b7ad6b7169203331"));
        assert!(trace.is_sampled, "the caller decides");
        assert!(!of(&["00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"], 1.0).is_sampled);
        // A later version may have more parts.
        assert!(of(&["01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more"], 0.0).parent_id.is_some());
    }

    #[test]
    fn malformed_trace_headers_are_ignored() {
        for wrong in [
            "",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more",
            "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0af7651916cd43dd8448eb211c8031-b7ad6b7169203331-01",
        ] {
            let trace = of(&[wrong], 1.0);
            assert!(trace.parent_id.is_none() && trace.is_sampled, "{wrong}");
        }
        assert!(of(&[PARENT, PARENT], 1.0).parent_id.is_none(), "two of them");
        assert!(!of(&[], 0.0).is_sampled);
    }
}
