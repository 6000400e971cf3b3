use super::*;

/// A body that FPX sent, with the source string that its signature covers. The genuine checksum is replaced, because it
/// must not be published.
pub(crate) const BODY: &str = "fpx_debitAuthCode=00&fpx_buyerName=N%40ME%28%29%2F+.-%26BUYER&fpx_buyerBankId=TEST0021\
    &fpx_buyerBankBranch=SBI+BANK+A&fpx_buyerIban=&fpx_buyerId=&fpx_debitAuthNo=15733223&fpx_creditAuthCode=00\
    &fpx_creditAuthNo=9999999999&fpx_fpxTxnId=2106191550270891&fpx_fpxTxnTime=20210619155026&fpx_makerName=New+Simulator\
    &fpx_msgToken=01&fpx_msgType=AC&fpx_sellerExId=EX00011982&fpx_sellerExOrderNo=20210619094956&fpx_sellerId=SE00013501\
    &fpx_sellerOrderNo=20210619094956&fpx_sellerTxnTime=20210619094956&fpx_txnAmount=1.00&fpx_txnCurrency=MYR&fpx_checkSum=AB";

pub(crate) const SOURCE: &str = "SBI BANK A|TEST0021|||N@ME()/ .-&BUYER|00|9999999999|00|15733223|2106191550270891|\
    20210619155026|New Simulator|01|AC|EX00011982|20210619094956|SE00013501|20210619094956|20210619094956|1.00|MYR";

#[test]
fn the_source_of_a_genuine_message() {
    let signed = Signed::parse(BODY.as_bytes()).expect("it parses");
    assert_eq!(signed.message.kind(), Kind::Ac);
    assert_eq!(signed.message.source(), SOURCE);
    assert_eq!(signed.checksum, "AB");
    assert_eq!(signed.message.get("buyerName"), "N@ME()/ .-&BUYER");
    assert_eq!(signed.message.get("nonsense"), "");
}

#[test]
fn its_sha_1_is_the_known_answer() {
    let digest = openssl::hash::hash(openssl::hash::MessageDigest::sha1(), SOURCE.as_bytes()).expect("SHA-1");
    assert_eq!(hex::encode(digest), "e35ee7be5a6d587ca6888f9399ce0fe36d91df22");
}

#[test]
fn built_messages_are_read_back() {
    let signed = Signed::parse(BODY.as_bytes()).expect("it parses");
    assert_eq!(Signed::parse(signed.body().as_bytes()), Ok(signed.clone()));
    assert_eq!(signed.form().len(), 22);
    let other = signed.message.with("txnAmount", "2.00").with("nonsense", "x");
    assert_eq!(other.source(), SOURCE.replace("|1.00|", "|2.00|"));
}

#[test]
fn an_answer_with_newlines_around_it() {
    let signed = Signed::parse(
        b"\n\nfpx_bankList=MBB0228%7EA%2CCIT0219%7EB&fpx_msgToken=02&fpx_msgType=BC&fpx_sellerExId=EX1\r\n",
    );
    assert_eq!(signed.expect("it parses").message.source(), "MBB0228~A,CIT0219~B|02|BC|EX1");
}

#[test]
fn malformed_messages_are_refused() {
    let parse = |body: &str| Signed::parse(body.as_bytes());
    assert_eq!(
        parse("fpx_msgType=AC&fpx_txnAmount=1&fpx_txnAmount=2"),
        Err(Unreadable::Repeated("fpx_txnAmount".into()))
    );
    assert_eq!(parse("fpx_msgType=ZZ"), Err(Unreadable::UnknownType("ZZ".into())));
    assert_eq!(parse(""), Err(Unreadable::UnknownType(String::new())));
    assert_eq!(parse("ERROR"), Err(Unreadable::UnknownType(String::new())));
    assert_eq!(parse("fpx_msgType=BE&other=1&other=2").map(|signed| signed.message.source()), Ok("|BE||".into()));
}

#[test]
fn another_cut_of_the_same_text_is_malformed() {
    let signed = Signed::parse(BODY.as_bytes()).expect("it parses").message;
    assert_eq!(signed.malformed(), None);
    let declined = signed.with("buyerName", "X|00|1|00").with("debitAuthCode", "51");
    let values = declined.source().split('|').map(str::to_owned).collect::<Vec<_>>();
    // Here the name ends earlier, and the three values behind it take the places of the codes.
    let recut = Message::new(Kind::Ac, |field| match field {
        "buyerName" => "X".to_owned(),
        "creditAuthCode" | "debitAuthCode" => "00".to_owned(),
        "creditAuthNo" => "1".to_owned(),
        "debitAuthNo" => values[8..12].join("|"),
        other => declined.get(other).to_owned(),
    });
    assert_eq!((declined.malformed(), recut.malformed()), (Some("buyerName"), Some("debitAuthNo")));
}

#[test]
fn fields_are_in_the_documented_number() {
    assert_eq!([Kind::Ar, Kind::Ae, Kind::Ac, Kind::Be, Kind::Bc].map(|kind| kind.fields().len()), [20, 20, 21, 4, 4]);
}
