/** Bank statements: uploaded, matched with pending payments, and decided by keyboard. */

import type { Page } from '@playwright/test'
import { findings } from './axe'
import { batch, bulkIds, type Payable, payable, ringgit, sen } from './bills'
import { dialog, escapeDialog } from './dialogs'
import { billLine, dayFromToday, deliver } from './feed'
import { answerWith } from './gate'
import { title } from './pay'
import { ask, expect, people, quiet, test } from './people'
import { goTo } from './walk'
import { workbook } from './workbook'

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

/** Makes a pending payment of each bill, by calls. Returns their numbers. */
async function makeTransfers(page: Page, bills: readonly Payable[], number = numberOf, bulkId: string = bulkIds.sinar) {
  const made: string[] = []
  for (const [place, bill] of bills.entries()) {
    const answer = await page.request.post('/billpayment-svc/api/v1/Payment/MakePayment', {
      data: {
        bulkId,
        invoiceNos: [bill.invoiceNo],
        paymentMethod: 'EFT_GIRO',
        bankId: 'MBB0228',
        referenceNumbers: [{ number: number(place), amount: bill.amount }],
        totalAmount: bill.amount,
      },
      headers: { 'X-Session': 'cookie', 'Idempotency-Key': crypto.randomUUID() },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    made.push(((await answer.json()) as { Data: { transactionNo: string } }).Data.transactionNo)
  }
  return made
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

const november = 'maybank-november.csv'

/** Uploads a file by keyboard. The bank is chosen by its first letters. */
async function send(page: Page, buffer: Buffer, bankName = 'Maybank2E', name = november) {
  await goTo(page, '/admin/payments/statements')
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
  await dialog.getByLabel('Statement', { exact: true }).setInputFiles({ name, mimeType: 'text/plain', buffer })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).focus()
  await page.keyboard.press('Enter')
}

async function upload(page: Page, buffer: Buffer, bankName?: string, name = november) {
  await send(page, buffer, bankName, name)
  await expect(title(page)).toHaveText(name)
}

const focused = (page: Page) => page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent?.trim()}`)

test('the bank is preselected only if there is exactly one', async ({ as }) => {
  const page = await as(people.pccr)
  let [own, known] = [0, 2]
  // Answers as if the utility had accounts with this number of banks, and statements of that number were uploaded before.
  await page.route('**/BankStatements/Banks', (route) =>
    answerWith(route, ({ banks }: { banks: object[] }) => ({
      banks: banks.map((bank, place) => ({ ...bank, accounts: place < own ? ['514012345678'] : [], isKnown: place < known })),
    })),
  )
  const bank = page.getByRole('dialog', { name: 'Upload a bank statement' }).getByRole('button', { name: /Bank/ })
  await page.goto('/admin/payments/statements?open=upload')
  await expect(bank).toContainText('Choose a bank')
  known = 1
  await page.reload()
  await expect(bank).toBeVisible()
  await expect(bank).not.toContainText('Choose a bank')
  // The utility's own accounts count more than earlier statements.
  own = 2
  await page.reload()
  await expect(bank).toContainText('Choose a bank')
  await bank.press('Enter')
  await expect(page.getByRole('option').filter({ hasText: 'Account 514012345678' })).toHaveCount(2)
  await page.keyboard.press('Escape')
  own = 1
  known = 2
  await page.reload()
  await expect(bank).toBeVisible()
  await expect(bank).not.toContainText('Choose a bank')
})

test('a file uploaded for the wrong bank moves to the right one, and hidden rows are named', async ({ as }) => {
  const page = await as(people.pccr)
  const salaries = Buffer.from('Transaction Date,Reference,Amount (RM)\r\n19/11/2026,SALARY OF ANOTHER DAY,"1,000.00"')
  await upload(page, salaries, 'Affin Bank')
  await upload(page, salaries)
  await expect(page.getByText('This file was uploaded for Affin Bank before').first()).toBeVisible()
  await expect(page.getByText('You can continue where you or a colleague stopped.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Choose the columns' })).toBeVisible()

  // Hidden rows of a workbook are read, and named on the page of the statement.
  const rows = ['HIDDEN', 'SHOWN', 'HIDDEN TOO'].map((name) => [today(), `${name} ${Date.now()}`, '1,000.00'])
  await upload(page, workbook(rows, ['Date', 'Reference', 'Amount'], [2, 4]), 'Affin Bank', 'affin-november.xlsx')
  const notice = page.getByRole('status').filter({ hasText: '2 hidden rows were read, too: 2, 4' })
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(notice).toBeHidden()
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
  // A search that fails says so, and is tried again.
  await page.route('**/BankStatements/Candidates', (route) => route.fulfill({ status: 500 }))
  await page.getByRole('searchbox', { name: 'Search payments' }).fill(reference)
  await expect(page).toHaveURL(/search=PAIR/)
  const failed = page.getByRole('region', { name: /payments? may fit$/ }).filter({ hasText: 'The search failed.' })
  await expect(failed).toBeVisible()
  await page.unroute('**/BankStatements/Candidates')
  await failed.getByRole('button', { name: 'Try again' }).click()
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
  // It was the only line without a proposal.
  await expect(page.getByRole('link', { name: 'Back to lines without a proposal' })).toBeFocused()
  const { items } = await ask<{ items: { status: number }[] }>(page, '/payments-svc/api/v1/Admin/GetAdminAllPayments', {
    filter: { search: reference },
  })
  expect(items.map(({ status }) => [3, 4].includes(status))).toEqual([true, true])
  await goTo(page, `/admin/payments/statements/${statementId}`)
  await expect(page.getByRole('row').filter({ hasText: reference })).toContainText('Decided')
})

/** Imports two bills of an amount that no other bill has, and makes a payment of each with the same reference. Returns their numbers. */
async function payTwice(page: Page, reference: string, amount: string): Promise<string[]> {
  const { items } = await ask<{ items: { accountNo: string }[] }>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.getah}`, {
    recordCount: 2,
  })
  const run = String(Date.now()).slice(-8)
  const bills = items.map(({ accountNo }, place) => ({ invoiceNo: `597${run}${place}`, accountNo, amount }))
  await deliver(
    'bills',
    // Only late bills may have the same days as other bills of the account.
    bills.map((bill) => billLine({ ...bill, batchId: `28${run}`, billType: 'Late bill' })),
  )
  return makeTransfers(page, bills, () => reference, bulkIds.getah)
}

