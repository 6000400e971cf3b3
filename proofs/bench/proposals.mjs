// Measures payments of 5,000 bills: made at once, and proposed, opened, approved and released.
//   node proofs/bench/proposals.mjs        GRIDBILL_PROGRAM, BILLS, BULK_ACCOUNTS, CHOSEN, ROUNDS set sizes
// It makes its own demo in target/audit-bench (CAPACITY_FOLDER), and removes an older one.
import { createHmac } from 'node:crypto'
import { one, portals, prepare, rows, startServe, stop } from '../capacity/processes.mjs'
import { ask, quantile, send, setting, signIn, wait } from './portal.mjs'

const chosen = setting('CHOSEN', 5_000)
const rounds = setting('ROUNDS', 3)
const approver = 'approver@bench.example'

/** Returns the code of an authenticator app at this time (RFC 6238). */
const code = (secret) => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret.replace(/\s/g, '')].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const hash = createHmac('sha1', Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)))).update(step).digest()
  return String((hash.readUInt32BE(hash.at(-1) & 15) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

const times = { paid: [], proposed: [], opened: [], released: [] }
// A refused call must not leave the programs running.
try {
  prepare(setting('BILLS', 600_000), setting('BULK_ACCOUNTS', 7))
  const [id] = rows('select bulk_id from electricity_account group by 1 order by count(*) desc limit 1')[0]
  const master = one(`select email from person where bulk_id = '${id}' and role = 'master' and activated_at is not null limit 1`)
  rows(`insert into person select (jsonb_populate_record(p, jsonb_build_object('person_id', gen_random_uuid(), 'email', '${approver}',
        'role', 'member', 'make_payments', true))).* from person p where email = '${master}'`)
  const payable = rows(`select invoice_no, total_amount_payable from bill
    where bulk_id = '${id}' and bill_is_selectable(status, total_amount_payable, current_charge, disable_payment)
      and not exists (select from bill_on_hold h where h.bulk_id = bill.bulk_id and h.invoice_no = bill.invoice_no)
    order by invoice_no limit ${2 * rounds * chosen}`)
  if (payable.length < 2 * rounds * chosen) throw new Error(`only ${payable.length} bills can be paid: set BILLS higher or ROUNDS lower`)
  const next = () => payable.splice(0, chosen)
  const sum = (bills) => (bills.reduce((sen, [, amount]) => sen + Math.round(Number(amount) * 100), 0) / 100).toFixed(2)

  await startServe(0)
  const [portal] = portals
  const [payer, decider] = [await signIn(portal, master), await signIn(portal, approver)]
  // Listed in the demo, whose gateway does not run here.
  const bankId = 'TEST0021'
  const method = (total, number) => ({ paymentMethod: 'EFT_RENTAS', bankId, referenceNumbers: [{ number, amount: total }] })
  const once = () => ({ 'idempotency-key': crypto.randomUUID() })
  /** Sends a call, and returns its answer with its milliseconds. */
  const timed = async (path, token, body) => {
    const { bytes, took } = await send(portal, { path, token, body, headers: once() })
    return { data: JSON.parse(bytes).Data, took }
  }

  for (let round = 0; round < rounds; round++) {
    const bills = next()
    const body = { bulkId: id, invoiceNos: bills.map(([number]) => number), totalAmount: sum(bills), ...method(sum(bills), `PAID${round}`) }
    times.paid.push((await timed('/billpayment-svc/api/v1/Payment/MakePayment', payer, body)).took)
  }

  const userId = one(`select person_id from person where email = '${approver}'`)
  const policy = { layers: [{ from: '0.00', steps: [{ mode: 'any', userIds: [userId] }] }] }
  await ask(portal, `/portal/api/v1/Approvals/SetPolicy/${id}`, payer, { policy, version: 0 })
  const { secret } = await ask(portal, '/portal/api/v1/Factors/Totp/Begin', payer, {})
  await ask(portal, '/portal/api/v1/Factors/Totp/Confirm', payer, { totp: code(secret) })
  for (let round = 0; round < rounds; round++) {
    const bills = next()
    const request = { invoiceNos: bills.map(([number]) => number), totalAmount: sum(bills) }
    const made = await timed(`/portal/api/v1/Proposals/Create/${id}`, payer, request)
    const { proposalId } = made.data
    await ask(portal, '/portal/api/v1/Proposals/Approve', decider, { proposalId, step: 1 })
    const { took } = await send(portal, { method: 'GET', path: `/portal/api/v1/Proposals/Proposal?proposalId=${proposalId}`, token: payer })
    const released = await timed('/portal/api/v1/Proposals/Release', payer, { proposalId, ...method(sum(bills), `RELEASED${round}`) })
    times.proposed.push(made.took)
    times.opened.push(took)
    times.released.push(released.took)
    await wait(200)
  }
} finally {
  await stop()
}

const median = (name) => quantile(times[name], 0.5)
for (const name of Object.keys(times)) console.log(`proposals: ${chosen} bills ${name} in ${median(name).toFixed(0)} ms (median of ${rounds})`)
console.log(`proposals: a release takes ${(median('released') / median('paid')).toFixed(2)} times a payment made at once`)
