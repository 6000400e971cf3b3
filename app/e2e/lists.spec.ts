/** Long lists: selection beyond the page, filters in the address, and full keyboard use. */
import { bar, batch, billsOf, lastMonths, payable, someOf, totalOf } from './bills'
import { holdBack } from './gate'
import { tabLink } from './mainMenu'
import { forThisTry, title } from './pay'
import { blockEventStream, expect, fillIn, people, test } from './people'

test('“Select all matching” selects every matching bill beyond the page, and names those left out', async ({ as }) => {
  const page = await as(people.payer)
  await page.goto(`/billPayment/outstanding?show=all&batch=${lastMonths(4)},${lastMonths(5)}`)
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: /^Select all \d{3} matching$/ }).click()
  const bills = await payable(page, { batchIds: [lastMonths(4), lastMonths(5)] })
  expect(bills.length).toBeGreaterThan(250)
  await expect(bar(page)).toContainText(billsOf(bills.length))
  await expect(bar(page)).toContainText(totalOf(bills))
  await expect(page.getByText(new RegExp(`^${bills.length} bills are selected\\. \\d+ were left out$`))).toBeVisible()

  // The selection survives a reload and other tabs of the section.
  await page.reload()
  await expect(bar(page)).toContainText(totalOf(bills))
  await tabLink(page, 'Bills', 'Batches').click()
  await expect(bar(page)).toContainText(totalOf(bills))
  await bar(page).locator('xpath=..').getByRole('button', { name: 'Clear' }).click()
  await expect(bar(page)).toHaveCount(0)
})

test('a selection of all matching bills belongs to the filters that it was asked with', async ({ as }) => {
  const page = await as(people.payer)
  await page.goto(`/billPayment/outstanding?show=all&batch=${lastMonths(4)},${lastMonths(5)}`)
  const answer = await holdBack(page, '**/Bills/Select/**')
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  const all = page.getByRole('button', { name: /^Select all \d{3} matching$/ })
  await all.click()
  await page.getByRole('list', { name: 'Active filters' }).getByRole('button').first().click()
  await expect(page).toHaveURL(new RegExp(`batch=${lastMonths(5)}$`))
  answer()
  const bills = await payable(page, { batchIds: [lastMonths(4), lastMonths(5)] })
  await expect(bar(page)).toContainText(billsOf(bills.length))
  await expect(all).toBeVisible()
  await bar(page).locator('xpath=..').getByRole('button', { name: 'Clear' }).click()
})

test('selecting all batches requests their bills once', async ({ as }) => {
  const page = await as(people.master)
  await blockEventStream(page)
  const requests: string[] = []
  page.on('request', (request) => request.url().includes('/Bills/Select/') && requests.push(request.url()))
  await page.goto('/billPayment')
  await expect(page.getByRole('checkbox', { name: /^Select batch/ }).first()).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await expect(bar(page)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Select batch/ }).last()).toBeChecked()
  expect(requests).toHaveLength(1)
  await bar(page).locator('xpath=..').getByRole('button', { name: 'Clear' }).click()
  await expect(bar(page)).toHaveCount(0)
})

test('rows keep loading on a busy page that learns late that the end of the list is near', async ({ as }) => {
  const page = await as(people.payer)
  // Delivers old and new entries of an observer together, as Chromium does on a busy page.
  await page.addInitScript(() => {
    const Own = IntersectionObserver
    window.IntersectionObserver = class extends Own {
      constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((changes, observer) => tell([{ isIntersecting: false } as IntersectionObserverEntry, ...changes], observer), options)
      }
    }
  })
  await page.goto('/billPayment/outstanding')
  await expect(page.locator('[data-row="0"]')).toBeVisible()
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    // Several pages of rows may have arrived, of which only the last rows are rendered.
    const last = await page.locator('[data-row]').last().getAttribute('data-row')
    expect(Number(last)).toBeGreaterThan(120)
  }).toPass({ timeout: 15_000 })
})

