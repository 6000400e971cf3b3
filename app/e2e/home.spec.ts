/** Home: pending items come first, every figure links to a list with the same total, and each role sees its own part. */

import type { Page } from '@playwright/test'
import { findings } from './axe'
import { bulkIds } from './bills'
import { escapeDialog } from './dialogs'
import { answerWith } from './gate'
import { mainMenu } from './mainMenu'
import { ask, blockEventStream, expect, inAll, people, quiet, test } from './people'

interface Figure {
  bills: number
  amount: string
}
interface Home {
  bills: {
    overdue: Figure
    pastDue: Figure
    dueSoon: Figure
    dueIn14Days: Figure
    dueIn30Days: Figure
    owed: { payableBills: number; billsInPayment: number }
    charges: Figure
    latest: { payableBills: number }
  }
  payments: { actionRequired: number; processing: number; unsuccessful: number }
  queries: { open: number; answered: number }
  accounts: { total: number; inactive: number; errors: number }
  invitations: number | null
}

const homeOf = (page: Page) => ask<Home>(page, `/portal/api/v1/Home/${bulkIds.sinar}`)
const costsOf = async (page: Page) => {
  const { costs } = await ask<{ costs: { states: { state: string; stateCode: string | null }[] } }>(
    page,
    `/portal/api/v1/Bills/Costliest/${bulkIds.sinar}`,
    {},
  )
  return costs
}
const main = (page: Page) => page.getByRole('main')
const todayOf = (page: Page) => page.getByRole('region', { name: 'To do today' })
const shown = (count: number) => count.toLocaleString('en')

const goHome = (page: Page) => mainMenu(page).getByRole('link', { name: 'Home' }).click()

/** Follows a link on Home, and checks the number in the caption of the list. */
async function leadsTo(page: Page, name: RegExp, caption: RegExp, within = main(page)) {
  await goHome(page)
  await within.getByRole('link', { name }).click()
  await expect(page.getByRole('region', { name: caption })).toBeVisible()
}