test('a match of large payments awaits a second officer, who does not confirm it with a match of the same moment', async ({ as }) => {
  const reference = `LARGE${Date.now()}`
  const amount = `${110_000 + (Date.now() % 60_000)}.35`
  await payTwice(await as(people.factory), reference, amount)
  const [first, second] = [await as(people.pccr), await as(people.secondOfficer)]
  const statementId = await uploadLine(first, reference, ringgit(sen(amount) * 2n).replace(/[^\d.]/g, ''))
  const begin = async (page: Page) => {
    await title(page).focus()
    await page.keyboard.press('b')
    await page.keyboard.press('Enter')
  }
  const accept = (page: Page) => dialog(page).getByRole('button', { name: 'Accept 2 payments' })
  for (const page of [first, second]) {
    await page.goto(`/admin/payments/statements/${statementId}`)
    await page.getByRole('link', { name: `Find & match row 2, ${reference}` }).click()
    const rows = page.getByRole('row').filter({ hasText: reference })
    await quiet(page)
    for (const place of [0, 1]) await rows.nth(place).getByRole('checkbox').check()
    await begin(page)
    await expect(dialog(page)).toContainText('A second officer must confirm.')
  }
  await accept(first).click()
  await expect(first.getByText('2 payments are waiting for a second officer')).toBeVisible()
  await expect(first.getByText(/^Matched:/)).toHaveCount(0)
  await expect(dialog(second)).toContainText('The acceptance of a chosen payment has changed.')
  await expect(accept(second)).toHaveAttribute('aria-disabled', 'true')
  await dialog(second).getByRole('button', { name: 'Not yet' }).click()
  await begin(second)
  await expect(dialog(second)).not.toContainText('A second officer must confirm.')
  await accept(second).click()
  for (const page of [first, second]) await expect(page.getByText(/^Matched: P\d{13}, P\d{13}$/)).toBeVisible()
})

