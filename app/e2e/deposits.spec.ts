/** Deposits: the sums of the API, the orders, guarantees that expire, and the card on the account's page. */
import { findings } from './axe'
import { bulkIds } from './bills'
import { tabLink } from './mainMenu'
import { title } from './pay'
import { ask, expect, people, quiet, test } from './people'

interface Deposits {
  rows: { items: { accountNo: string; expiresSoon: boolean }[]; total: number }
  held: string
  excess: string
  expiring: number
}

const ringgit = (amount: string) => Number(amount).toLocaleString('en', { minimumFractionDigits: 2 })

test('a user sees what can be asked for, and which guarantees expire', async ({ as }) => {
  const page = await as(people.viewer)
  const asked = (more: Record<string, unknown> = {}) => ask<Deposits>(page, `/portal/api/v1/Deposits/GetDeposits/${bulkIds.sinar}`, more)
  const { rows, held, excess, expiring } = await asked()
  expect(Number(excess)).toBeGreaterThan(0)
  expect(expiring).toBeGreaterThan(0)

  await page.goto('/manageAccount')
  await tabLink(page, 'Accounts', 'Deposits').click()
  await quiet(page)
  await expect(title(page)).toHaveText('Deposits')
  await expect(page.getByRole('link', { name: 'Held by the utility' })).toContainText(ringgit(held))
  await expect(page.getByRole('link', { name: 'You may ask for' })).toContainText(ringgit(excess))
  const first = page.getByRole('row').filter({ hasText: rows.items[0]?.accountNo ?? '' })
  await expect(first).toContainText('You may ask the utility for')
  expect(await findings(page)).toEqual([])

  // The figure of guarantees orders the list by their last day.
  await page.getByRole('link', { name: 'Guarantees that expire' }).click()
  await expect(page).toHaveURL(/sort=expiresOn/)
  const [next] = (await asked({ sort: { by: 'expiresOn' } })).rows.items
  expect(next?.expiresSoon).toBe(true)
  const row = page.getByRole('row').filter({ hasText: next?.accountNo ?? '' })
  await expect(row).toContainText('Expires soon')

  await row.getByRole('link', { name: next?.accountNo ?? '' }).click()
  await expect(page.getByRole('heading', { name: 'Deposit', exact: true })).toBeVisible()
})
