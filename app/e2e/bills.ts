/** Bills of the demo for a journey of its own, and how they are chosen on the screen. */
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
  damai: '3010000162',
} as const
export type Company = keyof typeof bulkIds

/** The first company's batches of this month, 0 to 11, 0 the newest; every journey pays from a batch that no other touches. */
export const batch = (place: number) => `28${String(10_133 + place).padStart(8, '0')}`
/** Those of the month before; the newest two of them are in the demo's own payments. */
export const lastMonths = (place: number) => batch(place - 12)

/** What can be paid now, in the order of the invoice numbers. */
export async function payable(page: Page, filter: object, company: Company = 'sinar'): Promise<Payable[]> {
  const { bills } = await ask<{ bills: Payable[] }>(page, `/portal/api/v1/Bills/Select/${bulkIds[company]}`, { filter })
  return bills.sort((a, b) => a.invoiceNo.localeCompare(b.invoiceNo))
}

/** So many payable bills of a batch. */
export async function someOf(page: Page, batchId: string, count: number): Promise<Payable[]> {
  const bills = await payable(page, { batchIds: [batchId] })
  expect(bills.length, `batch ${batchId} has bills left to pay`).toBeGreaterThanOrEqual(count)
  return bills.slice(0, count)
}

export const sen = (amount: string) => BigInt(amount.replaceAll(',', '').replace('.', ''))

/** As the portal writes it: `RM 1,234.50`. */
export function ringgit(amount: bigint): string {
  const digits = String(amount).padStart(3, '0')
  return `RM ${digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${digits.slice(-2)}`
}

export const totalOf = (bills: readonly Payable[]) => ringgit(bills.reduce((sum, { amount }) => sum + sen(amount), 0n))

export const billsOf = (count: number) => `${count} ${count === 1 ? 'bill' : 'bills'}`

/** The bar under the lists: what is selected and what it comes to. */
export const bar = (page: Page) => page.getByRole('status').filter({ hasText: /\d bills? · .*RM/ })

/** Looks the bills up by their numbers and ticks all of them. */
export async function choose(page: Page, bills: readonly Payable[]) {
  await page.goto('/billPayment/outstanding')
  await page.getByRole('searchbox', { name: 'Search bills' }).fill(bills.map(({ invoiceNo }) => invoiceNo).join(', '))
  await expect(page.getByRole('region', { name: new RegExp(`^${bills.length} unpaid bills?$`) })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await expect(bar(page)).toContainText(billsOf(bills.length))
  await expect(bar(page)).toContainText(totalOf(bills))
}
