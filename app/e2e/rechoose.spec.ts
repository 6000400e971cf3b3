/** Changing the bills of a payment before paying: only bills on the screen are paid. */
import type { Page } from '@playwright/test'
import { bar, batch, billsOf, choose, lastMonths, type Payable, payable, someOf, totalOf } from './bills'
import { chooseBank, enterNumbers, fact, forThisTry, goToMethod, payButton, review, title } from './pay'
import { expect, people, quiet, test } from './people'

async function toReview(page: Page, bills: readonly Payable[], number: string) {
  await goToMethod(page, bills, 'EFT GIRO')
  await chooseBank(page, 'Maybank2E')
  await enterNumbers(page, 'Reference', [[number]])
  await review(page, bills)
}

test('a payment pressed without a connection is not made after its review was left', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, lastMonths(1), 6)).slice(0, 2)
  await page.clock.install()
  await toReview(page, bills, forThisTry('RECHOOSE01'))
  await page.context().setOffline(true)
  await payButton(page, bills).click()
  await expect(payButton(page, bills)).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(title(page)).toHaveText('How do you want to pay?')
  await page.context().setOffline(false)
  // Longer than the longest delay before a retry.
  await page.clock.runFor('00:08')
  await quiet(page)
  await expect(title(page)).toHaveText('How do you want to pay?')
  expect(await payable(page, { search: bills.map(({ invoiceNo }) => invoiceNo).join(',') })).toHaveLength(2)
})

test('a single amount follows the total when a bill is added, the review returns, and a refusal is in sight', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, lastMonths(1), 6)).slice(2, 4)
  const [first] = bills
  if (!first) throw new Error('no bill is left')
  await toReview(page, [first], forThisTry('RECHOOSE02'))
  await page.getByRole('link', { name: 'Change the bills' }).click()
  await page.getByRole('searchbox', { name: 'Search bills' }).fill(bills.map(({ invoiceNo }) => invoiceNo).join(', '))
  await expect(page.getByRole('region', { name: '2 unpaid bills' })).toBeVisible()
  await page.getByRole('checkbox', { name: `Select invoice ${bills[1]?.invoiceNo}` }).check()
  await page.getByRole('link', { name: 'Review and pay' }).click()
  await expect(title(page)).toHaveText('Review your payment')
  await expect(fact(page, 'Bills')).toContainText(billsOf(2))
  await expect(fact(page, 'Reference numbers')).toContainText(totalOf(bills))

  // On a phone, the reason why nothing was paid is in sight of the button, also the second time.
  await page.setViewportSize({ width: 360, height: 640 })
  const refusal = { code: 'invoiceRepeated', errorTopic: 'payments', errorMessage: '', fields: [], params: {} }
  await page.route('**/MakePayment', (route) => route.fulfill({ status: 409, json: { Data: null, Error: refusal } }))
  for (const _ of [1, 2]) {
    await payButton(page, bills).scrollIntoViewIfNeeded()
    await payButton(page, bills).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Nothing was paid' })).toBeInViewport({ ratio: 1 })
  }
})

test('undo restores its own bill, and not the bills left out later', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, lastMonths(1), 6)).slice(2, 5)
  const [first, second, third] = bills
  await toReview(page, bills, forThisTry('RECHOOSE03'))
  await page.getByText('View 3 bills').click()
  await page.getByRole('button', { name: `Leave out invoice ${first?.invoiceNo}` }).click()
  await expect(fact(page, 'Bills')).toContainText(billsOf(2))
  await page.getByRole('button', { name: `Leave out invoice ${second?.invoiceNo}` }).click()
  await expect(fact(page, 'Bills')).toContainText(billsOf(1))
  // Each message names its bill. Only the newest message is shown.
  const message = (bill: Payable | undefined) => page.getByText(`Invoice ${bill?.invoiceNo} left out`, { exact: true })
  await expect(message(second)).toBeVisible()
  await expect(message(first)).toBeHidden()
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body), 'the focus is somewhere').toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(fact(page, 'Bills')).toContainText(billsOf(2))
  await expect(page.getByRole('button', { name: `Leave out invoice ${second?.invoiceNo}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Leave out invoice ${third?.invoiceNo}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `Leave out invoice ${first?.invoiceNo}` })).toHaveCount(0)
})

test('overdue bills replace the selection, which can be restored', async ({ as }) => {
  const page = await as(people.payer)
  const overdue = new Set((await payable(page, { overdue: true })).map(({ invoiceNo }) => invoiceNo))
  const bills = (await payable(page, { batchIds: [batch(10)] })).filter(({ invoiceNo }) => !overdue.has(invoiceNo)).slice(-2)
  expect(bills).toHaveLength(2)
  await choose(page, bills)
  await page.getByRole('button', { name: 'Review and pay' }).click()
  await expect(title(page)).toHaveText('How do you want to pay?')
  await expect(page.getByText('The 2 previously selected bills are no longer selected')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(totalOf(bills)).first()).toBeVisible()
  await page.goto('/billPayment')
  await expect(bar(page)).toContainText(billsOf(2))
})

test('a typed amount that no longer fits is reported where it is corrected', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, lastMonths(1), 6)).slice(2, 4)
  await goToMethod(page, bills, 'EFT GIRO')
  await chooseBank(page, 'Maybank2E')
  // The typed amount leaves one sen for the computed last amount, and nothing once a bill is left out.
  const most = Number(totalOf(bills).slice(3).replaceAll(',', '')) - 0.01
  await enterNumbers(page, 'Reference', [[forThisTry('RECHOOSE04'), most.toFixed(2)], [forThisTry('RECHOOSE06')]])
  await review(page, bills)
  await page.getByText('View 2 bills').click()
  await page.getByRole('button', { name: `Leave out invoice ${bills[0]?.invoiceNo}` }).click()
  await expect(title(page)).toHaveText('How do you want to pay?')
  const summary = page.getByRole('alert').filter({ hasText: 'Nothing was paid' })
  await expect(summary.getByRole('link').first()).toBeVisible()
  // The message disappears with the first correction.
  await page.getByLabel('Amount 1', { exact: true }).fill('0.01')
  await expect(summary).toHaveCount(0)
  await review(page, bills.slice(1))
})

test('on a touch screen messages close by themselves after one was pressed', async ({ as }) => {
  const page = await as(people.payer, { hasTouch: true, isMobile: true })
  await page.clock.install()
  const bills = (await someOf(page, lastMonths(1), 6)).slice(2, 5)
  const [first, second] = bills
  await toReview(page, bills, forThisTry('RECHOOSE05'))
  await page.mouse.move(0, 0)
  await page.getByText('View 3 bills').tap()
  await page.getByRole('button', { name: `Leave out invoice ${first?.invoiceNo}` }).tap()
  await expect(fact(page, 'Bills')).toContainText(billsOf(2))
  await page.getByRole('button', { name: `Leave out invoice ${second?.invoiceNo}` }).tap()
  await expect(fact(page, 'Bills')).toContainText(billsOf(1))
  await page.getByRole('button', { name: 'Undo' }).last().tap()
  await expect(fact(page, 'Bills')).toContainText(billsOf(2))
  const other = page.getByText(`Invoice ${first?.invoiceNo} left out`, { exact: true })
  await expect(other).toBeVisible()
  await page.clock.runFor('00:11')
  await expect(other).toBeHidden()
})
