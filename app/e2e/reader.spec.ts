/** Screen readers: names, order and announcements of a list, a payment and a decision. */
import type { Locator, Page } from '@playwright/test'
import { bar, batch, billsOf, someOf, totalOf } from './bills'
import { chooseBank, enterNumbers, forThisTry, goToMethod, payAndFollow, payButton, review, title } from './pay'
import { ask, expect, people, quiet, test } from './people'

const rowAt = (page: Page, index: number) => page.locator(`[data-row="${index}"]`)

/** Collects the announcements of the page's live regions from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const announcements: string[] = []
    const regionOf = (node: Node) =>
      (node instanceof Element ? node : node.parentElement)?.closest(
        '[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off])',
      )
    new MutationObserver((changes) => {
      for (const region of new Set(changes.map(({ target }) => regionOf(target)))) {
        const text = region?.textContent?.trim()
        if (text) announcements.push(text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { announcements })
  })
  return () => page.evaluate(() => (window as unknown as { announcements: string[] }).announcements)
}

/** Returns whether the first element precedes the second in the tree. */
const comesBefore = async (first: Locator, second: Locator) =>
  await first.evaluate(
    (one, other) => Boolean(one.compareDocumentPosition(other as Node) & Node.DOCUMENT_POSITION_FOLLOWING),
    await second.elementHandle(),
  )

test('a list: its name, rows, selection and announcements', async ({ as }) => {
  const page = await as(people.payer)
  await page.goto('/billPayment/outstanding')
  await expect(rowAt(page, 1)).toBeVisible()
  await quiet(page)
  const region = page.getByRole('region', { name: /\d bills can be paid$/ })
  await expect(region).toMatchAriaSnapshot(`
    - region /^[\\d,]+ bills can be paid$/:
      - text: Search bills
      - searchbox "Search bills"
      - button "Filters"
      - status: /^[\\d,]+ bills can be paid$/
      - button "Columns"
      - grid /^[\\d,]+ bills can be paid$/:
        - rowgroup:
          - row:
            - columnheader "Selection":
              - checkbox "Select all shown"
            - columnheader "Invoice":
              - button "Invoice"
  `)
  // The shortcut's hint next to the search field is hidden from screen readers.
  expect(await region.ariaSnapshot()).not.toMatch(/text: \/$/m)
  const grid = page.getByRole('grid')
  const total = Number(/[\d,]+/.exec((await grid.getAttribute('aria-label')) ?? '')?.[0].replaceAll(',', ''))
  await expect(grid).toHaveAttribute('aria-rowcount', String(total + 1))
  await expect(grid).toHaveAttribute('aria-multiselectable', 'true')
  const first = rowAt(page, 0)
  const number = (await first.getAttribute('data-key')) ?? ''
  // The name of a row consists of its cells, and contains the number once.
  await expect(first).toHaveAccessibleName(new RegExp(`^${number} Batch \\d{10} \\d{12} .*RM\\s[\\d,.]+$`))
  await expect(first.getByRole('checkbox')).toHaveAccessibleName(`Select invoice ${number}`)
  await expect(first).toHaveAttribute('aria-rowindex', '2')
  await expect(first).toHaveAttribute('aria-selected', 'false')

  const announcements = await listen(page)
  await first.focus()
  await page.keyboard.press('Space')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(bar(page)).toBeVisible()
  const selection = page.getByRole('region', { name: 'Selection' })
  await expect(selection).toMatchAriaSnapshot(`
    - region "Selection":
      - status:
        - text: 1 bill · 1 account
        - strong: /RM [\\d,.]+/
      - button /Select all [\\d,]+ matching/
      - button "Clear"
      - button "Send to a colleague"
      - link "Review and pay"
  `)
  // The bar's shortcut is an attribute, not text.
  await expect(selection).toHaveAttribute('aria-keyshortcuts', 'b')
  expect(await selection.ariaSnapshot()).not.toMatch(/text: B$/m)
  expect(await comesBefore(grid, selection)).toBe(true)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('section')?.getAttribute('aria-label'))).toBe('Selection')
  expect((await announcements()).join('\n')).toMatch(/1 bill · /)
  await page.keyboard.press('Escape')

  const before = (await announcements()).length
  await page.getByRole('searchbox', { name: 'Search bills' }).fill(number)
  await expect(page.getByRole('grid', { name: /^1 / })).toBeVisible()
  // Other journeys' notifications are announced, too.
  await expect.poll(async () => (await announcements()).slice(before).join('\n')).toMatch(/^1 .*bill/m)
})

