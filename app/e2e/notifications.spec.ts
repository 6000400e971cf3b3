/** Notifications: shown on any open page, with links, marked as read, deleted and restored. */
import type { Page } from '@playwright/test'
import { bulkIds, payable } from './bills'
import { title } from './pay'
import { ask, askOnce, expect, inAll, people, quiet, test } from './people'
import { goTo } from './walk'

interface Made {
  transactionNo: string
  eBulkPaymentID: string
}

/** Makes a payment of the hotels, which an officer declines, so that the bill is payable again. */
async function makeDeclinedPayment(maker: Page, officer: Page): Promise<Made> {
  const bills = await payable(maker, {}, 'rimba')
  const bill = bills.at(-1)
  const made = await askOnce<Made>(maker, '/billpayment-svc/api/v1/Payment/MakePayment', {
    bulkId: bulkIds.rimba,
    invoiceNos: [bill?.invoiceNo],
    paymentMethod: 'EFT_GIRO',
    bankId: 'MBB0228',
    referenceNumbers: [{ number: `TOLD${Date.now() % 1e9}`, amount: bill?.amount }],
    totalAmount: bill?.amount,
  })
  const { eBulkPaymentID } = made
  await askOnce(officer, '/billpayment-svc/api/v1/Admin/PaymentReject', { eBulkPaymentID, remark: 'Not at the bank.' })
  return made
}

const readAll = (page: Page) => ask(page, '/notification-svc/api/v1/Notification/ReadLogs', { list: [], matching: {} })
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const rowOf = (page: Page, transactionNo: string) => page.getByRole('row').filter({ hasText: transactionNo })

test('a notification appears on another page and opens its record', async ({ as }) => {
  const [page, officer] = [await as(people.hotels), await as(people.pccr)]
  await readAll(page)
  await page.goto('/manageAccount')
  await quiet(page)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  const { transactionNo } = await makeDeclinedPayment(page, officer)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  const announced = page.getByRole('status').filter({ hasText: 'Notifications, 1 unread' })
  await expect(announced).toHaveCount(1)
  await bell(page).click()
  await panel(page)
    .getByRole('link', { name: new RegExp(transactionNo) })
    .click()
  await expect(title(page)).toHaveText(`Payment ${transactionNo}`)
  await expect(panel(page)).toBeHidden()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  // The text goes, because the next arrival with the same number is announced only as a new text.
  await expect(announced).toHaveCount(0)

  // Staff are notified of payments to decide, and have their own page of notifications.
  await officer.goto('/admin')
  await bell(officer).click()
  await panel(officer).getByRole('link', { name: 'View all' }).click()
  await expect(title(officer)).toHaveText('Notifications')
  await officer.getByRole('searchbox', { name: 'Search notifications' }).fill(transactionNo)
  await expect(rowOf(officer, transactionNo)).toHaveCount(1)
  await rowOf(officer, transactionNo).getByRole('link').click()
  await expect(title(officer)).toHaveText(`Payment ${transactionNo}`)
})

test('notifications are filtered, marked as read, deleted and restored', async ({ as }) => {
  const [page, officer] = [await as(people.hotels), await as(people.pccr)]
  const made = [await makeDeclinedPayment(page, officer), await makeDeclinedPayment(page, officer)]
  await page.goto('/notifications?show=unread')
  const [first, second] = made.map(({ transactionNo }) => transactionNo)
  if (!first || !second) throw new Error('two payments are needed')
  await expect(rowOf(page, first)).toHaveCount(1)
  await page.getByRole('checkbox', { name: new RegExp(first) }).check()
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await expect(page.getByText('1 notification was marked as read')).toBeVisible()
  await expect(rowOf(page, first)).toHaveCount(0)
  await expect(rowOf(page, second)).toHaveCount(1)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(rowOf(page, second)).toHaveCount(0)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()

  await goTo(page, '/notifications')
  await page.getByRole('checkbox', { name: new RegExp(first) }).check()
  await page.getByRole('checkbox', { name: new RegExp(second) }).check()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(rowOf(page, first)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, first)).toHaveCount(1)
  await expect(rowOf(page, second)).toHaveCount(1)

  // A notification deleted by its own menu is no longer counted as selected.
  const selection = page.getByRole('region', { name: 'Selection' })
  await page.getByRole('checkbox', { name: new RegExp(second) }).check()
  await expect(selection).toContainText('1 notification')
  await rowOf(page, second)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(rowOf(page, second)).toHaveCount(0)
  await expect(selection).toBeHidden()

  // Filter by a preset range of days, then remove the filter.
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('button', { name: 'Past 7 days' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(rowOf(page, first)).toHaveCount(1)
  await goTo(page, '/notifications?to=2020-01-01')
  await expect(page.getByText('No notification matches')).toBeVisible()
})

test('on a phone, in Malay, the bell and the page are complete', inAll, async ({ as }) => {
  const page = await as(people.hotels, { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, locale: 'ms-MY' })
  const officer = await as(people.pccr)
  await readAll(page)
  await page.goto('/home')
  const { transactionNo } = await makeDeclinedPayment(page, officer)
  const bellWithCount = page.getByRole('button', { name: 'Pemberitahuan, 1 belum dibaca' })
  await expect(bellWithCount).toBeVisible()
  await bellWithCount.tap()
  await page.getByRole('link', { name: 'Lihat semua' }).tap()
  await expect(title(page)).toHaveText('Pemberitahuan')
  const card = page.getByRole('listitem').filter({ hasText: transactionNo })
  await expect(card).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await card.getByRole('link').tap()
  await expect(title(page)).toContainText(transactionNo)
})
