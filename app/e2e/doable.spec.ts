/** Frequent actions: paying overdue bills with one press, seeing who may pay, and finding bills by any detail. */
import { bar, batch, bulkIds, payable, totalOf } from './bills'
import { answerWith, holdBack } from './gate'
import { openInMenu, tabLink } from './mainMenu'
import { title } from './pay'
import { ask, expect, people, quiet, test } from './people'
import { goTo } from './walk'

const overdueOf = (count: number, total: string) =>
  `${count.toLocaleString('en')} overdue ${count === 1 ? 'bill' : 'bills'} can be paid: ${total}`

test('one press on Home and on both lists selects exactly the overdue bills for payment', async ({ as }) => {
  const page = await as(people.payer)
  const payOverdue = async () => {
    const bills = await payable(page, { overdue: true })
    expect(bills.length).toBeGreaterThan(100)
    const line = page.getByText(overdueOf(bills.length, totalOf(bills)).replace('RM ', 'RM\u00a0'))
    await expect(line).toBeVisible()
    await line.locator('xpath=..').getByRole('button', { name: 'Review and pay' }).click()
    await expect(title(page)).toHaveText('How do you want to pay?')
    await expect(page.getByText(totalOf(bills)).first()).toBeVisible()
    await openInMenu(page, 'Bills')
    await expect(bar(page)).toContainText(totalOf(bills))
    await bar(page).locator('xpath=..').getByRole('button', { name: 'Clear' }).click()
    await expect(bar(page)).toHaveCount(0)
  }
  await page.goto('/home')
  await payOverdue()
  await payOverdue()
  await tabLink(page, 'Bills', 'Batches').click()
  await payOverdue()

  // Overdue bills that were just paid do not replace the selection.
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await expect(bar(page)).toContainText('1 bill')
  await page.route('**/Bills/Select/**', (route) => {
    const { filter } = route.request().postDataJSON() as { filter?: { overdue?: boolean } }
    return filter?.overdue ? answerWith(route, () => ({ bills: [] })) : route.continue()
  })
  const line = page.getByText(/overdue bills? can be paid/).locator('xpath=..')
  await line.getByRole('button', { name: 'Review and pay' }).click()
  await expect(page.getByText('All of these bills are paid or in another payment.')).toBeVisible()
  await expect(bar(page)).toContainText('1 bill')
})

test('a viewer is told who may pay, and cannot pay', async ({ as }) => {
  const page = await as(people.viewer)
  await page.goto('/billPayment')
  for (const tab of ['Batches', 'Unpaid', 'Outstanding charges']) {
    await tabLink(page, 'Bills', tab).click()
    await expect(page.getByText('Your role cannot pay bills')).toBeVisible()
    await page.getByRole('row').nth(1).getByRole('checkbox').check()
    await expect(page.getByRole('button', { name: 'Send to a colleague' })).toBeVisible()
    await expect(page.getByText('Review and pay')).toHaveCount(0)
    await page.keyboard.press('Escape')
  }
})

test('bills open on the payable ones, and the others are one press away with their reasons', async ({ as }) => {
  const page = await as(people.payer)
  interface Counted {
    bills: number
    leftOut: { count: number }[]
  }
  const counted = await ask<Counted>(page, `/portal/api/v1/Bills/Count/${bulkIds.sinar}`, {})
  const rest = counted.leftOut.reduce((sum, { count }) => sum + count, 0)
  const written = (count: number) => count.toLocaleString('en')
  await page.goto('/billPayment/outstanding')
  await expect(page.getByRole('region', { name: `${written(counted.bills)} bills can be paid` })).toBeVisible()
  const views = page.getByRole('radiogroup', { name: 'Which bills' })
  await views.getByRole('radio', { name: `Cannot be paid now ${written(rest)}` }).click()
  await expect(page).toHaveURL(/show=rest/)
  await expect(page.getByText(new RegExp(`^${written(rest)} cannot be paid now: .*\\d in a payment`))).toBeVisible()
  await expect(page.getByRole('region', { name: `${written(rest)} bills cannot be paid now` })).toBeVisible()
  await quiet(page)
  await expect(page.locator('[data-row]').getByRole('checkbox', { disabled: false })).toHaveCount(0)
  await views.getByRole('radio', { name: /^All/ }).click()
  await expect(page.getByRole('region', { name: `${written(counted.bills + rest)} unpaid bills` })).toBeVisible()
  await page.goBack()
  await expect(views.getByRole('radio', { name: /^Cannot be paid now/ })).toBeChecked()

  // A pasted number with a lost digit is named above the list and in the selection bar.
  const [one, other] = await payable(page, { batchIds: [batch(2)] })
  if (!one || !other) throw new Error('the batch has no bills')
  const lost = one.invoiceNo.slice(0, 11)
  await goTo(page, '/billPayment/outstanding')
  await page.getByRole('searchbox', { name: 'Search bills' }).fill(`${one.invoiceNo}\n${lost}\n${other.invoiceNo}`)
  await expect(page.getByRole('region', { name: '2 unpaid bills' })).toBeVisible()
  await expect(page.getByText(`1 of 3 is not a valid number: ${lost}`)).toBeVisible()
  await quiet(page)
  await page.getByRole('row').nth(1).getByRole('checkbox').check()
  await expect(page.getByText(`Not included: 1 of 3 numbers (${lost})`)).toBeVisible()
})

test('bills are found by part of a number, by amount and by a pasted sheet, and missing numbers are named', async ({ as }) => {
  const page = await as(people.viewer)
  const [one, other] = await payable(page, { batchIds: [batch(2)] })
  if (!one || !other) throw new Error('the batch has no bills')
  await page.goto('/billPayment/outstanding')
  const search = page.getByRole('searchbox', { name: 'Search bills' })
  const row = page.getByRole('row').filter({ hasText: one.invoiceNo })

  await search.fill(one.invoiceNo.slice(4))
  await expect(row).toBeVisible()
  // The button disappears with the text that it clears. The focus moves to the field.
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
  await search.fill(`RM ${Number(one.amount).toLocaleString('en', { minimumFractionDigits: 2 })}`)
  await expect(row).toBeVisible()

  await search.fill(`${one.invoiceNo}\tKilang 3\t99.00\n${other.invoiceNo} 799999999999`)
  await expect(page.getByRole('region', { name: '2 unpaid bills' })).toBeVisible()
  await expect(page.getByText('1 of 3 not found: 799999999999')).toBeVisible()
  await page.getByRole('row').nth(1).waitFor()

  // Until the search has its result, the page says nothing about the previous rows.
  const answer = await holdBack(page, '**/Bills/GetOutstandingBills/**')
  await search.fill(other.invoiceNo)
  await expect(page.getByRole('region', { name: 'Searching…' })).toBeVisible()
  await expect(page.getByText(/not found/)).toHaveCount(0)
  answer()
  await expect(page.getByRole('region', { name: '1 unpaid bill' })).toBeVisible()

  // An empty list names a neighbouring filter that has rows.
  // No bill is due before this date, so nothing matches.
  await goTo(page, `/billPayment/outstanding?search=${one.invoiceNo}&to=2001-01-01`)
  const without = page.getByRole('button', { name: /^Without “Due until”: \d+$/ })
  await without.click()
  await expect(page).not.toHaveURL(/to=/)
  await expect(page.getByRole('region', { name: '1 unpaid bill' })).toBeVisible()
})
