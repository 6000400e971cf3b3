/** The emissions report: the sums of the API, the views of its rows, the factors and the method, and the export. */
import { readFile } from 'node:fs/promises'
import { findings } from './axe'
import { bulkIds } from './bills'
import { openInMenu } from './mainMenu'
import { title } from './pay'
import { ask, expect, people, quiet, test } from './people'
import { goTo } from './walk'

interface Report {
  rows: { items: { accountNo: string | null; kg: number }[]; total: number }
  sums: {
    kg: number
    firstKg: number
    marketKg: number
    certifiedKwh: string
    excessKwh: string
    bills: number
    months: { month: string; kg: number }[]
    factors: { factor: { source: string } }[]
    certificates: unknown[]
  }
  method: string[]
}

const shown = (figure: number) => figure.toLocaleString('en')
const tonnes = (kg: number) => (Math.round(kg / 10) / 100).toLocaleString('en', { minimumFractionDigits: 2 })

test('an auditor sees emissions, how they were restated, and by which factors', async ({ as }) => {
  const page = await as(people.viewer)
  const report = (more: Record<string, unknown> = {}) => ask<Report>(page, `/portal/api/v1/Carbon/GetReport/${bulkIds.sinar}`, more)
  const { sums, method } = await report()
  expect(sums.kg).toBeGreaterThan(0)
  // A newer series of factors was published after some of the months had ended.
  expect(sums.firstKg).not.toBe(sums.kg)

  await page.goto('/home')
  await openInMenu(page, 'Reports', 'Emissions')
  await quiet(page)
  await expect(title(page)).toHaveText('Emissions')
  await expect(page.getByText('Some factors are provisional')).toBeVisible()
  const figures = page.getByRole('table', { name: 'Totals of these months' })
  await expect(figures.getByRole('row').filter({ hasText: 'location-based' })).toContainText(tonnes(sums.kg))
  await expect(figures.getByRole('row').filter({ hasText: 'First reported' })).toContainText(tonnes(sums.firstKg))
  // Some shops have certificates, one of which is above the use of its month.
  expect(sums.marketKg).toBeLessThan(sums.kg)
  expect(Number(sums.excessKwh)).toBeGreaterThan(0)
  await expect(figures.getByRole('row').filter({ hasText: 'Market-based' })).toContainText(tonnes(sums.marketKg))
  const covered = shown(Math.round(Number(sums.certifiedKwh)))
  await expect(figures.getByRole('row').filter({ hasText: 'Covered by certificates' })).toContainText(covered)
  await expect(page.getByText(`${sums.certificates.length} certificates of renewable energy`)).toBeVisible()
  await expect(page.getByText('Restated: a newer factor was published')).toBeVisible()
  for (const { factor } of sums.factors) await expect(page.getByText(factor.source).first()).toBeVisible()
  for (const sentence of method) await expect(page.getByText(sentence)).toBeVisible()
  expect(await findings(page)).toEqual([])

  const slider = page.getByRole('slider', { name: 'Month' })
  // The chart begins with the last month that is billed whole, which the month before this one may not be.
  const lastMonth = await page.evaluate(() => {
    const now = new Date(Date.now() + 8 * 3_600_000)
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)).toISOString().slice(0, 7)
  })
  const full = sums.months.findLast(({ month }) => month.slice(0, 7) < lastMonth)
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`: ${tonnes(full?.kg ?? 0)} t CO₂e`))
  const before = await slider.getAttribute('aria-valuetext')
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(slider).not.toHaveAttribute('aria-valuetext', before ?? '')

  // By account, the highest emissions first. The view is in the address.
  const [first] = (await report({ by: 'account' })).rows.items
  await page.getByRole('radio', { name: 'By account' }).click()
  await expect(page).toHaveURL(/by=account/)
  await expect(page.getByRole('row').filter({ hasText: first?.accountNo ?? '' })).toContainText(tonnes(first?.kg ?? 0))

  // The export has the rows of the view.
  await page.getByRole('radio', { name: 'By group' }).click()
  const groups = (await report({ by: 'group' })).rows
  await expect(page.getByText(`${groups.total} groups, the highest emissions first`).first()).toBeVisible()
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toMatch(/^Emissions \d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines.length).toBe(groups.total + 1)
  expect(lines[0]).toContain('Emissions (kg CO2e),First reported (kg CO2e),Provisional factor,Covered by certificates (kWh)')

  // A period of too many months is refused with a sentence.
  await goTo(page, '/manageAccount/emissions?from=2024-01-01&to=2026-06-01')
  await expect(page.getByText('An emissions report covers at most 24 months').first()).toBeVisible()
})
