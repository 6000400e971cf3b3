/** Bill history: pasted lists, filters in the address, and saved views shared with colleagues. */

import type { Page } from '@playwright/test'
import { bulkIds } from './bills'
import { holdBack } from './gate'
import { typeAndChoose } from './pay'
import { ask, expect, inAll, people, test } from './people'
import { goTo } from './walk'

interface Past {
  invoiceNo: string
  accountNo: string
  billBatchId: string
  tariff: string
}
interface Found {
  items: Past[]
  total: number
}

const history = (page: Page, request: object = {}): Promise<Found> =>
  ask(page, `/billpayment-svc/api/v1/Bills/GetBillHistory/${bulkIds.sinar}`, request)

const counted = (total: number, words = 'matching bill') => `${total.toLocaleString('en-US')} ${words}${total === 1 ? '' : 's'}`
const listed = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search bills' })

test('a pasted list finds its bills, and names the missing one', async ({ as }) => {
  const page = await as(people.viewer)
  const { items, total } = await history(page, { filter: { state: 'paid' }, recordCount: 40 })
  const [one, other] = [items[3], items[30]]
  await page.goto('/billPayment')
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await expect(page).toHaveURL('/billPayment/history')
  await expect(listed(page, /bills in six months$/)).toBeVisible()
  expect(total).toBeGreaterThan(100)

  await search(page).fill(`${one?.invoiceNo}\n899999999999\t${other?.invoiceNo}`)
  await expect(listed(page, '2 matching bills')).toBeVisible()
  await expect(page.getByText('1 of 3 not found: 899999999999')).toBeVisible()
  await expect(chips(page)).toContainText('3 numbers')

  // A search by part of a number needs three characters.
  await search(page).fill('28')
  await expect(page.getByText('Enter at least 3 characters.')).toBeVisible()
  const part = one?.invoiceNo.slice(4) ?? ''
  const byPart = await history(page, { filter: { search: part } })
  expect(byPart.items.map(({ invoiceNo }) => invoiceNo)).toContain(one?.invoiceNo)
  await search(page).fill(part)
  await expect(listed(page, counted(byPart.total))).toBeVisible()
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page).toHaveURL(/\/billPayment\/bills\/\d{12}$/)
  await page.goBack()
  await expect(search(page)).toHaveValue(part)
  // The box follows the address also back to its own last search.
  await chips(page).getByRole('button').first().click()
  await expect(search(page)).toHaveValue('')
  await page.goBack()
  await expect(chips(page)).toContainText(part)
  await expect(search(page)).toHaveValue(part)
  const download = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Actions for invoice/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Download PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
})

