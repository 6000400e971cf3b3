// Measures reads of one program and data folder, to compare two programs side by side.
//   node proofs/bench/reads.mjs        GRIDBILL_PROGRAM, CAPACITY_FOLDER, ROUNDS; BILLS and BULK_ACCOUNTS make a new demo first
// Run it in turn with each program, on copies of the same data. It prints the median milliseconds of each read.
import { one, open, portals, prepare, rows, startServe, stop } from '../capacity/processes.mjs'
import { quantile, send, setting, signIn } from './portal.mjs'

const [bills, rounds] = [setting('BILLS', 0), setting('ROUNDS', 200)]

try {
  if (bills > 0) prepare(bills, setting('BULK_ACCOUNTS', 20))
  else open()
  const [[company]] = rows('select bulk_id from bill where bulk_id is not null group by 1 order by count(*) desc limit 1')
  const email = one(`select email from person where bulk_id = '${company}' and role = 'master' and activated_at is not null limit 1`)
  await startServe(0)
  const [portal] = portals
  const token = await signIn(portal, email)
  const list = (name) => ({ path: `/billpayment-svc/api/v1/Bills/${name}/${company}`, body: { recordCount: 100 } })
  const reads = {
    home: { path: `/portal/api/v1/Home/${company}`, body: {} },
    'unpaid bills': list('GetOutstandingBills'),
    history: list('GetBillHistory'),
    batches: list('GetBillsByBatch'),
    accounts: { path: `/portal/api/v1/Accounts/GetAccounts/${company}`, body: { recordCount: 100 } },
    payments: { path: `/payments-svc/api/v1/Payment/GetPaymentTransactions?bulkId=${company}`, body: { recordCount: 100 } },
    'cost report': { path: `/portal/api/v1/CostCentres/Report/${company}`, body: {} },
    emissions: { path: `/portal/api/v1/Carbon/GetReport/${company}`, body: {} },
  }
  for (const [name, call] of Object.entries(reads)) {
    const took = []
    for (let round = 0; round < rounds; round++) took.push((await send(portal, { ...call, token })).took)
    console.log(`${name}: ${quantile(took.slice(rounds / 10), 0.5).toFixed(2)} ms`)
  }
} finally {
  await stop()
}
