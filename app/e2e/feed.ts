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

const columns = {
  accounts: 'accountNo,registrationNo,companyName,premisesAddress,city,postalCode,state,sector,tariff,status',
  bills:
    'invoiceNo,collectiveInvoiceNo,accountNo,billBatchId,extractionDate,invoiceDate,dueDate,billType,readingType,readingStart,readingEnd,tariff,consumptionKwh,maximumDemandKw,currentCharge,outstandingAmount,taxAmount,totalAmountPayable,lastBillNo,lastAmountPaid',
} as const

/** Imports a file with these lines. */
export async function deliver(what: keyof typeof columns, lines: readonly string[]) {
  const file = join(await mkdtemp(join(tmpdir(), 'gridbill-feed-')), `${what}.csv`)
  await writeFile(file, [columns[what], ...lines, ''].join('\n'))
  const { DATABASE_URL: _, ...env } = process.env
  await run(program, ['import', what, file], { cwd: root, env: { ...env, GRIDBILL_DATA: 'target/e2e' } })
}

/**
 * Imports an unpaid bill for each account. A bill of an account that no company has waits until one adds it. Called again with other
 * sen, it corrects the bills.
 */
export async function deliverBills(accounts: readonly string[], sen = '05'): Promise<Payable[]> {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const bills = accounts.map((accountNo, place) => ({
    invoiceNo: `59${accountNo.slice(2)}`,
    accountNo,
    amount: `${1250 + place}.${sen}`,
  }))
  const line = ({ invoiceNo, accountNo, amount }: (typeof bills)[number]) =>
    `${invoiceNo},58${accountNo.slice(2)},${accountNo},28${accountNo.slice(-8)},${day(-4)},${day(-5)},${day(20)},Monthly bill,actual,${day(-36)},${day(-6)},Low Voltage General,2500.00,,${amount},0.00,0.00,${amount},,`
  await deliver('bills', bills.map(line))
  return bills
}