/** Returns a day's statement of one transfer as OFX. The reference is only in the memo, so nothing proves that it is a known transfer. */
const ofxOf = (reference: string, amount: string) =>
  Buffer.from(
    `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>MYR<BANKACCTFROM><BANKID>MBB<ACCTID>514012345678
<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${dayFromToday(0).replaceAll('-', '')}
<TRNAMT>${amount}<FITID>F${reference}<NAME>GETAH UTARA<MEMO>${reference}</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  )

test('a line that may be a used transfer pays a second payment only after an officer says that it is other money', async ({ as }) => {
  const reference = `TWICE${Date.now()}`
  const amount = `${30_000 + (Date.now() % 60_000)}.35`
  const shown = ringgit(sen(amount))
  const payments = await payTwice(await as(people.factory), reference, amount)
  const [first = '', second = ''] = payments
  expect(payments).toHaveLength(2)
  const page = await as(people.pccr)
  await page.setViewportSize({ width: 1280, height: 720 })
  await uploadLine(page, reference, amount)

  /** Accepts a payment on its own page by keyboard. Returns the dialogue. */
  const acceptOnPage = async (transactionNo: string) => {
    await page.goto(`/admin/payments/${transactionNo}`)
    await expect(title(page)).toHaveText(`Payment ${transactionNo}`)
    await quiet(page)
    await page.keyboard.press('a')
    await dialog(page)
      .getByRole('button', { name: `Accept ${shown}` })
      .press('Enter')
    return dialog(page)
  }
  await expect(await acceptOnPage(first)).toBeHidden()

  // The same day in another format. Its line may be the used transfer, so it proposes nothing.
  await upload(page, ofxOf(reference, amount), undefined, `${reference}.ofx`)
  const statement = page.url()
  const row = page.getByRole('row').filter({ hasText: reference })
  await expect(row).toContainText('May be the same transfer as a used line')
  await expect(row.getByRole('link', { name: first })).toBeVisible()
  await expect(row.getByRole('link', { name: second })).toHaveCount(0)
  expect(await findings(page)).toEqual([])

  // The payment's own page names both lines.
  const refused = await acceptOnPage(second)
  const alert = refused.getByRole('alert')
  await expect(alert).toBeInViewport({ ratio: 1 })
  for (const named of [first, `${reference}.csv 2`, `${reference}.ofx 2`]) await expect(alert).toContainText(named)
  expect(await findings(page)).toEqual([])
  await escapeDialog(page)

  await goTo(page, statement)
  await page.getByRole('link', { name: /^Find & match row 2/ }).press('Enter')
  await expect(title(page)).toHaveText('Match row 2')
  await expect(page.getByText('This line may be the same transfer as a used line')).toBeVisible()
  await expect(page.getByRole('link', { name: first })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'This is other money' }).press('Enter')
  const reason = dialog(page).getByLabel('Reason')
  await expect(reason).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('BUTTON Cancel')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await reason.fill('The bank confirmed two transfers.')
  await dialog(page).getByRole('button', { name: 'This is other money' }).press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: 'This line is other money now.' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') != null), 'the focus is on the page').toBe(true)

  // The line is open now, and pays the second payment.
  const candidate = page.getByRole('row').filter({ hasText: second })
  await candidate.getByRole('checkbox').press('Space')
  await title(page).focus()
  await page.keyboard.press('b')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Accept 1 payment' }).press('Enter')
  await expect(page.getByText(`Matched: ${second}`)).toBeVisible()

  await goTo(page, `/admin/activityLog?search=${reference}`)
  const fact = page.getByRole('row').filter({ hasText: 'was declared to be other money' })
  await expect(fact).toContainText(`${reference}.csv 2`)
  await fact.getByRole('button', { name: /^Actions/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Details' }).press('Enter')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  const details = page.getByRole('dialog', { name: /was declared to be other money/ })
  await expect(details).toContainText('The bank confirmed two transfers.')
  for (const named of [`${reference}.csv 2`, first]) await expect(details).toContainText(named)
})

test('a line that another statement may have, too, leads to that line by keyboard, and asks to match only one of them', async ({ as }) => {
  const reference = `BOTH${Date.now()}`
  const amount = `${30_000 + (Date.now() % 60_000)}.45`
  const page = await as(people.pccr)
  const tableId = await uploadLine(page, reference, amount)
  await upload(page, ofxOf(reference, amount), undefined, `${reference}.ofx`)
  const notice = page.getByText('Another statement may have this transfer, too')
  await page.getByRole('link', { name: /^Find & match row 2/ }).press('Enter')
  await expect(notice).toBeVisible()
  await expect(page.getByText('match only one of the two lines')).toBeVisible()
  expect(await findings(page)).toEqual([])

  await page.getByRole('link', { name: `${reference}.csv, row 2` }).press('Enter')
  await expect(page).toHaveURL(`/admin/payments/statements/${tableId}/2`)
  await expect(title(page)).toBeFocused()
  await expect(page.getByRole('region', { name: 'Bank line' })).toContainText(ringgit(sen(amount)))
  await expect(notice).toBeVisible()
  await expect(page.getByRole('link', { name: `${reference}.ofx, row 2` })).toBeVisible()

  // Closing the question returns the focus to its button.
  const other = page.getByRole('button', { name: 'This is other money' })
  await other.press('Enter')
  await expect(dialog(page).getByLabel('Reason')).toBeFocused()
  await escapeDialog(page)
  await expect(other).toBeFocused()
})

test('a column of directions is suggested, asked about, and shown next to its line', async ({ as }) => {
  const page = await as(people.pccr)
  const lines = [`${today()},REFUND${Date.now()},100.00,DR`, `${today()},SALARY${Date.now()},"1,000.00",CR`]
  await upload(page, Buffer.from(['Date,Reference,Amount,DR/CR', ...lines].join('\r\n')), 'Hong Leong Bank')
  await expect(page.getByText('Does the column “DR/CR” say whether money came in or went out?')).toBeVisible()
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
