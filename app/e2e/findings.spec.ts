/** Findings on bills: the list, dismissing and reopening, the bill's page, the review before payment, and the thresholds. */
import type { Page } from '@playwright/test'
import { bar, billsOf, bulkIds, choose, payable } from './bills'
import { dialog } from './dialogs'
import { chooseBank, enterNumbers, forThisTry, goToMethod, review } from './pay'
import { ask, expect, people, quiet, test } from './people'
import { goTo } from './walk'

interface Finding {
  findingId: string
  invoiceNo: string
  accountNo: string
  title: string
  sentence: string
  state: string
  atStake: string
}

const findingsOf = (page: Page, filter: object, recordCount = 50) =>
  ask<{ items: Finding[]; total: number }>(page, `/portal/api/v1/Findings/GetFindings/${bulkIds.sinar}`, { filter, recordCount })

let areAudited = false

/** Waits until the first audit has ended. It begins after the demo was created, and moves rows of the list. */
test.beforeEach('the bills are audited', async ({ as }) => {
  test.slow()
  if (areAudited) return
  const page = await as(people.viewer)
  await page.goto('/billPayment/findings')
  await quiet(page)
  await expect(page.getByText('Some bills are still being checked')).toBeHidden({ timeout: 180_000 })
  expect((await findingsOf(page, {})).total).toBeGreaterThan(0)
  areAudited = true
})