test('filters are part of the address: they survive a reload, the back button and a copied link', async ({ as }) => {
  const page = await as(people.payer)
  await page.goto('/billPayment/outstanding')
  const list = page.getByRole('region', { name: /bills? can be paid$/ })
  const all = await list.getAttribute('aria-label')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('button', { name: /Any due date/ }).click()
  await page.getByRole('option', { name: /^Overdue/ }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/due=overdue/)
  const chips = page.getByRole('list', { name: 'Active filters' })
  await expect(chips).toContainText('Overdue')
  await page.getByRole('button', { name: 'Total payable' }).click()
  await expect(page.getByRole('columnheader', { name: 'Total payable' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(list).not.toHaveAttribute('aria-label', all ?? '')
  const overdue = (await list.getAttribute('aria-label')) ?? ''

  await page.reload()
  await expect(page.getByRole('region', { name: overdue })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Total payable' })).toHaveAttribute('aria-sort', 'ascending')
  const copied = page.url()

  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(title(page)).toHaveText(/^Bill \d{12}$/)
  await page.goBack()
  await expect(page).toHaveURL(copied)
  await expect(page.getByRole('region', { name: overdue })).toBeVisible()

  const other = await as(null)
  await other.goto(copied)
  await fillIn(other, people.viewer)
  await expect(other).toHaveURL(copied)
  await expect(other.getByRole('region', { name: overdue })).toBeVisible()
  await expect(other.getByRole('list', { name: 'Active filters' })).toContainText('Overdue')
})

test('a payment by transfer by keyboard only', async ({ as }) => {
  const page = await as(people.payer)
  const bills = await someOf(page, batch(7), 2)
  await page.goto('/billPayment/outstanding')
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  /** Presses Tab until the element has the focus. */
  const tabTo = async (role: 'button' | 'link' | 'radio' | 'checkbox' | 'combobox' | 'textbox' | 'row', name: string | RegExp) => {
    const target = page.getByRole(role, { name })
    await expect(target.first()).toBeVisible()
    for (let steps = 0; steps < 60; steps++) {
      await page.keyboard.press('Tab')
      if (await target.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))) return
    }
    throw new Error(`${name} cannot be reached by keyboard`)
  }

  await expect(page.getByRole('region', { name: /bills can be paid$/ })).toBeVisible()
  await press('/')
  await page.keyboard.type(bills.map(({ invoiceNo }) => invoiceNo).join(', '))
  await expect(page.getByRole('region', { name: '2 unpaid bills' })).toBeVisible()
  await tabTo('row', /\d{12}/)
  await press('Control+a')
  await expect(bar(page)).toContainText(totalOf(bills))
  await tabTo('link', 'Review and pay')
  await press('Enter')
  await expect(title(page)).toBeFocused()

  await tabTo('radio', 'FPX online banking')
  await press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'EFT GIRO' })).toBeChecked()
  await tabTo('combobox', 'Bank that you pay from')
  // A name that the list does not have stays in the field and is marked. The first match is taken with Enter.
  const bank = page.getByRole('combobox')
  await page.keyboard.type('Nobank')
  await press('Tab')
  await expect(bank).toHaveValue('Nobank')
  await expect(bank).toHaveAccessibleDescription(/No option matches “Nobank”\. Choose one from the list\./)
  await press('Shift+Tab')
  await expect(bank).toBeFocused()
  await press('Control+a')
  await page.keyboard.type('maybank')
  await expect(page.getByRole('option', { name: 'Maybank2E' })).toHaveAttribute('data-focused', 'true')
  await press('Enter')
  await expect(bank).toHaveValue('Maybank2E')
  await tabTo('textbox', 'Reference number 1')
  await page.keyboard.type(forThisTry('IBG700001'))
  await press('Enter')
  await expect(title(page)).toHaveText('Review your payment')
  await expect(title(page)).toBeFocused()
  await tabTo('button', `Pay ${totalOf(bills)}`)
  await press('Enter')
  await expect(title(page)).toHaveText('Your payment was submitted')
  await expect(title(page)).toBeFocused()
})
