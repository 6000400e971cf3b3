/** Statements of account: requesting, e-mail and download; in Malay, by keyboard, and on a phone. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { bulkIds } from './bills'
import { gate } from './gate'
import { title } from './pay'
import { ask, expect, people, test } from './people'

const address = '/billPayment/statements'
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Request a statement' })
const rowOf = (page: Page, accountNo: string) => page.getByRole('row').filter({ hasText: accountNo })

/** Returns an account of the company from its list. */
async function accountOf(page: Page, place: number): Promise<string> {
  const { items } = await ask<{ items: { accountNo: string }[] }>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.sinar}`, {})
  return items[place]?.accountNo ?? ''
}

async function isPdf(page: Page, press: () => Promise<void>, name: RegExp) {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  expect(file.suggestedFilename()).toMatch(name)
  const bytes = await readFile(await file.path())
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
}

test('a statement is requested from the account, arrives by e-mail and live in the list, and is downloaded', async ({ as }) => {
  const page = await as(people.viewer)
  const accountNo = await accountOf(page, 0)
  await page.goto(`/manageAccount/accounts/${accountNo}`)
  await page.getByRole('link', { name: 'Request a statement' }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('combobox', { name: /Account/ })).toHaveValue(accountNo)
  await expect(dialog.getByLabel(/E-mail address/)).toHaveValue(people.viewer)
  await dialog.getByRole('radio', { name: 'Last 6 months' }).check()
  await dialog.getByRole('button', { name: 'Request statement' }).click()
  await expect(page.getByText('The statement is being prepared')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(title(page)).toHaveText('Statements')
  await expect(page.getByText(/within 24 hours/)).toBeVisible()

  const row = rowOf(page, accountNo).filter({ hasText: 'Last 6 months' })
  await expect(row).toContainText('Ready', { timeout: 30_000 })
  // The button's name for screen readers says which statement of the account it downloads.
  const download = row.getByRole('button', { name: `Download statement of account ${accountNo}, Last 6 months, English` })
  await isPdf(page, () => download.click(), new RegExp(`^Statement of account ${accountNo} .*\\.pdf$`))

  const mail = await as(null)
  await mail.goto('/dev/mail')
  await mail
    .getByRole('link', { name: `Your statement of account ${accountNo} is ready` })
    .first()
    .click()
  const href = await mail.locator(`a[href*="${address}"]`).first().getAttribute('href')
  expect(new URL(href ?? '').pathname).toBe(address)
  await expect(mail.locator('body')).not.toContainText('RM')
})

test('a statement in Malay is downloaded, without an e-mail', async ({ as }) => {
  const page = await as(people.viewer, { locale: 'ms-MY' })
  const accountNo = await accountOf(page, 1)
  await page.goto(`${address}?open=request&account=${accountNo}`)
  const dialog = page.getByRole('dialog', { name: 'Minta penyata' })
  await expect(dialog.getByRole('radio', { name: 'Bahasa Melayu' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'Muat turun di sini sahaja' }).check()
  await expect(dialog.getByLabel(/Alamat e-mel/)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Minta penyata' }).click()
  const row = rowOf(page, accountNo)
  await expect(row).toContainText('Sedia', { timeout: 30_000 })
  await isPdf(page, () => row.getByRole('button', { name: /Muat turun/ }).click(), new RegExp(`^Penyata akaun ${accountNo} `))
  const mail = await as(null)
  await mail.goto('/dev/mail')
  await expect(mail.getByText(accountNo)).toHaveCount(0)
})

test('an account of another company is refused at its field, and a search never reports zero accounts too early', async ({ as }) => {
  const page = await as(people.viewer)
  await page.goto(`${address}?open=request`)
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('button', { name: 'Request statement' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Another account of your company' }).check()
  const number = dialog.getByLabel(/Account number/)
  await number.fill('12345')
  await dialog.getByRole('button', { name: 'Request statement' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await number.fill('219999999999')
  await dialog.getByRole('button', { name: 'Request statement' }).click()
  await expect(dialog.getByText(/registered under your company's number/).first()).toBeVisible()

  // A search for accounts in progress, and a failed one, do not report zero accounts.
  const { held, answer } = gate()
  await page.route('**/Accounts/GetAccounts/**', async (route) => {
    if (route.request().postData()?.includes('219999999999')) await held
    await route.continue()
  })
  await page.goto(`${address}?open=request`)
  const account = dialogOf(page).getByRole('combobox', { name: /Account/ })
  const list = page.getByRole('listbox')
  await account.focus()
  await account.fill('219999999999')
  await expect(list).toContainText('Searching…')
  await expect(list).not.toContainText('Nothing matches')
  answer()
  await expect(list).toContainText('Nothing matches')
  await page.unroute('**/Accounts/GetAccounts/**')
  await page.route('**/Accounts/GetAccounts/**', (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  await expect(
    dialogOf(page)
      .getByText(/A program in front of the portal failed/)
      .first(),
  ).toBeVisible()
})

test('a statement is requested and found by keyboard only', async ({ as }) => {
  const page = await as(people.payer)
  const accountNo = await accountOf(page, 2)
  await page.goto(address)
  await page.getByRole('button', { name: 'Request a statement' }).first().focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  const account = dialog.getByRole('combobox', { name: /Account/ })
  await account.focus()
  await page.keyboard.type(accountNo)
  await expect(page.getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('option', { name: new RegExp(accountNo) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(account).toHaveValue(accountNo)
  await dialog.getByRole('button', { name: 'Request statement' }).focus()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, accountNo)).toContainText('Ready', { timeout: 30_000 })
})

test('on a phone a statement is a card with its status and button', async ({ as }) => {
  const page = await as(people.keeper, { viewport: { width: 360, height: 740 } })
  const accountNo = await accountOf(page, 0)
  await page.goto(`${address}?open=request&account=${accountNo}`)
  const dialog = dialogOf(page)
  await dialog.getByRole('radio', { name: 'Last 12 months' }).check()
  await dialog.getByRole('button', { name: 'Request statement' }).click()
  const card = page
    .getByRole('listitem')
    .or(page.getByRole('row'))
    .filter({ hasText: accountNo })
    .filter({ hasText: 'Last 12 months' })
    .first()
  await expect(card).toContainText('Ready', { timeout: 30_000 })
  await expect(card.getByRole('button', { name: /Download/ })).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
