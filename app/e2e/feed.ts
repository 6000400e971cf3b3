/** Deliveries of the utility's billing system to the journeys' portal. */
import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Payable } from './bills'

const run = promisify(execFile)

export const root = join(import.meta.dirname, '../..')
export const program = join(root, 'target/debug/gridbill')

const billColumns =
  'invoiceNo,collectiveInvoiceNo,accountNo,billBatchId,extractionDate,invoiceDate,dueDate,billType,readingType,readingStart,readingEnd,tariff,consumptionKwh,maximumDemandKw,currentCharge,outstandingAmount,taxAmount,totalAmountPayable,lastBillNo,lastAmountPaid'

/** The columns of each file. A file without the columns of e-invoices does not change stored e-invoices. */
const columns = {
  accounts: 'accountNo,registrationNo,companyName,premisesAddress,city,postalCode,state,sector,tariff,status',
  bills: billColumns,
  billsWithEInvoices: `${billColumns},eInvoiceUuid,eInvoiceLongId,eInvoiceStatus,eInvoiceValidatedAt,eInvoiceCancelledAt`,
  settlements: 'settlementNo,accountNo,invoiceNo,method,paidOn,amount,reversalOf,reference',
  charges: 'invoiceNo,line,kind,block,tariff,from,to,previousReading,currentReading,quantity,unit,rate,amount',
} as const

/** Imports a file with these lines. `settings` are environment variables of the program. */
export async function deliver(what: keyof typeof columns, lines: readonly string[], settings: Record<string, string> = {}) {
  const kind = what === 'billsWithEInvoices' ? 'bills' : what
  const file = join(await mkdtemp(join(tmpdir(), 'gridbill-feed-')), `${kind}.csv`)
  await writeFile(file, [columns[what], ...lines, ''].join('\n'))
  const { DATABASE_URL: _, ...env } = process.env
  await run(program, ['import', kind, file], { cwd: root, env: { ...env, ...settings, GRIDBILL_DATA: 'target/e2e' } })
}

/** Returns the day this number of days after today, or before today if negative. */
export const dayFromToday = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A bill of the feed. Days are relative to today. */
export interface FedBill extends Payable {
  batchId: string
  billType?: string
  tariff?: string
  kwh?: string
  /** Part of the amount. */
  tax?: string
  invoiced?: number
  due?: number
  period?: readonly [number, number]
  /** The part of the amount that is carried from earlier bills. */
  outstanding?: string
}

/** Returns the line of the file. */
export function billLine({ invoiceNo, accountNo, amount, batchId, ...bill }: FedBill): string {
  const { billType = 'Monthly bill', tariff = 'Low Voltage General', kwh = '2500.00', tax = '0.00' } = bill
  const { invoiced = -5, due = 20, period = [-36, -6], outstanding = '0.00' } = bill
  const current = (Number(amount) - Number(outstanding)).toFixed(2)
  const [first, last] = period.map(dayFromToday)
  const days = [dayFromToday(invoiced + 1), dayFromToday(invoiced), dayFromToday(due)]
  return `${invoiceNo},58${invoiceNo.slice(2)},${accountNo},${batchId},${days},${billType},actual,${first},${last},${tariff},${kwh},,${current},${outstanding},${tax},${amount},,`
}

/**
 * Imports an unpaid bill for each account. A bill of an account without a company appears when a company adds the account. Called again
 * with other sen, it corrects the bills.
 */
export async function deliverBills(accounts: readonly string[], sen = '05'): Promise<Payable[]> {
  const bills = accounts.map((accountNo, place) => ({
    invoiceNo: `59${accountNo.slice(2)}`,
    accountNo,
    amount: `${1250 + place}.${sen}`,
  }))
  await deliver(
    'bills',
    bills.map((bill) => billLine({ ...bill, batchId: `28${bill.accountNo.slice(-8)}` })),
  )
  return bills
}
