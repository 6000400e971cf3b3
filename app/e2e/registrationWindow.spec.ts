/**
 * Government entities register from the 8th to the 27th, at +08:00: at the last minute before and the first minute of each
 * edge, by portals whose clocks begin there.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { program, root } from './feed'
import { ask, expect, password, people, test } from './people'

const [port, sandbox] = [8194, 8195]
const base = `http://127.0.0.1:${port}`
const { DATABASE_URL: _, ...inherited } = process.env
const env = {
  ...inherited,
  GRIDBILL_DATA: 'target/e2e-window',
  GRIDBILL_LISTEN: `127.0.0.1:${port}`,
  GRIDBILL_SANDBOX_LISTEN: `127.0.0.1:${sandbox}`,
}

const run = (...args: string[]) => execFileSync(program, args, { cwd: root, env, stdio: 'pipe' })

/** A portal whose clock shows that instant when it begins. */
async function portalAt(instant: string): Promise<ChildProcess> {
  const portal = spawn(program, ['serve', '--demo', '--now', instant], { cwd: root, env, stdio: 'ignore' })
  await expect
    .poll(
      () =>
        fetch(`${base}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true)
  return portal
}
const ended = (portal: ChildProcess) =>
  new Promise((done) => {
    portal.once('exit', done)
    portal.kill('SIGTERM')
  })

test.describe.configure({ mode: 'serial', timeout: 240_000 })
test.use({ baseURL: base })

test.beforeAll(() => {
  test.setTimeout(240_000)
  rmSync(`${root}/target/e2e-window`, { recursive: true, force: true })
  run('database', 'up')
  run('demo')
})
test.afterAll(() => {
  run('database', 'down')
})

const government = (page: Page) => page.getByRole('radio', { name: 'Government entity' })

async function open(page: Page) {
  await ask(page, `${base}/user-svc/api/v1/User/Login`, { username: people.newcomer, password })
  await page.goto(`${base}/bulkAccount/register?step=type`)
  await expect(government(page)).toBeVisible()
}

async function isClosed(page: Page, until: string) {
  await open(page)
  await expect(government(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText(`Registration of government entities opens on ${until}`)).toBeVisible()
  await government(page).click({ force: true })
  await expect(government(page)).not.toBeChecked()
}
async function isOpen(page: Page) {
  await open(page)
  await expect(page.getByText(/Registration of government entities opens on/)).toHaveCount(0)
  await government(page).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Your company' })).toBeVisible()
  await page.goto(`${base}/bulkAccount/register?step=type`)
  // The next instant begins anew.
  await page.getByRole('radio', { name: 'Organisation' }).check()
  await expect(page.getByText(/^Saved /)).toBeVisible()
}

test('the 7th, 23:59: closed until tomorrow, and asks to be told', async ({ as }) => {
  const portal = await portalAt('2027-01-07T23:59:00+08:00')
  const page = await as(null)
  await isClosed(page, '08 Jan 2027')
  await page.getByRole('button', { name: 'Notify me' }).click()
  await expect(page.getByText(`We will send an e-mail to ${people.newcomer} on 08 Jan 2027.`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`We will send an e-mail to ${people.newcomer} on 08 Jan 2027.`)).toBeVisible()
  await ended(portal)
})

test('the 8th, 00:00: open', async ({ as }) => {
  const portal = await portalAt('2027-01-08T00:00:00+08:00')
  const page = await as(null)
  await isOpen(page)
  await ended(portal)
})

test('the 27th, 23:59: open', async ({ as }) => {
  const portal = await portalAt('2027-01-27T23:59:00+08:00')
  await isOpen(await as(null))
  await ended(portal)
})

test('the 28th, 00:00: closed until the next month', async ({ as }) => {
  const portal = await portalAt('2027-01-28T00:00:00+08:00')
  await isClosed(await as(null), '08 Feb 2027')
  await ended(portal)
})
