/** RM 3.2 million by FPX: a group of four payments, of which the last two are made in a new tab. */
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { authorize, bank, comeBack, signInAtBank } from './bank'
import { bar, billsOf, bulkIds } from './bills'
import { billLine, deliver } from './feed'
import { answerWith } from './gate'
import { becomes, chooseBank, fact, title, transactionNo } from './pay'
import { ask, expect, people, test } from './people'
import { goTo } from './walk'

const amount = '320000.00'
const three = 'RM 960,000.00'

/** Imports ten bills of RM 320,000.00, of which one FPX payment can contain three. Returns their batch. */
async function deliverBatch(page: Page, retry: number): Promise<string> {
  const { items } = await ask<{ items: { accountNo: string }[] }>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.getah}`, {
    recordCount: 1,
  })
  const batchId = `287005000${retry}`
  const bills = Array.from({ length: 10 }, (_, place) => ({
    invoiceNo: `59700500${retry}0${String(place).padStart(2, '0')}`,
    accountNo: items[0]?.accountNo ?? '',
    batchId,
    // Only late bills may have the same days.
    billType: 'Late bill',
    tariff: 'Medium Voltage Time-of-Use',
    amount,
  }))
  await deliver('bills', bills.map(billLine))
  return batchId
}

/** Confirms the payment as the maker at the bank, and returns to the portal. Returns the number of the payment. */
async function payAtBank(page: Page, total: string) {
  await expect(page.getByRole('heading', { name: 'Sign in to pay' })).toBeVisible()
  await signInAtBank(page)
  await page.getByRole('button', { name: `Confirm ${total}` }).click()
  await comeBack(page)
  await expect(title(page)).toHaveText("Waiting for your company's authoriser")
  return transactionNo(page)
}

test('RM 3.2 million is paid by four FPX payments, and continues after the tab was closed', async ({ as }, { retry }) => {
  test.slow()
  let page = await as(people.factory)
  const authoriser = await as(null)
  const batchId = await deliverBatch(page, retry)
  await page.goto(`/billPayment/outstanding?batch=${batchId}`)
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await expect(bar(page)).toContainText(billsOf(10))
  await expect(bar(page)).toContainText('RM 3,200,000.00')
  await page.getByRole('link', { name: 'Review and pay' }).click()

  // Each method says how many payments and transfers the bills need.
  const fpx = page.getByRole('radio', { name: 'FPX online banking' })
  await expect(fpx).toHaveAccessibleDescription(/These bills: 4 payments\.$/)
  await expect(page.getByRole('radio', { name: 'EFT GIRO' })).toHaveAccessibleDescription(/These bills: 1 payment, 4 transfers\.$/)
  await expect(page.getByRole('radio', { name: 'EFT RENTAS' })).toHaveAccessibleDescription(/These bills: 1 payment\.$/)
  await fpx.check()
  await chooseBank(page, bank)
  await expect(page.getByText('4 payments, one after the other')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue to review' }).click()

  // The review lists the four payments.
  await expect(title(page)).toHaveText('Review your payment')
  await expect(fact(page, 'Total payable')).toHaveText('RM 3,200,000.00')
  const planned = page.getByRole('region', { name: '4 payments, one after the other' })
  await expect(planned.getByRole('listitem')).toHaveText([
    `Payment 1: 3 bills${three}`,
    `Payment 2: 3 bills${three}`,
    `Payment 3: 3 bills${three}`,
    'Payment 4: 1 billRM 320,000.00',
  ])
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: `Pay 1 of 4: ${three}` }).click()
  const first = await payAtBank(page, three)
  await authorize(authoriser, 'Approve', first)
  await becomes(page, 'Paid')
  await expect(page.getByText('1 of 4 paid')).toBeVisible()
  await page.getByRole('link', { name: 'Continue', exact: true }).click()

  // The group's page continues with the bank of the first payment.
  await expect(title(page)).toHaveText(/^Payments G\d{13}$/)
  const group = page.url()
  await page.getByRole('button', { name: `Continue: pay 2 of 4, ${three}` }).click()
  const second = await payAtBank(page, three)
  await authorize(authoriser, 'Approve', second)
  await becomes(page, 'Paid')

  // After the tab was closed, Home lists the unfinished group.
  const context = page.context()
  await page.close()
  page = await context.newPage()
  await goTo(page, '/home')
  const line = page.getByRole('link', { name: /Payments to continue/ })
  await expect(line).toContainText('2 paid, 2 open')
  await expect(line).toContainText('RM 1,280,000.00')
  await line.click()
  await expect(page).toHaveURL(group)
  await expect(page.getByText('2 of 4 paid · 2 still to be made')).toBeVisible()
  expect(await findings(page)).toEqual([])

  for (const [place, total] of [
    [3, three],
    [4, 'RM 320,000.00'],
  ] as const) {
    await goTo(page, group)
    await page.getByRole('button', { name: `Continue: pay ${place} of 4, ${total}` }).click()
    await authorize(authoriser, 'Approve', await payAtBank(page, total))
    await becomes(page, 'Paid')
  }
  await expect(page.getByText('4 of 4 paid')).toBeVisible()
  await page.getByRole('link', { name: 'View all payments' }).click()
  await expect(page.getByText('Nothing is left to pay here.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Continue/ })).toHaveCount(0)

  // The list of payments has a line for the group. Each payment has its position in the group.
  await goTo(page, '/billPayment/transactions')
  const groups = page.getByRole('region', { name: 'Payments in several parts' })
  await expect(groups.getByRole('listitem').first()).toContainText('RM 3,200,000.00 · 4 payments')
  await expect(groups.getByRole('listitem').first()).toContainText('4 of 4 paid')
  await expect(page.getByRole('row').filter({ hasText: first })).toContainText('Payment 1 of 4')
  // The first groups stay while all groups are loaded, and if that fails.
  let isDown = true
  await page.route('**/Payments/Groups/**', (route) => {
    const { recordCount } = route.request().postDataJSON() as { recordCount: number }
    if (recordCount === 3) return answerWith(route, () => ({ total: 4 }))
    return isDown ? route.fulfill({ status: 500, body: '' }) : route.continue()
  })
  await page.reload()
  const showAll = groups.getByRole('button', { name: 'Show all 4' })
  await showAll.click()
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Close' })).toBeVisible()
  await expect(groups.getByRole('listitem').first()).toContainText('4 of 4 paid')
  isDown = false
  await showAll.click()
  await expect(showAll).toHaveCount(0)
  await expect(groups.getByRole('listitem').first()).toContainText('4 of 4 paid')
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body), 'the focus is somewhere').toBe(false)
  expect(await findings(page)).toEqual([])
  await goTo(page, '/home')
  await expect(page.getByRole('heading', { name: 'To do today' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Payments to continue/ })).toHaveCount(0)
})
