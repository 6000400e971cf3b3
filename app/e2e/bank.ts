/** Actions of the bank's maker and authoriser on the pages of the sandbox. */
import { expect, type Page } from '@playwright/test'
import { sandboxURL } from '../playwright.config'
import { type Payable, totalOf } from './bills'
import { chooseBank, goToMethod, payButton, review } from './pay'

export const bank = 'SBI Bank A'

/** Goes from the bills to the bank's sign-in page, and checks the amount. */
export async function goToBank(page: Page, bills: readonly Payable[]) {
  await goToMethod(page, bills, 'FPX online banking')
  await chooseBank(page, bank)
  await review(page, bills)
  await leaveForBank(page, bills)
}

export async function leaveForBank(page: Page, bills: readonly Payable[]) {
  await payButton(page, bills).click()
  await expect(page.getByRole('heading', { name: 'Sign in to pay' })).toBeVisible()
  expect(new URL(page.url()).origin).toBe(new URL(sandboxURL).origin)
  await expect(page.getByText(totalOf(bills))).toBeVisible()
}

export async function signInAtBank(page: Page) {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Check and confirm the payment' })).toBeVisible()
}

export const comeBack = (page: Page) => page.getByRole('button', { name: 'Return now' }).click()

/** Confirms as the maker and returns to the portal. */
export async function confirmAtBank(page: Page, bills: readonly Payable[]) {
  await signInAtBank(page)
  await page.getByRole('button', { name: `Confirm ${totalOf(bills)}` }).click()
  await comeBack(page)
}

/** Decides as the authoriser, in another browser. */
export async function authorize(authorizer: Page, act: 'Approve' | 'Reject', transactionNo: string) {
  await authorizer.goto(`${sandboxURL}/bank/authorizer`)
  await authorizer.getByRole('button', { name: `${act} ${transactionNo}` }).click()
}