test('every figure and line on Home links to a list with the same number', async ({ as }) => {
  const page = await as(people.master)
  const { bills, payments, queries, accounts } = await homeOf(page)
  const bare = (count: number, one: string, more = '') => new RegExp(`^${shown(count)} ${one}s?${more}$`)
  await page.goto('/home')
  await leadsTo(page, /^Can be paid/, bare(bills.owed.payableBills, 'bill', ' can be paid'))
  await leadsTo(page, /^Outstanding charges/, bare(bills.charges.bills, 'bill', ' with earlier charges can be paid'))
  for (const [name, { bills: count }] of [
    [/^1 to 30 days late/, bills.pastDue],
    [/^Due within 7 days/, bills.dueSoon],
    // The lines do not overlap: each has the bills that the one above does not have.
    [/^Due in 8 to 14 days/, { bills: bills.dueIn14Days.bills - bills.dueSoon.bills }],
    [/^Due in 15 to 30 days/, { bills: bills.dueIn30Days.bills - bills.dueIn14Days.bills }],
  ] as const)
    if (count > 0) await leadsTo(page, name, bare(count, 'bill', ' can be paid'), todayOf(page))
  await leadsTo(page, /^Electricity accounts/, bare(accounts.total, 'account'))
  // The demo may have no inactive accounts.
  if (accounts.inactive > 0) await leadsTo(page, /^Inactive accounts/, bare(accounts.inactive, 'matching account'))
  await goHome(page)
  await expect(main(page).getByRole('link', { name: /^Inactive accounts/ })).toHaveAttribute('href', '/manageAccount?active=false')
  const inProgress = payments.processing + payments.actionRequired
  await leadsTo(page, /payments? in progress/, bare(inProgress, 'matching payment'))
  // The number of bills covers all live payments, including those that await the customer.
  await goHome(page)
  await expect(main(page).getByRole('link', { name: /payments? in progress/ })).toHaveText(
    new RegExp(`^${shown(inProgress)} payments? in progress: ${shown(bills.owed.billsInPayment)} bill`),
  )
  await leadsTo(page, /^Unsuccessful payments/, bare(payments.unsuccessful, 'matching payment'))
  await leadsTo(page, /^Payments needing action/, bare(payments.actionRequired, 'matching payment'), todayOf(page))
  // Another journey may open a query at the same time, which the line counts, too.
  expect(queries.answered).toBeGreaterThan(0)
  await goHome(page)
  await todayOf(page)
    .getByRole('link', { name: /^Queries about bills ?1 answer to read · \d+ not answered yet/ })
    .click()
  await expect(page.getByRole('region', { name: /^\d+ open queries$/ })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Answered' })).toHaveCount(1)
  const { states } = await costsOf(page)
  const [most] = states
  if (!most) throw new Error('the demo has no costs by state')
  await goHome(page)
  await main(page)
    .getByRole('list', { name: /^Cost of \w{3} \d{4} by state/ })
    .getByRole('link', { name: new RegExp(`^${most.state} `) })
    .click()
  await expect(page).toHaveURL(/state=/)
  // A tile of the map leads to the list of its state, too.
  const coded = states.find(({ stateCode }) => stateCode !== null)
  await goHome(page)
  await main(page)
    .locator('[aria-hidden] a', { hasText: coded?.stateCode ?? '' })
    .click()
  await expect(page).toHaveURL(new RegExp(`state=${encodeURIComponent(coded?.state ?? '').replace('%20', '(%20|\\+)')}`))
  // Another journey may have paid all bills of the batch.
  if (bills.latest.payableBills > 0) await leadsTo(page, /^View bills$/, bare(bills.latest.payableBills, 'bill', ' can be paid'))
})

test('Home needs one small request', async ({ as }) => {
  const page = await as(people.master)
  await blockEventStream(page)
  const requests: string[] = []
  let bytes = 0
  page.on('request', (request) => {
    if (/-svc\/|\/portal\/api\//.test(request.url()) && request.resourceType() !== 'eventsource')
      requests.push(new URL(request.url()).pathname)
  })
  page.on('response', async (response) => {
    if (response.url().includes('/portal/api/v1/Home/')) bytes = (await response.request().sizes()).responseBodySize
  })
  await page.goto('/home')
  await expect(todayOf(page)).toBeVisible()
  await quiet(page)
  const ofFrame =
    /GetUserProfile|GetUserPreferences|RefreshToken|\/Portal$|GetTaggingProgress|GetCompanyName|\/Downloads$|\/LiteLogs\/3$|\/Announcements$/
  // Charts, the late bills without those on hold, the numbers of findings, proposals and payment groups, and the Master's steps load by separate calls, after the page is usable.
  const ofCharts = /\/CostByMonth\/|\/Costliest\/|\/Findings\/Summary\/|\/Proposals\/GetProposals\/|\/Payments\/Groups\/|\/Bills\/Count\//
  const ofSteps = /\/Factors$|\/Approvals\/Policy\/|\/Accounting\/Profiles\/|\/CostCentres\/Uncoded\//
  expect(requests.filter((path) => ![ofFrame, ofCharts, ofSteps].some((known) => known.test(path)))).toEqual([
    `/portal/api/v1/Home/${bulkIds.sinar}`,
  ])
  expect(bytes).toBeGreaterThan(200)
  expect(bytes).toBeLessThan(6_144)
})

test('the Master sees what is not set up, does a step in place, and hides one that is not needed', async ({ as }) => {
  const page = await as(people.master)
  const card = page.getByRole('region', { name: 'Set up' })
  const approval = card.getByRole('listitem').filter({ hasText: 'Payments need no approval' })
  await page.goto('/home')
  await card.getByRole('button', { name: 'Set up two-factor authentication' }).click()
  const setUp = page.getByRole('dialog', { name: 'Set up two-factor authentication' })
  await expect(setUp.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await escapeDialog(page)
  await expect(setUp).toBeHidden()
  await expect(approval.getByRole('link', { name: 'Set a policy' })).toHaveAttribute('href', '/billPayment/proposals/policy?open=edit')

  await approval.getByRole('button', { name: 'Approval is not needed' }).click()
  await expect(approval).toHaveCount(0)
  const accounting = card.getByRole('link', { name: 'Choose your program' })
  await card.getByRole('button', { name: 'An export to accounting is not needed' }).click()
  await expect(accounting).toHaveCount(0)
  // Undo of the earlier step leaves the later one hidden.
  const messages = page.getByRole('region', { name: 'Notifications' })
  await messages.getByRole('button', { name: 'Close' }).click()
  await messages.getByRole('button', { name: 'Undo' }).click()
  await expect(approval).toHaveCount(1)
  await expect(accounting).toHaveCount(0)
  await page.reload()
  await expect(approval).toHaveCount(1)
  await expect(accounting).toHaveCount(0)
  // Members do not see it.
  const payer = await as(people.payer)
  await payer.goto('/home')
  await expect(todayOf(payer)).toBeVisible()
  await quiet(payer)
  await expect(payer.getByRole('region', { name: 'Set up' })).toHaveCount(0)
})

test('a viewer sees overdue bills without a button to pay them, and the chart as a table by keyboard', async ({ as }) => {
  const page = await as(people.viewer)
  const { bills, invitations } = await homeOf(page)
  expect(invitations).toBeNull()
  await page.goto('/home')
  await expect(
    todayOf(page).getByRole('link', { name: new RegExp(`^Overdue \\(over 30 days late\\) ?${shown(bills.overdue.bills)} bills`) }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Review and pay' })).toHaveCount(0)
  await expect(todayOf(page).getByText('Invitations')).toHaveCount(0)

  // The chart has a summary sentence.
  const chart = main(page).getByRole('img', { name: /^In \w{3} \d{4} the bills totalled RM/ })
  await expect(chart).toBeVisible()
  const months = page.getByRole('region', { name: 'Bills and payments, six months' })
  await months.getByRole('radio', { name: 'Chart' }).focus()
  await page.keyboard.press('ArrowRight')
  const reached = months.getByRole('radio', { name: 'Table' })
  await expect(reached).toBeFocused()
  expect(await reached.evaluate((view) => getComputedStyle(view).outlineStyle), 'the focus is visible').toBe('solid')
  await page.keyboard.press('Enter')
  await expect(chart).toHaveCount(0)
  const table = main(page).getByRole('table', { name: 'Bills and payments, six months' })
  await expect(table.getByRole('row')).toHaveCount(7)
  // A month links to its payments, including its last day.
  const link = table.getByRole('link', { name: /payments? paid in/ }).first()
  const count = (await link.textContent()) ?? ''
  await link.click()
  await expect(page.getByRole('region', { name: new RegExp(`^${count} matching payments?$`) })).toBeVisible()
})

test('without a company or an account, Home shows the next step', async ({ as }) => {
  const newcomer = await as(people.newcomer)
  await newcomer.goto('/home')
  await expect(main(newcomer).getByRole('link', { name: 'Register a bulk account' })).toBeVisible()
  await expect(todayOf(newcomer)).toHaveCount(0)

  // Answers as for a user whose company has no account.
  const page = await as(people.master)
  await page.route('**/GetUserProfile', (route) => answerWith(route, () => ({ hasValidContractAccount: false })))
  await page.goto('/home')
  await expect(main(page)).toContainText('Your bulk account needs at least one electricity account without errors')
  await expect(main(page).getByRole('link').first()).toBeVisible()
  await expect(todayOf(page)).toHaveCount(0)
})

test('a failed request on Home shows an error and a retry', async ({ as }) => {
  const page = await as(people.payer)
  await blockEventStream(page)
  let isBroken = true
  await page.route('**/portal/api/v1/Home/**', (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { Data: null, Error: { code: 'internal', errorMessage: 'It broke.' } } })
      : route.continue(),
  )
  await page.goto('/home')
  await expect(main(page).getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 15_000 })
  isBroken = false
  await main(page).getByRole('button', { name: 'Try again' }).click()
  await expect(todayOf(page)).toBeVisible()
})

test('Home in Malay', inAll, async ({ as }) => {
  const page = await as(people.master, { locale: 'ms-MY' })
  await page.goto('/home')
  await expect(page.getByRole('region', { name: 'Tindakan hari ini' })).toBeVisible()
  await expect(main(page).getByRole('link', { name: /^Akaun tidak aktif/ })).toBeVisible()
  await expect(main(page).getByRole('img', { name: /^Pada \w{3} \d{4} bil berjumlah RM/ })).toBeVisible()
})
