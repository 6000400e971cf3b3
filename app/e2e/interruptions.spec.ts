/**
 * Interruptions. Announcements: staff write one with a preview, and sign-in and open pages show it. Also a freeze that begins while a form is
 * open, the pages for maintenance and a lost connection, and a database that stops for some seconds. These journeys use their own portal,
 * because an interruption would stop other journeys.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { lastMonths, someOf } from './bills'
import { dialog } from './dialogs'
import { program, root } from './feed'
import { answerWith } from './gate'
import { openInMenu } from './mainMenu'
import { chooseBank, enterNumbers, forThisTry, goToMethod, payButton, review, title, transactionNo } from './pay'
import { ask, expect, people, quiet, test } from './people'

const port = Number(process.env.GRIDBILL_E2E_PORT ?? 8190) + 8
const base = `http://127.0.0.1:${port}`
const { DATABASE_URL: _, ...inherited } = process.env
const data = 'target/e2e-interruptions'
const env = {
  ...inherited,
  GRIDBILL_DATA: data,
  GRIDBILL_LISTEN: `127.0.0.1:${port}`,
  GRIDBILL_SANDBOX_LISTEN: `127.0.0.1:${port + 1}`,
  GRIDBILL_SIGN_INS_PER_ADDRESS: '1000000',
}

const database = (what: 'up' | 'down') => execFileSync(program, ['database', what], { cwd: root, env, stdio: 'pipe' })
const readiness = () =>
  fetch(`${base}/readyz`).then(
    ({ status }) => status,
    () => 0,
  )

let portal: ChildProcess
test.use({ baseURL: base })

test.beforeAll(async () => {
  database('down')
  rmSync(`${root}/${data}`, { recursive: true, force: true })
  // Start the database separately, because the portal stops a database that it started itself.
  database('up')
  portal = spawn(program, ['serve', '--demo'], { cwd: root, env, stdio: 'ignore' })
  await expect.poll(readiness, { timeout: 180_000 }).toBe(200)
})
test.afterAll(async () => {
  await new Promise((done) => {
    portal.once('exit', done)
    portal.kill('SIGTERM')
  })
  database('down')
})

const minute = 60_000
/** Returns day and time on the utility's clock, at +08:00. */
function utilityTime(at: number): [day: string, time: string] {
  const text = new Date(at + 8 * 60 * minute).toISOString()
  return [text.slice(0, 10), text.slice(11, 16)]
}

interface Written {
  announcementId: string
}

/** Returns the entries of the form of an announcement. */
function formOf(from: number, to: number, freezes: string[]) {
  const [[fromDay, fromTime], [toDay, toTime]] = [utilityTime(from), utilityTime(to)]
  const texts = {
    titleEn: 'Tariff upgrade',
    titleMs: 'Naik taraf tarif',
    textEn: 'Some functions rest.',
    textMs: 'Sebahagian fungsi direhatkan.',
  }
  const none = { servicesEn: '', servicesMs: '', returnsDay: '', returnsTime: '', shownDay: '', shownTime: '' }
  return { kind: 'tariffUpgrade', placement: 'everywhere', ...texts, ...none, fromDay, fromTime, toDay, toTime, freezes }
}
/** Publishes an announcement by a call, as a user of ICT. */
const announce = (officer: Page, from: number, to: number, freezes: string[]): Promise<Written> =>
  ask(officer, '/portal/api/v1/Operations/Announcements/Write', { form: formOf(from, to, freezes) })
const withdraw = (officer: Page, { announcementId }: Written, version = 1) =>
  ask(officer, '/portal/api/v1/Operations/Announcements/Withdraw', { announcementId, version })

