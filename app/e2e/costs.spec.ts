/** Cost centres: adding them, coding 2,000 accounts by workbook, dividing one account, and the report. */
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { bulkIds } from './bills'
import { dialog } from './dialogs'
import { openInMenu, tabLink } from './mainMenu'
import { title } from './pay'
import { ask, expect, people, quiet, test } from './people'
import { goTo } from './walk'
import { workbook } from './workbook'

interface Report {
  total: string
  centres: { code: string | null; cost: string }[]
}

const ringgit = (amount: string) => `RM\u00a0${Number(amount).toLocaleString('en', { minimumFractionDigits: 2 })}`

const path = (call: string) => `/portal/api/v1/CostCentres/${call}/${bulkIds.sinar}`

/** Returns all rows of a list. */
async function all<Row>(page: Page, address: string): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null | undefined
  do {
    const found = await ask<{ items: Row[]; next: string | null }>(page, address, { recordCount: 1000, cursor })
    rows.push(...found.items)
    cursor = found.next
  } while (cursor)
  return rows
}

/** Removes all codings and cost centres: those of the demo, and those of an earlier run. */
async function reset(page: Page) {
  const centres = await all<{ code: string }>(page, path('List'))
  if (centres.length === 0) return
  const accounts = await all<{ accountNo: string }>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.sinar}`)
  for (let first = 0; first < accounts.length; first += 10_000)
    await ask(page, path('SetCodings'), {
      accounts: accounts.slice(first, first + 10_000).map(({ accountNo }) => ({ accountNo, periods: [] })),
    })
  const { groups } = await ask<{ groups: { groupId: string }[] }>(page, path('Groups'), {})
  for (const { groupId } of groups) await ask(page, path('SetGroup'), { groupId, parts: [] })
  for (const { code } of centres) await ask(page, path('Remove'), { code })
}

test('2,000 accounts are coded by workbook, one is divided on its page, and the report shows every sen', async ({ as }) => {
  test.slow()
  const page = await as(people.keeper)

  await reset(page)

  // Cost centres are added in a dialogue. An invalid code is refused at its field.
  await page.goto('/manageAccount')
  await tabLink(page, 'Accounts', 'Cost centres').click()
  await expect(page.getByText('No cost centres yet')).toBeVisible()
  for (const [code, name] of [
    ['plant-1', 'Plant 1'],
    ['HQ', 'Head office'],
  ] as const) {
    await page.getByRole('button', { name: 'Add cost centre' }).first().click()
    const form = dialog(page)
    await form.getByLabel('Code').fill('=1+1')
    await form.getByLabel('Name').fill(name)
    await form.getByRole('button', { name: 'Add cost centre' }).click()
    await expect(form.getByRole('alert').filter({ hasText: 'letters, digits, dots' }).first()).toBeVisible()
    await form.getByLabel('Code').fill(code)
    await form.getByRole('button', { name: 'Add cost centre' }).click()
    await expect(form).toBeHidden()
  }
  await expect(page.getByRole('row').filter({ hasText: 'PLANT-1' })).toBeVisible()

  // A workbook with an invalid row saves nothing. The corrected workbook codes all accounts.
  await tabLink(page, 'Cost centres', 'Without cost centre').click()
  await expect(page.getByRole('region', { name: /accounts$/ })).toBeVisible()
  const uncoded = async () => (await all<{ accountNo: string }>(page, path('Uncoded'))).map(({ accountNo }) => accountNo)
  // Other journeys may add accounts at the same time.
  const accounts = (await uncoded()).slice(0, 2_000)
  expect(accounts.length).toBe(2_000)
  await page.getByRole('button', { name: 'By workbook' }).click()
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Download workbook' }).click()
  expect((await download).suggestedFilename()).toBe('Cost centres.xlsx')
  const rows = (wrong: string) =>
    accounts.map((accountNo, place): string[] => [accountNo, '2020-01-01', '', place === 3 ? wrong : 'PLANT-1', '100', '6100-01'])
  const choose = (wrong: string, hidden: readonly number[] = []) =>
    dialog(page)
      .getByLabel('Workbook')
      .setInputFiles({
        name: 'codings.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        buffer: workbook(rows(wrong), ['Account number', 'First day', 'Last day', 'Cost centre', 'Share', 'Ledger account'], hidden),
      })
  await choose('NOWHERE')
  await expect(dialog(page).getByRole('row').filter({ hasText: 'There is no active cost centre with the code NOWHERE.' })).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Save accounts' })).toHaveAttribute('aria-disabled', 'true')
  expect(await findings(page)).toEqual([])
  await choose('HQ', [3, 4])
  await expect(dialog(page).getByText('Hidden rows in this workbook (2): 3–4.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Include them' }).click()
  await dialog(page).getByRole('button', { name: 'Save 2,000 accounts' }).click()
  await expect(dialog(page)).toBeHidden({ timeout: 30_000 })
  const left = new Set(await uncoded())
  expect(accounts.filter((accountNo) => left.has(accountNo))).toEqual([])

  // One account is divided on its page. Shares that do not add up to 100 % are refused.
  const [account = ''] = accounts
  await page.goto(`/manageAccount/accounts/${account}`)
  await page.getByRole('button', { name: 'Change cost centres' }).click()
  const form = dialog(page)
  await form.getByLabel('Share').fill('33.33')
  await form.getByRole('button', { name: 'Save cost centres' }).click()
  await expect(form.getByText('The shares add up to 33.33%. They must add up to 100%.').first()).toBeVisible()
  await form.getByRole('button', { name: 'Add another cost centre' }).click()
  const second = form.getByRole('group', { name: 'Cost centre 2' })
  // In the middle of the window, because the open list would close when the dialogue scrolls.
  const centre = second.getByRole('combobox', { name: 'Cost centre' })
  await centre.evaluate((field) => field.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await centre.fill('hq')
  await centre.press('Tab')
  await expect(centre).toHaveValue('HQ Head office')
  await second.getByLabel('Share').fill('66.67')
  await second.getByLabel('Ledger account').fill('6200')
  await expect(form.getByText('Total: 100%')).toBeVisible()
  await form.getByRole('button', { name: 'Save cost centres' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('66.67% HQ Head office (6200)')).toBeVisible()

  // A cost centre that is used is not removed.
  await goTo(page, '/manageAccount/costCentres?open=remove&centre=HQ')
  await expect(
    dialog(page)
      .getByText(/^In use \(accounts: 2, groups: 0\)/)
      .first(),
  ).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Keep' }).click()

  // The total of the report equals the bills to the sen, in the chart and in the table.
  const { total, centres } = await ask<Report>(page, path('Report'), {})
  expect(centres.map(({ code }) => code)).toEqual(expect.arrayContaining(['HQ', 'PLANT-1']))
  const sen = (amount: string) => Math.round(Number(amount) * 100)
  expect(centres.reduce((sum, { cost }) => sum + sen(cost), 0)).toBe(sen(total))
  await openInMenu(page, 'Reports', 'Cost')
  await quiet(page)
  await expect(title(page)).toHaveText('Report by cost centre')
  const sums = page.getByRole('table', { name: 'By cost centre' })
  await expect(sums.getByRole('row').filter({ hasText: 'HQ' })).toContainText(
    ringgit(centres.find(({ code }) => code === 'HQ')?.cost ?? ''),
  )
  await expect(sums.getByRole('row').last()).toContainText(ringgit(total))
  const slider = page.getByRole('slider', { name: 'Month' })
  const before = await slider.getAttribute('aria-valuetext')
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(slider).not.toHaveAttribute('aria-valuetext', before ?? '')

  // A period of too many months is refused with a sentence.
  await goTo(page, '/manageAccount/costCentres/report?from=2024-01-01&to=2026-01-01')
  await expect(page.getByText('A report covers at most 12 months').first()).toBeVisible()
})
