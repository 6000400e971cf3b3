/** Exports to accounting: a profile, a month exported, document numbers back, a corrected bill, and its reversal in the next export. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { bulkIds } from './bills'
import { dialog } from './dialogs'
import { billLine, dayFromToday, deliver, type FedBill } from './feed'
import { openInMenu, tabLink } from './mainMenu'
import { ask, expect, people, quiet, test } from './people'
import { goTo } from './walk'

const invoiceDay = -3

/** Returns the lines of the file that the action asks for. A job makes it, and the message about it has the button. */
async function downloaded(page: Page, act: () => Promise<void>): Promise<string[]> {
  const waiting = page.waitForEvent('download', { timeout: 60_000 })
  await act()
  await page.getByRole('button', { name: 'Download', exact: true }).click({ timeout: 60_000 })
  return (await readFile(await (await waiting).path(), 'utf8')).trimEnd().split('\r\n')
}

/** Opens a part of the form. */
const unfold = (page: Page, title: string) => page.locator('summary').filter({ hasText: title }).click()

const column = (page: Page, heading: string) => page.getByRole('group', { name: heading, exact: true })

/** The documents of a plan, by kind. */
const kinds = (page: Page) => dialog(page).getByRole('table', { name: 'Documents by kind' })

test('a month is exported, gets its document numbers, and a corrected bill is reversed', async ({ as }, { retry, repeatEachIndex }) => {
  test.slow()
  const page = await as(people.factory)
  const { items } = await ask<{ items: { accountNo: string }[] }>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.getah}`, {
    recordCount: 1,
  })
  const run = `${retry}${repeatEachIndex}`
  const bill: FedBill = {
    invoiceNo: `5970020000${run}`,
    accountNo: items[0]?.accountNo ?? '',
    batchId: `28700200${run}`,
    amount: '1234.55',
    billType: 'Late bill',
    invoiced: invoiceDay,
  }
  const { invoiceNo } = bill
  await deliver('bills', [billLine(bill)])

  // The company has no profile yet, and chooses its program.
  const name = `Monthly journal ${run}`
  await page.goto('/home')
  await openInMenu(page, 'Reports', 'Accounting')
  await expect(tabLink(page, 'Accounting', 'Profiles')).toHaveAttribute('aria-current', 'page')
  await page
    .getByRole('link', { name: /^General-ledger journal/ })
    .or(page.getByRole('link', { name: 'Add profile' }))
    .first()
    .click()
  // The program is folded if it was chosen before.
  await expect(page.getByRole('textbox', { name: 'Name of the profile' })).toBeVisible()
  const program = page.getByRole('radio', { name: /^General-ledger journal/ })
  if (!(await program.isVisible())) await unfold(page, 'Program')
  // A program asks three questions. The columns and formats are folded.
  const questions = page.getByRole('region', { name: 'Your books' }).getByRole('textbox')
  await page.getByRole('radio', { name: /^Xero/ }).check()
  await expect(questions).toHaveCount(3)
  await expect(page.getByRole('textbox', { name: 'Supplier', exact: true })).toBeVisible()
  await program.check()
  await expect(questions).toHaveCount(3)
  await expect(page.getByRole('textbox', { name: 'Supplier', exact: true })).toHaveCount(0)
  // Undo restores the program, and keeps a name that was typed since.
  await page.getByRole('textbox', { name: 'Name of the profile' }).fill('Typed since')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('radio', { name: /^Xero/ })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Name of the profile' })).toHaveValue('Typed since')
  await page.getByRole('textbox', { name: 'Name of the profile' }).fill('')
  await program.check()
  await quiet(page)

  // Missing fields are refused at the field, in words. The preview has the company's own bills.
  await page.getByRole('button', { name: 'Add profile' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name of the profile' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: 'Name of the profile' }).fill(name)
  await page.getByRole('textbox', { name: 'Ledger account of the supplier' }).fill('400-000')
  // The first day is required and proposed, with the bills of the first export.
  const firstDay = page.getByRole('textbox', { name: 'First day' })
  await expect(firstDay).toHaveValue(/^0?1 /)
  await expect(page.getByText(/^The first export has about [\d,]+ bills?, RM.[\d,.]+, invoiced from /)).toBeVisible()
  await firstDay.fill('')
  await page.getByRole('button', { name: 'Add profile' }).click()
  await expect(firstDay).toHaveAttribute('aria-invalid', 'true')
  await firstDay.fill(dayFromToday(invoiceDay))
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Their bills are not in the preview')
  await unfold(page, 'More choices')
  await page.getByRole('checkbox', { name: 'Bills of uncoded accounts go to a suspense account' }).check()
  await page.getByLabel('Suspense ledger account').fill('999-000')
  await expect(preview.getByRole('cell', { name: '999-000' }).first()).toBeVisible()

  await unfold(page, 'Columns')
  // A column moves by keyboard and keeps the focus.
  await column(page, 'Cost centre').getByLabel('Heading').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(column(page, 'Cost centre').getByLabel('Heading')).toBeFocused()
  await expect(preview.getByRole('columnheader').nth(3)).toHaveText('Cost centre')
  await column(page, 'Line').getByRole('button', { name: 'Remove Line' }).click()
  await expect(preview.getByRole('columnheader')).toHaveText([
    'Date',
    'Document',
    'Cost centre',
    'Account',
    'Description',
    'Debit',
    'Credit',
  ])
  await preview.getByRole('radio', { name: 'As text' }).click()
  await expect(preview).toContainText('Date,Document,Cost centre,Account,Description,Debit,Credit')
  await page.getByRole('button', { name: 'Add profile' }).click()

  // A sample marks nothing; the export does.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  const next = page.getByRole('region', { name: 'Next export' })
  const sample = await downloaded(page, () => next.getByRole('button', { name: 'Make a sample' }).click())
  expect(sample[0]).toBe('\u{feff}Date,Document,Cost centre,Account,Description,Debit,Credit')
  const own = sample.filter((line) => line.includes(invoiceNo))
  expect(own).toEqual([expect.stringMatching(/,999-000,.*,1234\.55,$/), expect.stringMatching(/,400-000,.*,,1234\.55$/)])
  const first = await downloaded(page, async () => {
    // The plan shows what the export contains.
    await next.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(kinds(page).getByRole('row').filter({ hasText: /^New/ })).toBeVisible()
    await expect(dialog(page).getByRole('cell', { name: '999-000' }).first()).toBeVisible()
    expect(await findings(page)).toEqual([])
    // On a phone, only the wide preview scrolls sideways.
    const size = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width: 390, height: 800 })
    expect((await dialog(page).boundingBox())?.width).toBeLessThanOrEqual(390)
    await page.setViewportSize(size)
    await dialog(page)
      .getByRole('button', { name: /^Export \d+ documents?, RM/ })
      .click()
  })
  expect(first).toEqual(sample)
  await expect(next.getByText('Export 1 is made')).toBeVisible()
  expect(await findings(page)).toEqual([])

  // Document numbers come back. A wrong row is named, and nothing is stored.
  await next.getByRole('link', { name: 'View export 1' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Export 1 of ${name}`)
  await page.getByRole('button', { name: 'Import document numbers' }).click()
  const choose = (rows: string[]) =>
    dialog(page)
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'numbers.csv', mimeType: 'text/csv', buffer: Buffer.from(['Document,Number', ...rows, ''].join('\n')) })
  await choose([`${invoiceNo},PI-0001`, '999999999999,PI-0002'])
  await expect(dialog(page).getByRole('row').filter({ hasText: '999999999999' })).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Save numbers' })).toHaveAttribute('aria-disabled', 'true')
  await choose([`${invoiceNo},PI-0001`])
  await dialog(page).getByRole('button', { name: 'Save 1 number' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: invoiceNo })).toContainText('PI-0001')

  // The bill names its export and its number.
  await goTo(page, `/billPayment/bills/${invoiceNo}?tab=history`)
  const exported = page.getByRole('region', { name: 'Accounting' })
  await expect(exported).toContainText('PI-0001')
  await expect(exported).toContainText(`Export 1 of ${name}`)

  // The feed corrects the bill: the next export reverses the document and has a new one.
  await deliver('bills', [billLine({ ...bill, amount: '1100.00' })])
  await goTo(page, '/manageAccount/accounting')
  await page.getByRole('link', { name, exact: true }).click()
  const second = await downloaded(page, async () => {
    await next.getByRole('button', { name: 'Export', exact: true }).click()
    await expect(kinds(page).getByRole('row').filter({ hasText: 'Corrected' })).toContainText('1,100.00')
    await expect(kinds(page).getByRole('row').filter({ hasText: 'Reversal' })).toContainText('1,234.55')
    await dialog(page)
      .getByRole('button', { name: /^Export \d+ documents?, RM/ })
      .click()
  })
  const ofBill = second.filter((line) => line.includes(invoiceNo))
  expect(ofBill).toEqual([
    expect.stringMatching(/,999-000,.*,,1234\.55$/),
    expect.stringMatching(/,400-000,.*,1234\.55,$/),
    expect.stringMatching(/,999-000,.*,1100\.00,$/),
    expect.stringMatching(/,400-000,.*,,1100\.00$/),
  ])
  await next.getByRole('link', { name: 'View export 2' }).click()
  await expect(page.getByRole('row').filter({ hasText: `reverses ${invoiceNo}` })).toContainText('Reversal')

  // The first export again has the same bytes.
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('button', { name: /^Actions for Export 1 of/ }).click()
  expect(await downloaded(page, () => page.getByRole('menuitem', { name: 'Download file again' }).click())).toEqual(first)

  // Without a suspense account, a sample of earlier bills is refused. The way out is taken in place, and ends the refusal.
  const path = (call: string) => `/portal/api/v1/Accounting/${call}/${bulkIds.getah}`
  const { profiles } = await ask<{ profiles: { draft: { name: string } }[] }>(page, path('Profiles'), {})
  const profile = profiles.find(({ draft }) => draft.name === name)
  await ask(page, path('SaveProfile'), { ...profile, draft: { ...profile?.draft, suspense: null, fromDay: null } })
  await page.reload()
  await next.getByRole('button', { name: 'Make a sample' }).click()
  const later = next.getByRole('button', { name: /^Begin on / })
  await later.click()
  await expect(page.getByText(`${name} was saved`)).toBeVisible()
  await expect(later).toBeHidden()
})

