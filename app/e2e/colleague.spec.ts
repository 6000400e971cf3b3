/** Two users of a company pay at the same time: no bill is paid twice, and the slower user learns who was first. */
import type { Request } from '@playwright/test'
import { bar, batch, billsOf, choose, someOf, totalOf } from './bills'
import { chooseBank, enterNumbers, fact, forThisTry, goToMethod, makeTransfer, payAndFollow, payButton, review, title } from './pay'
import { blockEventStream, expect, people, test } from './people'

test('a colleague paid some of the bills first: the dialogue names the colleague, and the rest is paid', async ({ as }) => {
  const page = await as(people.master)
  // This page receives no events, as on a computer that has just woken up.
  await blockEventStream(page)
  const bills = (await someOf(page, batch(6), 12)).slice(0, 6)
  const [colleaguesBills, ownBills] = [bills.slice(0, 3), bills.slice(3)]
  await goToMethod(page, bills, 'Cheque')
  await chooseBank(page, 'RHB Bank')
  await enterNumbers(page, 'Cheque', [[forThisTry('30001')]])
  await review(page, bills)

  const colleague = await as(people.payer)
  const first = await makeTransfer(colleague, colleaguesBills, forThisTry('IBG600001'))

  await payButton(page, bills).click()
  const dialog = page.getByRole('alertdialog', { name: 'A colleague is already paying 3 of these bills' })
  await expect(dialog).toBeVisible()
  for (const { invoiceNo } of colleaguesBills) {
    const row = dialog.getByRole('row').filter({ hasText: invoiceNo })
    await expect(row).toContainText(first)
    await expect(row).toContainText('Lim Chee Keong, ')
    await expect(row).toContainText(/\d{1,2} \w{3} \d{4}, \d{2}:\d{2}/)
    await expect(row).toContainText('Processing')
  }
  await expect(dialog).toContainText('3 bills are left.')
  await expect(dialog.getByRole('link', { name: 'View Payments' })).toHaveAttribute('href', `/billPayment/transactions/${first}`)

  await expect(dialog.getByRole('link', { name: 'Select Bills' })).toHaveAttribute('href', '/billPayment')

  await dialog.getByRole('button', { name: 'Continue without them' }).click()
  await expect(fact(page, 'Bills')).toContainText(billsOf(3))
  await expect(fact(page, 'Total payable')).toHaveText(totalOf(ownBills))
  const second = await payAndFollow(page, ownBills)
  expect(second).not.toBe(first)
  await expect(fact(page, 'Amount')).toHaveText(totalOf(ownBills))
})

test('a user who pays the same bills in two tabs is not called a colleague', async ({ as }) => {
  const page = await as(people.master)
  await blockEventStream(page)
  const bills = (await someOf(page, batch(6), 42)).slice(40, 42)
  await goToMethod(page, bills, 'Cheque')
  await chooseBank(page, 'RHB Bank')
  await enterNumbers(page, 'Cheque', [[forThisTry('30002')]])
  await review(page, bills)

  await makeTransfer(page, bills.slice(0, 1), forThisTry('IBG600003'))

  await payButton(page, bills).click()
  const dialog = page.getByRole('alertdialog', { name: 'You are already paying 1 of these bills' })
  await expect(dialog).toContainText('They are in one of your earlier payments.')
  await expect(dialog.getByRole('row').nth(1)).toContainText('You, ')
  await expect(dialog).not.toContainText('colleague')
})

test("a page that receives the event shows the colleague's payment before the user presses Pay", async ({ as }) => {
  const page = await as(people.master)
  const bills = (await someOf(page, batch(6), 12)).slice(6, 10)
  await choose(page, bills)

  const colleague = await as(people.payer)
  await makeTransfer(colleague, bills.slice(0, 1), forThisTry('IBG600002'))

  await expect(page.getByText('1 selected bill has changed')).toBeVisible()
  await page.getByRole('button', { name: 'Remove them from the selection' }).click()
  await expect(bar(page)).toContainText(billsOf(3))
  await expect(bar(page)).toContainText(totalOf(bills.slice(1)))
  await expect(title(page)).toHaveText('Unpaid bills')
})

test('a page whose stream was closed for newer ones refetches when the user returns to it', async ({ as, baseURL }) => {
  const page = await as(people.master)
  const bills = (await someOf(page, batch(6), 16)).slice(12, 16)
  const stream = { begun: 0, ended: 0 }
  const isStream = (url: string) => url.endsWith('/portal/api/v1/Live')
  const countEnd = (request: Request) => {
    if (isStream(request.url())) stream.ended += 1
  }
  page.on('response', (response) => {
    if (isStream(response.url())) stream.begun += 1
  })
  // The page or the server closes the stream.
  page.on('requestfinished', countEnd)
  page.on('requestfailed', countEnd)
  await choose(page, bills)
  await expect.poll(() => stream.begun).toBeGreaterThan(0)
  const before = stream.ended
  // Opens as many streams as a session may have, so that the server closes the page's stream. Without HTTP/2 a browser cannot.
  const cookies = await page.context().cookies()
  const headers = { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
  const others = new AbortController()
  const streams = Array.from({ length: 8 }, () => fetch(`${baseURL}/portal/api/v1/Live`, { headers, signal: others.signal }))
  for (const answer of await Promise.all(streams)) expect(answer.status).toBe(200)
  await expect.poll(() => stream.ended).toBeGreaterThan(before)

  const colleague = await as(people.payer)
  await makeTransfer(colleague, bills.slice(0, 1), forThisTry('IBG600004'))
  await expect(page.getByText('1 selected bill has changed')).toHaveCount(0)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page.getByText('1 selected bill has changed')).toBeVisible()
  others.abort()
})