test('a payment: method, review, result', async ({ as }) => {
  const page = await as(people.payer)
  const bills = (await someOf(page, batch(6), 31)).slice(28, 30)
  await goToMethod(page, bills, 'EFT GIRO')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - navigation "Where you are"
    - heading "How do you want to pay?" [level=1]
    - list "Stages of the payment":
      - listitem: Draft
      - listitem: Checking
      - listitem: Payment
      - listitem: In the books
    - radiogroup "Payment method":
      - radio "FPX online banking"
      - radio "EFT GIRO" [checked]
      - combobox "Bank that you pay from"
      - group "Reference numbers of your transfers":
        - textbox "Reference number 1"
        - textbox "Amount 1"
        - button "Add a reference number"
        - status: The amounts make up the total.
      - radio "EFT RENTAS"
      - radio "Cheque"
    - button "Continue to review"
  `)
  await expect(page.locator('[aria-current=step]')).toContainText('Draft')
  const announcements = await listen(page)
  await chooseBank(page, 'Maybank2E')
  await enterNumbers(page, 'Reference', [[forThisTry('IBG680001')]])
  await page.getByLabel('Amount 1', { exact: true }).fill('1.00')
  await expect.poll(async () => (await announcements()).join('\n')).toMatch(/RM\s[\d,.]+ remaining/)
  await page.getByLabel('Amount 1', { exact: true }).fill(totalOf(bills).replace('RM ', ''))
  await expect.poll(async () => (await announcements()).at(-1)).toBe('The amounts make up the total.')

  await review(page, bills)
  await expect(title(page)).toBeFocused()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Review your payment" [level=1]
    - term: Bills
    - definition: /2 bills/
    - definition:
      - link "Change the bills"
    - term: Payment method
    - definition: EFT GIRO
    - definition:
      - link "Change the payment method"
    - term: Reference numbers
    - definition:
      - list:
        - listitem: /IBG680001\\d* RM/
    - definition:
      - link "Change the numbers"
    - term: Total payable
    - definition: ${totalOf(bills)}
    - button "Pay ${totalOf(bills)}"
  `)
  expect(await comesBefore(page.getByText('Total payable'), payButton(page, bills))).toBe(true)
  await payAndFollow(page, bills)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Your payment was submitted" [level=1]
    - status: Your payment was submitted. ${totalOf(bills)}
    - region "Payment advice":
      - term: Transaction number
      - definition: /P\\d+/
      - term: Status
      - definition: Processing
  `)
  expect(billsOf(bills.length)).toBe('2 bills')
})

test('a decision: the facts come first, there is one landmark, and the next record is announced', async ({ as }) => {
  const page = await as(people.pccr)
  const { items } = await ask<{ items: { transactionNo: string }[] }>(page, '/payments-svc/api/v1/Admin/GetAdminPendingPayments', {
    recordCount: 1,
    // Other journeys decide the oldest payments first, and leave some that await a second officer.
    sort: { by: 'transactionAmount', descending: true },
    awaitsSecondOfficer: false,
  })
  await page.goto(`/admin/payments/${items[0]?.transactionNo}?queue=%2Fadmin%2Fpayments%2Fpending`)
  await expect(title(page)).toHaveText(`Payment ${items[0]?.transactionNo}`)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - navigation "Where you are"
    - heading "Payment ${items[0]?.transactionNo}" [level=1]
    - link "Go to the decision"
    - 'navigation "Go through: Pending approval"':
      - text: /\\d+ left/
      - link "Next"
    - region "Amounts":
      - heading "Amounts" [level=2]
      - term: Billed
      - definition: /RM/
    - region "Payment":
      - term: Company
    - complementary "Decision":
      - heading "Decision" [level=2]
      - button /Accept RM/
      - button "Decline"
      - textbox "Amount received"
      - button "Request reconciliation"
  `)
  // A second landmark of that name would be redundant.
  await expect(page.getByRole('region', { name: 'Decision' })).toHaveCount(0)
  // Other journeys decide on payments at the same time, so the next payment is read from the page.
  const href = await page.getByRole('link', { name: 'Next' }).getAttribute('href')
  const next = /P\d+/.exec(href ?? '')?.[0]
  await page.keyboard.press('j')
  await expect(title(page)).toHaveText(`Payment ${next}`)
  await expect(title(page)).toBeFocused()
  await expect(page).toHaveTitle(new RegExp(`^Payment ${next} · `))
})
