/** Exports of lists as files. Large files are prepared in the background and appear in the tray. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { batch, bulkIds } from './bills'
import { ask, expect, people, test } from './people'

const bills = `/billpayment-svc/api/v1/Bills/GetOutstandingBills/${bulkIds.sinar}`

/** Returns batches with more bills than a call prepares immediately, and the number of their bills. */
async function largeBatches(page: Page, most: number) {
  for (let last = 1; last < 30; last++) {
    const batchIds = Array.from({ length: last }, (_, place) => batch(place))
    const { total } = await ask<{ total: number }>(page, bills, { filter: { batchIds }, recordCount: 1 })
    if (total > most) return { search: batchIds.join(','), total }
  }
  throw new Error('too few bills')
}

async function choose(page: Page, item: string) {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Deletes this user's downloads of other journeys. */
async function clear(page: Page) {
  const answer = await page.request.get('/portal/api/v1/Downloads', { headers: { 'X-Session': 'cookie' } })
  for (const { downloadId } of (await answer.json()).Data.items) await ask(page, `/portal/api/v1/Downloads/Cancel/${downloadId}`)
}

test('the export has the rows of the filtered list, in its order', async ({ as }) => {
  const page = await as(people.council)
  await page.goto('/billPayment/outstanding?show=all&sort=totalAmountPayable&descending=true')
  const first = page.getByRole('row').nth(1)
  await expect(first).toBeVisible()
  const caption = await page.getByRole('status').filter({ hasText: /bill/ }).first().textContent()
  const total = Number((caption ?? '').replace(/\D/g, ''))
  const waiting = page.waitForEvent('download')
  await choose(page, 'CSV')
  const download = await waiting
  expect(download.suggestedFilename()).toMatch(/^Unpaid bills \d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines.length).toBe(total + 1)
  expect(lines[0]).toMatch(/^\u{feff}Invoice number,Account number,.*,Total payable \(RM\),Status,.*,E-invoice validated/u)
  const number = /\d{12}/.exec(lines[1] ?? '')?.[0] ?? 'none'
  await expect(first).toContainText(number)
  const amount = lines[0]?.split(',').indexOf('Total payable (RM)') ?? -1
  const amounts = lines.slice(1).map((line) => Number(line.split(',')[amount]))
  expect(amounts[0]).toBeGreaterThan(0)
  expect(amounts).toEqual(amounts.toSorted((one, other) => other - one))

  const workbook = page.waitForEvent('download')
  await choose(page, 'Excel workbook')
  const bytes = await readFile(await (await workbook).path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
})

test('a zip of many bills is prepared in the background and downloaded from the tray', async ({ as }) => {
  test.slow()
  const page = await as(people.payer)
  await clear(page)
  const { search, total } = await largeBatches(page, 100)
  await page.goto(`/billPayment/outstanding?show=all&batch=${search}`)
  await choose(page, 'Bills as a zip')
  await expect(page.getByText(/^“Bills .*\.zip” is being prepared$/)).toBeVisible()
  // Opening another page does not stop the download.
  await page.getByRole('link', { name: 'Payments' }).first().click()
  await expect(page.getByText(/^“Bills .*\.zip” is ready$/)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Downloads', exact: true }).click()
  const tray = page.getByRole('dialog', { name: 'Downloads' })
  await expect(tray).toContainText('kept until')
  const waiting = page.waitForEvent('download')
  await tray.getByRole('button', { name: /^Download Bills/ }).click()
  const download = await waiting
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  // The end of the archive contains the number of files.
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  expect(bytes.readUInt16LE(end + 10)).toBe(total)
})

test('a download in progress is cancelled', async ({ as }) => {
  const page = await as(people.viewer)
  await clear(page)
  await page.goto('/billPayment/outstanding?show=all')
  await choose(page, 'Bills as one PDF')
  await page.getByRole('button', { name: /^Downloads, 1 in progress$/ }).click()
  await page.getByRole('button', { name: /^Cancel Bills .*\.pdf$/ }).click()
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Downloads/ })).toHaveCount(0)
  const answer = await page.request.get('/portal/api/v1/Downloads', { headers: { 'X-Session': 'cookie' } })
  expect((await answer.json()).Data.items).toEqual([])
})

test('staff download the report of a payment', async ({ as }) => {
  const page = await as(people.glb)
  await page.goto('/admin/payments/all')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download report' }).click()
  expect((await waiting).suggestedFilename()).toBe('Payment Details Report.xlsx')
})
