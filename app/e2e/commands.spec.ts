/** The command menu: Ctrl-K opens screens and records, ? lists the shortcuts, and single-key shortcuts can be turned off. */
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { payable } from './bills'
import { title } from './pay'
import { expect, people, quiet, test } from './people'

/** Returns whether single-key shortcuts are on, as the server stores it. */
async function singleKeys(page: Page) {
  const answer = await page.request.get('/user-svc/api/v1/User/GetUserPreferences')
  return ((await answer.json()) as { Data: { singleKeys: string } }).Data.singleKeys
}

const menu = (page: Page) => page.getByRole('dialog', { name: 'Search the portal' })
const field = (page: Page) => menu(page).getByRole('searchbox', { name: 'Search the portal' })
const option = (page: Page, name: string | RegExp) => menu(page).getByRole('menuitem', { name })

async function open(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

const run = async (page: Page, typed: string, name: string | RegExp) => {
  await open(page)
  await page.keyboard.type(typed)
  await expect(option(page, name)).toBeVisible()
  await option(page, name).click()
  await expect(menu(page)).toBeHidden()
}

test('a screen is found by name and a bill by number, by keyboard, and recent records are listed until the user signs out', async ({
  as,
}) => {
  const page = await as(people.payer)
  await page.goto('/home')
  await quiet(page)
  await open(page)
  await page.keyboard.type('unpaid b')
  await expect(option(page, 'Unpaid bills')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/billPayment\/outstanding/)
  await expect(menu(page)).toBeHidden()

  const [bill] = await payable(page, {})
  if (!bill) throw new Error('no bill')
  await open(page)
  await page.keyboard.insertText(bill.invoiceNo)
  await expect(option(page, new RegExp(bill.invoiceNo))).toBeVisible()
  await expect(menu(page).getByRole('status')).toHaveText('1 match')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/bills/${bill.invoiceNo}`))

  // Without a match a message appears. Escape clears the field, then closes the menu, and the focus returns.
  await open(page)
  await page.keyboard.type('zzzz')
  await expect(menu(page).getByRole('status')).toHaveText('Nothing matches “zzzz”.')
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()

  // Without a connection the search keeps trying and does not report zero matches.
  await open(page)
  await page.context().setOffline(true)
  await page.keyboard.insertText('300000000099')
  await expect(menu(page).getByRole('status')).toHaveText('Searching…')
  await page.context().setOffline(false)
  await expect(menu(page).getByRole('status')).toHaveText('Nothing matches “300000000099”.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()

  // Recently opened records are listed, the last one first.
  await page.goto(`/manageAccount/accounts/${bill.accountNo}`)
  await expect(title(page)).toContainText(bill.accountNo)
  await quiet(page)
  await open(page)
  await expect(option(page, /Account/).first()).toContainText(bill.accountNo)
  await page.keyboard.type('bill')
  await option(page, new RegExp(`${bill.invoiceNo} Bill`)).click()
  await expect(title(page)).toHaveText(`Bill ${bill.invoiceNo}`)
  await run(page, 'sign out', 'Sign out')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('gridbill.recent')))).toEqual([])
})

test('staff find companies, and what waits for them', async ({ as }) => {
  const officer = await as(people.pccr)
  await officer.goto('/admin')
  await quiet(officer)
  await open(officer)
  await officer.keyboard.type('sinar')
  await expect(option(officer, /Sinar Jaya Retail Sdn Bhd 3010000017/)).toBeVisible()
  expect(await findings(officer)).toEqual([])
  await option(officer, /Sinar Jaya Retail Sdn Bhd 3010000017/).click()
  await expect(officer).toHaveURL(/\/admin\/bulkAccounts\/3010000017/)
  await run(officer, 'approve', /^Decide [\d,]+ payments/)
  await expect(officer).toHaveURL('/admin/payments/pending')
  await run(officer, 'mt940', 'Upload a bank statement')
  await expect(officer.getByRole('dialog')).toBeVisible()
})

test('? lists the shortcuts, and single-key shortcuts can be turned off for the user in all browsers', async ({ as }) => {
  const page = await as(people.hotels)
  await page.goto('/manageAccount')
  await quiet(page)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox').first()).toBeFocused()
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toBeVisible()
  expect(await findings(page)).toEqual([])
  const single = keys.getByRole('checkbox', { name: 'Use single-key shortcuts' })
  await single.uncheck()
  await expect.poll(() => singleKeys(page)).toBe('off')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox').first()).not.toBeFocused()
  await page.keyboard.press('?')
  await expect(keys).toBeHidden()

  // The setting also applies in another browser. Ctrl-K still works, and opens the setting.
  const elsewhere = await as(people.hotels)
  await elsewhere.goto('/manageAccount')
  await quiet(elsewhere)
  await elsewhere.keyboard.press('/')
  await expect(elsewhere.getByRole('searchbox').first()).not.toBeFocused()
  await open(elsewhere)
  await elsewhere.keyboard.type('keyboard')
  await elsewhere.keyboard.press('Enter')
  await elsewhere.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByRole('checkbox').check()
  await expect.poll(() => singleKeys(page)).toBe('on')
})

test('a user finds only screens that they may open, and on a phone a button opens the command menu', async ({ as }) => {
  const page = await as(people.viewer)
  await page.goto('/home')
  await quiet(page)
  await open(page)
  await expect(option(page, 'Bill history')).toBeVisible()
  await expect(option(page, 'Users')).toHaveCount(0)
  await expect(option(page, 'Jobs')).toHaveCount(0)
  await expect(option(page, /overdue bill/)).toHaveCount(0)
  await expect(option(page, 'Invite a colleague')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Search the portal' }).click()
  await field(page).fill('statem')
  await option(page, 'Statements').click()
  await expect(title(page)).toHaveText(/Statements/)

  // Other words find a screen, too, in both languages; its place in the menu is next to it.
  await page.setViewportSize({ width: 1280, height: 720 })
  for (const word of ['carbon', 'karbon', 'co2']) {
    await open(page)
    await page.keyboard.type(word)
    await expect(option(page, 'Emissions of electricity')).toContainText('Reports › Emissions')
    await expect(menu(page).getByRole('status')).toHaveText('1 match')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  await open(page)
  await page.keyboard.type('help')
  await expect(option(page, /^Learn more/)).toBeVisible()
  await option(page, /^API documentation/).click()
  await expect(title(page)).toHaveText('API documentation')
})

test('actions run by keyboard', async ({ as }) => {
  const page = await as(people.master)
  await page.goto('/home')
  await quiet(page)
  await open(page)
  await expect(option(page, /^Export this list/)).toHaveCount(0)
  await page.keyboard.type('invite')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/manageUsers\?open=add/)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/billPayment/outstanding')
  await quiet(page)
  const download = page.waitForEvent('download')
  await run(page, 'export csv', 'Export this list as CSV')
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)

  await run(page, 'dark', /^Theme: Dark/)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await run(page, 'theme light', /^Theme: Light/)

  await run(page, 'pay overdue', /^Pay [\d,]+ overdue bills/)
  await expect(title(page)).toHaveText('How do you want to pay?')
})
