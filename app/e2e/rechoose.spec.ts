/** The bills of a payment are changed on the way, taken back, or left: nothing is paid that is not on the screen. */
import type { Page } from '@playwright/test'
import { lastMonths, type Payable, payable, someOf } from './bills'
import { chooseBank, enterNumbers, goToMethod, payButton, review, title } from './pay'
import { expect, people, test } from './people'

async function toReview(page: Page, bills: readonly Payable[], number: string) {
  await goToMethod(page, bills, 'EFT GIRO')
  await chooseBank(page, 'Maybank2E')
  await enterNumbers(page, 'Reference', [[number]])
  await review(page, bills)
}

test('a payment pressed without a connection is not made once its review was left', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, lastMonths(8), 6)).slice(0, 2)
  await toReview(page, bills, 'RECHOOSE01')
  await page.context().setOffline(true)
  await payButton(page, bills).click()
  await expect(payButton(page, bills)).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(title(page)).toHaveText('How do you want to pay?')
  await page.context().setOffline(false)
  // Longer than the longest pause between two attempts.
  await page.waitForTimeout(8_000)
  await expect(title(page)).toHaveText('How do you want to pay?')
  expect(await payable(page, { search: bills.map(({ invoiceNo }) => invoiceNo).join(',') })).toHaveLength(2)
})
