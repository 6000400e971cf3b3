/** E-invoices: state, link and countdown on the bill, bills on hold in selections, the filter, and the company's tax number. */
import { bar, bulkIds } from './bills'
import { billLine, deliver } from './feed'
import { ask, expect, people, quiet, test } from './people'
import { goTo } from './walk'

interface Listed {
  items: { invoiceNo: string; hold: string | null; eInvoiceStatus: string | null; eInvoiceLink: string | null }[]
}

const list = (page: Parameters<typeof ask>[0], filter: object) =>
  ask<Listed>(page, `/billpayment-svc/api/v1/Bills/GetOutstandingBills/${bulkIds.majlis}`, { filter, recordCount: 1000 })

test('a bill shows its e-invoice with its link, its QR code and the time left for rejection', async ({ as }) => {
  const page = await as(people.council)
  const { items } = await list(page, { validEInvoice: true })
  const details = await Promise.all(
    items
      .slice(0, 5)
      .map(({ invoiceNo }) =>
        page.request.get(`/billpayment-svc/api/v1/Bills/GetBillDetails/${invoiceNo}`, { headers: { 'X-Session': 'cookie' } }),
      ),
  )
  expect(details.every((answer) => answer.ok())).toBe(true)
  const first = items[0]
  if (!first?.eInvoiceLink) throw new Error('the council has no bill with a valid e-invoice')
  expect(first.eInvoiceLink).toMatch(/^https:\/\/myinvois\.hasil\.gov\.my\/[A-Z0-9]{26}\/share\/[A-Z0-9]{44}$/)
  await page.goto(`/billPayment/bills/${first.invoiceNo}`)
  await page.getByRole('navigation', { name: 'Parts of the bill' }).getByRole('link', { name: 'E-invoice' }).click()
  const card = page
    .getByRole('region', { name: 'E-invoice' })
    .or(page.locator('section', { hasText: 'MyInvois identifier' }))
    .first()
  await expect(card.getByRole('img', { name: 'QR code of the validation link' })).toBeVisible()
  await expect(card.getByRole('link', { name: 'Open in MyInvois' })).toHaveAttribute('href', first.eInvoiceLink)
  await expect(card).toContainText(/Rejection period\s*(Ends .*, 09:00 · .* left|Ended .*, 09:00)/)

  // Bills without a valid e-invoice are one filter away.
  const { items: without } = await list(page, { validEInvoice: false, payable: true })
  await goTo(page, '/billPayment/outstanding?eInvoice=false')
  const caption = without.length === 1 ? '1 bill can be paid' : `${without.length} bills can be paid`
  await expect(page.getByRole('region', { name: caption })).toBeVisible()
  await expect(page.getByText('No valid e-invoice').first()).toBeVisible()
})

test('a bill on hold is left out when many are selected, and is chosen alone after a question', async ({ as }) => {
  const page = await as(people.council)
  const { items } = await list(page, { payable: true })
  const held = items.filter(({ hold }) => hold === 'eInvoice')
  expect(held).toHaveLength(1)
  const number = held[0]?.invoiceNo ?? ''
  await page.goto('/billPayment/outstanding')
  await expect(page.getByText('1 bill is on hold. It is left out when you select all.')).toBeVisible()
  // The checkbox is partly ticked, because a bill is left out.
  await page.getByRole('checkbox', { name: 'Select all shown' }).click({ force: true })
  await expect(page.getByText('1 bill was left out')).toBeVisible()
  await expect(bar(page)).toContainText(`${items.length - 1} bills`)
  await bar(page).locator('xpath=..').getByRole('button', { name: 'Clear' }).click()

  await goTo(page, `/billPayment/outstanding?search=${number}`)
  const row = page.getByRole('row').filter({ hasText: number })
  await expect(row).toContainText('On hold')
  const box = row.getByRole('checkbox')
  const question = page.getByRole('alertdialog', { name: `Bill ${number} is on hold. Choose it anyway?` })
  await box.click()
  await expect(question).toContainText('Its e-invoice was cancelled')
  await question.getByRole('button', { name: 'Leave it out' }).click()
  await expect(bar(page)).toHaveCount(0)
  await box.click()
  await question.getByRole('button', { name: 'Choose the bill' }).click()
  await expect(bar(page)).toContainText('1 bill')
  await bar(page).locator('xpath=..').getByRole('button', { name: 'Clear' }).click()

  await goTo(page, `/billPayment/bills/${number}`)
  await expect(page.getByText('This bill is on hold', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Pay RM/ }).click()
  await question.getByRole('button', { name: 'Choose the bill' }).click()
  await expect(page).toHaveURL(/pay/)
})

