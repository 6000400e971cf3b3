/** The tabs of a browser share one event stream. */
import type { BrowserContext } from '@playwright/test'
import { batch, someOf } from './bills'
import { holdBack } from './gate'
import { forThisTry, makeTransfer, title } from './pay'
import { expect, people, test } from './people'

/** Counts the event streams that the tabs of a browser open. */
function streamsOf(context: BrowserContext) {
  const streams = { begun: 0, open: 0 }
  const isStream = (url: string) => url.endsWith('/portal/api/v1/Live')
  context.on('request', (request) => {
    if (!isStream(request.url())) return
    streams.begun += 1
    streams.open += 1
  })
  const ended = (url: string) => {
    if (isStream(url)) streams.open -= 1
  }
  context.on('requestfinished', (request) => ended(request.url()))
  context.on('requestfailed', (request) => ended(request.url()))
  return streams
}

test('one tab holds the stream for all, and another takes over when it closes', async ({ as }) => {
  const first = await as(people.master)
  const context = first.context()
  const streams = streamsOf(context)
  await first.goto('/billPayment/transactions')
  await expect(title(first)).toBeVisible()
  await expect.poll(() => streams.begun).toBe(1)
  const second = await context.newPage()
  await second.goto('/billPayment/transactions')
  await expect(title(second)).toBeVisible()

  const payer = await as(people.payer)
  const bills = (await someOf(payer, batch(6), 24)).slice(20, 22)
  const one = await makeTransfer(payer, bills.slice(0, 1), forThisTry('IBG650001'))
  for (const tab of [first, second]) await expect(tab.getByRole('row').filter({ hasText: one })).toBeVisible()
  expect(streams.begun).toBe(1)

  await first.close()
  await expect.poll(() => streams.begun).toBe(2)
  const other = await makeTransfer(payer, bills.slice(1), forThisTry('IBG650002'))
  await expect(second.getByRole('row').filter({ hasText: other })).toBeVisible()
  expect(streams.begun).toBe(2)
})

test('a tab whose code loaded late refetches its old data, although another tab holds the stream', async ({ as }) => {
  const first = await as(people.viewer)
  const context = first.context()
  const streams = streamsOf(context)
  await first.goto('/billPayment/outstanding')
  await expect.poll(() => streams.begun).toBe(1)

  const second = await context.newPage()
  const come = await holdBack(second, '**/assets/frame-*.js')
  const early = second.waitForResponse('**/Bills/GetOutstandingBills/**')
  await second.goto('/billPayment/outstanding', { waitUntil: 'commit' })
  await early
  // Longer than the half second that the app ignores.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const again = second.waitForRequest('**/Bills/GetOutstandingBills/**')
  come()
  await again
  await expect(title(second)).toBeVisible()
  expect(streams.begun).toBe(1)
})
