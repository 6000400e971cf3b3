/** Undo, which is offered for ten seconds, by pointer and keyboard, also of many accounts. Also the grid of a workbook. */
import { chooseGroup, find, rowOf } from './accounts'
import { bulkIds } from './bills'
import { dialog } from './dialogs'
import { deliver } from './feed'
import { ask, expect, people, test } from './people'
import { act } from './team'
import { goTo } from './walk'
import { workbook } from './workbook'

interface Listed {
  items: { accountNo: string; groupId: string | null; groupName: string | null }[]
}

test('undo restores the name of a group, and the group of accounts', async ({ as }) => {
  const page = await as(people.hospitals)
  await page.clock.install()
  await page.goto('/manageAccount/groups')
  await act(page, 'Hospitals', 'Rename')
  await dialog(page).getByLabel('Group name').fill('Renamed by mistake')
  await dialog(page).getByRole('button', { name: 'Save name' }).click()
  await expect(rowOf(page, 'Renamed by mistake')).toHaveCount(1)
  // F6 moves the focus to the message and back.
  await page.keyboard.press('F6')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  // The message stays while the pointer is over it, even without the focus.
  await undo.hover()
  await page.keyboard.press('F6')
  await expect(undo).not.toBeFocused()
  await page.clock.fastForward('00:11')
  await expect(undo).toBeVisible()
  await page.keyboard.press('F6')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect(rowOf(page, 'Renamed by mistake')).toHaveCount(0)
  await expect(rowOf(page, 'Hospitals')).toHaveCount(1)
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body), 'the focus is somewhere').toBe(false)

  const { items } = await ask<Listed>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.damai}`, { recordCount: 100 })
  const [one] = items.filter(({ groupName }) => groupName === 'Clinics')
  const number = one?.accountNo ?? ''
  await goTo(page, '/manageAccount')
  await find(page, [number])
  await page.getByRole('checkbox', { name: `Select account ${number}` }).check()
  await page.getByRole('button', { name: 'Assign to a group' }).click()
  await chooseGroup(page, 'Hospitals')
  await dialog(page).getByRole('button', { name: 'Assign' }).click()
  await expect(rowOf(page, number)).toContainText('Hospitals')
  await undo.click()
  await expect(rowOf(page, number)).toContainText('Clinics')

  // The account was changed after it was ticked. Undo restores the later group.
  await page.getByRole('checkbox', { name: `Select account ${number}` }).check()
  await ask(page, `/account-svc/api/v1/Group/UpdateMultipleAccounts/${bulkIds.damai}`, { data: [{ accountNo: number, groupId: '' }] })
  await expect(rowOf(page, number)).not.toContainText('Clinics')
  await page.getByRole('button', { name: 'Assign to a group' }).click()
  await chooseGroup(page, 'Hospitals')
  await dialog(page).getByRole('button', { name: 'Assign' }).click()
  await expect(rowOf(page, number)).toContainText('Hospitals')
  await undo.click()
  await expect(rowOf(page, number)).not.toContainText(/Clinics|Hospitals/)
  await ask(page, `/account-svc/api/v1/Group/UpdateMultipleAccounts/${bulkIds.damai}`, {
    data: [{ accountNo: number, groupId: one?.groupId }],
  })
  await expect(rowOf(page, number)).toContainText('Clinics')
  // An action of the row's own menu may remove it from the list, so it unticks the row.
  await page.getByRole('checkbox', { name: `Select account ${number}` }).check()
  await act(page, `account ${number}`, 'Assign to a group')
  await chooseGroup(page, 'Hospitals')
  await dialog(page).getByRole('button', { name: 'Assign' }).click()
  await expect(rowOf(page, number)).toContainText('Hospitals')
  await expect(page.getByRole('checkbox', { name: `Select account ${number}` })).not.toBeChecked()
  await undo.click()
  await expect(rowOf(page, number)).toContainText('Clinics')
})

test('undo restores the cost centres of many accounts', async ({ as }) => {
  const page = await as(people.hotels)
  const code = `UNDO${test.info().retry}`
  const costCentres = (call: string) => `/portal/api/v1/CostCentres/${call}/${bulkIds.rimba}`
  await ask(page, costCentres('Save'), { code, name: 'By mistake', isActive: true, isNew: true })
  const uncoded = async () => (await ask<{ total: number }>(page, costCentres('Uncoded'), { recordCount: 1 })).total
  const before = await uncoded()
  await page.goto('/manageAccount/costCentres/uncoded')
  await page.getByRole('checkbox', { name: 'Select all shown' }).click({ force: true })
  await page.getByRole('button', { name: 'Set cost centres' }).click()
  const centre = dialog(page).getByRole('combobox', { name: 'Cost centre' })
  await centre.fill(code)
  await expect(page.getByRole('option', { name: new RegExp(`^${code}`) })).toBeVisible()
  await centre.press('ArrowDown')
  await expect(centre).toHaveAttribute('aria-activedescendant', /./)
  await centre.press('Enter')
  await dialog(page).getByLabel('Ledger account').fill('6100')
  await dialog(page).getByRole('button', { name: 'Set cost centres' }).click()
  await expect(page.getByText(/^\d+ accounts have their cost centres$/)).toBeVisible()
  expect(await uncoded()).toBeLessThan(before)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
  await expect.poll(uncoded).toBe(before)
  await ask(page, costCentres('Remove'), { code })
})

test('one message is shown at a time, and none over a dialogue or the bar', async ({ as }) => {
  const page = await as(people.hotels)
  const undo = page.getByRole('button', { name: 'Undo' })
  const messages = page.getByRole('region', { name: 'Notifications' })
  const rename = async (from: string, to: string) => {
    await act(page, from, 'Rename')
    await dialog(page).getByLabel('Group name').fill(to)
    await dialog(page).getByRole('button', { name: 'Save name' }).click()
    await expect(rowOf(page, to)).toHaveCount(1)
  }
  await page.goto('/manageAccount/groups')
  await rename('City', 'City one')
  await expect(undo).toBeVisible()
  await act(page, 'City one', 'Rename')
  await expect(dialog(page)).toBeVisible()
  await expect(undo).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(undo).toBeVisible()
  await rename('City one', 'City two')
  // The newest change can be undone first, then the one before it.
  await expect(undo).toHaveCount(1)
  await undo.click()
  await expect(rowOf(page, 'City one')).toHaveCount(1)
  await undo.click()
  await expect(rowOf(page, 'City')).toHaveCount(1)

  // Messages stay under the pointer.
  await page.mouse.move(0, 0)
  await expect(messages.locator('[data-tone]')).toHaveCount(0)
  await page.route('**/SetUserPreference', (route) => route.abort())
  await goTo(page, '/manageAccount')
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await page.getByRole('button', { name: /^Signed in as/ }).click()
  await page.getByRole('menuitem', { name: /Dark/ }).click()
  const message = messages.locator('[data-tone]')
  await expect(message).toBeVisible()
  const [over, under] = [await message.boundingBox(), await page.getByRole('region', { name: 'Selection' }).locator('> div').boundingBox()]
  expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(under?.y ?? 0)
})

test('a workbook: mistyped digits, missing accounts, pasted and removed rows', async ({ as }) => {
  const page = await as(people.hospitals)
  const profile = await page.request.get(`/account-svc/api/v1/BulkProfile/GetProfile/${bulkIds.damai}`, {
    headers: { 'X-Session': 'cookie' },
  })
  const { registrationNo } = ((await profile.json()) as { Data: { details: { registrationNo: string } } }).Data.details
  const own = ['218700000011', '218700000122', '218700000233', '218700000344']
  await deliver(
    'accounts',
    own.map((no) => `${no},${registrationNo},Teraju,"No. 1, Jalan Ujian",Shah Alam,40000,Selangor,Commercial,Low Voltage General,active`),
  )
  await page.goto('/manageAccount/add?by=workbook')
  await page.getByLabel('Choose a workbook').setInputFiles({
    name: 'Hospitals.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbook([
      [own[0] ?? '', 'ONE'],
      ['218700000172', 'DIGIT'],
      ['', 'BLANK'],
    ]),
  })
  await expect(page.getByText('From Hospitals.xlsx')).toBeVisible()
  await page.getByRole('button', { name: `Did you mean ${own[1]}?` }).click()
  await expect(page.getByLabel('Account number, row 2')).toHaveValue(own[1] ?? '')
  await expect(page.getByText('2 accounts of your company are not in this list')).toBeVisible()

  // Pasting a spreadsheet column fills this row and those below, and adds rows.
  await page.getByLabel('Account number, row 3').evaluate((field, text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, `${own[2]}\tPASTED\n${own[3]}\n`)
  await expect(page.getByLabel('Account number, row 3')).toHaveValue(own[2] ?? '')
  await expect(page.getByLabel('Reference ID, row 3')).toHaveValue('PASTED')
  await expect(page.getByLabel('Account number, row 4')).toHaveValue(own[3] ?? '')
  await expect(page.getByText(/of your company (is|are) not in this list/)).toHaveCount(0)

  await page.getByRole('button', { name: `Remove account ${own[1]}` }).click()
  await expect(page.getByText('1 account of your company is not in this list')).toBeVisible()
  await expect(page.getByLabel('Account number, row 2')).toHaveValue(own[2] ?? '')
  await expect(page.getByText(`Row ${own[1]} removed`, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByLabel('Account number, row 2')).toHaveValue(own[1] ?? '')
  // Undo also reverts the paste before it.
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Account number, row 3')).toHaveValue('')
  await expect(page.getByLabel('Account number, row 4')).toHaveCount(0)

  // Ctrl-Z and redo work cell by cell, and typed text is reverted first.
  const second = page.getByLabel('Account number, row 2')
  await second.fill(own[3] ?? '')
  await second.press('Control+z')
  await expect(second).toHaveValue(own[1] ?? '')
  await second.fill(own[3] ?? '')
  await second.press('Enter')
  await second.press('Control+z')
  await expect(second).toHaveValue(own[1] ?? '')
  await second.press('Control+Shift+z')
  await expect(second).toHaveValue(own[3] ?? '')
  await second.press('Control+z')
  await page.getByRole('button', { name: 'Add row' }).press('Enter')
  await page.getByLabel('Account number, row 1').press('Control+z')
  await expect(page.getByLabel('Account number, row 4')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body), 'the focus is somewhere').toBe(false)

  // The grid stays when its last row is removed, so that the removal can be undone.
  const rows = page.getByLabel(/^Account number, row/)
  for (const left of [2, 1, 0]) {
    await page
      .getByRole('button', { name: /^Remove account/ })
      .first()
      .click()
    await expect(rows).toHaveCount(left)
  }
  await expect(page.getByText('There are no accounts in the table')).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body), 'the focus is somewhere').toBe(false)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(rows).toHaveCount(1)
  const add = page.getByRole('button', { name: 'Add row' })
  await add.press('Control+z')
  await expect(rows).toHaveCount(0)
  for (const left of [1, 2, 3]) {
    await add.press('Control+z')
    await expect(rows).toHaveCount(left)
  }
})
