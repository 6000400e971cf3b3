//! Reads TXT records from a DNS server. Over TCP, so that an answer cannot be forged by a stranger who guesses a port and
//! is never cut (RFC 7766).

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Time that a whole question may take.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The type of a TXT record.
const TXT: u16 = 16;
/// The class of the internet.
const INTERNET: u16 = 1;
/// Bytes of a message's header.
const HEADER: usize = 12;

/// Returns the configured DNS server, or the first of /etc/resolv.conf.
pub fn server(configured: Option<SocketAddr>) -> anyhow::Result<SocketAddr> {
    if let Some(server) = configured {
        return Ok(server);
    }
    let text = std::fs::read_to_string("/etc/resolv.conf").context("failed to read /etc/resolv.conf")?;
    first_server(&text).context("there is no DNS server; set GRIDBILL_DNS_SERVER")
}

fn first_server(resolv_conf: &str) -> Option<SocketAddr> {
    let servers = resolv_conf.lines().filter_map(|line| line.trim().strip_prefix("nameserver"));
    servers.filter_map(|server| server.trim().parse::<IpAddr>().ok()).map(|server| (server, 53).into()).next()
}

/// Returns the TXT records of a name; none if the name does not exist.
/// Fails if the server does not answer, or with a failure.
pub async fn txt_records(server: SocketAddr, name: &str, id: [u8; 2]) -> anyhow::Result<Vec<String>> {
    let question = question(name)?;
    let answer = timeout(TIMEOUT, ask(server, &query(id, &question))).await.context("the DNS server is silent")??;
    read(&answer, id, &question)
}

async fn ask(server: SocketAddr, query: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(server).await?;
    stream.write_u16(u16::try_from(query.len())?).await?;
    stream.write_all(query).await?;
    let length = stream.read_u16().await?;
    let mut answer = vec![0; usize::from(length)];
    stream.read_exact(&mut answer).await?;
    Ok(answer)
}

/// Returns the question for the TXT records of a name.
fn question(name: &str) -> anyhow::Result<Vec<u8>> {
    let mut question = Vec::new();
    for label in name.split('.') {
        ensure!((1..=63).contains(&label.len()), "a label of {name} is too short or too long");
        question.push(u8::try_from(label.len())?);
        question.extend_from_slice(label.as_bytes());
    }
    question.push(0);
    ensure!(question.len() <= 255, "the name is too long");
    question.extend_from_slice(&TXT.to_be_bytes());
    question.extend_from_slice(&INTERNET.to_be_bytes());
    Ok(question)
}

/// Returns a query: one question, and the wish that the server asks others.
fn query(id: [u8; 2], question: &[u8]) -> Vec<u8> {
    [&id, [1, 0, 0, 1, 0, 0, 0, 0, 0, 0].as_slice(), question].concat()
}

/// Reads an answer to the question.
fn read(answer: &[u8], id: [u8; 2], question: &[u8]) -> anyhow::Result<Vec<String>> {
    ensure!(answer.len() >= HEADER && answer[..2] == id && answer[2] & 0x80 != 0, "not an answer to the question");
    match answer[3] & 0x0f {
        0 => {}
        3 => return Ok(Vec::new()),
        code => bail!("the DNS server answered with code {code}"),
    }
    let (_, mut rest) = answer.split_at(HEADER);
    let echoed = rest.get(..question.len()).filter(|echoed| echoed.eq_ignore_ascii_case(question));
    ensure!(u16_at(answer, 4)? == 1 && echoed.is_some(), "an answer to another question");
    rest = &rest[question.len()..];
    let mut records = Vec::new();
    for _ in 0..u16_at(answer, 6)? {
        rest = skip_name(rest)?;
        let (kind, class, length) = (u16_at(rest, 0)?, u16_at(rest, 2)?, usize::from(u16_at(rest, 8)?));
        let data = rest.get(10..10 + length).context("the answer is cut")?;
        rest = &rest[10 + length..];
        if (kind, class) == (TXT, INTERNET) {
            records.push(text(data)?);
        }
    }
    Ok(records)
}

