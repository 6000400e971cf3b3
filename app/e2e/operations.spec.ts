/** ICT operates the portal: failed jobs, unsent e-mails, FPX alerts, feed files and closed payment methods. */
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { executeSql } from './database'
import { deliver } from './feed'
import { tabLink } from './mainMenu'
import { title } from './pay'
import { ask, expect, people, quiet, test } from './people'

const secret = 'kE9a8Jd0ss3kLmNoPq1rStUv2wX'

/** Inserts a job that failed at its last attempt, in place of the job of an earlier journey. A retry succeeds immediately. */
const insertFailedJob = () =>
  executeSql(
    `with gone as (delete from graphile_worker._private_jobs where attempts = 25 and last_error like 'folding:%')
     insert into graphile_worker._private_jobs (task_id, payload, attempts, max_attempts, last_error)
     select id, '{"token": "${secret}"}', 25, 25, 'folding: Internal(code: "57014", canceled, see https://x.example/#${secret})'
     from graphile_worker._private_tasks where identifier = 'fold_totals'`,
  )

const grid = (page: Page) => page.getByRole('grid')

async function openMenu(page: Page, row: ReturnType<Page['getByRole']>) {
  await row.locator('[aria-haspopup]').click()
  await expect(page.getByRole('menu')).toBeVisible()
}

test('a failed job is found from Home and started again, and one that has finished says so', async ({ as }) => {
  await insertFailedJob()
  const page = await as(people.ict)
  await page.goto('/admin')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Jobs that failed/ })
    .click()
  await expect(page).toHaveURL(/\/admin\/operations\?state=failed/)
  const row = grid(page).getByRole('row').filter({ hasText: 'Add up bills' })
  await expect(row).toContainText('57014')
  await expect(row).toContainText('25 of 25')
  expect(await page.content()).not.toContain(secret)
  expect(await findings(page)).toEqual([])

  await openMenu(page, row)
  await page.getByRole('menuitem', { name: 'Try again now' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Try “Add up bills” again now?' })
  await dialog.getByRole('button', { name: 'Try again now' }).click()
  await expect(page.getByText('“Add up bills” was started again')).toBeVisible()
  await expect(row).toBeHidden()

  // Retrying a job that has finished says so, and the list no longer has it.
  await insertFailedJob()
  await page.reload()
  await openMenu(page, row)
  await page.getByRole('menuitem', { name: 'Try again now' }).click()
  await expect(dialog).toBeVisible()
  await executeSql(`delete from graphile_worker._private_jobs where attempts = 25 and last_error like 'folding:%'`)
  await dialog.getByRole('button', { name: 'Try again now' }).click()
  await expect(page.locator('table').filter({ hasText: 'Add up bills' })).toHaveCount(0)
  await expect(dialog.getByRole('alert')).toContainText('This job no longer exists: it is finished.')
})

test('an account manager reads jobs, announcements and bank statements, and changes none of them', async ({ as }) => {
  const page = await as(people.glb)
  await executeSql(
    `insert into graphile_worker._private_jobs (task_id, run_at)
     select id, now() + interval '1 day' from graphile_worker._private_tasks where identifier = 'tidy'`,
  )
  await page.goto('/admin/operations?kind=tidy')
  await openMenu(page, grid(page).getByRole('row').filter({ hasText: 'Cleanup' }).first())
  await expect(page.getByRole('menuitem', { name: /Try again now/ })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await tabLink(page, 'Operations', 'Announcements').click()
  await expect(page.getByRole('button', { name: 'New announcement' }).first()).toHaveAttribute('aria-disabled', 'true')
  await page.goto('/admin/payments/statements')
  await expect(title(page)).toHaveText('Bank statements')
  await expect(page.getByRole('button', { name: 'Upload a statement' })).toHaveCount(0)
})

test('unsent e-mails are listed without their text', async ({ as }) => {
  await executeSql(
    `insert into mail (mail_id, recipient, language, subject, body_text, body_html, created_at, attempts, last_error)
     values (gen_random_uuid(), 'operations@sinar.example', 'en', 'Activate your account', '${secret}', '${secret}', now(), 4,
             '451 4.7.1 try again later')`,
  )
  const page = await as(people.ict)
  await page.goto('/admin')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^E-mails that were not sent/ })
    .click()
  await expect(page).toHaveURL(/\/admin\/operations\/outbox\?state=failing/)
  const row = grid(page).getByRole('row').filter({ hasText: 'operations@sinar.example' })
  await expect(row).toContainText('451 4.7.1 try again later')
  expect(await page.content()).not.toContain(secret)
  // The journeys' portal has no mail server. The page says so and disables sending.
  await expect(page.getByText('This portal has no mail server')).toBeVisible()
  await openMenu(page, row)
  await expect(page.getByRole('menuitem', { name: /Send again now/ })).toHaveAttribute('aria-disabled', 'true')
  expect(await findings(page)).toEqual([])
})

