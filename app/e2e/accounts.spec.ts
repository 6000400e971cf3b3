/** Electricity accounts: added by typing and from a workbook, searched, changed in bulk, corrected and removed. */
import type { Page } from '@playwright/test'
import { chooseGroup, feed, find, fits, numbersFrom, rowOf } from './accounts'
import { bulkIds } from './bills'
import { dialog } from './dialogs'
import { answerWith, holdBack } from './gate'
import { tabLink } from './mainMenu'
import { fact, forThisTry, title } from './pay'
import { ask, expect, inAll, people, quiet, test } from './people'
import { settled } from './screens'
import { act } from './team'
import { goTo } from './walk'
import { workbook } from './workbook'

/** A row of the form for typed accounts. */
const typedRow = (page: Page, place: number) =>
  page.getByRole('listitem').filter({ has: page.getByRole('group', { name: `Account ${place}`, exact: true }) })

test('typed accounts: invalid ones are refused immediately, valid ones are added, unknown ones become pending', async ({ as }) => {
  const [one = '', two = '', three = '', four = '', gone = ''] = numbersFrom(218100000000, 5)
  await feed([one, two, three, four])
  await feed([gone], 'inactive')
  const page = await as(people.keeper)
  await page.goto('/manageAccount')
  await page.getByRole('link', { name: 'Add accounts' }).click()
  await expect(title(page)).toHaveText('Add electricity accounts')
  const [first, second, third] = [1, 2, 3].map((place) => typedRow(page, place))
  if (!first || !second || !third) throw new Error('the form must begin with three rows')

  // Only the group has the name of the row. The list item does not repeat it for screen readers.
  await expect(first).toHaveCount(1)
  await expect(page.getByRole('listitem', { name: /^Account \d/ })).toHaveCount(0)

  // Nothing is sent until core's rules pass.
  await first.getByLabel('Account number').fill('231000000000')
  await second.getByLabel('Account number').fill(two)
  await second.getByLabel('Account number').blur()
  await expect(first.getByLabel('Account number')).toHaveAccessibleDescription('An electricity account number starts with 21 or 22.')
  await expect(second).toContainText('No. 2, Jalan Ujian')
  await third.getByLabel('Account number').fill(two)
  await third.getByLabel('Reference ID').fill('much too long for one')
  await page.getByRole('button', { name: 'Add accounts' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Please check what you entered' })
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('Account 3: This account is in the list already.')
  await expect(summary).toContainText('Account 3: A reference ID has 1 to 16 characters.')
  await summary.getByRole('link', { name: /^Account 1:/ }).click()
  await expect(first.getByLabel('Account number')).toBeFocused()
  await first.getByLabel('Account number').fill(one)
  await third.getByRole('button', { name: 'Remove row 3' }).click()

  // Pasting a list fills several rows. Each shows the answer of the account master.
  await page.getByRole('button', { name: 'Add another row' }).click()
  await typedRow(page, 3).getByLabel('Account number').focus()
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text', text)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, `${three}\tPASTED-3\n${gone}\n219999999999\n`)
  const inactive = typedRow(page, 4)
  await expect(inactive).toContainText('This account is no longer active.')
  await expect(typedRow(page, 5)).toContainText('The utility does not know this account.')
  // Input survives a reload. A late answer of the account master must not move the button that the user is about to press.
  const answer = await holdBack(page, '**/CheckAccounts')
  await page.reload()
  await expect(inactive.getByLabel(/^Account number/)).toHaveValue(gone)
  await expect(page.getByText('0 ok')).toBeVisible()
  const add = page.getByRole('button', { name: 'Add accounts' })
  const before = await add.boundingBox()
  answer()
  await expect(page.getByText('2 of these 5 accounts cannot be added at present')).toBeVisible()
  expect(await add.boundingBox()).toEqual(before)
  await add.click()
  await expect(page.getByText('3 accounts are now in your bulk account')).toBeVisible()
  const failed = page.getByRole('status').filter({ hasText: '2 accounts could not be added' })
  await expect(failed).toContainText(`${gone}: This account is no longer active.`)

  await page.getByRole('link', { name: 'View all accounts' }).click()
  await find(page, [one, two, three])
  await expect(rowOf(page, three)).toContainText('PASTED-3')

  // An account that cannot be added is listed as pending.
  await tabLink(page, 'Accounts', 'Pending for action').click()
  await expect(rowOf(page, gone)).toContainText('This account is no longer active.')
  await act(page, `account ${gone}`, 'Try again')
  await expect(page.getByText('1 account is being tried again')).toBeVisible()
  await expect(rowOf(page, gone)).toContainText('Error')
  await act(page, 'account 219999999999', 'Correct the number')
  await dialog(page).getByLabel('Account number').fill('2199')
  await dialog(page).getByRole('button', { name: 'Add corrected account' }).click()
  await expect(dialog(page).getByLabel('Account number')).toHaveAccessibleDescription(/exactly 12 digits/)
  await dialog(page)
    .getByRole('button', { name: /^(Previous|Next)$/, disabled: false })
    .first()
    .click()
  await expect(page.getByRole('alertdialog')).toContainText('Leave without saving?')
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog(page).getByLabel('Account number')).toHaveValue('2199')
  await dialog(page).getByLabel('Account number').fill(four)
  // The correct account is added, and deleting the wrong one fails. A retry repeats only the failed step.
  let added = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/AddAccounts')) added += 1
  })
  await page.route('**/RemoveFromPending', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await dialog(page).getByRole('button', { name: 'Add corrected account' }).click()
  await expect(dialog(page)).toContainText('A program in front of the portal failed')
  await dialog(page).getByRole('button', { name: 'Add corrected account' }).click()
  await expect(page.getByText(`Account ${four} is being added`)).toBeVisible()
  expect(added).toBe(1)
  await expect(rowOf(page, '219999999999')).toHaveCount(0)
  const removeGone = async () => {
    await page.getByRole('checkbox', { name: `Select account ${gone}` }).check()
    await page.getByRole('button', { name: 'Remove from this list' }).click()
    await dialog(page).getByRole('button', { name: 'Remove from this list' }).click()
    await expect(rowOf(page, gone)).toHaveCount(0)
  }
  await removeGone()
  // Undone, the account is requested again, with the same result.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, gone)).toContainText('This account is no longer active.')
  await removeGone()

  // The corrected account exists with its history. Then remove it again.
  await goTo(page, `/manageAccount/accounts/${four}`)
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Added to the bulk account')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog(page).getByLabel('Reference ID').fill('CORRECTED')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(fact(page, 'Reference ID')).toHaveText('CORRECTED')
  await expect(page.getByRole('list', { name: 'History' })).toContainText('To CORRECTED')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(dialog(page)).toContainText('You can no longer see or pay its unpaid bills here')
  await expect(dialog(page)).toContainText('This cannot be undone.')
  await dialog(page).getByRole('button', { name: 'Remove account' }).click()
  await expect(page).toHaveURL('/manageAccount')
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill(four)
  await expect(page.getByText('No account matches')).toBeVisible()
})

