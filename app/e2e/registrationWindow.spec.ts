/**
 * Government entities register from the 8th to the 27th of a month, in Malaysia time. The server's tests check the exact days; these
 * journeys check the page on days when the registration is open and closed.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { program, root } from './feed'
import { answerWith } from './gate'
import { ask, expect, password, people, test } from './people'

const port = Number(process.env.GRIDBILL_E2E_PORT ?? 8190) + 4
const base = `http://127.0.0.1:${port}`
const data = 'target/e2e-window'
const { DATABASE_URL: _, ...inherited } = process.env
const env = {
  ...inherited,
  GRIDBILL_DATA: data,
  GRIDBILL_LISTEN: `127.0.0.1:${port}`,
  GRIDBILL_SANDBOX_LISTEN: `127.0.0.1:${port + 1}`,
}

let portal: ChildProcess
test.use({ baseURL: base })

test.beforeAll(async () => {
  rmSync(`${root}/${data}`, { recursive: true, force: true })
  portal = spawn(program, ['serve', '--demo', '--now', '2027-01-07T12:00:00+08:00'], { cwd: root, env, stdio: 'ignore' })
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 180_000 }).toBe(true)
})
test.afterAll(async () => {
  await new Promise((done) => {
    portal.once('exit', done)
    portal.kill('SIGTERM')
  })
})

const government = (page: Page) => page.getByRole('radio', { name: 'Government entity' })

async function open(page: Page) {
  await ask(page, '/user-svc/api/v1/User/Login', { username: people.newcomer, password })
  await page.goto('/bulkAccount/register?step=type')
  await expect(government(page)).toBeVisible()
}

test('closed until tomorrow: the type cannot be chosen, and the page offers a notification', async ({ as }) => {
  const page = await as(null)
  await open(page)
  await expect(government(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Registration of government entities opens on 08 Jan 2027')).toBeVisible()
  await government(page).click({ force: true })
  await expect(government(page)).not.toBeChecked()
  await page.getByRole('button', { name: 'Notify me' }).click()
  await expect(page.getByText(`We will send an e-mail to ${people.newcomer} on 08 Jan 2027.`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`We will send an e-mail to ${people.newcomer} on 08 Jan 2027.`)).toBeVisible()
})

test('open: the type is chosen, and the next step follows', async ({ as }) => {
  const page = await as(null)
  await page.route('**/GetRegistrationStatus', (route) =>
    answerWith(route, () => ({ governmentWindowIsOpen: true, governmentWindowOpens: null })),
  )
  await open(page)
  await expect(page.getByText(/Registration of government entities opens on/)).toHaveCount(0)
  await government(page).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Your company' })).toBeVisible()
})
