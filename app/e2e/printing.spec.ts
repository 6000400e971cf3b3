/** Print opens a PDF in a new tab: of a bill, a payment, a statement, and a statement of all accounts. A list prints all its rows. */
import type { Page } from '@playwright/test'
import { batch, bulkIds, someOf } from './bills'
import { ask, expect, inAll, people, test } from './people'
import { goTo } from './walk'

/** Records the type of opened files. The tab itself stays empty in a browser without a PDF viewer. */
async function recordOpenedFiles(page: Page) {
  await page.evaluate(() => {
    const make = URL.createObjectURL.bind(URL)
    URL.createObjectURL = (file) => {
      if (file instanceof Blob)
        void file.text().then((text) => {
          document.documentElement.dataset.printed = `${file.type} ${text.slice(0, 5)}`
        })
      return make(file)
    }
  })
}

/** Presses Print, and expects a PDF in a new tab and no download. */
async function expectPdfToOpen(page: Page, button: string | RegExp) {
  await recordOpenedFiles(page)
  let isSaved = false
  page.on('download', () => {
    isSaved = true
  })
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('button', { name: button }).first().click()])
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'application/pdf %PDF-')
  expect(isSaved).toBe(false)
  await tab.close()
}

for (const [language, print] of [
  ['en-US', 'Print'],
  ['ms-MY', 'Cetak'],
] as const) {
  test(`a bill is printed from its PDF, ${language}`, language === 'ms-MY' ? inAll : {}, async ({ as }) => {
    const page = await as(people.viewer, { locale: language })
    const [bill] = await someOf(page, batch(7), 1)
    await page.goto(`/billPayment/bills/${bill?.invoiceNo}`)
    await expectPdfToOpen(page, print)
  })
}

test('a payment, on its page and after paying, and a statement are printed from their PDFs', async ({ as }) => {
  const page = await as(people.viewer)
  const path = `/payments-svc/api/v1/Payment/GetPaymentTransactions?bulkId=${bulkIds.sinar}`
  const { items } = await ask<{ items: { transactionNo: string }[] }>(page, path, { filter: { statuses: [4] }, recordCount: 1 })
  const address = `/billPayment/transactions/${items[0]?.transactionNo}`
  for (const screen of [address, `${address}/result`]) {
    await page.goto(screen)
    await expectPdfToOpen(page, 'Print the receipt')
  }

  const [bill] = await someOf(page, batch(7), 1)
  await ask(page, '/account-svc/api/v1/Statement/GetStatement', {
    bulkId: bulkIds.sinar,
    caNo: bill?.accountNo,
    isOwnedAccount: true,
    statementPeriod: 3,
    language: 'en',
    channel: 'download',
  })
  await goTo(page, `/billPayment/statements?search=${bill?.accountNo}`)
  const name = new RegExp(`^Print statement of account ${bill?.accountNo}`)
  await expect(page.getByRole('button', { name }).first()).toBeVisible({ timeout: 30_000 })
  await expectPdfToOpen(page, name)
})

test('a statement of all accounts is printed from its PDF in the downloads', async ({ as }) => {
  const page = await as(people.hospitals)
  await page.goto('/billPayment/statements?open=combined')
  const dialog = page.getByRole('dialog', { name: 'Statement of an account, a group or all accounts' })
  await dialog.getByRole('button', { name: 'Prepare statement' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^Downloads/ }).click()
  const name = /^Print Statement of account .*\.pdf$/
  await expect(page.getByRole('button', { name })).toBeVisible({ timeout: 30_000 })
  await expectPdfToOpen(page, name)
})

test('a list prints all its rows, or says what it leaves out and offers the export', async ({ as }) => {
  const page = await as(people.viewer)
  // Prints as a browser does: between two events.
  await page.addInitScript(() => {
    window.print = () => {
      dispatchEvent(new Event('beforeprint'))
      document.documentElement.dataset.rows = String(document.querySelectorAll('tr[data-row]').length)
      dispatchEvent(new Event('afterprint'))
    }
  })
  await page.goto(`/billPayment/history?search=${batch(7)}`)
  const list = page.getByRole('region', { name: /^\d+ / })
  await expect(page.locator('[data-row="0"]')).toBeVisible()
  const total = /^[\d,]+/.exec((await list.getAttribute('aria-label')) ?? '')?.[0].replace(',', '')
  expect(Number(total)).toBeGreaterThan(100)
  await page.keyboard.press('Control+p')
  await expect(page.locator('html')).toHaveAttribute('data-rows', total ?? '')
  // All rows are printed, so no message says anything.
  await expect(page.getByText(/rows were printed/)).toHaveCount(0)

  // The browser's own menu prints the rows that are loaded, which the paper and a message say.
  await page.goto('/billPayment/history')
  await expect(page.locator('[data-row="0"]')).toBeVisible()
  await page.evaluate(() => window.print())
  await expect(page.getByText(/^\d+ of [\d,]+ rows were printed$/)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('[data-text]')).toHaveAttribute('data-text', /^The first \d+ rows of: [\d,]+ .*export the list\.$/)
  await expect(page.locator('[data-text]')).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Export to Excel' }).click()
  await expect(page.getByRole('button', { name: /^Downloads/ })).toBeVisible()
})
