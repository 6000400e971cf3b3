/** Bank statements: uploaded, matched with pending payments, and decided by keyboard. */
import type { Page } from '@playwright/test'
import { batch, bulkIds, type Payable, payable, ringgit, sen } from './bills'
import { escapeDialog } from './dialogs'
import { title } from './pay'
import { ask, expect, people, quiet, test } from './people'

/** Lines of the statement. */
const lineCount = 500
/** Payments that the statement pays. Each sends several e-mails, so more payments would delay the jobs of other journeys. */
const paymentCount = 60
/** Returns bills from the end of batches, because other journeys use the beginning. */
const ownBills = async (page: Page) => {
  const own: Payable[] = []
  for (const place of [5, 7, 8, 9]) own.push(...(await payable(page, { batchIds: [batch(place)] })).slice(40))
  return own.slice(0, paymentCount)
}

const numberOf = (place: number) => `BANK${10_000 + place}`

/** Makes a pending payment of each bill, by calls. */
async function makeTransfers(page: Page, bills: readonly Payable[], number = numberOf) {
  for (const [place, bill] of bills.entries()) {
    const answer = await page.request.post('/billpayment-svc/api/v1/Payment/MakePayment', {
      data: {
        bulkId: bulkIds.sinar,
        invoiceNos: [bill.invoiceNo],
        paymentMethod: 'EFT_GIRO',
        bankId: 'MBB0228',
        referenceNumbers: [{ number: number(place), amount: bill.amount }],
        totalAmount: bill.amount,
      },
      headers: { 'X-Session': 'cookie', 'Idempotency-Key': crypto.randomUUID() },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
}

/** Returns today as the bank writes it. A line matches a payment only within a few days. */
const today = () =>
  new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'Asia/Kuala_Lumpur' }).format(new Date())

/** Returns a statement as the bank writes it: an address above the heading, thousands separators, and payments of others. */
function statementOf(bills: readonly Payable[]): Buffer {
  const own = bills.map((bill, place) => `${today()},IBG ${numberOf(place)},"${ringgit(sen(bill.amount)).replace('\u00a0', ' ')}"`)
  const others = Array.from({ length: lineCount - bills.length }, (_, place) => `${today()},SALARY${place},"1,000.00"`)
  return Buffer.from(['Maybank Berhad', 'Account 5140-1234', 'Transaction Date,Reference,Amount (RM)', ...own, ...others].join('\r\n'))
}

const file = (buffer: Buffer) => ({ name: 'maybank-november.csv', mimeType: 'text/csv', buffer })

/** Uploads a file by keyboard. The bank is chosen by its first letters. */
async function send(page: Page, buffer: Buffer, bankName = 'Maybank2E') {
  await page.goto('/admin/payments/statements')
  await page.getByRole('button', { name: 'Upload a statement' }).first().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Upload a bank statement' })
  const bank = dialog.getByRole('button', { name: /Bank/ })
  await bank.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: bankName })).toBeVisible()
  await page.keyboard.type(bankName.slice(0, 4))
  await page.keyboard.press('Enter')
  await expect(bank).toContainText(bankName)
  await dialog.getByLabel('Statement', { exact: true }).setInputFiles(file(buffer))
  await dialog.getByRole('button', { name: 'Upload', exact: true }).focus()
  await page.keyboard.press('Enter')
}

async function upload(page: Page, buffer: Buffer, bankName?: string) {
  await send(page, buffer, bankName)
  await expect(title(page)).toHaveText('maybank-november.csv')
}

