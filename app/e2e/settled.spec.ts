/**
 * A bill that was paid outside the portal: in part, then in full, and open again after the utility took the money back. A bill that a
 * newer one contains.
 */
import { findings } from './axe'
import { bulkIds, totalOf } from './bills'
import { dialog } from './dialogs'
import { billLine, dayFromToday, deliver } from './feed'
import { chooseBank, enterNumbers, fact, forThisTry, goToMethod, payAndFollow, payButton, review } from './pay'
import { ask, expect, people, quiet, test } from './people'

test('a bill paid by JomPAY becomes paid on its page, and leaves the unpaid bills until the money is taken back', async ({ as }, {
  retry,
}) => {
  const page = await as(people.factory)
  const { items } = await ask<{ items: { accountNo: string }[] }>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.getah}`, {
    recordCount: 2,
  })
  const accountNo = items[1]?.accountNo ?? ''
  const invoiceNo = `59700200001${retry}`
  const amount = '500.00'
  await deliver('bills', [billLine({ invoiceNo, accountNo, amount, batchId: `287002000${retry}`, billType: 'Late bill' })])
  const settle = (number: string, method: string, paid: string, reversalOf = '') =>
    deliver('settlements', [
      `S${number}-${retry},${accountNo},${reversalOf ? '' : invoiceNo},${method},${dayFromToday(-1)},${paid},${reversalOf && `${reversalOf}-${retry}`},REF ${number}`,
    ])

  await page.goto(`/billPayment/bills/${invoiceNo}`)
  await expect(page.getByRole('button', { name: /^Pay RM\s500\.00/ })).toBeVisible()

  // The page changes without a reload.
  await settle('1', 'jompay', '200.00')
  await expect(page.getByText(/RM\s200\.00 of this bill was paid outside the portal/)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/RM\s300\.00 is left\./)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay RM\s500\.00/ })).toBeDisabled()

  await settle('2', 'counter', '300.00')
  await expect(page.getByText('This bill was paid outside the portal', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Paid Elsewhere', { exact: true })).toBeVisible()
  await page.getByRole('navigation', { name: 'Parts of the bill' }).getByRole('link', { name: 'History' }).click()
  const payments = page.getByRole('region', { name: 'Payments' })
  await expect(payments).toContainText('JomPAY')
  await expect(payments).toContainText('REF 2')
  await quiet(page)
  expect(await findings(page)).toEqual([])

  const unpaid = { recordCount: 1, filter: { search: invoiceNo } }
  const list = () => ask<{ items: unknown[] }>(page, `/billpayment-svc/api/v1/Bills/GetOutstandingBills/${bulkIds.getah}`, unpaid)
  expect((await list()).items).toEqual([])
  await settle('3', 'counter', '300.00', 'S2')
  await expect(page.getByText(/RM\s300\.00 is left\./)).toBeVisible({ timeout: 20_000 })
  expect((await list()).items).toHaveLength(1)
})

test('a bill that a newer one contains says so on both pages, and only the newer one can be paid', async ({ as }, { retry }) => {
  const page = await as(people.factory)
  const { items } = await ask<{ items: { accountNo: string }[] }>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.getah}`, {
    recordCount: 3,
  })
  const accountNo = items[2]?.accountNo ?? ''
  const [older, newer] = [`59700300001${retry}`, `59700300002${retry}`]
  const bill = { accountNo, batchId: `287003000${retry}`, billType: 'Late bill' }
  await deliver('bills', [billLine({ ...bill, invoiceNo: older, amount: '300.00', invoiced: -6, period: [-40, -8] })])
  await page.goto(`/billPayment/bills/${older}`)
  await expect(page.getByRole('button', { name: /^Pay RM\s300\.00/ })).toBeEnabled()

  await deliver('bills', [billLine({ ...bill, invoiceNo: newer, amount: '500.00', outstanding: '300.00' })])
  await expect(page.getByText('A newer bill contains this bill')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Carried Forward', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: `Pay invoice ${newer} instead` }).click()
  await expect(page.getByText(new RegExp(`This bill contains RM\\s300\\.00 of invoice ${older}`))).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay RM\s500\.00/ })).toBeEnabled()
  await quiet(page)
  expect(await findings(page)).toEqual([])
  const unpaid = { recordCount: 5, filter: { search: accountNo } }
  const list = await ask<{ items: { invoiceNo: string }[] }>(
    page,
    `/billpayment-svc/api/v1/Bills/GetOutstandingBills/${bulkIds.getah}`,
    unpaid,
  )
  const numbers = list.items.map(({ invoiceNo }) => invoiceNo)
  expect(numbers).toContain(newer)
  expect(numbers).not.toContain(older)
})

test('a bill that was paid elsewhere during the review is named, and the other one is paid', async ({ as }, { retry }) => {
  const page = await as(people.factory)
  const { items } = await ask<{ items: { accountNo: string }[] }>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.getah}`, {
    recordCount: 5,
  })
  const bills = items.slice(3).map(({ accountNo }, place) => ({ invoiceNo: `5970090000${place}${retry}`, accountNo, amount: '410.00' }))
  await deliver(
    'bills',
    bills.map((bill) => billLine({ ...bill, batchId: `287009000${retry}`, billType: 'Late bill' })),
  )
  await goToMethod(page, bills, 'EFT GIRO')
  await chooseBank(page, 'Maybank2E')
  await enterNumbers(page, 'Reference', [[forThisTry('JMP410')]])
  await review(page, bills)
  const [gone, other] = bills
  await deliver('settlements', [`S410-${retry},${gone?.accountNo},${gone?.invoiceNo},jompay,${dayFromToday(-1)},410.00,,`])
  await payButton(page, bills).click()
  const row = dialog(page)
    .getByRole('row')
    .filter({ hasText: gone?.invoiceNo ?? '' })
  await expect(row).toContainText('This bill was paid outside the portal.')
  await dialog(page).getByRole('button', { name: 'Exclude 1 bill' }).click()
  const left = other ? [other] : []
  await expect(fact(page, 'Total payable')).toHaveText(totalOf(left))
  await payAndFollow(page, left)
})
