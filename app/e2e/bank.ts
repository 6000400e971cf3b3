/** Actions of the bank's maker and authoriser on the pages of the sandbox. */
import { expect, type Page } from '@playwright/test'
import { sandboxURL } from '../playwright.config'
import { bulkIds, type Payable, totalOf } from './bills'
import { goToMethod, nameBank, payButton, review } from './pay'
import { askOnce } from './people'

export const bank = 'SBI Bank A'

/** Goes from the bills to the bank's sign-in page, and checks the amount. */
export async function goToBank(page: Page, bills: readonly Payable[]) {
  await goToMethod(page, bills, 'FPX online banking')
  await nameBank(page, bank)
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

/** A payment at the bank, and the form that leads there. */
interface Started {
  transactionNo: string
  redirect: { url: string; fields: { name: string; value: string }[] }
}

/** Starts an FPX payment by a call. Its maker has not reached the bank. */
export async function startPayment(page: Page, bills: readonly Payable[], bulkId: string = bulkIds.sinar): Promise<Started> {
  return askOnce<Started>(page, '/billpayment-svc/api/v1/Payment/MakePayment', {
    bulkId,
    invoiceNos: bills.map(({ invoiceNo }) => invoiceNo),
    paymentMethod: 'FPX',
    bankId: 'TEST0021',
    referenceNumbers: [],
    totalAmount: totalOf(bills).slice(3).replaceAll(',', ''),
  })
}

type Act = ['maker', 'confirm'] | ['authorizer', 'approve']

/** Sends the maker to the bank, and lets the bank's users act, by calls. */
export async function actAtBank(page: Page, { transactionNo, redirect }: Started, ...acts: Act[]) {
  const form = Object.fromEntries(redirect.fields.map(({ name, value }) => [name, value]))
  expect((await page.request.post(redirect.url, { form, maxRedirects: 0 })).status()).toBe(303)
  for (const [who, action] of acts) {
    const done = await page.request.post(`${sandboxURL}/sandbox/api/payments/${transactionNo}/${who}`, { data: { action } })
    expect(done.ok(), await done.text()).toBe(true)
  }
}

/** Decides as the authoriser, in another browser. */
export async function authorize(authorizer: Page, act: 'Approve' | 'Reject', transactionNo: string) {
  await authorizer.goto(`${sandboxURL}/bank/authorizer`)
  await authorizer.getByRole('button', { name: `${act} ${transactionNo}` }).click()
}