test('an FPX alert that only an officer can end is settled with a remark', async ({ as }) => {
  await executeSql(
    `insert into fpx_alert (at, order_no, reason, value)
     select now(), order_no, 'answerCode', 'XW-journey' from fpx_request order by sent_at, order_no limit 1 on conflict do nothing`,
  )
  const page = await as(people.ict)
  await page.goto('/admin/paymentGatewayQuery')
  const row = grid(page).getByRole('row').filter({ hasText: 'XW-journey' })
  await openMenu(page, row)
  await page.getByRole('menuitem', { name: 'Settle' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('FPX answered with code XW-journey')
  await dialog.getByRole('button', { name: 'Settle', exact: true }).click()
  await expect(dialog.getByText('Please enter a remark.').first()).toBeVisible()
  expect(await findings(page)).toEqual([])
  await dialog.getByLabel('Outcome').fill('FPX has set its clock.')
  await dialog.getByRole('button', { name: 'Settle', exact: true }).click()
  await expect(row).toHaveCount(0)
})

test('a feed file leads to its rejected rows', async ({ as }) => {
  const good = '210099000001,R990001,Kedai Operasi,Lot 1,Klang,41000,Selangor,Commercial,Low Voltage General,active'
  // The import exits with an error code if rows are rejected.
  await deliver('accounts', [good, good.replace('210099000001', '210099000002').replace('41000', '4100')]).catch(() => undefined)
  const page = await as(people.ict)
  await page.goto('/admin/operations')
  await tabLink(page, 'Operations', 'Feed').click()
  await page.goto('/admin/operations/imports?rejected=some')
  await grid(page).getByRole('link', { name: 'accounts.csv' }).first().click()
  await expect(title(page)).toHaveText('accounts.csv')
  const row = grid(page).getByRole('row').filter({ hasText: '210099000002' })
  await expect(row).toContainText('postalCode')
  await expect(page.getByRole('button', { name: /Export/ })).toBeVisible()
  expect(await findings(page)).toEqual([])
})

test('a payment method is closed for some time, and opened again', async ({ as }) => {
  const page = await as(people.ict)
  await page.goto('/admin/operations/settings')
  await expect(page.getByText('GRIDBILL_MAX_MEMBERS')).toBeVisible()
  const row = grid(page).getByRole('row').filter({ hasText: 'EFT RENTAS' })
  // The button's name for screen readers contains its method.
  await expect(row.getByRole('button')).toHaveAccessibleName(/^(Close|Change)… EFT RENTAS$/)
  await row.getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: 'When is EFT RENTAS closed?' })
  await dialog.getByRole('button', { name: 'Close the method' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Enter a time such as 22:30.')
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  for (const [label, value] of [
    ['From', day(3)],
    ['Until', day(4)],
  ] as const)
    await dialog.getByRole('textbox', { name: label, exact: true }).fill(value)
  await dialog.getByRole('textbox', { name: 'From time' }).fill('22:00')
  await dialog.getByRole('textbox', { name: 'Until time' }).fill('06:30')
  await dialog.getByRole('button', { name: 'Close the method' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText(', 22:00 – ')
  expect(await findings(page)).toEqual([])

  await row.getByRole('button').click()
  await dialog.getByRole('button', { name: 'Open without interruption' }).click()
  await expect(dialog).toBeHidden()
  await quiet(page)
  await expect(row).not.toContainText('22:00')
})

test('an open dialogue does not overwrite a closing time that a colleague set', async ({ as }) => {
  const page = await as(people.ict)
  await page.goto('/admin/operations/settings')
  const row = grid(page).getByRole('row').filter({ hasText: 'EFT GIRO' })
  await row.getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: 'When is EFT GIRO closed?' })
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByRole('textbox', { name: 'From', exact: true }).fill(day(5))
  await dialog.getByRole('textbox', { name: 'From time' }).fill('20:00')
  await dialog.getByRole('textbox', { name: 'Until', exact: true }).fill(day(6))
  await dialog.getByRole('textbox', { name: 'Until time' }).fill('06:30')

  // A colleague changes the period. The table behind the dialogue updates.
  const window = { fromDay: day(5), fromTime: '23:45', toDay: day(7), toTime: '06:30' }
  await ask(page, '/portal/api/v1/Operations/MethodWindow', { paymentMethod: 'EFT_GIRO', window })
  await expect(page.locator('table').filter({ hasText: ', 23:45 – ' })).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Close the method' }).click()
  await expect(dialog).toContainText('Another user has changed the closing time of this method. Check it again.')

  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button').click()
  await expect(dialog.getByRole('textbox', { name: 'From time' })).toHaveValue('23:45')
  await dialog.getByRole('button', { name: 'Open without interruption' }).click()
  await expect(dialog).toBeHidden()
})
