// Measures the import of settlements, each of an unpaid bill of its own, and a payer of another company next to it.
//   node proofs/bench/settlements.mjs        GRIDBILL_PROGRAM, BILLS, BULK_ACCOUNTS, SETTLEMENTS, UNNAMED set sizes
// It makes its own demo in target/audit-bench (CAPACITY_FOLDER), and removes an older one. UNNAMED is the percentage of settlements
// without an invoice number.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { folder, one, portals, prepare, program, rows, run, startServe, stop } from '../capacity/processes.mjs'
import { quantile, send, setting, signIn, wait } from './portal.mjs'

const [unnamed, settlements] = [setting('UNNAMED', 10), setting('SETTLEMENTS', 1_000_000)]
const say = (what) => console.log(`settlements: ${what}`)

try {
  prepare(setting('BILLS', 200_000), setting('BULK_ACCOUNTS', 40))
  const [[payerId]] = rows('select bulk_id from bill where bulk_id is not null group by 1 order by count(*) desc limit 1')
  // Unpaid bills of the other companies: the demo has paid most of its own.
  rows(`insert into bill (invoice_no, collective_invoice_no, account_no, bulk_id, bill_batch_id, extraction_date, invoice_date, due_date,
                          bill_type, reading_type, tariff, current_charge, outstanding_amount, tax_amount, total_amount_payable)
    select (700000000000 + row_number() over ())::text, collective_invoice_no, account_no, bulk_id, bill_batch_id, extraction_date,
           invoice_date, due_date, 'Late bill', reading_type, tariff, 100 + n, 0, 0, 100 + n
    from bill, generate_series(1, ${Math.ceil(settlements / 50_000)}) n where bulk_id <> '${payerId}' limit ${settlements}`)
  rows('vacuum (analyze)')
  const file = `${folder}/settlements.csv`
  const content = rows(`select 'S' || invoice_no, account_no, case when abs(hashtext(account_no)) % 100 < ${unnamed} then '' else invoice_no end,
      'jompay', invoice_date + 5, total_amount_payable, '', ''
    from bill where invoice_no like '7%' and bulk_id <> '${payerId}'`).map((row) => row.join(','))
  writeFileSync(file, `settlementNo,accountNo,invoiceNo,method,paidOn,amount,reversalOf,reference\n${content.join('\n')}\n`)

  await startServe(0)
  const [portal] = portals
  const email = one(`select email from person where bulk_id = '${payerId}' and role = 'master' and activated_at is not null limit 1`)
  const unpaid = rows(`select invoice_no, total_amount_payable from bill
    where bulk_id = '${payerId}' and bill_is_selectable(status, total_amount_payable, current_charge, disable_payment)
      and not exists (select from bill_on_hold h where h.bulk_id = bill.bulk_id and h.invoice_no = bill.invoice_no)`)
  const took = []
  let isOver = false
  const pay = async () => {
    const [number, amount] = unpaid.pop()
    const body = { bulkId: payerId, invoiceNos: [number], totalAmount: amount, paymentMethod: 'EFT_RENTAS', bankId: 'TEST0021', referenceNumbers: [{ number: `B${unpaid.length}`, amount }] }
    const began = performance.now()
    await send(portal, { path: '/billpayment-svc/api/v1/Payment/MakePayment', token, body, headers: { 'idempotency-key': crypto.randomUUID() } })
    took.push(performance.now() - began)
  }
  const payer = async () => {
    while (!isOver && unpaid.length > 0) {
      await pay()
      await wait(100)
    }
  }
  // The audit of the new bills, which a portal in use has done before they are paid.
  while (one('select count(*) from audit_due where due_on <= current_date') !== '0') await wait(500)
  const token = await signIn(portal, email)
  for (let count = 0; count < 20; count++) await pay()
  const alone = took.splice(0)
  const paying = payer()
  const began = performance.now()
  const environment = { ...process.env, RUST_LOG: 'warn', GRIDBILL_DATA: `${folder}/data` }
  for (const name of Object.keys(environment)) if (/^(DATABASE_URL|SMTP_URL)/.test(name)) delete environment[name]
  const { stdout } = await promisify(execFile)(program, ['import', 'settlements', file], { env: environment, maxBuffer: 1 << 26 }).catch((refused) => refused)
  const seconds = (performance.now() - began) / 1000
  isOver = true
  await paying
  const figures = (all) => `p50 ${quantile(all, 0.5).toFixed(0)}, p95 ${quantile(all, 0.95).toFixed(0)} ms`
  say(stdout.trim().split('\n').find((line) => line.startsWith('settlements:')) ?? stdout)
  say(`${content.length} in ${seconds.toFixed(1)} s, ${((content.length / seconds) | 0).toLocaleString('en')} a second; a payment ${figures(took)} next to it, ${figures(alone)} alone`)
  const again = performance.now()
  run('import', 'settlements', file)
  say(`the same file again in ${((performance.now() - again) / 1000).toFixed(1)} s`)
  say(rows("select state || ' ' || count(*) from settlement_part group by state order by 1").join(', '))
  say(`check: ${run('check').split('\n').slice(-2).join(' ')}`)
} finally {
  await stop()
}