fn u16_at(bytes: &[u8], at: usize) -> anyhow::Result<u16> {
    let bytes = bytes.get(at..at + 2).context("the answer is cut")?;
    Ok(u16::from_be_bytes([bytes[0], bytes[1]]))
}

/// Skips a name: labels up to an empty one, or up to a pointer to the rest of the name.
fn skip_name(mut bytes: &[u8]) -> anyhow::Result<&[u8]> {
    loop {
        let (&length, rest) = bytes.split_first().context("the answer is cut")?;
        match length {
            0 => return Ok(rest),
            0xc0..=0xff => return rest.get(1..).context("the answer is cut"),
            1..=63 => bytes = rest.get(usize::from(length)..).context("the answer is cut")?,
            _ => bail!("an unknown kind of label"),
        }
    }
}

/// Joins the parts of a TXT record.
fn text(mut data: &[u8]) -> anyhow::Result<String> {
    let mut text = Vec::new();
    while let Some((&length, rest)) = data.split_first() {
        text.extend_from_slice(rest.get(..usize::from(length)).context("the record is cut")?);
        data = &rest[usize::from(length)..];
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: [u8; 2] = [0x12, 0x34];
    const NAME: &str = "_gridbill.sinar.example";

    /// Returns an answer with these records: kind and data.
    fn answer(flags: [u8; 2], records: &[(u16, &[u8])]) -> Vec<u8> {
        let count = u8::try_from(records.len()).expect("few");
        let question = question(NAME).expect("a question");
        let mut answer = [&ID, &flags, [0, 1, 0, count, 0, 0, 0, 0].as_slice(), &question].concat();
        for (kind, data) in records {
            answer.extend([0xc0, 12]);
            answer.extend(kind.to_be_bytes());
            answer.extend([0, 1, 0, 0, 0, 60]);
            answer.extend(u16::try_from(data.len()).expect("short").to_be_bytes());
            answer.extend_from_slice(data);
        }
        answer
    }

    fn read_answer(answer: &[u8]) -> anyhow::Result<Vec<String>> {
        read(answer, ID, &question(NAME).expect("a question"))
    }

    #[test]
    fn records_of_several_parts_are_joined_and_other_kinds_skipped() {
        let records: &[(u16, &[u8])] = &[(TXT, b"\x03abc\x02de"), (5, b"\x01a\x00"), (TXT, b"\x01z"), (TXT, b"")];
        let found = read_answer(&answer([0x81, 0x80], records)).expect("records");
        assert_eq!(found, ["abcde", "z", ""]);
        assert_eq!(read_answer(&answer([0x81, 0x83], &[])).expect("no name"), [""; 0]);
    }

    #[test]
    fn a_failure_and_a_foreign_answer_are_errors() {
        read_answer(&answer([0x81, 0x82], &[])).expect_err("a failure");
        read_answer(&answer([0x01, 0x80], &[])).expect_err("a question");
        let mut other = answer([0x81, 0x80], &[(TXT, b"\x01z")]);
        other[0] ^= 1;
        read_answer(&other).expect_err("another id");
        let mut other = answer([0x81, 0x80], &[(TXT, b"\x01z")]);
        other[14] ^= 1;
        read_answer(&other).expect_err("another name");
    }

    #[test]
    fn a_damaged_answer_never_panics() {
        let whole = answer([0x81, 0x80], &[(TXT, b"\x03abc"), (TXT, b"\x01z")]);
        for length in 0..whole.len() {
            read_answer(&whole[..length]).expect_err("cut");
        }
        for at in 0..whole.len() {
            for value in 0..=u8::MAX {
                let mut damaged = whole.clone();
                damaged[at] = value;
                drop(read_answer(&damaged));
            }
        }
    }

    #[test]
    fn the_first_server_of_the_system_is_used() {
        assert_eq!(
            first_server("# a\nsearch b\nnameserver fe80::1%eth0\nnameserver 10.0.0.2\n"),
            Some(([10, 0, 0, 2], 53).into())
        );
        assert_eq!(first_server(""), None);
        question("a..b").expect_err("an empty label");
        question(&"a".repeat(64)).expect_err("a long label");
        question(&["a".repeat(63), "b".repeat(63), "c".repeat(63), "d".repeat(63)].join(".")).expect_err("a long name");
    }
}
