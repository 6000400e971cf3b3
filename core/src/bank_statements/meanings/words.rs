//! The words of directions, currencies and statuses, in English and Malay.

/// Headings of a direction.
pub(super) const DIRECTION: &[&str] = &[
    "dc",
    "cd",
    "dk",
    "kd",
    "mk",
    "km",
    "drorcr",
    "crordr",
    "dbcr",
    "crdb",
    "cdtdbtind",
    "inout",
    "outin",
    "masukkeluar",
    "keluarmasuk",
    "direction",
    "arah",
    "sign",
    "tanda",
];
/// Words within the heading of a column that may be a direction. Half of its values decide.
pub(super) const DIRECTION_WITHIN: &[&str] =
    &["type", "jenis", "indicator", "penunjuk", "petunjuk", "flag", "code", "kod", "flow", "aliran"];
pub(super) const IN: &[&str] = &[
    "cr",
    "c",
    "cdt",
    "crdt",
    "credit",
    "credits",
    "credited",
    "kredit",
    "dikreditkan",
    "in",
    "i",
    "m",
    "masuk",
    "+",
    "plus",
    "inward",
    "inbound",
    "incoming",
    "inflow",
];
pub(super) const OUT: &[&str] = &[
    "dr",
    "d",
    "db",
    "dbt",
    "dbit",
    "debit",
    "debits",
    "debited",
    "didebitkan",
    "out",
    "o",
    "keluar",
    "-",
    "minus",
    "outward",
    "outbound",
    "outgoing",
    "outflow",
];
/// Further words, which are a direction only below a heading that may be one. Elsewhere they describe the line.
pub(super) const IN_BY_HEADING: &[&str] =
    &["deposit", "deposits", "dep", "receipt", "received", "terima", "terimaan", "penerimaan"];
pub(super) const OUT_BY_HEADING: &[&str] =
    &["withdrawal", "withdrawals", "withdraw", "wdl", "wdr", "pengeluaran", "sent", "paid"];
/// Words next to a direction that do not change it: `Credit transfer`, `Wang masuk`.
pub(super) const BESIDE_DIRECTION: &[&str] = &[
    "transfer",
    "transaction",
    "transaksi",
    "txn",
    "entry",
    "advice",
    "money",
    "wang",
    "duit",
    "payment",
    "amount",
    "amaun",
    "pindahan",
    "bayaran",
    "ibg",
    "giro",
    "interest",
    "faedah",
    "aliran",
];
/// Words that say a direction behind other words, below a heading that may be one: `FUND TRANSFER CR`, `Cash deposit`.
pub(super) const IN_AT_END: &[&str] = &["cr", "credit", "kredit", "deposit"];
pub(super) const OUT_AT_END: &[&str] = &["dr", "debit", "withdrawal"];
/// Words that change such a word: a reversed credit went out, a direct debit of a customer came in, and money for a
/// fixed deposit went out.
pub(super) const CHANGE_DIRECTION: &[&str] = &[
    "reversal",
    "reversed",
    "reverse",
    "rev",
    "return",
    "returned",
    "pembalikan",
    "direct",
    "auto",
    "standing",
    "fixed",
];

pub(super) const CURRENCY: &[&str] = &["ccy", "ccycode", "cur", "curr"];
pub(super) const RINGGIT: &[&str] = &["rm", "myr", "ringgit", "ringgitmalaysia", "malaysianringgit", "458"];
/// Words next to the ringgit: `MYR - Malaysian Ringgit`.
pub(super) const BESIDE_RINGGIT: &[&str] = &["malaysia", "malaysian"];
/// Foreign currencies that are not written as their code.
pub(super) const FOREIGN: &[&str] = &[
    "$",
    "us$",
    "s$",
    "a$",
    "hk$",
    "€",
    "£",
    "¥",
    "₹",
    "฿",
    "rp",
    "rmb",
    "cnh",
    "dollar",
    "dolar",
    "euro",
    "pound",
    "poundsterling",
    "yen",
    "yuan",
    "rupiah",
    "baht",
];
/// The codes of ISO 4217.
pub(super) const CODES: &str = "\
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF \
    CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD \
    GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP \
    LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN \
    PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS \
    TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF XAG XAU XCD XCG XDR XOF XPD \
    XPF XPT XSU XUA YER ZAR ZMW ZWG ZWL";
/// Codes that are usual words of a heading, such as `TOP UP AMOUNT`.
pub(super) const WORDS_LIKE_CODES: &[&str] = &["all", "top", "try", "cup", "pen"];

pub(super) const STATUS: &[&str] = &["keadaan"];
pub(super) const BOOKED: &[&str] = &[
    "book",
    "booked",
    "posted",
    "complete",
    "completed",
    "success",
    "successful",
    "succeeded",
    "settled",
    "cleared",
    "done",
    "ok",
    "final",
    "acsc",
    "accc",
    "processed",
    "executed",
    "credited",
    "paid",
    "selesai",
    "berjaya",
    "dibukukan",
    "dikreditkan",
    "dibayar",
    "telahdiproses",
    "sudahdiproses",
];
/// Words next to a status that do not change it: `Payment completed`, `Telah dikreditkan`, `Success (00)`.
pub(super) const BESIDE_BOOKED: &[&str] =
    &["transaction", "transaksi", "payment", "bayaran", "transfer", "pindahan", "telah", "sudah", "00", "000"];
/// Words of a status that are not booked, by which a column is recognised. Any other word is not booked, either.
pub(super) const NOT_BOOKED: &[&str] = &[
    "pdng",
    "pending",
    "inprogress",
    "processing",
    "scheduled",
    "onhold",
    "hold",
    "failed",
    "failure",
    "unsuccessful",
    "rejected",
    "rjct",
    "returned",
    "return",
    "cancelled",
    "canceled",
    "declined",
    "bounced",
    "dishonoured",
    "void",
    "uncleared",
    "unposted",
    "dalamproses",
    "sedangdiproses",
    "menunggu",
    "tertunda",
    "ditangguhkan",
    "belumselesai",
    "gagal",
    "tidakberjaya",
    "ditolak",
    "batal",
    "dibatalkan",
    "dipulangkan",
];
/// Money that came back to the utility, or that the bank took back.
pub(super) const REVERSED: &[&str] = &["reversal", "reversed", "reversedentry", "dibalikkan", "pembalikan"];