test('a workbook of 2,000 rows: errors are corrected in the table, then all accounts are added', async ({ as }) => {
  const numbers = numbersFrom(218200000000, 1_995)
  await feed(numbers)
  const page = await as(people.keeper)
  await page.goto('/manageAccount/add?by=workbook')
  const rows = numbers.map((no, place): [string, string] => [no, `BOOK-${place + 1}`])
  const wrong: [string, string][] = [
    ['231000000001', 'PREFIX'],
    ['21820000', 'SHORT'],
    [numbers[0] ?? '', 'TWICE'],
    ['2182x0000001', 'LETTER'],
    ['', 'NOTHING'],
  ]
  await page.getByLabel('Choose a workbook').setInputFiles({
    name: 'accounts.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbook([...wrong, ...rows]),
  })
  // The account master has checked all rows.
  await expect(page.getByText('1,995 ok')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('5 to fix')).toBeVisible()
  const add = page.getByRole('button', { name: /^Add 1,995 accounts$/ })
  await expect(add).toHaveAttribute('aria-disabled', 'true')

  await page.getByRole('button', { name: 'Only accounts to fix' }).click()
  await expect(page.getByRole('row')).toHaveCount(6)
  await expect(page.getByRole('row').filter({ hasText: 'starts with 21 or 22' }).first()).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'This account is in the list already.' })).toBeVisible()
  const short = page.getByRole('row').filter({ hasText: 'exactly 12 digits' }).first()
  await short.getByLabel(/^Account number, row/).fill('218299999999')
  await short.getByLabel(/^Account number, row/).press('Enter')
  await expect(page.getByText('4 to fix')).toBeVisible()
  // The number is now valid but unknown. The page says so before the accounts are added.
  await expect(page.getByText('1 not found')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download this table' }).click()
  expect((await download).suggestedFilename()).toBe('Accounts.xlsx')
  await page.getByRole('button', { name: 'Remove all accounts to fix' }).click()
  await page.getByRole('button', { name: 'Only accounts not found' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'The utility does not know this account.' })).toBeVisible()
  await page.getByRole('button', { name: 'Only accounts not found' }).click()
  await expect(page.getByText('1 of these 1,996 accounts cannot be added at present')).toBeVisible()
  await page.getByRole('button', { name: 'Add 1,995 accounts' }).click()
  await expect(page.getByText('1,995 accounts are now in your bulk account')).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText(/218299999999: The utility does not know this account/)).toBeVisible()

  // All added accounts are found, selected beyond the loaded rows, and changed together.
  await page.getByRole('link', { name: 'View all accounts' }).click()
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill('BOOK-')
  await expect(page.getByRole('region', { name: /^1,\d{3} matching accounts$/ })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: /^Select all .* matching$/ }).click()
  await expect(page.getByRole('status').filter({ hasText: /^1,\d{3} accounts/ })).toBeVisible()
  await page.getByRole('button', { name: 'Assign to a group' }).click()
  await dialog(page).getByRole('radio', { name: 'New group' }).check()
  await dialog(page).getByLabel('Group name').fill('From a workbook')
  await dialog(page).getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByText(/^1,\d{3} accounts are now in From a workbook$/)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill('BOOK-1995')
  await expect(rowOf(page, 'BOOK-1995')).toContainText('From a workbook')
})

