/** Two people of one company pay at once: nothing is paid twice, and the slower one learns who was faster. */
import { bar, batch, billsOf, choose, someOf, totalOf } from './bills'
import { chooseBank, enterNumbers, fact, goToMethod, payAndFollow, payButton, payByTransfer, review, title } from './pay'
import { expect, people, test } from './people'

test('a colleague paid half of it first: the dialogue names them, and the rest is paid without them', async ({ as }) => {
  const page = await as(people.master)
  // A laptop that has just woken up: nothing has told it yet.
  await page.route('**/portal/api/v1/Live', (route) => route.abort())
  const bills = (await someOf(page, batch(6), 12)).slice(0, 6)
  const [theirs, mine] = [bills.slice(0, 3), bills.slice(3)]
  await goToMethod(page, bills, 'Cheque')
  await chooseBank(page, 'RHB Bank')
  await enterNumbers(page, 'Cheque', [['300001']])
  await review(page, bills)

  const colleague = await as(people.payer)
  const first = await payByTransfer(colleague, theirs, 'IBG600001')

  await payButton(page, bills).click()
  const dialog = page.getByRole('alertdialog', { name: 'A colleague is already paying 03 of these bills' })
  await expect(dialog).toBeVisible()
  for (const { invoiceNo } of theirs) {
    const row = dialog.getByRole('row').filter({ hasText: invoiceNo })
    await expect(row).toContainText(first)
    await expect(row).toContainText('Lim Chee Keong, ')
    await expect(row).toContainText(/\d{1,2} \w{3} \d{4}, \d{2}:\d{2}/)
    await expect(row).toContainText('Processing')
  }
  await expect(dialog).toContainText('03 bills are left.')
  await expect(dialog.getByRole('link', { name: 'View payments' })).toHaveAttribute('href', `/billPayment/transactions/${first}`)

  await dialog.getByRole('button', { name: 'Continue without them' }).click()
  await expect(fact(page, 'Bills')).toContainText(billsOf(3))
  await expect(fact(page, 'Total payable')).toHaveText(totalOf(mine))
  const second = await payAndFollow(page, mine)
  expect(second).not.toBe(first)
  await expect(fact(page, 'Amount')).toHaveText(totalOf(mine))
})

test('a page that hears of it says so before anybody presses Pay', async ({ as }) => {
  const page = await as(people.master)
  const bills = (await someOf(page, batch(6), 12)).slice(6, 10)
  await choose(page, bills)

  const colleague = await as(people.payer)
  await payByTransfer(colleague, bills.slice(0, 1), 'IBG600002')

  await expect(page.getByText('01 selected bill changed meanwhile')).toBeVisible()
  await page.getByRole('button', { name: 'Take them out of the selection' }).click()
  await expect(bar(page)).toContainText(billsOf(3))
  await expect(bar(page)).toContainText(totalOf(bills.slice(1)))
  await expect(title(page)).toHaveText('Bills')
})
