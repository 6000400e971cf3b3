/** Actions of officers on a payment. */
import { expect, type Page } from '@playwright/test'
import { title } from './pay'

/** Finds a pending payment and opens it. */
export async function openWaiting(page: Page, transactionNo: string) {
  await page.goto('/admin/payments/pending')
  await page.getByRole('searchbox', { name: 'Search payments' }).fill(transactionNo)
  await page.getByRole('link', { name: transactionNo }).click()
  await expect(title(page)).toHaveText(`Payment ${transactionNo}`)
}

export async function accept(page: Page, amount: string) {
  await page.getByRole('button', { name: `Accept ${amount}` }).click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await dialog.getByRole('button', { name: `Accept ${amount}` }).click()
  await expect(dialog).toBeHidden()
}

/** Declines the payment. The customer reads the reason. */
export async function decline(page: Page, amount: string, reason = 'The bank returned the money.') {
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: `Decline ${amount}` }).click()
  await expect(dialog).toBeHidden()
}

/** Reports the amount received, and checks what the page says about the difference. */
export async function reportPaid(page: Page, paid: string, means: string, ask: string) {
  await page.getByLabel('Amount received').fill(paid)
  await expect(page.getByText(means)).toBeVisible()
  await page.getByRole('button', { name: ask }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Amount received')
  await dialog.getByRole('button', { name: ask }).click()
  await expect(dialog).toBeHidden()
}
