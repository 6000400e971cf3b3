/** Remittance advice: an address of the company confirms, receives the advice of a payment, and stops; the advice is downloaded. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { bulkIds, lastMonths, sen, someOf, totalOf } from './bills'
import { dialog } from './dialogs'
import { openInMenu } from './mainMenu'
import { linksIn, newEmail } from './newcomers'
import { becomes, forThisTry, openTransfer, title } from './pay'
import { ask, expect, people, quiet, test } from './people'
import { accept, openWaiting } from './staff'
import { rowOf } from './team'

const path = (call: string) => `/portal/api/v1/Mailboxes/${call}${bulkIds.sinar}`

/** Removes all addresses, so that the journey can be repeated. */
async function reset(master: Page) {
  const answer = await master.request.get(path('List/'), { headers: { 'X-Session': 'cookie' } })
  const { items } = ((await answer.json()) as { Data: { items: { mailboxId: string }[] } }).Data
  for (const { mailboxId } of items) await ask(master, path('Remove/'), { mailboxId })
}

/** Returns the link to this page of the portal in the newest e-mail to an address. */
const linkTo = async (page: Page, email: string, address: string) =>
  (await linksIn(page, email)).find((link) => link.includes(address)) ?? ''

test('an address is confirmed, receives the advice of a payment, and stops it without signing in', async ({ as }) => {
  test.slow()
  const [master, reader] = [await as(people.master), await as(null)]
  await reset(master)
  const email = newEmail('akaun')

  // The Master adds the address. It has nothing but a link.
  await master.goto('/home')
  await openInMenu(master, 'Settings', 'Company', 'E-mail addresses')
  await expect(title(master)).toHaveText('E-mail addresses of the company')
  await expect(master.getByText('No addresses yet')).toBeVisible()
  await master.getByRole('button', { name: 'Add address' }).click()
  const form = dialog(master)
  await form.getByLabel('E-mail address').fill('no address')
  await form.getByRole('button', { name: 'Send the link' }).click()
  await expect(form.getByLabel('E-mail address')).toHaveAccessibleDescription(/An e-mail address cannot contain spaces\./)
  await form.getByLabel('E-mail address').fill(email)
  await form.getByRole('checkbox', { name: /^Bills that fall due/ }).check()
  await form.getByRole('button', { name: 'Send the link' }).click()
  await expect(form).toBeHidden()
  await expect(rowOf(master, email)).toContainText('Not confirmed yet')
  expect(await findings(master)).toEqual([])

  // Its reader opens the link, which changes nothing, and presses the button.
  await reader.goto(await linkTo(reader, email, '/account/confirmAddress'))
  await expect(title(reader)).toHaveText('Confirm this e-mail address')
  await expect(reader.getByText('a***@b***.example will receive e-mails about: Remittance advice, Bills that fall due.')).toBeVisible()
  await expect(reader.getByText(email)).toHaveCount(0)
  expect(await findings(reader)).toEqual([])
  await reader.getByRole('button', { name: 'Confirm' }).click()
  await expect(title(reader)).toHaveText('The address is confirmed')
  await expect(title(reader), 'the pressed button is gone').toBeFocused()
  // The Master sees it without a reload.
  await expect(rowOf(master, email)).toContainText('Confirmed')

  // A payment is paid, and the address receives an e-mail.
  const page = await as(people.payer)
  const bills = (await someOf(page, lastMonths(6), 9)).slice(6)
  const total = totalOf(bills)
  const transactionNo = await openTransfer(page, bills, forThisTry('REMIT1'))
  await page.getByRole('button', { name: 'More documents' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Payment instruction (pain.001)', 'Audit pack'])
  await page.keyboard.press('Escape')
  const officer = await as(people.pccr)
  await openWaiting(officer, transactionNo)
  await accept(officer, total)
  await becomes(page, 'Paid')

  // The advice is downloaded in both formats, and its rows add up to the payment.
  const menu = page.getByRole('button', { name: 'More documents' })
  const download = async (format: string) => {
    const waiting = page.waitForEvent('download')
    await quiet(page)
    await menu.click()
    await page.getByRole('menuitem', { name: format }).click()
    return waiting
  }
  const pdf = await download('Remittance advice (PDF)')
  expect(pdf.suggestedFilename()).toBe(`Remittance advice ${transactionNo}.pdf`)
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-')
  const csv = await readFile(await (await download('Remittance advice (CSV)')).path(), 'utf8')
  const rows = csv.trimEnd().split('\r\n').slice(1)
  expect(rows.length).toBeGreaterThanOrEqual(bills.length)
  const amounts = rows.map((row) => row.split(',').at(-1) ?? '')
  expect(amounts.reduce((sum, amount) => sum + sen(amount), 0n)).toBe(bills.reduce((sum, { amount }) => sum + sen(amount), 0n))

  // The e-mail leads to the payment, and its other link stops the topic.
  const toPayment = await linkTo(reader, email, '/billPayment/transactions/')
  expect(new URL(toPayment).pathname).toBe(`/billPayment/transactions/${transactionNo}`)
  const stop = await linkTo(reader, email, '/account/stopEmails')
  await reader.goto(stop)
  await expect(title(reader)).toHaveText('Stop e-mails')
  expect(await findings(reader)).toEqual([])
  await reader.getByRole('button', { name: 'Stop e-mails about: Remittance advice' }).click()
  await expect(title(reader)).toHaveText('The e-mails are stopped')
  await expect(rowOf(master, email)).toContainText('Its reader stopped: Remittance advice.')

  // The Master removes the address, and its links end.
  await rowOf(master, email).getByRole('button', { name: 'Remove' }).click()
  await dialog(master).getByRole('button', { name: 'Remove' }).click()
  await expect(master.getByText('No addresses yet')).toBeVisible()
  await reader.goto('/')
  await reader.goto(stop)
  await expect(title(reader)).toHaveText('This link no longer works')
})
