// The steps of the main job that a system does with an API token, by openapi-fetch with the types of /openapi.json:
//   main_job.js PORTAL BULK_ID TOKEN propose
//   main_job.js PORTAL BULK_ID TOKEN collect PROPOSAL TRANSACTION
import createClient from 'openapi-fetch'
import type { paths } from './portal.js'

const [baseUrl, id, token, step, proposalId = '', transactionNo = ''] = process.argv.slice(2) as [string, string, string, string, string?, string?]
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })

/** Returns the content of an answer, or fails with its refusal. */
function content<T>({ data, error }: { data?: { Data: T }; error?: unknown }): T {
  if (!data) throw new Error(JSON.stringify(error))
  return data.Data
}

/** Fails unless a file begins like this, and returns it. */
function file({ data, error }: { data?: unknown; error?: unknown }, begin: string): string {
  const text = Buffer.from(data as ArrayBuffer).toString('latin1')
  if (!text.startsWith(begin)) throw new Error(JSON.stringify(error ?? text.slice(0, 80)))
  return text
}

async function propose() {
  const listed = await client.POST('/billpayment-svc/api/v1/Bills/GetOutstandingBills/{id}', {
    params: { path: { id } },
    body: { filter: { overdue: true }, recordCount: 2 },
  })
  const bills = content(listed).items
  const sen = bills.reduce((sum, bill) => sum + BigInt(bill.totalAmountPayable.replace('.', '')), 0n)
  const total = `${sen / 100n}.${`${sen % 100n}`.padStart(2, '0')}`
  const proposed = await client.POST('/portal/api/v1/Proposals/Create/{id}', {
    params: { path: { id }, header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: { invoiceNos: bills.map((bill) => bill.invoiceNo), totalAmount: total },
  })
  return { proposalId: content(proposed).proposalId, total }
}

async function collect() {
  const proposal = content(await client.GET('/portal/api/v1/Proposals/Proposal', { params: { query: { proposalId } } }))
  if (proposal.transactionNo !== transactionNo) throw new Error('the proposal is not this payment')
  const query = { transactionNo }
  const payment = content(await client.GET('/payments-svc/api/v1/Payment/GetPaymentDetails', { params: { query } }))
  if (payment.transaction.status !== 4) throw new Error(`the status is ${payment.transaction.status}`)
  file(await client.GET('/portal/api/v1/Payments/Document', { params: { query }, parseAs: 'arrayBuffer' }), '%PDF-')
  for (const [format, begin] of [['pdf', '%PDF-'], ['csv', '\xef\xbb\xbf']] as const) {
    const params = { query: { ...query, format } }
    file(await client.GET('/portal/api/v1/Payments/Remittance', { params, parseAs: 'arrayBuffer' }), begin)
  }
  return {}
}

console.log(JSON.stringify(await (step === 'propose' ? propose() : collect())))