test('a long pasted list takes the typed rows along, and is not offered again', async ({ as }) => {
  const numbers = numbersFrom(218260000000, 102)
  await feed(numbers)
  const page = await as(people.keeper)
  await page.goto('/manageAccount/add')
  await page.locator('#accountNo-0').fill(numbers[0] ?? '')
  await page.locator('#accountNo-1').focus()
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text', text)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, numbers.slice(1).join('\n'))
  await expect(page.getByText('102 ok')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Add 102 accounts' }).click()
  await page.getByRole('button', { name: 'Add more accounts' }).click()
  await page.getByRole('radio', { name: /^Type/ }).check()
  await expect(page.locator('#accountNo-0')).toHaveValue('')
})

test('hidden rows of a workbook are named, and left out or included', async ({ as }) => {
  const numbers = numbersFrom(218250000000, 3)
  await feed(numbers)
  const page = await as(people.keeper)
  await page.goto('/manageAccount/add?by=workbook')
  const choose = () =>
    page.getByLabel('Choose a workbook').setInputFiles({
      name: 'filtered.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      // The second account is hidden, and the last row has a total.
      buffer: workbook([...numbers.map((no) => [no, '']), ['Total', '3']], undefined, [3]),
    })
  await choose()
  await expect(page.getByRole('status').filter({ hasText: 'Hidden rows in this workbook (1): 3.' })).toBeVisible()
  await page.getByRole('button', { name: 'Leave them out' }).click()
  await expect(page.getByText('2 ok')).toBeVisible()
  await expect(page.getByLabel('Account number, row 2')).toHaveValue(numbers[2] ?? '')
  await choose()
  await page.getByRole('button', { name: 'Replace the accounts' }).click()
  await page.getByRole('button', { name: 'Include them' }).click()
  await expect(page.getByText('3 ok')).toBeVisible()
  await expect(page.getByText('Hidden rows in this workbook')).toHaveCount(0)
})

test('many accounts are edited together: a reference ID each and one group for all', async ({ as }) => {
  const numbers = numbersFrom(218300000000, 3)
  await feed(numbers)
  const page = await as(people.keeper)
  await page.request.post('/account-svc/api/v1/BulkChildAccount/AddAccounts', {
    data: { bulkId: '3010000017', childAccounts: numbers.map((accountNo) => ({ accountNo })) },
    headers: { 'X-Session': 'cookie' },
  })
  await page.goto('/manageAccount')
  await find(page, numbers)
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Edit 3 accounts' })).toBeFocused()
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toHaveAccessibleDescription('No changes yet.')
  // The sticky bar never covers the focused element, and at 400 % it leaves room for the page.
  const spaceBelow = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom))
  await expect.poll(spaceBelow).toBeGreaterThan(60)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 180 })
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.getByLabel(`Reference ID of account ${numbers[0]}`).focus()
  await expect(save).not.toBeInViewport()
  expect(await spaceBelow()).toBe(16)
  if (size) await page.setViewportSize(size)
  await expect(page.getByRole('table')).toHaveCount(1)
  await page.getByLabel(`Reference ID of account ${numbers[0]}`).focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text', 'EAST 1\nmuch too long for one\nEAST 3\n')
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(page.getByLabel(`Reference ID of account ${numbers[2]}`)).toHaveValue('EAST 3')
  await expect(page.getByLabel(`Reference ID of account ${numbers[1]}`)).toHaveAccessibleDescription(
    'A reference ID has 1 to 16 characters.',
  )
  await expect(save).toHaveAccessibleDescription('Correct 1 reference ID first.')
  await page.getByLabel(`Reference ID of account ${numbers[1]}`).fill('EAST 2')
  // A text that names several groups is not lost.
  const group = page.getByRole('combobox', { name: /^Group for all/ })
  await group.fill('Sa')
  await page.keyboard.press('Tab')
  await expect(group, 'Tab takes no suggestion').toHaveValue('Sa')
  await save.click()
  await expect(group).toBeFocused()
  await expect(group).toHaveAccessibleDescription(/options match/)
  await chooseGroup(page, 'East Coast', /^Group for all/)
  await save.click()
  await expect(page.getByText('3 accounts were changed')).toBeVisible()
  for (const [place, accountNo] of numbers.entries()) {
    await expect(rowOf(page, accountNo)).toContainText('East Coast')
    await expect(rowOf(page, accountNo)).toContainText(`EAST ${place + 1}`)
  }

  // A single account is changed from the row's menu, and by the address of a dialogue.
  await act(page, `account ${numbers[0]}`, 'Edit')
  await chooseGroup(page, 'No group')
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(rowOf(page, numbers[0] ?? '')).not.toContainText('East Coast')
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Remove from the bulk account' }).click()
  await expect(dialog(page)).toContainText('Remove 3 accounts?')
  await dialog(page).getByRole('button', { name: 'Remove accounts' }).click()
  await expect(page.getByText('No account matches')).toBeVisible()
})

