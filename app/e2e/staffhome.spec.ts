/** Staff's home: pending items by role, oldest first, with links to their lists. */
import type { Page } from '@playwright/test'
import { feed, numbersFrom } from './accounts'
import { findings } from './axe'
import { mainMenu } from './mainMenu'
import { expect, people, quiet, test } from './people'
import { apply } from './review'

interface Waiting {
  count: number
  since: string | null
}
type Kind = 'payments' | 'reconciling' | 'registrations' | 'asked' | 'accounts' | 'gateway'
type Home = Record<Kind, Waiting | null> & { jobs: Waiting; emails: Waiting; people: { total: number; invited: Waiting } | null }

async function homeOf(page: Page): Promise<Home> {
  const answer = await page.request.get('/portal/api/v1/StaffHome', { headers: { 'X-Session': 'cookie' } })
  return ((await answer.json()) as { Data: Home }).Data
}

const waiting = (page: Page) => page.getByRole('region', { name: 'Needs attention' })
const standing = (page: Page) => page.getByRole('region', { name: 'Overview' })
const shown = (count: number) => count.toLocaleString('en')

/** Checks that a line links to a list with the same number. Retries until both agree, because other journeys change the number. */
async function leadsTo(page: Page, name: RegExp, of: (home: Home) => Waiting | null | undefined, caption: string) {
  await expect(async () => {
    await mainMenu(page).getByRole('link', { name: 'Home', exact: true }).click()
    const link = page.getByRole('main').getByRole('link', { name })
    await expect(link).toBeVisible({ timeout: 5_000 })
    await link.click()
    const count = of(await homeOf(page))?.count ?? 0
    const matching = new RegExp(`^${shown(count)} ${caption}$`)
    await expect(page.getByRole('region', { name: matching })).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}

/** Checks that the line with the oldest pending item comes first. */
async function isOldestFirst(page: Page) {
  const labels: [string, (home: Home) => Waiting | null | undefined][] = [
    ['Payments to approve', ({ payments }) => payments],
    ['Registrations to approve', ({ registrations }) => registrations],
    ['Accounts that could not be added', ({ accounts }) => accounts],
    ['FPX payments that need attention', ({ gateway }) => gateway],
    ['Jobs that failed', ({ jobs }) => jobs],
    ['E-mails that were not sent', ({ emails }) => emails],
    ['Invitations not accepted yet', (home) => home.people?.invited],
  ]
  await page.goto('/admin')
  await expect(waiting(page).getByRole('listitem').first()).toBeVisible()
  await quiet(page)
  const home = await homeOf(page)
  const all = await waiting(page).getByRole('listitem').allTextContents()
  // Items with a deadline come first. Journeys about personal data and about queries make them.
  const due = all.filter((line) => /^(Breaches to notify|Requests about personal data|Queries to answer)/.test(line))
  expect(all.slice(0, due.length)).toEqual(due)
  const lines = all.slice(due.length)
  const expected = labels
    .map(([label, of]) => ({ label, since: of(home)?.since }))
    .filter(({ since }) => since)
    .sort((one, other) => (String(one.since) < String(other.since) ? -1 : 1))
  expect(lines.map((line) => expected.find(({ label }) => line.startsWith(label))?.label)).toEqual(expected.map(({ label }) => label))
  for (const line of lines) expect(line).toMatch(/, oldest (less than an hour|\d+ (hours?|days?))/)
}

test('PCCR: every pending item links to its list, and the page updates', async ({ as }) => {
  const page = await as(people.pccr)
  await isOldestFirst(page)
  await leadsTo(page, /^Payments to approve/, ({ payments }) => payments, 'payments?( waiting)?.*')
  await leadsTo(page, /^Registrations to approve/, ({ registrations }) => registrations, 'matching applications?')
  await leadsTo(page, /^Accounts that could not be added/, ({ accounts }) => accounts, '.*accounts?.*')
  await leadsTo(page, /^Invitations not accepted yet/, (home) => home.people?.invited, 'matching .*')
  await leadsTo(page, /^Payments awaiting customers/, ({ reconciling }) => reconciling, 'matching payments?')
  await leadsTo(page, /^Applications awaiting customers/, ({ asked }) => asked, 'matching applications?')

  await mainMenu(page).getByRole('link', { name: 'Home', exact: true }).click()
  const before = (await homeOf(page)).registrations?.count ?? 0
  const { retry } = test.info()
  const [account = ''] = numbersFrom(217_900_000_000 + retry, 1)
  await feed([account])
  await apply(await as(null), 'Meja Kakitangan Sdn Bhd', `2031010${retry}0091`, [account])
  const line = waiting(page).getByRole('link', { name: /^Registrations to approve/ })
  // Other journeys may apply at the same time.
  await expect
    .poll(async () => Number(/(\d+) applications?/.exec((await line.textContent()) ?? '')?.[1]), { timeout: 30_000 })
    .toBeGreaterThan(before)
})

test('GLB reads the same lists, and cannot act on them', async ({ as }) => {
  const page = await as(people.glb)
  await isOldestFirst(page)
  await waiting(page)
    .getByRole('link', { name: /^Registrations to approve/ })
    .click()
  await page.getByRole('grid').getByRole('link').first().click()
  await expect(page.getByText('Your role can only view it; a PCCR Admin decides.').first()).toBeVisible()
})

test('ICT has its own items, and no figures of payments and companies', async ({ as }) => {
  const page = await as(people.ict)
  await isOldestFirst(page)
  const home = await homeOf(page)
  expect([home.payments, home.reconciling, home.registrations, home.asked]).toEqual([null, null, null, null])
  await expect(page.getByRole('main')).not.toContainText(/Payments to approve|Registrations|with customers/)
  const staff = standing(page).getByRole('link', { name: /^Staff users/ })
  await expect(staff).toContainText(String(home.people?.total ?? ''))
  expect(await findings(page)).toEqual([])
  await staff.click()
  await expect(page).toHaveURL('/admin/manageTnbAdmins')
})