const focused = (page: Page) => page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent?.trim()}`)

test('the bank is preselected only if there is exactly one', async ({ as }) => {
  const page = await as(people.pccr)
  let known = 2
  // Answers as if statements of this number of banks were uploaded before.
  await page.route('**/BankStatements/Banks', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const banks = body.Data.banks.map((bank: object, place: number) => ({ ...bank, isKnown: place < known }))
    await route.fulfill({ response: answer, json: { ...body, Data: { ...body.Data, banks } } })
  })
  const bank = page.getByRole('dialog', { name: 'Upload a bank statement' }).getByRole('button', { name: /Bank/ })
  await page.goto('/admin/payments/statements?open=upload')
  await expect(bank).toContainText('Choose a bank')
  known = 1
  await page.reload()
  await expect(bank).toBeVisible()
  await expect(bank).not.toContainText('Choose a bank')
})

test('a file uploaded for the wrong bank moves to the right one, with a message', async ({ as }) => {
  const page = await as(people.pccr)
  const salaries = Buffer.from('Transaction Date,Reference,Amount (RM)\r\n19/11/2026,SALARY OF ANOTHER DAY,"1,000.00"')
  await upload(page, salaries, 'Affin Bank')
  await upload(page, salaries)
  await expect(page.getByText('This file was uploaded for Affin Bank before').first()).toBeVisible()
  await expect(page.getByText('You can continue where you or a colleague stopped.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Choose the columns' })).toBeVisible()
})

test('the browser asks before an upload is interrupted', async ({ as }) => {
  const page = await as(people.pccr)
  // The upload is never answered, as on a slow connection.
  await page.route('**/BankStatements/Upload', () => {})
  await send(page, Buffer.from('Transaction Date,Reference,Amount (RM)\r\n20/11/2026,SALARY ON ITS WAY,"1,000.00"'))
  await expect(page.getByText('Reading maybank-november.csv…')).toBeVisible()
  const dialogOpened = page.waitForEvent('dialog')
  const reloaded = page.reload().catch(() => null)
  const question = await dialogOpened
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await reloaded
  // After the cancellation the browser asks nothing.
  await expect(page.getByText('No file chosen')).toBeVisible()
  expect(await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(true)
})

test('a statement of 500 lines is uploaded, matched and decided by keyboard', async ({ as }) => {
  test.slow()
  const payer = await as(people.payer)
  const bills = await ownBills(payer)
  expect(bills.length).toBe(paymentCount)
  await makeTransfers(payer, bills)
  const page = await as(people.pccr)
  await page.setViewportSize({ width: 1280, height: 720 })
  await upload(page, statementOf(bills))

  // The columns of this bank are unknown, so the portal suggests them by their names.
  await page.getByRole('button', { name: 'Choose the columns' }).focus()
  await page.keyboard.press('Enter')
  const columns = page.getByRole('dialog', { name: 'Match the columns' })
  await expect(columns.getByRole('button', { name: /Amount \(RM\)/ })).toBeVisible()
  await columns.getByRole('button', { name: 'Compare the lines' }).focus()
  await page.keyboard.press('Enter')
  await expect(columns).toBeHidden()

  await page.getByRole('link', { name: /^Accept/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/show=accept/)
  const rows = page.getByRole('row').filter({ hasText: 'Exact match' })
  await expect(rows.first()).toContainText(/P\d{13}/)
  await quiet(page)
  for (let tabs = 0; !(await focused(page)).startsWith('TR') && tabs < 40; tabs += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+a')
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText(`Decide ${bills.length} payments`)
  await page.keyboard.press('b')
  await expect.poll(() => focused(page)).toBe(`BUTTON Decide ${bills.length} payments`)
  await page.keyboard.press('Enter')
  const review = page.getByRole('alertdialog', { name: `Decide ${bills.length} payments?` })
  await expect(review).toContainText(`${bills.length} payments, RM`)
  await expect(review).toContainText('A payment that needs a second officer is decided when that officer confirms it.')
  await review.getByRole('button', { name: `Decide ${bills.length} payments` }).focus()
  await page.keyboard.press('Enter')
  const decided = page.getByRole('dialog', { name: `${bills.length} payments decided` })
  await expect(decided).toContainText('Every payment was decided as proposed.', { timeout: 120_000 })
  await escapeDialog(page)
  await expect(decided).toBeHidden()
  await expect(page.getByRole('link', { name: /^Decided/ })).toContainText(String(bills.length))

  // The same file is uploaded again. All its lines are decided, so none can be selected.
  await upload(page, statementOf(bills))
  await page.getByRole('link', { name: /^Decided/ }).click()
  await expect(page.getByRole('row').filter({ hasText: 'accepted' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change columns' })).toHaveAttribute('aria-disabled', 'true')
  const { items } = await ask<{ items: { status: number }[] }>(page, '/payments-svc/api/v1/Admin/GetAdminAllPayments', {
    filter: { search: numberOf(0) },
  })
  expect([3, 4]).toContain(items[0]?.status)
})

/** Uploads a statement of one line by calls. Returns its ID. */
async function uploadLine(page: Page, reference: string, amount: string): Promise<string> {
  const headers = { 'X-Session': 'cookie' }
  const buffer = Buffer.from(`Transaction Date,Reference,Amount (RM)\r\n${today()},${reference},"${amount}"`)
  const sent = await page.request.post('/portal/api/v1/BankStatements/Upload', {
    multipart: { bankId: 'MBB0228', File: { name: `${reference}.csv`, mimeType: 'text/csv', buffer } },
    headers,
  })
  expect(sent.ok(), await sent.text()).toBe(true)
  const { statementId } = ((await sent.json()) as { Data: { statementId: string } }).Data
  const columns = { day: 0, reference: 1, amount: 2 }
  const response = await page.request.post('/portal/api/v1/BankStatements/Columns', { data: { statementId, columns }, headers })
  expect(response.ok(), await response.text()).toBe(true)
  return statementId
}

test('a transfer that pays two payments with one reference is found and matched by keyboard', async ({ as }) => {
  const payer = await as(people.payer)
  const bills = (await payable(payer, { batchIds: [batch(9)] })).slice(-2)
  expect(bills.length).toBe(2)
  const reference = `PAIR${Date.now()}`
  await makeTransfers(payer, bills, () => reference)
  const total = bills.reduce((sum, bill) => sum + sen(bill.amount), 0n)
  const page = await as(people.pccr)
  await page.setViewportSize({ width: 1280, height: 720 })
  const statementId = await uploadLine(page, reference, ringgit(total).replace(/[^\d.]/g, ''))

  await page.goto(`/admin/payments/statements/${statementId}`)
  await page.getByRole('link', { name: `Find & match row 2, ${reference}` }).focus()
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('Match row 2')
  const rows = page.getByRole('row').filter({ hasText: 'Same reference; together they equal the open amount' })
  await expect(rows).toHaveCount(2)
  const line = page.getByRole('region', { name: 'Bank line' })
  await expect(line).toContainText(ringgit(total))
  // A new search keeps the selected rows.
  await rows.first().getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('1 payment')
  await page.getByRole('searchbox', { name: 'Search payments' }).fill(reference)
  await expect(page).toHaveURL(/search=PAIR/)
  await quiet(page)
  await expect(rows).toHaveCount(2)
  await rows.last().getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await expect(bar).toContainText('2 payments · 1 line')
  await expect(line).toContainText('Left over')
  await title(page).focus()
  await page.keyboard.press('b')
  await page.keyboard.press('Enter')
  const review = page.getByRole('alertdialog', { name: 'Accept 2 payments with this match?' })
  for (const bill of bills) await expect(review).toContainText(`${ringgit(sen(bill.amount))} of row 2, ${reference}`)
  await review.getByRole('button', { name: 'Accept 2 payments' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Matched: P\d{13}, P\d{13}$/)).toBeVisible()
  await expect(page.getByText('This line is fully matched.')).toBeVisible()
  const { items } = await ask<{ items: { status: number }[] }>(page, '/payments-svc/api/v1/Admin/GetAdminAllPayments', {
    filter: { search: reference },
  })
  expect(items.map(({ status }) => [3, 4].includes(status))).toEqual([true, true])
  await page.goto(`/admin/payments/statements/${statementId}`)
  await expect(page.getByRole('row').filter({ hasText: reference })).toContainText('Decided')
})

test('a column of directions is suggested, asked about, and shown next to its line', async ({ as }) => {
  const page = await as(people.pccr)
  const lines = [`${today()},REFUND${Date.now()},100.00,DR`, `${today()},SALARY${Date.now()},"1,000.00",CR`]
  await upload(page, Buffer.from(['Date,Reference,Amount,DR/CR', ...lines].join('\r\n')), 'Hong Leong Bank')
  await expect(page.getByText('Does the column DR/CR say whether money came in or went out?')).toBeVisible()
  await page.getByRole('button', { name: 'Choose the columns' }).focus()
  await page.keyboard.press('Enter')
  const columns = page.getByRole('dialog', { name: 'Match the columns' })
  await expect(columns.getByRole('button', { name: /In or out/ })).toContainText('DR/CR')
  await columns.getByRole('button', { name: 'Compare the lines' }).focus()
  await page.keyboard.press('Enter')
  await expect(columns).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'REFUND' })).toContainText('Money out')

  // On a phone the lines are cards.
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 720 })
    await quiet(page)
    await page.getByRole('button', { name: /^Other columns of row 2, REFUND/ }).focus()
    await page.keyboard.press('Enter')
    const cells = page.getByRole('dialog', { name: 'Other columns of row 2' })
    await expect(cells).toContainText(/DR\/CR\s*DR/)
    await escapeDialog(page)
    await expect(cells).toBeHidden()
  }
})

test('an account manager reads statements and cannot decide payments', async ({ as }) => {
  const page = await as(people.glb)
  await page.goto('/admin/payments/statements')
  await expect(title(page)).toHaveText('Bank statements')
  await expect(page.getByRole('button', { name: 'Upload a statement' })).toHaveCount(0)
})