test('filters are part of the address, unknown accounts are named, and removing the only account warns', async ({ as }) => {
  const page = await as(people.keeper)
  await page.goto('/manageAccount')
  await page.getByRole('button', { name: 'Filters' }).click()
  await chooseGroup(page, 'Sabah')
  await page.getByRole('checkbox', { name: 'Johor' }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/group=[0-9a-f-]{36}.*state=Johor|state=Johor.*group=/)
  const chips = page.getByRole('list', { name: 'Active filters' })
  await expect(chips).toContainText('Sabah')
  await page.reload()
  await expect(chips).toContainText('Johor')
  await page.getByRole('button', { name: 'Remove Johor' }).click()
  await page.getByRole('button', { name: 'Reference ID' }).click()
  await expect(page.getByRole('columnheader', { name: 'Reference ID' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(/sort=referenceId/)
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(title(page)).toHaveText(/^Account \d{12}$/)
  await page.getByRole('link', { name: 'All bills' }).click()
  await expect(page).toHaveURL(/search=2\d{11}$/)
  await goTo(page, '/manageAccount/accounts/210000000000')
  await expect(page.getByText('We could not find this electricity account.')).toBeVisible()

  // Removing the only account warns which pages close.
  const { items } = await ask<{ items: { accountNo: string }[] }>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.sinar}`, {})
  const closes = 'This is the only account in the bulk account.'
  await goTo(page, `/manageAccount/accounts/${items[0]?.accountNo}?open=remove`)
  await expect(dialog(page)).toContainText('You can no longer see or pay its unpaid bills here')
  await quiet(page)
  await expect(dialog(page)).not.toContainText(closes)

  // Answers as for a company with a single account.
  await page.route('**/BulkAccount/GetAccountCards/**', (route) => answerWith(route, () => ({ total: 1 })))
  await page.reload()
  await expect(dialog(page)).toContainText(closes)
})

test('a failed request shows a retry, and accounts in progress show how many are done', async ({ as }) => {
  const page = await as(people.keeper)
  let [isDown, waits] = [true, true]
  await page.route('**/Accounts/GetAccounts/**', (route) => (isDown ? route.fulfill({ status: 500, body: '' }) : route.continue()))
  await page.route('**/GetTaggingProgress/**', (route) =>
    route.fulfill({ json: { Data: waits ? { pending: 40, done: 60, errors: 0 } : { pending: 0, done: 0, errors: 0 }, Error: null } }),
  )
  await page.goto('/manageAccount')
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '60')
  await expect(page.getByText('60 of 100')).toBeVisible()
  await expect(page.getByText('This could not be loaded')).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  waits = false
  // The page loads its data again when a job has changed accounts.
  await page.request.post('/account-svc/api/v1/Group/CreateGroup/3010000017', {
    data: { groupName: forThisTry('Told live') },
    headers: { 'X-Session': 'cookie' },
  })
  await expect(page.getByRole('progressbar')).toHaveCount(0)

  // If the server refuses some accounts, the page names them.
  const [code, errorMessage] = ['accountIsPending', 'This account is being processed. Wait until that is finished, then try again.']
  await page.route('**/BulkChildAccount/AddAccounts', (route) =>
    route.fulfill({
      status: 409,
      json: {
        Data: null,
        Error: {
          code,
          errorTopic: 'accounts',
          errorMessage,
          fields: [{ field: 'childAccounts.1.accountNo', code, message: errorMessage, params: {} }],
          params: {},
        },
      },
    }),
  )
  await page.goto('/manageAccount/add')
  await page.locator('#accountNo-0').fill('218400000000')
  await page.locator('#accountNo-1').fill('218400000001')
  await page.getByRole('button', { name: 'Add accounts' }).click()
  await expect(page.getByRole('alert')).toContainText(`218400000001: ${errorMessage}`)
})

test('a viewer sees everything and can change nothing', async ({ as }) => {
  const page = await as(people.viewer)
  await page.goto('/manageAccount')
  await settled(page)
  await expect(page.getByRole('button', { name: 'Add accounts' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('main').getByRole('checkbox')).toHaveCount(0)
  await page
    .getByRole('button', { name: /^Actions for account/ })
    .first()
    .click()
  for (const name of [/^Edit/, /^Assign/, /^Remove/])
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await page.goto('/manageAccount/add')
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await goTo(page, '/manageAccount/profile')
  await settled(page)
  await expect(page.getByRole('link', { name: 'Edit company and contacts' })).toHaveCount(0)
})

test('on a phone an account is selected and assigned', async ({ as }) => {
  const page = await as(people.keeper, { viewport: { width: 375, height: 800 }, hasTouch: true, isMobile: true })
  await page.goto('/manageAccount')
  await settled(page)
  await fits(page)
  const card = page.locator('li[data-row]').first()
  await expect(card).toContainText('RM')
  await card.getByRole('checkbox').tap()
  await page.getByRole('button', { name: 'Assign to a group' }).tap()
  await expect(dialog(page).getByRole('button', { name: 'Assign' })).toBeInViewport()
  await fits(page)
  await dialog(page).getByRole('button', { name: 'Cancel' }).tap()
})

test('adding accounts in Malay', inAll, async ({ as }) => {
  const malay = await as(people.keeper, { locale: 'ms-MY' })
  await malay.goto('/manageAccount/add')
  await expect(title(malay)).toHaveText('Tambah akaun elektrik')
  await malay.getByRole('button', { name: 'Tambah akaun' }).click()
  await expect(malay.getByRole('alert')).toContainText('Tambah sekurang-kurangnya satu akaun elektrik.')
  await malay.goto('/manageAccount?active=true')
  await expect(malay.getByRole('list', { name: 'Penapis aktif' })).toContainText('Aktif')
})