test('a file of numbers replaces one of another profile that is still read', async ({ as }) => {
  const page = await as(people.factory)
  const profiles = ['Bills', 'Payments'].map((name) => ({ profileId: name, runs: 1, draft: { name } }))
  await page.route('**/Accounting/Profiles/**', (route) => route.fulfill({ json: { Data: { profiles, kinds: [] } } }))
  let answerFirst = () => {}
  await page.route('**/Accounting/ReadNumbers/**', async (route) => {
    const isFirst = route.request().postData()?.includes('first.csv')
    if (isFirst) await new Promise<void>((done) => (answerFirst = done))
    const numbers = (isFirst ? ['1'] : ['1', '2']).map((documentNo) => ({ documentNo, theirNo: documentNo }))
    await route.fulfill({ json: { Data: { numbers, wrong: [] } } })
  })
  await page.goto('/manageAccount/accounting/documents?open=numbers')
  const choose = (name: string) =>
    dialog(page)
      .getByLabel('File', { exact: true })
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from('1,1') })
  await choose('first.csv')
  await expect(dialog(page)).toContainText('Reading the file…')
  await dialog(page).getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('option', { name: 'Payments' }).click()
  await choose('second.csv')
  const save = dialog(page).getByRole('button', { name: 'Save 2 numbers' })
  await expect(save).toBeEnabled()
  const isAnswered = page.waitForResponse('**/Accounting/ReadNumbers/**')
  answerFirst()
  await isAnswered
  await quiet(page)
  await expect(save).toBeEnabled()
})
