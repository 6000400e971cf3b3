/** The steps of paying on the pages. */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { billsOf, bulkIds, choose, type Payable, totalOf } from './bills'
import { askOnce } from './people'

export type Method = 'FPX online banking' | 'EFT GIRO' | 'EFT RENTAS' | 'Cheque'

export const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** Returns the value next to a label in a description list. */
export const fact = (within: Page | Locator, label: string) =>
  within
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]')

/** Scrolls a combo box to the middle of the window and returns it. The open list would close when the page scrolls. */
export async function comboBox(page: Page, label: string): Promise<Locator> {
  const box = page.getByRole('combobox', { name: label })
  await box.evaluate(async (field) => {
    field.scrollIntoView({ block: 'center', behavior: 'instant' })
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  })
  return box
}

/** Types and takes the highlighted option, waiting after each key until its effect is visible. */
export async function typeAndChoose(box: Locator, typed: string, option: string) {
  const options = box.page().getByRole('option')
  await box.fill(typed)
  await expect(options.filter({ hasText: option }).first()).toBeVisible()
  await expect(options.filter({ hasNotText: typed })).toHaveCount(0)
  await expect(box).toHaveAttribute('aria-activedescendant', /./)
  await box.press('Enter')
  await expect(box).toHaveValue(option)
}

export async function chooseBank(page: Page, bank: string, label = 'Bank that you pay from') {
  await typeAndChoose(await comboBox(page, label), bank, bank)
}

/** Types the bank's whole name in small letters and leaves the field, which takes it. */
export async function nameBank(page: Page, bank: string) {
  const box = await comboBox(page, 'Bank that you pay from')
  await box.fill(bank.toLowerCase())
  await box.press('Tab')
  await expect(box).toHaveValue(bank)
}

/** Goes from the bills to the choice of a method. */
export async function goToMethod(page: Page, bills: readonly Payable[], method: Method) {
  await choose(page, bills)
  await page.getByRole('link', { name: 'Review and pay' }).click()
  await expect(title(page)).toHaveText('How do you want to pay?')
  await page.getByRole('radio', { name: method }).check()
}

/**
 * Returns a transfer or cheque number that no earlier attempt of the journey has used, because the portal warns about repeated numbers. A
 * cheque number has at most six digits, so pass at most five.
 */
export function forThisTry(number: string): string {
  const { retry, repeatEachIndex } = test.info()
  return `${number}${retry + repeatEachIndex || ''}`
}

/** Enters numbers of transfers or cheques. The page computes the last amount. */
export async function enterNumbers(page: Page, kind: 'Reference' | 'Cheque', numbers: readonly (readonly [string, string?])[]) {
  for (const [index, [number, amount]] of numbers.entries()) {
    if (index > 0) await page.getByRole('button', { name: `Add a ${kind.toLowerCase()} number` }).click()
    await page.getByLabel(`${kind} number ${index + 1}`, { exact: true }).fill(number)
    if (amount !== undefined) await page.getByLabel(`Amount ${index + 1}`, { exact: true }).fill(amount)
  }
}

/** Continues to the review, and checks its bills and total. */
export async function review(page: Page, bills: readonly Payable[]) {
  await page.getByRole('button', { name: 'Continue to review' }).click()
  await expect(title(page)).toHaveText('Review your payment')
  await expect(fact(page, 'Bills')).toContainText(billsOf(bills.length))
  await expect(fact(page, 'Total payable')).toHaveText(totalOf(bills))
}

export const payButton = (page: Page, bills: readonly Payable[]) => page.getByRole('button', { name: `Pay ${totalOf(bills)}`, exact: true })

/** Presses the button to pay, for a method that the utility approves. Returns the payment's number. */
export async function payAndFollow(page: Page, bills: readonly Payable[]): Promise<string> {
  await payButton(page, bills).click()
  await expect(title(page)).toHaveText('Your payment was submitted')
  return transactionNo(page)
}

export async function transactionNo(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/billPayment\/transactions\/P\d+\/result$/)
  return new URL(page.url()).pathname.split('/')[3] ?? ''
}

/** Makes a payment by transfer by a call, for journeys about later steps. Returns its number. */
export async function makeTransfer(page: Page, bills: readonly Payable[], number: string): Promise<string> {
  const amount = totalOf(bills).slice(3).replaceAll(',', '')
  const { transactionNo } = await askOnce<{ transactionNo: string }>(page, '/billpayment-svc/api/v1/Payment/MakePayment', {
    bulkId: bulkIds.sinar,
    invoiceNos: bills.map(({ invoiceNo }) => invoiceNo),
    paymentMethod: 'EFT_GIRO',
    bankId: 'MBB0228',
    referenceNumbers: [{ number, amount }],
    totalAmount: amount,
  })
  return transactionNo
}

/** Makes a payment by transfer by a call, and opens the page after paying. */
export async function openTransfer(page: Page, bills: readonly Payable[], number: string): Promise<string> {
  const made = await makeTransfer(page, bills, number)
  await page.goto(`/billPayment/transactions/${made}/result`)
  await expect(title(page)).toHaveText('Your payment was submitted')
  return made
}

/** Waits until the page after paying shows this outcome, without a reload. */
export async function becomes(page: Page, outcome: string) {
  // Posting takes up to a minute.
  await expect(title(page)).toHaveText(outcome, { timeout: 60_000 })
}
