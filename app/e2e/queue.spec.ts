/** Working through a list record by record: the next and previous record, the position, and decisions by keyboard. */

import type { Page } from '@playwright/test'
import { bulkIds, type Company, payable } from './bills'
import { expectFocusIn } from './dialogs'
import { answerWith } from './gate'
import { openInMenu } from './mainMenu'
import { title } from './pay'
import { ask, expect, people, quiet, test } from './people'

interface Row {
  transactionNo: string
}

const waiting = async (page: Page) =>
  await ask<{ items: Row[]; total: number }>(page, '/payments-svc/api/v1/Admin/GetAdminPendingPayments', { recordCount: 100 })

/** Makes pending payments by calls. Returns their numbers. */
async function makeTransfers(page: Page, count: number, company: Company): Promise<string[]> {
  const numbers: string[] = []
  const bills = await payable(page, {}, company)
  expect(bills.length, `${company} has bills left to pay`).toBeGreaterThanOrEqual(count)
  for (const [place, bill] of bills.slice(0, count).entries()) {
    const answer = await page.request.post('/billpayment-svc/api/v1/Payment/MakePayment', {
      data: {
        bulkId: bulkIds[company],
        invoiceNos: [bill.invoiceNo],
        paymentMethod: 'EFT_GIRO',
        bankId: 'MBB0228',
        referenceNumbers: [{ number: `QUEUE${place}`, amount: bill.amount }],
        totalAmount: bill.amount,
      },
      headers: { 'X-Session': 'cookie', 'Idempotency-Key': crypto.randomUUID() },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    numbers.push(((await answer.json()) as { Data: { transactionNo: string } }).Data.transactionNo)
  }
  return numbers
}

/** Presses keys and counts them. */
function keyboard(page: Page) {
  let keys = 0
  return {
    press: async (key: string) => {
      keys += 1
      await page.keyboard.press(key)
    },
    get keys() {
      return keys
    },
  }
}

const focused = (page: Page) => page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent?.trim()}`)

test('previous, next, J and K follow the list, and breadcrumb and menu return to it', async ({ as }) => {
  const page = await as(people.pccr)
  await page.setViewportSize({ width: 1280, height: 720 })
  const { items, total } = await waiting(page)
  await page.goto('/admin/payments/pending')
  await page.getByRole('link', { name: items[0]?.transactionNo ?? '', exact: true }).click()
  await expect(title(page)).toHaveText(`Payment ${items[0]?.transactionNo}`)
  const queue = page.getByRole('navigation', { name: 'Go through: Pending approval' })
  await expect(queue).toContainText(`${total - 1} left`)
  await expect(queue.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await expect(queue.getByRole('link', { name: 'Next' })).toHaveAttribute('aria-keyshortcuts', 'J')
  await expect(page.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: 'Pending approval' })).toBeVisible()
  await expect(page.locator('#main-menu [data-current]')).toHaveText(/^Payments/)

  await page.keyboard.press('j')
  await expect(title(page)).toHaveText(`Payment ${items[1]?.transactionNo}`)
  await expect(title(page)).toBeFocused()
  await page.getByLabel('Amount received').pressSequentially('jk1')
  await expect(title(page)).toHaveText(`Payment ${items[1]?.transactionNo}`)
  // With input, leaving would ask (hand.spec.ts).
  await page.getByLabel('Amount received').fill('')
  await title(page).focus()
  await page.keyboard.press('k')
  await expect(title(page)).toHaveText(`Payment ${items[0]?.transactionNo}`)
  // Opening a tab of the record and a reload keep the list.
  await page.getByRole('link', { name: /^Invoices/ }).click()
  await page.reload()
  await queue.getByRole('link', { name: 'Next' }).click()
  await expect(title(page)).toHaveText(`Payment ${items[1]?.transactionNo}`)

  // The decision is next to the facts on a wide screen, and one press away on a narrow one.
  const decision = page.getByRole('complementary', { name: 'Decision' })
  await expect(decision.getByRole('button', { name: /^Accept/ })).toBeInViewport()
  await page.mouse.wheel(0, 2000)
  await expect(decision.getByRole('button', { name: /^Accept/ })).toBeInViewport()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await expect(decision.getByRole('button', { name: /^Accept/ })).not.toBeInViewport()
  await page.getByRole('link', { name: 'Go to the decision' }).click()
  await expect(decision).toBeFocused()
  await expect(decision.getByRole('button', { name: /^Accept/ })).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 720 })

  // Registrations form a queue in the same way.
  await openInMenu(page, 'Customers', 'Registrations')
  await expect(title(page)).toHaveText('Registrations')
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .first()
    .getByRole('link')
    .first()
    .click()
  const registrations = page.getByRole('navigation', { name: /^Go through/ })
  // Decided applications stay in the list, so the page shows the position instead of the remaining number.
  await expect(registrations).toContainText(/1 of \d+/)
  const before = await title(page).textContent()
  await expect(registrations.getByRole('link', { name: 'Next' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(title(page)).not.toHaveText(before ?? '')
  await expect(page).toHaveURL(/queue=/)
})

test('a failed page is not the end of the queue: it is not requested over and over, but by next', async ({ as }) => {
  const page = await as(people.pccr)
  await page.clock.install()
  const { items } = await waiting(page)
  let isDown = true
  let refused = 0
  await page.route('**/Admin/GetAdminPendingPayments', async (route) => {
    const data = route.request().postDataJSON() as { cursor?: string }
    if (data.cursor && isDown) {
      refused += 1
      await route.fulfill({ status: 500, body: '' })
    } else await route.continue({ postData: JSON.stringify({ ...data, recordCount: 1 }) })
  })
  await page.goto(`/admin/payments/${items[0]?.transactionNo}?queue=%2Fadmin%2Fpayments%2Fpending`)
  const queue = page.getByRole('navigation', { name: 'Go through: Pending approval' })
  await expect(queue).toContainText('The next items could not be loaded. Try again.')
  await page.clock.runFor('00:10')
  await quiet(page)
  // Each reload of the list, which other journeys cause, is another request.
  expect(refused).toBeLessThan(6)
  isDown = false
  await queue.getByRole('button', { name: 'Next' }).click()
  await expect(queue).toContainText(/\d left/)
  await queue.getByRole('link', { name: 'Next' }).click()
  await expect(title(page)).toHaveText(/^Payment /)
  await expect(title(page)).not.toHaveText(`Payment ${items[0]?.transactionNo}`)
})

test('after midnight the figure of earlier days includes those of yesterday', async ({ as }) => {
  const page = await as(people.pccr)
  await page.clock.install()
  await page.route('**/GetAdminProfile', (route) => answerWith(route, () => ({ now: '2026-11-20T15:59:30Z' })))
  await page.goto('/admin/payments/pending')
  const figure = page.getByRole('main').getByRole('link').filter({ hasText: 'From earlier days' })
  await expect(figure).toHaveAttribute('href', /to=2026-11-19/)
  await page.clock.runFor('01:00')
  await expect(figure).toHaveAttribute('href', /to=2026-11-20/)
})

test('approvals are decided one after the other by keyboard only, with at most six keys each', async ({ as }) => {
  const many = 6
  await makeTransfers(await as(people.hotels), many, 'rimba')
  const page = await as(people.pccr)
  await page.setViewportSize({ width: 1280, height: 720 })
  const { items } = await waiting(page)
  await page.goto('/admin/payments/pending')
  const hand = keyboard(page)
  await page.getByRole('link', { name: items[0]?.transactionNo ?? '', exact: true }).focus()
  await hand.press('Enter')
  for (let done = 0; done < many; done += 1) {
    const { transactionNo } = items[done] ?? { transactionNo: '' }
    await expect(title(page)).toHaveText(`Payment ${transactionNo}`)
    await quiet(page)
    await hand.press('a')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toBeVisible()
    // The page has another button with the same name.
    await expectFocusIn(page, 'alertdialog')
    for (let tabs = 0; !(await focused(page)).startsWith('BUTTON Accept'); tabs += 1) {
      expect(tabs, 'Tabs to the confirmation').toBeLessThan(6)
      await hand.press('Tab')
    }
    await hand.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: /^Accept/ })).toHaveCount(0)
    if (done + 1 < many) {
      await expect.poll(() => focused(page)).toMatch(/^A Next: /)
      await hand.press('Enter')
    }
  }
  expect(hand.keys).toBeLessThanOrEqual(many * 6)
})

test('a payment is declined by keyboard only, and the customer reads the reason', async ({ as }) => {
  const customer = await as(people.hotels)
  const [transactionNo = ''] = await makeTransfers(customer, 1, 'rimba')
  const page = await as(people.pccr)
  await page.goto(`/admin/payments/${transactionNo}?queue=%2Fadmin%2Fpayments%2Fpending`)
  await expect(title(page)).toHaveText(`Payment ${transactionNo}`)
  await quiet(page)
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectFocusIn(page, 'dialog')
  for (let tabs = 0; !(await focused(page)).startsWith('TEXTAREA'); tabs += 1) {
    expect(tabs, 'Tabs to the reason').toBeLessThan(4)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('No such transfer arrived.')
  for (let tabs = 0; !(await focused(page)).startsWith('BUTTON Decline'); tabs += 1) {
    expect(tabs, 'Tabs to the button').toBeLessThan(4)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByText('The customer was told: No such transfer arrived.')).toBeVisible()
  await customer.goto(`/billPayment/transactions/${transactionNo}`)
  await expect(customer.getByText('Remark from the utility: No such transfer arrived.')).toBeVisible()
})