test('filters are applied, and a tariff typed before the tariffs have loaded is kept', async ({ as }) => {
  const page = await as(people.viewer)
  const release = await holdBack(page, '**/Bills/Tariffs/**')
  await page.goto('/billPayment/history')
  await page.getByRole('button', { name: 'Filters' }).click()
  const box = page.getByRole('combobox', { name: 'Tariff' })
  await box.fill('Low Voltage G')
  release()
  await expect(page.getByRole('option', { name: 'Low Voltage General' })).toBeVisible()
  await expect(box).toHaveValue('Low Voltage G')
  await expect(box).toHaveAttribute('aria-activedescendant', /./)

  const filter = { state: 'paid', readingType: 'estimated', tariffs: ['Low Voltage General'] }
  const { total } = await history(page, { filter, recordCount: 1 })
  expect(total).toBeGreaterThan(0)
  await typeAndChoose(box, 'Low Voltage G', 'Low Voltage General')
  await page.getByRole('button', { name: /Any status/ }).click()
  await page.getByRole('option', { name: 'Paid', exact: true }).click()
  await page.getByRole('button', { name: /Any reading/ }).click()
  await page.getByRole('option', { name: 'Estimated' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(listed(page, counted(total))).toBeVisible()
  for (const chip of ['Paid', 'Estimated', 'Low Voltage General']) await expect(chips(page)).toContainText(chip)
})

const openViews = (page: Page) => page.getByRole('button', { name: 'Saved views', exact: true }).click()
const panel = (page: Page) => page.getByRole('dialog', { name: 'Saved views', exact: true })

test('a view is shared with a colleague', async ({ as }) => {
  const page = await as(people.viewer)
  const { total } = await history(page, { filter: { state: 'paid' }, recordCount: 1 })
  await page.goto('/billPayment/history')
  await openViews(page)
  await expect(panel(page).getByRole('button', { name: 'Save this view' })).toBeDisabled()
  await expect(panel(page)).toContainText('Search, filter or sort the list first.')
  await page.keyboard.press('Escape')
  await goTo(page, '/billPayment/history?status=paid&sort=totalAmountPayable')
  await openViews(page)
  await panel(page).getByRole('button', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByText('Please enter a name for this view.').first()).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Paid, largest first')
  await dialog.getByRole('checkbox', { name: 'Share with the team' }).check()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByText('Paid, largest first was saved')).toBeVisible()

  const colleague = await as(people.payer)
  await colleague.goto('/billPayment/history')
  await openViews(colleague)
  await expect(panel(colleague).getByRole('button', { name: /^Paid, largest first/ })).toContainText(total.toLocaleString('en-US'))
  await panel(colleague)
    .getByRole('button', { name: /^Paid, largest first/ })
    .click()
  await expect(colleague).toHaveURL('/billPayment/history?status=paid&sort=totalAmountPayable')
  await expect(listed(colleague, counted(total))).toBeVisible()
  await openViews(colleague)
  await expect(panel(colleague).getByRole('button', { name: /^Paid, largest first/ })).toHaveAttribute('aria-current', 'true')
  await expect(panel(colleague)).toContainText('Shared by')
  await expect(panel(colleague).getByRole('button', { name: 'Actions for Paid, largest first' })).toHaveCount(0)

  // Rename, delete and restore the view.
  await openViews(page)
  await page.getByRole('button', { name: 'Actions for Paid, largest first' }).click()
  await panel(page).getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Paid bills')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('The view is now called Paid bills')).toBeVisible()
  await openViews(page)
  await page.getByRole('button', { name: 'Actions for Paid bills' }).click()
  await panel(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Paid bills was deleted')).toBeVisible()
  await openViews(page)
  await expect(panel(page)).toContainText('No saved views yet')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).click()
  await openViews(page)
  await page.getByRole('button', { name: 'Actions for Paid bills' }).click()
  await panel(page).getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByText('Paid bills is no longer shared')).toBeVisible()
  await openViews(page)
  await page.getByRole('button', { name: 'Actions for Paid bills' }).click()
  await panel(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Paid bills was deleted').last()).toBeVisible()
})

test('only the first ten saved views are counted, one after the other', async ({ as }) => {
  const page = await as(people.east)
  await page.goto('/billPayment/history')
  const { items } = await history(page, { recordCount: 12 })
  const saved = await Promise.all(
    items.map(({ invoiceNo }, place) =>
      ask<{ viewId: string }>(page, '/portal/api/v1/Views/Save', {
        list: 'billHistory',
        name: `Bill ${String(place + 1).padStart(2, '0')}`,
        address: { search: invoiceNo },
      }),
    ),
  )
  await expect(listed(page, /bills in six months$/)).toBeVisible()
  let [underWay, most, asked] = [0, 0, 0]
  await page.route('**/Bills/GetBillHistory/**', async (route) => {
    asked += 1
    underWay += 1
    most = Math.max(most, underWay)
    const response = await route.fetch()
    underWay -= 1
    await route.fulfill({ response })
  })
  await openViews(page)
  await expect(panel(page).getByRole('button', { name: /^Bill 10\b/ })).toContainText(/10\s*1$/)
  await expect(panel(page).getByRole('button', { name: /^Bill 12\b/ })).toHaveText('Bill 12')
  expect({ most, asked }).toEqual({ most: 1, asked: 10 })
  for (const { viewId } of saved) await ask(page, '/portal/api/v1/Views/Delete', { viewId })
})

test('search, filters and views work by keyboard, in Malay, on a phone', inAll, async ({ as }) => {
  const page = await as(people.payer, { locale: 'ms-MY', viewport: { width: 360, height: 740 } })
  await page.goto('/billPayment/history?reading=estimated')
  await expect(listed(page, /bil sepadan$/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  const tabTo = async (role: 'button' | 'textbox' | 'checkbox', name: string | RegExp) => {
    const target = page.getByRole(role, { name })
    await expect(target.first()).toBeVisible()
    for (let steps = 0; steps < 60; steps++) {
      await page.keyboard.press('Tab')
      if (await target.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))) return
    }
    throw new Error(`${name} cannot be reached by keyboard`)
  }
  await tabTo('button', 'Paparan tersimpan')
  await page.keyboard.press('Enter')
  await tabTo('button', 'Simpan paparan ini')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Nama' })).toBeFocused()
  await page.keyboard.type('Anggaran')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Anggaran telah disimpan')).toBeVisible()
  await goTo(page, '/billPayment/history')
  await expect(listed(page, /bil dalam enam bulan$/)).toBeVisible()
  await tabTo('button', 'Paparan tersimpan')
  await page.keyboard.press('Enter')
  await tabTo('button', /^Anggaran/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/billPayment/history?reading=estimated')
  await expect(page.getByRole('button', { name: 'Paparan tersimpan', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo('button', 'Tindakan untuk Anggaran')
  await page.keyboard.press('Enter')
  await tabTo('button', 'Padam')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Anggaran telah dipadam')).toBeVisible()
})

test('payments are filtered by bank, and have their own saved views', async ({ as }) => {
  const page = await as(people.viewer)
  const banks = await page.request.get('/billpayment-svc/api/v1/Payment/GetBankList')
  const { Data } = (await banks.json()) as { Data: { bankId: string; bankName: string }[] }
  const payments = (filter: object) =>
    ask<{ items: { bankName: string | null }[]; total: number }>(
      page,
      `/payments-svc/api/v1/Payment/GetPaymentTransactions?bulkId=${bulkIds.sinar}`,
      { filter, recordCount: 1000 },
    )
  const { items } = await payments({})
  const bank = Data.find(({ bankName }) => items.some((payment) => payment.bankName === bankName))
  const { total } = await payments({ bankIds: [bank?.bankId] })
  expect(total).toBeGreaterThan(0)
  expect(total).toBeLessThan(items.length)
  await page.goto('/billPayment/transactions')
  await page.getByRole('button', { name: 'Filters' }).click()
  await typeAndChoose(page.getByRole('combobox', { name: 'Bank' }), bank?.bankName ?? '', bank?.bankName ?? '')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(`/billPayment/transactions?bank=${bank?.bankId}`)
  await expect(listed(page, counted(total, 'matching payment'))).toBeVisible()
  await expect(chips(page)).toContainText(bank?.bankName ?? '')
  await openViews(page)
  await expect(panel(page).getByRole('button', { name: 'Save this view' })).toBeEnabled()
})
