/** The steps of paying, as people take them. */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { billsOf, choose, type Payable, totalOf } from './bills'

export type Method = 'FPX online banking' | 'EFT GIRO' | 'EFT RENTAS' | 'Cheque'

export const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** The value beside a label on a page that lists them. */
export const fact = (within: Page | Locator, label: string) =>
  within
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]')

/** A field with a list, in the middle of the window: an open list closes when the page scrolls, as it does to show the field. */
export async function comboBox(page: Page, label: string): Promise<Locator> {
  const box = page.getByRole('combobox', { name: label })
  await box.evaluate(async (field) => {
    field.scrollIntoView({ block: 'center', behavior: 'instant' })
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  })
  return box
}

/** Each key is pressed when what the one before it did is on the screen, as a person presses it. */
export async function typeAndChoose(box: Locator, typed: string, option: string) {
  const options = box.page().getByRole('option')
  await box.fill(typed)
  await expect(options.filter({ hasText: option }).first()).toBeVisible()
  await expect(options.filter({ hasNotText: typed })).toHaveCount(0)
  await box.press('ArrowDown')
  await expect(box).toHaveAttribute('aria-activedescendant', /./)
  await box.press('Enter')
  await expect(box).toHaveValue(option)
}

export async function chooseBank(page: Page, bank: string, label = 'Bank that you pay from') {
  await typeAndChoose(await comboBox(page, label), bank, bank)
}

/** From the bills to the choice of a method. */
export async function goToMethod(page: Page, bills: readonly Payable[], method: Method) {
  await choose(page, bills)
  await page.getByRole('link', { name: 'Review and pay' }).click()
  await expect(title(page)).toHaveText('How do you want to pay?')
  await page.getByRole('radio', { name: method }).check()
}

/**
 * A number of a transfer or cheque that no earlier try of the journey has used: the portal asks before one number is used twice.
 * A cheque's has six digits at most, so that five are given.
 */
export function forThisTry(number: string): string {
  const { retry, repeatEachIndex } = test.info()
  return `${number}${retry + repeatEachIndex || ''}`
}

/** Numbers of transfers or cheques; all amounts but the last are typed, the last follows. */
export async function enterNumbers(page: Page, kind: 'Reference' | 'Cheque', numbers: readonly (readonly [string, string?])[]) {
  for (const [place, [number, amount]] of numbers.entries()) {
    if (place > 0) await page.getByRole('button', { name: `Add a ${kind.toLowerCase()} number` }).click()
    await page.getByLabel(`${kind} number ${place + 1}`, { exact: true }).fill(number)
    if (amount !== undefined) await page.getByLabel(`Amount ${place + 1}`, { exact: true }).fill(amount)
  }
}

/** On to the review, which shows the same bills and total. */
export async function review(page: Page, bills: readonly Payable[]) {
  await page.getByRole('button', { name: 'Continue to review' }).click()
  await expect(title(page)).toHaveText('Review your payment')
  await expect(fact(page, 'Bills')).toContainText(billsOf(bills.length))
  await expect(fact(page, 'Total payable')).toHaveText(totalOf(bills))
}

export const payButton = (page: Page, bills: readonly Payable[]) => page.getByRole('button', { name: `Pay ${totalOf(bills)}`, exact: true })

/** Pays by a way that the utility approves; answers the payment's number. */
export async function payAndFollow(page: Page, bills: readonly Payable[]): Promise<string> {
  await payButton(page, bills).click()
  await expect(title(page)).toHaveText('Your payment was submitted')
  return transactionNo(page)
}

export async function transactionNo(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/billPayment\/transactions\/P\d+\/result$/)
  return new URL(page.url()).pathname.split('/')[3] ?? ''
}

/** A whole payment by transfer, for journeys that are about what comes after. */
export async function payByTransfer(page: Page, bills: readonly Payable[], number: string): Promise<string> {
  await goToMethod(page, bills, 'EFT GIRO')
  await chooseBank(page, 'Maybank2E')
  await enterNumbers(page, 'Reference', [[number]])
  await review(page, bills)
  return payAndFollow(page, bills)
}

/** The page after paying comes to this without being loaded anew. */
export async function becomes(page: Page, outcome: string) {
  // Posting takes up to a minute.
  await expect(title(page)).toHaveText(outcome, { timeout: 60_000 })
}