test('findings are listed by the amount at stake, dismissed with a reason, and opened again', async ({ as }) => {
  const page = await as(people.payer)
  const { items, total } = await findingsOf(page, { states: ['open'] })
  const [first] = items
  if (!first) throw new Error('the demo has no findings')
  await page.goto('/billPayment/findings')
  await expect(page.getByRole('radio', { name: new RegExp(`^Open ${total}$`) })).toBeChecked()
  const row = page.getByRole('row', { name: new RegExp(first.invoiceNo) }).filter({ hasText: first.title })
  await row.first().getByRole('checkbox').check()
  const selection = page.getByRole('region', { name: 'Selection' })
  await expect(selection).toContainText('1 finding')

  await page
    .getByRole('button', { name: `Actions for ${first.title}, invoice ${first.invoiceNo}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Dismiss' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dismiss this finding?' })
  await expect(dialog).toContainText(first.sentence)
  await dialog.getByRole('button', { name: 'Dismiss finding' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Enter|Please/)
  await dialog.getByLabel('Reason').fill('The site had an audit of its own.')
  await dialog.getByRole('button', { name: 'Dismiss finding' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('radio', { name: new RegExp(`^Open ${total - 1}$`) })).toBeVisible()
  // The dismissed finding is no longer selected.
  await expect(selection).toBeHidden()

  await page.getByRole('radio', { name: /^Dismissed/ }).click()
  await page
    .getByRole('button', { name: `Actions for ${first.title}, invoice ${first.invoiceNo}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Open in side panel' }).click()
  const panel = page.getByRole('complementary', { name: `Finding on bill ${first.invoiceNo}` })
  await expect(panel).toContainText('The site had an audit of its own.')
  await panel.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByText('1 finding reopened')).toBeVisible()
})

test('a Viewer reads findings, on the list and on the bill, and has no action on them', async ({ as }) => {
  const page = await as(people.viewer)
  await page.goto('/billPayment/findings')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem', { name: 'Open bill' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Dismiss' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('link', { name: 'Thresholds' }).click()
  await expect(page.getByRole('term').filter({ hasText: 'Use rose sharply' })).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save thresholds' })).toHaveCount(0)

  // A bill shows its finding with the compared bills, and its daily use.
  const { items } = await findingsOf(page, { states: ['open'] })
  const [found] = items
  if (!found) throw new Error('the demo has no such finding')
  await goTo(page, `/billPayment/bills/${found.invoiceNo}`)
  const finding = page.getByRole('article', { name: found.title })
  await expect(finding).toContainText(found.sentence)
  await finding.getByRole('button', { name: /^Compare with/ }).click()
  await expect(finding.getByRole('columnheader', { name: 'This bill' })).toBeVisible()

  await page.getByRole('navigation', { name: 'Parts of the bill' }).getByRole('link', { name: 'Use', exact: true }).click()
  const daily = page.getByRole('region', { name: 'Daily use and cost' })
  await expect(daily.getByRole('slider', { name: 'Daily use by month' })).toBeVisible()
  await daily.getByRole('radio', { name: 'Table' }).click()
  await expect(daily.getByRole('table', { name: 'Daily use and cost' }).getByRole('row').nth(1)).toContainText(found.invoiceNo)

  // The first bill of an account cannot be compared.
  await page.route('**/Bills/DailyUse/**', async (route) => {
    const answer = (await (await route.fetch()).json()) as { Data: { bills: { invoiceNo: string }[] } }
    answer.Data.bills = answer.Data.bills.filter(({ invoiceNo }) => invoiceNo === found.invoiceNo)
    await route.fulfill({ json: answer })
  })
  await page.reload()
  await finding.getByRole('button', { name: /^Compare with/ }).click()
  await expect(finding).toContainText('There is no other bill to compare this bill with.')
})

test('the bar and the review name the bills with findings, leave them out, and put them back', async ({ as }) => {
  const page = await as(people.payer)
  const { items } = await findingsOf(page, { states: ['open'] }, 1000)
  const bills = await payable(page, {})
  const found = bills.find(({ invoiceNo }) => items.some((finding) => finding.invoiceNo === invoiceNo))
  const clean = bills.find(({ invoiceNo }) => items.every((finding) => finding.invoiceNo !== invoiceNo))
  if (!found || !clean) throw new Error('the demo has no such bills')
  const both = [found, clean]
  await choose(page, both)
  const selection = page.getByRole('region', { name: 'Selection' })
  await expect(selection).toContainText(/1 of 2 has open findings/)
  await selection.getByRole('button', { name: 'Leave it out' }).click()
  await expect(page.getByText(`Invoice ${found.invoiceNo} left out`)).toBeVisible()
  await expect(bar(page)).toContainText(billsOf(1))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(selection).toContainText(/1 of 2 has open findings/)
  await goToMethod(page, both, 'Cheque')
  await chooseBank(page, 'RHB Bank')
  await enterNumbers(page, 'Cheque', [[forThisTry('47001')]])
  await review(page, both)
  await expect(page.getByText(/^1 of these bills has open findings/)).toBeVisible()
  await page.getByRole('button', { name: 'Leave it out' }).click()
  await expect(page.getByText(`Invoice ${found.invoiceNo} left out`)).toBeVisible()
  await expect(page.getByText(/^1 of these bills has open findings/)).toBeHidden()
  const left = page.getByRole('region', { name: '1 bill is not in this payment' })
  await expect(left).toContainText('Left out because of open findings.')
  await expect(left).toContainText(found.invoiceNo)
  // The reason survives a reload.
  await page.reload()
  await left.getByRole('button', { name: 'Put back 1 bill' }).click()
  await expect(left).toBeHidden()
  await expect(page.getByText(/^1 of these bills has open findings/)).toBeVisible()
})

test('thresholds are previewed, refused outside their limits, and saved', async ({ as }) => {
  // A company with few bills, because a preview audits all of them twice.
  const page = await as(people.council)
  await page.goto('/billPayment/findings')
  await page.getByRole('link', { name: 'Thresholds' }).click()
  // The rules are folded by type; a wrong threshold opens its own.
  const openUse = () => page.locator('summary').getByText('Use', { exact: true }).click()
  await openUse()
  const field = page.getByLabel('Change against the two bills before').first()
  await field.fill('fifty')
  await page.getByRole('button', { name: 'Save thresholds' }).click()
  await expect(field).toHaveAccessibleDescription(/whole number/)
  // The part stays open when its only error is corrected.
  await field.fill('')
  await field.pressSequentially('40')
  await expect(field).toHaveValue('40')
  await page.getByRole('button', { name: 'Preview' }).click()
  const result = page.getByText(/These thresholds would report [\d,]+ bills? of [\d,]+ bills/)
  await expect(result).toBeVisible()
  // The result is shown only for the thresholds that it is about.
  await field.fill('41')
  await expect(result).toBeHidden()
  await field.fill('40')
  await expect(result).toBeVisible()
  // They are saved, even if they cannot be read again immediately.
  await page.route('**/Findings/Settings/**', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('button', { name: 'Save thresholds' }).click()
  await expect(page).toHaveURL('/billPayment/findings')
  await page.unroute('**/Findings/Settings/**')
  await page.getByRole('link', { name: 'Thresholds' }).click()
  await openUse()
  await expect(page.getByLabel('Change against the two bills before').first()).toHaveValue('40')
  // Also while a field is wrong.
  await page.getByLabel('Change against the two bills before').first().fill('fifty')
  await page.getByRole('button', { name: 'Reset to defaults' }).click()
  await dialog(page).getByRole('button', { name: 'Reset to defaults' }).click()
  await expect(page.getByText('Thresholds reset. The bills are being checked again.')).toBeVisible()
})
