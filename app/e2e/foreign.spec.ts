/** Answers of a firewall, a proxy and the sign-in page of a network, instead of the portal's. */
import type { Page } from '@playwright/test'
import { bulkIds } from './bills'
import { ask, expect, people, test } from './people'

/** The page of a firewall, as F5 and others write it. */
const rejected = {
  contentType: 'text/html',
  body: '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected.<br>Your support ID is: 7346532095219870931</body></html>',
}

const firstBill = async (page: Page) => {
  const { items } = await ask<{ items: { invoiceNo: string }[] }>(
    page,
    `/billpayment-svc/api/v1/Bills/GetOutstandingBills/${bulkIds.sinar}`,
    { filter: { payable: true }, recordCount: 1 },
  )
  return items[0]?.invoiceNo ?? ''
}

test('a filter refuses a query: the page says so with the reference, and keeps what was typed', async ({ as }) => {
  const page = await as(people.master)
  const invoiceNo = await firstBill(page)
  let status = 403
  let sent = 0
  await page.route('**/Queries/Open/**', (route) => {
    sent += 1
    return route.fulfill({ status, ...rejected })
  })
  await page.goto(`/billPayment/bills/${invoiceNo}`)
  await page.getByRole('button', { name: 'Ask about this bill' }).click()
  const form = page.getByRole('dialog', { name: `Ask about bill ${invoiceNo}` })
  await form.getByRole('button', { name: /What is it about\?/ }).click()
  await page.getByRole('option', { name: 'Meter reading' }).click()
  const typed = 'Please select from the list and update the due date; who can do this?'
  await form.getByLabel('Your question').fill(typed)
  await form.getByRole('button', { name: 'Send query' }).click()
  const refused = form.getByText(/A filter in front of the portal refused this at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d\./)
  await expect(refused).toBeVisible()
  await expect(form).toContainText('It will refuse it again.')
  await expect(form).toContainText('7346532095219870931')
  await expect(form.getByLabel('Your question')).toHaveValue(typed)
  expect(sent).toBe(1)

  status = 413
  await form.getByRole('button', { name: 'Send query' }).click()
  await expect(form).toContainText('This is too large for the network in front of the portal')
  await expect(form.getByLabel('Your question')).toHaveValue(typed)
})

test('a page that a filter refuses has no useless button; one of a network can be loaded again', async ({ as }) => {
  const page = await as(people.master)
  const invoiceNo = await firstBill(page)
  let answer: { status: number; contentType: string; body: string } = { status: 403, ...rejected }
  await page.route('**/GetBillDetails/**', (route) => route.fulfill(answer))
  await page.goto(`/billPayment/bills/${invoiceNo}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('A filter in front of the portal refused this at')
  await expect(main.getByRole('button', { name: 'Refresh' })).toHaveCount(0)

  answer = { status: 200, contentType: 'text/html', body: '<html><body>Welcome to Hotel Wi-Fi. Please sign in.</body></html>' }
  await page.reload()
  await expect(main).toContainText('Another program answered instead of the portal at')
  await page.unroute('**/GetBillDetails/**')
  await main.getByRole('button', { name: 'Refresh' }).click()
  await expect(main.getByRole('button', { name: 'Ask about this bill' })).toBeVisible()

  await page.route('**/GetBillDetails/**', (route) => route.fulfill({ status: 403, ...rejected }))
  await page.evaluate(() => localStorage.setItem('gridbill.language', 'ms'))
  await page.reload()
  await expect(main).toContainText('Penapis di hadapan portal menolak perkara ini pada')
})