test('a Master enters the tax number, which is checked by its form', async ({ as }) => {
  const page = await as(people.council)
  await page.goto('/manageAccount/profile/edit')
  const field = page.getByLabel('Tax number (TIN)')
  await field.fill('2584563222')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('A tax identification number begins with the code of its kind').first()).toBeVisible()
  await field.fill('c 2584563222')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The company details were changed')).toBeVisible()
  await expect(page.getByText('C2584563222').first()).toBeVisible()
})

const minute = 60_000
const hour = 60 * minute
const uuid = 'F9D425P6DS7D8IU'
const longId = 'LIJAF97HJJKH8298KHADH09908570FDKK9S2LSIU'

test('rejection is asked for within 72 hours of validation, and not after', async ({ as }, { retry }) => {
  const page = await as(people.factory)
  const { items } = await ask<{ items: { accountNo: string }[] }>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.getah}`, {
    recordCount: 2,
  })
  // The first bill can be rejected for ten more minutes.
  const validated = [72 * hour - 10 * minute, 73 * hour].map((ago) => new Date(Date.now() - ago).toISOString())
  const bills = items.map(({ accountNo }, place) => ({
    invoiceNo: `59700400${retry}00${place}`,
    accountNo,
    batchId: `287004000${retry}`,
    billType: 'Late bill',
    tariff: 'Medium Voltage Time-of-Use',
    amount: '2250.05',
  }))
  await deliver(
    'billsWithEInvoices',
    bills.map((bill, place) => `${billLine(bill)},${uuid}${retry}${place},${longId},valid,${validated[place]},`),
  )
  const [inTime, late] = bills.map(({ invoiceNo }) => `/billPayment/bills/${invoiceNo}?tab=eInvoice`)
  const number = bills[0]?.invoiceNo ?? ''
  const button = page.getByRole('button', { name: 'Ask to reject the e-invoice' })

  await page.goto(late ?? '')
  await expect(page.getByText(/^Ended \d/)).toBeVisible()
  await expect(button).toHaveCount(0)

  await page.goto(inTime ?? '')
  await expect(page.getByText(/^Ends .* left$/)).toBeVisible()
  await button.click()
  const form = page.getByRole('dialog', { name: `Ask about bill ${number}` })
  const message = form.getByLabel('Your question')
  await expect(message).toHaveValue(/^Please cancel the e-invoice of this bill, because we reject it\./)
  await message.fill('Please cancel the e-invoice of this bill, because we reject it. The reason: it names the wrong company.')
  await form.getByRole('button', { name: 'Send query' }).click()
  await expect(page.getByRole('region', { name: 'Query: E-invoice' })).toContainText('it names the wrong company')
  await expect(page.getByText('This bill is on hold', { exact: true })).toBeVisible()
  await page.getByRole('navigation', { name: 'Parts of the bill' }).getByRole('link', { name: 'E-invoice' }).click()
  await expect(button).toHaveAccessibleDescription(/already open/)

  // The period ends while the page is open, before the user is signed out for inactivity.
  await page.clock.install()
  await page.goto(inTime ?? '')
  await quiet(page)
  await expect(page.getByText(/^Ends \d/)).toBeVisible()
  await page.clock.fastForward(11 * minute)
  await expect(page.getByText(/^Ended \d/)).toBeVisible()
  await expect(button).toHaveCount(0)
})