/** Checks that nothing is wider than a narrow phone. */
async function expectToFit(page: Page) {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await quiet(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  if (size) await page.setViewportSize(size)
}

/** Returns the announcements of the page. Located by an attribute, because behind an open dialogue they have no role. */
const announced = (page: Page) => page.locator('section[aria-label="Announcements"]')

test('staff announce FPX maintenance with a preview, and the sign-in page and open pages show it', async ({ as }) => {
  const customer = await as(people.payer)
  await customer.goto('/home')
  await expect(title(customer)).toBeVisible()
  await expect(announced(customer)).toHaveCount(0)

  const page = await as(people.ict)
  await page.goto('/admin/operations/announcements')
  await expect(page.getByText('No announcements yet')).toBeVisible()
  await page.getByRole('button', { name: 'New announcement' }).first().click()
  await expect(dialog(page)).toBeVisible()
  await dialog(page)
    .getByRole('button', { name: /^Planned downtime/ })
    .click()
  await page.getByRole('option', { name: 'FPX maintenance' }).click()
  await dialog(page).getByRole('button', { name: 'Announce', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Name the services that are affected')
  const [[fromDay, fromTime], [toDay, toTime]] = [utilityTime(Date.now() - 60 * minute), utilityTime(Date.now() + 120 * minute)]
  for (const [label, value] of [
    ['From', fromDay],
    ['From time', fromTime],
    ['Until', toDay],
    ['Until time', toTime],
    ['Affected services, in English', 'FPX online banking'],
    ['Affected services, in Malay', 'Perbankan dalam talian FPX'],
  ] as const)
    await dialog(page).getByRole('textbox', { name: label, exact: true }).fill(value)
  const [english, malay] = [
    dialog(page).getByRole('region', { name: 'English' }),
    dialog(page).getByRole('region', { name: 'Bahasa Melayu' }),
  ]
  await expect(english).toContainText('These services are not available: FPX online banking.')
  await expect(malay).toContainText('Perkhidmatan ini tidak tersedia: Perbankan dalam talian FPX.')
  await dialog(page).getByRole('textbox', { name: 'Title, in English', exact: true }).fill('FPX rests')
  await expect(english).toContainText('FPX rests')
  await expect(dialog(page).getByRole('textbox', { name: 'Text, in Malay' })).toHaveValue(/Perbankan dalam talian FPX/)
  await quiet(page)
  expect(await findings(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Announce', exact: true }).click()
  await expect(dialog(page)).toBeHidden()
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'FPX rests' })
  await expect(row).toContainText('Now')

  // Customers' open pages show it immediately. A closed announcement stays closed.
  await expect(announced(customer)).toContainText('FPX rests')
  await expect(announced(customer)).not.toContainText('You can pay')
  await announced(customer).getByRole('button', { name: 'More' }).click()
  await expect(announced(customer)).toContainText('In the meantime you can pay by EFT or cheque.')
  expect(await findings(customer)).toEqual([])
  await announced(customer).getByRole('button', { name: 'Close' }).click()
  await expect(announced(customer)).toHaveCount(0)
  await customer.reload()
  await expect(title(customer)).toBeVisible()
  await quiet(customer)
  await expect(announced(customer)).toHaveCount(0)

  const visitor = await as(null)
  await visitor.goto('/')
  await expect(announced(visitor)).toContainText('Affected: FPX online banking.')
  await expect(announced(visitor)).toContainText('They are expected back on')
  expect(await findings(visitor)).toEqual([])
  await expectToFit(visitor)
  await visitor.getByRole('button', { name: 'Bahasa Melayu' }).click()
  await expect(visitor.getByRole('region', { name: 'Pengumuman' })).toContainText('FPX diselenggara mulai')

  // The name of the button includes the date, because two announcements can have the same title.
  await expect(row.locator('[aria-haspopup]')).toHaveAccessibleName(/^Actions for FPX rests, \d/)
  await row.locator('[aria-haspopup]').click()
  await page.getByRole('menuitem', { name: 'Withdraw…' }).click()
  await dialog(page).getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(row).toContainText('Withdrawn')
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await quiet(visitor)
  await expect(visitor.getByRole('region', { name: 'Pengumuman' })).toHaveCount(0)
})

test("an open dialogue does not overwrite a colleague's change", async ({ as }) => {
  const page = await as(people.ict)
  const [from, to] = [Date.now() + 60 * minute, Date.now() + 120 * minute]
  const written = await announce(page, from, to, [])
  await page.goto(`/admin/operations/announcements?open=change&announcement=${written.announcementId}`)
  const text = dialog(page).getByRole('textbox', { name: 'Text, in English' })
  await expect(text).toHaveValue('Some functions rest.')

  // A colleague changes the announcement. The list behind the dialogue updates.
  const form = { ...formOf(from, to + 60 * minute, []), titleEn: 'A longer upgrade' }
  const { announcementId } = written
  await ask(page, '/portal/api/v1/Operations/Announcements/Change', { announcementId, version: 1, form })
  await expect(page.locator('table').getByText('A longer upgrade').first()).toBeVisible()

  await text.fill('Some functions rest for a while.')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog(page)).toContainText('Another user has changed or withdrawn this announcement.')
  await withdraw(page, written, 2)
})

test('a freeze begins while a form is open: the input is kept and submitted after the freeze', async ({ as }) => {
  const officer = await as(people.ict)
  const page = await as(people.hotels, { isIdleSoon: true })
  // The time of the page and of its answers is moved ahead to the freeze.
  await page.clock.install()
  let ahead = 0
  await page.route('**/portal/api/v1/Announcements', (route) =>
    answerWith(route, ({ now }: { now: string }) => ({ now: new Date(Date.parse(now) + ahead).toISOString() })),
  )
  await page.goto('/manageAccount/groups')
  await quiet(page)
  await page.getByRole('button', { name: 'Create group' }).click()
  await dialog(page).getByLabel('Group name').fill('Frozen in time')

  const frozen = ['groups', 'accounts', 'statements', 'registration']
  const from = Math.ceil(Date.now() / minute + 1) * minute
  const written = await announce(officer, from, from + 30 * minute, frozen)
  await expect(announced(page)).toContainText('Tariff upgrade')
  const create = dialog(page).getByRole('button', { name: 'Create group' })
  await expect(create).not.toHaveAttribute('aria-disabled', 'true')
  const refusal = /^This function is frozen until .* because of an announced interruption\.$/
  ahead = 2 * minute
  await page.clock.fastForward(ahead)
  await expect(dialog(page).getByText(refusal).first()).toBeVisible()
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await expect(dialog(page).getByLabel('Group name')).toHaveValue('Frozen in time')
  expect(await findings(page)).toEqual([])
  // An announcement with a freeze cannot be closed.
  await expect(announced(page).getByRole('button', { name: 'Close' })).toHaveCount(0)

  // Pages that open during a freeze. Only the open page's clock was moved, so this one has begun already.
  const begun = await announce(officer, Date.now() - 5 * minute, from + 30 * minute, frozen)
  const payer = await as(people.payer)
  await payer.goto('/billPayment/statements')
  await expect(payer.getByRole('button', { name: 'Request a statement' }).first()).toHaveAttribute('aria-disabled', 'true')
  await openInMenu(payer, 'Bills')
  await expect(payer.getByRole('row').nth(1).getByRole('checkbox')).toBeEnabled()
  const keeper = await as(people.keeper)
  await keeper.goto('/manageAccount/add')
  await expect(keeper.getByText(refusal).first()).toBeVisible()
  expect(await findings(keeper)).toEqual([])
  const visitor = await as(null)
  await visitor.goto('/account/register')
  await expect(visitor.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true')
  await expectToFit(visitor)

  await withdraw(officer, begun)
  await withdraw(officer, written)
  await expect(create).not.toHaveAttribute('aria-disabled', 'true')
  await create.click()
  await expect(title(page)).toHaveText('Frozen in time')
})

test('without a connection the page says so, retries on request, and continues when the connection returns', async ({ as }) => {
  const page = await as(people.payer)
  await page.goto('/billPayment/outstanding')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.context().setOffline(true)
  const notice = page.getByRole('status').filter({ hasText: 'No connection' })
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toContainText('There is still no connection.')
  expect(await findings(page)).toEqual([])
  await page.context().setOffline(false)
  await expect(notice).toHaveCount(0)
  await quiet(page)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('during maintenance a page shows the announcement, and opens after a retry', async ({ as }) => {
  const officer = await as(people.ict)
  const written = await announce(officer, Date.now() - 5 * minute, Date.now() + 30 * minute, [])
  const page = await as(people.payer)
  await page.route('**/User/GetUserProfile', (route) => route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }))
  await page.goto('/home')
  await expect(title(page)).toHaveText('Oops! Looks like this page is temporarily unavailable due to maintenance downtime.')
  await expect(announced(page)).toContainText('Tariff upgrade')
  expect(await findings(page)).toEqual([])
  await page.unroute('**/User/GetUserProfile')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(title(page)).toContainText('Good day')
  await withdraw(officer, written)
})

test('a page that cannot load says so, and loads after a retry', async ({ as }) => {
  const page = await as(null, { locale: 'ms-MY' })
  await page.route('**/assets/public-*.js', (route) => route.abort())
  await page.goto('/')
  await expect(title(page)).toHaveText('Alamak, nampaknya halaman ini tidak dapat dimuatkan. Sila klik muat semula sekarang...')
  expect(await findings(page)).toEqual([])
  await page.unroute('**/assets/public-*.js')
  await page.getByRole('button', { name: 'Muat semula' }).click()
  await expect(page.getByRole('button', { name: 'Log masuk' })).toBeVisible()
})

test("a payment waits for the database and is made once, and a colleague's page refetches", async ({ as }) => {
  const page = await as(people.payer)
  await page.clock.install()
  const bills = await someOf(page, lastMonths(3), 2)
  const colleague = await as(people.master)
  await colleague.goto('/billPayment/transactions')
  await expect(title(colleague)).toBeVisible()
  await goToMethod(page, bills, 'EFT GIRO')
  await chooseBank(page, 'Maybank2E')
  await enterNumbers(page, 'Reference', [[forThisTry('IBG700001')]])
  await review(page, bills)

  database('down')
  await expect.poll(readiness).toBe(503)
  await payButton(page, bills).click()
  const notice = page.getByRole('status').filter({ hasText: 'Reconnecting…' })
  await expect(notice).toBeVisible()
  await expect(payButton(page, bills)).toHaveAttribute('aria-disabled', 'true')
  await page.clock.runFor('00:04')
  await expect(notice).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)

  database('up')
  await expect(page).toHaveURL(/\/result$/, { timeout: 30_000 })
  await expect(notice).toHaveCount(0)
  const number = await transactionNo(page)
  await expect(colleague.getByRole('row').filter({ hasText: number })).toBeVisible({ timeout: 30_000 })
  for (const { invoiceNo } of bills) {
    const found = await page.request.get(`/billpayment-svc/api/v1/Bills/GetBillDetails/${invoiceNo}`, {
      headers: { 'X-Session': 'cookie' },
    })
    expect(((await found.json()) as { Data: { payments: unknown[] } }).Data.payments).toHaveLength(1)
  }
})
