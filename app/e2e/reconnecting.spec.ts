/** The database stops for some seconds: the page says so, waits, and continues automatically. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { lastMonths, someOf } from './bills'
import { program, root } from './feed'
import { chooseBank, enterNumbers, forThisTry, goToMethod, payButton, review, title, transactionNo } from './pay'
import { expect, people, test } from './people'

const port = Number(process.env.GRIDBILL_E2E_PORT ?? 8190) + 6
const base = `http://127.0.0.1:${port}`
const { DATABASE_URL: _, ...inherited } = process.env
const data = 'target/e2e-reconnecting'
const env = {
  ...inherited,
  GRIDBILL_DATA: data,
  GRIDBILL_LISTEN: `127.0.0.1:${port}`,
  GRIDBILL_SANDBOX_LISTEN: `127.0.0.1:${port + 1}`,
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

test("a payment waits for the database and is made once, and a colleague's page refetches", async ({ as }) => {
  const page = await as(people.payer)
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
  await page.waitForTimeout(4_000)
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
