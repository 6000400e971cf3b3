/** Cost and consumption of 25 months for an account, a group and on Home, as charts with keyboard support and as tables. */
import type { Page } from '@playwright/test'
import { bulkIds } from './bills'
import { openInMenu } from './mainMenu'
import { ask, expect, people, test } from './people'

interface Month {
  month: string
  bills: number
  cost: string
}

const monthsOf = async (page: Page, only: object) =>
  (await ask<{ months: Month[] }>(page, `/portal/api/v1/Bills/CostByMonth/${bulkIds.sinar}`, only)).months
const ringgit = (amount: string) => `RM\u00a0${Number(amount).toLocaleString('en', { minimumFractionDigits: 2 })}`
const card = (page: Page) => page.getByRole('region', { name: 'Cost and use' })

test('the cost of an account is read month by month by keyboard, as chart and as table', async ({ as }) => {
  const page = await as(people.viewer)
  const { items } = await ask<{ items: { accountNo: string }[] }>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.sinar}`, {})
  const accountNo = items[0]?.accountNo ?? ''
  const months = await monthsOf(page, { accountNo })
  const full = months.at(-2)
  await page.goto(`/manageAccount/accounts/${accountNo}`)
  const slider = card(page).getByRole('slider', { name: 'Cost by month' })
  // The demo has bills of 25 months, so the card does not name a first month.
  expect(months.filter(({ bills }) => bills > 0).length).toBeGreaterThanOrEqual(24)
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`${ringgit(full?.cost ?? '')}`))
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(ringgit(months.at(-3)?.cost ?? '')))
  await expect(card(page).getByText(ringgit(months.at(-3)?.cost ?? ''), { exact: true })).toBeVisible()
  await card(page).getByRole('radio', { name: 'Table' }).click()
  const rows = card(page).getByRole('table', { name: 'Cost and use' }).getByRole('row')
  await expect(rows).toHaveCount(1 + months.length - months.findIndex(({ bills }) => bills > 0))
  await expect(rows.nth(2)).toContainText(ringgit(full?.cost ?? ''))
  // The account's last bills are listed, each with its status.
  await expect(page.getByRole('list', { name: 'Last bills' }).getByRole('link').first()).toContainText(/Payment|Paid|No Action/)

  // Home lists the accounts with the highest cost and the steepest rise.
  const { costs } = await ask<{ costs: { dearest: { accountNo: string; cost: string }[]; rising: { accountNo: string; rise: string }[] } }>(
    page,
    `/portal/api/v1/Bills/Costliest/${bulkIds.sinar}`,
    {},
  )
  await openInMenu(page, 'Home')
  const dearest = page.getByRole('list', { name: 'Highest-cost accounts' }).getByRole('link')
  await expect(dearest.first()).toContainText(costs.dearest[0]?.accountNo ?? '')
  await expect(dearest.first()).toContainText(ringgit(costs.dearest[0]?.cost ?? ''))
  await page.getByRole('radio', { name: 'Rising fastest' }).click()
  const rising = page.getByRole('list', { name: 'Rising fastest' }).getByRole('link')
  await expect(rising.first()).toContainText(`+${ringgit(costs.rising[0]?.rise ?? '')}`)
  await page.getByRole('radio', { name: 'Highest cost' }).click()
  await dearest.first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Account ${costs.dearest[0]?.accountNo}`)

  // A statement of all accounts is prepared in the background.
  await openInMenu(page, 'Payments', 'Statements')
  await page.getByRole('button', { name: 'Statement of an account, a group or all accounts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Statement of an account, a group or all accounts' })
  await dialog.getByRole('radio', { name: 'Workbook' }).check()
  await dialog.getByRole('button', { name: 'Prepare statement' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/Statement of account \d{10} .*\.xlsx/).first()).toBeVisible()
})

test('an account is paid from its page', async ({ as }) => {
  const page = await as(people.payer)
  const { items } = await ask<{ items: { accountNo: string }[] }>(
    page,
    `/billpayment-svc/api/v1/Bills/GetOutstandingBills/${bulkIds.sinar}`,
    {
      filter: { payable: true },
      recordCount: 1,
    },
  )
  const accountNo = items[0]?.accountNo ?? ''
  await page.goto(`/manageAccount/accounts/${accountNo}`)
  await page.getByRole('button', { name: 'Pay bills' }).click()
  await expect(page).toHaveURL(new RegExp(`/billPayment/outstanding\\?.*search=${accountNo}`))
  await expect(page.getByText(new RegExp(`of account ${accountNo} (is|are) selected`))).toBeVisible()
})
