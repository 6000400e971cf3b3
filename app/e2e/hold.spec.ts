/** Overdue bills on hold: paying overdue bills leaves them out and counts them. Each can be paid alone after a question. */
import type { Page } from '@playwright/test'
import { bulkIds, type Payable } from './bills'
import { billLine, deliver } from './feed'
import { chooseBank, enterNumbers, forThisTry, payAndFollow, review, title } from './pay'
import { ask, askOnce, expect, people, test } from './people'
import { goTo } from './walk'

interface Listed {
  invoiceNo: string
  accountNo: string
  totalAmountPayable: string
  hold: string | null
}

/** Returns the overdue bills, and separately those on hold. */
async function overdue(page: Page): Promise<{ free: Payable[]; held: Payable[] }> {
  const { items } = await ask<{ items: Listed[] }>(page, `/billpayment-svc/api/v1/Bills/GetOutstandingBills/${bulkIds.getah}`, {
    filter: { overdue: true, payable: true },
    recordCount: 1000,
  })
  items.sort((a, b) => a.invoiceNo.localeCompare(b.invoiceNo))
  const of = (isHeld: boolean) =>
    items
      .filter(({ hold }) => (hold !== null) === isHeld)
      .map(({ invoiceNo, accountNo, totalAmountPayable }) => ({ invoiceNo, accountNo, amount: totalAmountPayable }))
  return { free: of(false), held: of(true) }
}

async function payFrom(page: Page, bills: readonly Payable[], number: string) {
  await expect(title(page)).toHaveText('How do you want to pay?')
  await page.getByRole('radio', { name: 'EFT GIRO' }).check()
  await chooseBank(page, 'Maybank2E')
  await enterNumbers(page, 'Reference', [[number]])
  await review(page, bills)
  await payAndFollow(page, bills)
}

test('paying overdue bills leaves out two on hold, of which one is paid singly', async ({ as }, { retry }) => {
  const page = await as(people.factory)
  const { items } = await ask<{ items: { accountNo: string }[] }>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.getah}`, {
    recordCount: 5,
  })
  const delivered = items.map(({ accountNo }, place) => ({
    invoiceNo: `59700200${retry}00${place}`,
    accountNo,
    amount: `${1250 + place}.05`,
  }))
  await deliver(
    'bills',
    delivered.map((bill) =>
      billLine({
        ...bill,
        batchId: `287002000${retry}`,
        billType: 'Late bill',
        tariff: 'Medium Voltage Time-of-Use',
        period: [-110, -80],
        invoiced: -75,
        due: -45,
      }),
    ),
  )
  for (const { invoiceNo } of delivered.slice(0, 2))
    await askOnce(page, `/portal/api/v1/Queries/Open/${bulkIds.getah}`, {
      invoiceNo,
      kind: 'amount',
      message: 'This bill is much higher than the one before.',
    })
  const { free, held } = await overdue(page)
  expect(free).toHaveLength(3)
  const all = free.length + held.length

  await page.goto('/home')
  await expect(page.getByText(new RegExp(`^${free.length} overdue bills can be paid: RM`))).toBeVisible()
  await page.getByRole('region', { name: 'To do today' }).getByRole('button', { name: 'Review and pay' }).click()
  await expect(page.getByText(`${free.length} of ${all} bills are selected, ${held.length} on hold`)).toBeVisible()
  await payFrom(page, free, forThisTry('HOLD1'))

  const [one] = held.filter(({ invoiceNo }) => invoiceNo === delivered[0]?.invoiceNo)
  if (!one) throw new Error('the bill is not on hold')
  await goTo(page, `/billPayment/bills/${one.invoiceNo}`)
  await expect(page.getByText('This bill is on hold', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Pay RM/ }).click()
  const question = page.getByRole('alertdialog', { name: `Bill ${one.invoiceNo} is on hold. Choose it anyway?` })
  await expect(question).toContainText('If you pay the bill now, the query stays open.')
  await question.getByRole('button', { name: 'Leave it out' }).click()
  await expect(title(page)).toHaveText(`Bill ${one.invoiceNo}`)
  await page.getByRole('button', { name: /^Pay RM/ }).click()
  await question.getByRole('button', { name: 'Choose the bill' }).click()
  await payFrom(page, [one], forThisTry('HOLD2'))
  expect((await overdue(page)).held.map(({ invoiceNo }) => invoiceNo)).toContain(delivered[1]?.invoiceNo)
  expect((await overdue(page)).free).toEqual([])
})
