/** Bills of the demo for the journeys: finding payable ones, and selecting them on the screen. */
import { expect, type Page } from '@playwright/test'
import { ask } from './people'

export interface Payable {
  invoiceNo: string
  accountNo: string
  amount: string
}

export const bulkIds = {
  sinar: '3010000017',
  majlis: '3010000046',
  teraju: '3010000075',
  rimba: '3010000104',
  getah: '3010000133',
  damai: '3010000162',
} as const
export type Company = keyof typeof bulkIds

/** Returns one of this month's batches of the first company, from 0 (the newest) to 11. Each journey pays from its own batch. */
export const batch = (index: number) => `28${String(10_133 + index).padStart(8, '0')}`
/** Returns one of last month's batches. The newest two are in the demo's own payments. */
export const lastMonths = (index: number) => batch(index - 12)

/** Returns the payable bills, ordered by invoice number. */
export async function payable(page: Page, filter: object, company: Company = 'sinar'): Promise<Payable[]> {
  const { bills } = await ask<{ bills: Payable[] }>(page, `/portal/api/v1/Bills/Select/${bulkIds[company]}`, { filter })
  return bills.sort((a, b) => a.invoiceNo.localeCompare(b.invoiceNo))
}

/** Returns this number of payable bills of a batch. */
export async function someOf(page: Page, batchId: string, count: number): Promise<Payable[]> {
  const bills = await payable(page, { batchIds: [batchId] })
  expect(bills.length, `batch ${batchId} has bills left to pay`).toBeGreaterThanOrEqual(count)
  return bills.slice(0, count)
}

export const sen = (amount: string) => BigInt(amount.replaceAll(',', '').replace('.', ''))

/** Formats an amount as the portal does: `RM 1,234.50`. */
export function ringgit(amount: bigint): string {
  const digits = String(amount).padStart(3, '0')
  return `RM ${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`
}

export const totalOf = (bills: readonly Payable[]) => ringgit(bills.reduce((sum, { amount }) => sum + sen(amount), 0n))

export const billsOf = (count: number) => `${count} ${count === 1 ? 'bill' : 'bills'}`

/** Returns the bar below a list, which has the number and the total of the selected bills. */
export const bar = (page: Page) => page.getByRole('status').filter({ hasText: /\d bills? · .*RM/ })

/** Searches for the bills by number and selects all of them. */
export async function choose(page: Page, bills: readonly Payable[]) {
  await page.goto('/billPayment/outstanding')
  await page.getByRole('searchbox', { name: 'Search bills' }).fill(bills.map(({ invoiceNo }) => invoiceNo).join(', '))
  await expect(page.getByRole('region', { name: new RegExp(`^${bills.length} unpaid bills?$`) })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await expect(bar(page)).toContainText(billsOf(bills.length))
  await expect(bar(page)).toContainText(totalOf(bills))
}
