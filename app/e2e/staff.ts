/** Actions of officers on a payment. */
import { expect, type Page } from '@playwright/test'
import { dialog } from './dialogs'
import { title } from './pay'

/** Opens a pending payment. */
export async function openWaiting(page: Page, transactionNo: string) {
  await page.goto(`/admin/payments/${transactionNo}`)
  await expect(title(page)).toHaveText(`Payment ${transactionNo}`)
}

export async function accept(page: Page, amount: string) {
  await page.getByRole('button', { name: `Accept ${amount}` }).click()
  const opened = dialog(page)
  await opened.getByRole('button', { name: `Accept ${amount}` }).click()
  await expect(opened).toBeHidden()
}

/** Declines the payment. The customer reads the reason. */
export async function decline(page: Page, amount: string, reason = 'The bank returned the money.') {
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  const opened = dialog(page)
  await opened.getByLabel('Reason').fill(reason)
  await opened.getByRole('button', { name: `Decline ${amount}` }).click()
  await expect(opened).toBeHidden()
}

/** Reports the amount received, and checks what the page says about the difference. */
export async function reportPaid(page: Page, paid: string, means: string, ask: string) {
  await page.getByLabel('Amount received').fill(paid)
  await expect(page.getByText(means)).toBeVisible()
  await page.getByRole('button', { name: ask }).click()
  const opened = page.getByRole('alertdialog')
  await expect(opened).toContainText('Amount received')
  await opened.getByRole('button', { name: ask }).click()
  await expect(opened).toBeHidden()
}
