/** The activity log of a Master and of staff: users and changes, filters, export, and on a phone. */
import type { Page } from '@playwright/test'
import { batch, bulkIds, someOf } from './bills'
import { title } from './pay'
import { askOnce, expect, inAll, people, test } from './people'
import { goTo } from './walk'

interface Made {
  transactionNo: string
  eBulkPaymentID: string
}

/** Makes a payment, which an officer declines, so that its bill is payable again. Returns its number. */
async function makeDeclinedPayment(payer: Page, officer: Page): Promise<string> {
  const [bill] = await someOf(payer, batch(8), 1)
  const { transactionNo, eBulkPaymentID } = await askOnce<Made>(payer, '/billpayment-svc/api/v1/Payment/MakePayment', {
    bulkId: bulkIds.sinar,
    invoiceNos: [bill?.invoiceNo],
    paymentMethod: 'EFT_GIRO',
    bankId: 'MBB0228',
    referenceNumbers: [{ number: `LOG${Date.now() % 1e9}`, amount: bill?.amount }],
    totalAmount: bill?.amount,
  })
  await askOnce(officer, '/billpayment-svc/api/v1/Admin/PaymentReject', { eBulkPaymentID, remark: 'Not at the bank.' })
  return transactionNo
}

const rowOf = (page: Page, ...texts: string[]) => texts.reduce((rows, text) => rows.filter({ hasText: text }), page.getByRole('row'))

test("a payer's payment and its changes are in the Master's log", async ({ as }) => {
  const [payer, officer, master] = [await as(people.payer), await as(people.pccr), await as(people.master)]
  const transactionNo = await makeDeclinedPayment(payer, officer)
  await master.goto('/home')
  await master.getByRole('button', { name: /^Signed in as/ }).click()
  await master.getByRole('menuitem', { name: 'Activity log' }).click()
  await expect(title(master)).toHaveText('Activity log')
  await master.getByRole('searchbox', { name: 'Search the log' }).fill(transactionNo)
  await expect(master.getByText('2 matching entries')).toBeVisible()
  await expect(rowOf(master, 'was submitted', 'Member')).toHaveCount(1)
  await expect(rowOf(master, 'declined', 'Status: Processing, now Declined', 'PCCR Admin')).toHaveCount(1)

  // Open all details from the row's menu. The back button closes them.
  await rowOf(master, 'declined')
    .getByRole('button', { name: /^Actions/ })
    .click()
  await master.getByRole('menuitem', { name: 'Details' }).click()
  const details = master.getByRole('dialog')
  await expect(details.getByRole('row', { name: 'Status Processing Declined' })).toBeVisible()
  await expect(details.getByRole('row', { name: 'Remark nothing Not at the bank.' })).toBeVisible()
  await expect(details.getByText('Network address')).toHaveCount(0)
  await master.goBack()
  await expect(details).toBeHidden()

  // The address contains the filters by user and by subject.
  await goTo(master, `/activityLog?search=${transactionNo}&by=customers`)
  await expect(master.getByText('1 matching entry')).toBeVisible()
  await goTo(master, `/activityLog?search=${transactionNo}&subject=people`)
  await expect(master.getByText('No entry matches')).toBeVisible()
  await master.getByRole('button', { name: 'Show all', exact: true }).click()
  await expect(master.getByText('No entry matches')).toBeHidden()
  await expect(master).toHaveURL(/\/activityLog$/)

  await goTo(master, `/activityLog?search=${transactionNo}`)
  await expect(rowOf(master, 'was submitted')).toHaveCount(1)
  const waiting = master.waitForEvent('download')
  await master.getByRole('button', { name: 'Export', exact: true }).click()
  await master.getByRole('menuitem', { name: 'CSV' }).click()
  expect((await waiting).suggestedFilename()).toMatch(/^Activity log \d{4}-\d\d-\d\d\.csv$/)

  await rowOf(master, 'was submitted').getByRole('link').click()
  await expect(title(master)).toHaveText(`Payment ${transactionNo}`)
})

test('staff see the actions of every company, with network address', async ({ as }) => {
  const [payer, officer] = [await as(people.payer), await as(people.pccr)]
  const transactionNo = await makeDeclinedPayment(payer, officer)
  await officer.goto(`/admin/activityLog?search=${transactionNo}`)
  await expect(title(officer)).toHaveText('Activity log')
  await expect(rowOf(officer, 'declined', '127.0.0.1', bulkIds.sinar)).toHaveCount(1)
})

test('on a phone, in Malay, the whole log is readable', inAll, async ({ as }) => {
  const officer = await as(people.pccr)
  const transactionNo = await makeDeclinedPayment(await as(people.payer), officer)
  const page = await as(people.master, { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, locale: 'ms-MY' })
  await page.goto(`/activityLog?search=${transactionNo}`)
  await expect(title(page)).toHaveText('Log aktiviti')
  const card = page.getByRole('listitem').filter({ hasText: 'menolak' })
  await expect(card).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await card.getByRole('button').tap()
  await page.getByRole('menuitem', { name: 'Butiran' }).tap()
  await expect(page.getByRole('dialog').getByText('Perkara yang berubah')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
