/** The main job in Firefox: paying, a guided tour, and an export. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { authorize, confirmAtBank, goToBank } from './bank'
import { lastMonths, someOf, totalOf } from './bills'
import { firefox } from './browser'
import { becomes, fact, title, transactionNo } from './pay'
import { expect, expectSamePage, leaveMark, people, test } from './people'
import { settled } from './screens'
import { panel, startFromHelp } from './tourWalks'
import { tourWords } from './tourWords'

test.skip(firefox === undefined, 'Firefox is not installed')
test.use({
  browserName: 'firefox',
  channel: 'moz-firefox',
  launchOptions: {
    executablePath: fileURLToPath(new URL('firefox.mjs', import.meta.url)),
    env: { ...process.env, GRIDBILL_E2E_FIREFOX: firefox },
  },
})

test('Firefox: bills are paid by online banking, and the page turns Paid when the authoriser approves', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, lastMonths(7), 4)).slice(2)
  await goToBank(page, bills)
  await confirmAtBank(page, bills)
  await expect(title(page)).toHaveText("Waiting for your company's authoriser")
  const paid = await transactionNo(page)
  await leaveMark(page)
  await authorize(await as(null), 'Approve', paid)
  await becomes(page, 'Paid')
  await expect(fact(page, 'Amount received')).toHaveText(totalOf(bills))
  await expectSamePage(page)
})

test('Firefox: a guided tour ends where it began', async ({ as }) => {
  const page = await as(people.master)
  await page.goto('/billPayment')
  await settled(page)
  await startFromHelp(page, 'billPayment', 'en')
  for (const { title: step } of Object.values(tourWords.en.steps.billPayment ?? {})) {
    await expect(panel(page).getByRole('heading')).toHaveText(step)
    await panel(page).getByRole('button').last().click()
  }
  await expect(panel(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused()
  await expect(title(page)).toHaveText('Bills by batch')
})

test('Firefox: an export is downloaded', async ({ as }) => {
  const page = await as(people.council)
  await page.goto('/billPayment/outstanding?show=all')
  for (const [item, start] of [
    ['CSV', '\u{feff}Invoice number,'],
    ['Excel workbook', 'PK'],
  ] as const) {
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
    const text = await readFile(await (await waiting).path(), 'utf8')
    expect(text.startsWith(start), item).toBe(true)
  }
})
