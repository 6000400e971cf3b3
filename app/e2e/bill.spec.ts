/** A bill's page explains every amount, and its PDF has the same figures, in the user's language. */
import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { batch, bulkIds, someOf } from './bills'
import { openInMenu } from './mainMenu'
import { ask, expect, inAll, people, test } from './people'

/** Checks that the file is a PDF with embedded fonts. */
async function expectPdf(path: string) {
  const bytes = await readFile(path)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const text = bytes.toString('latin1')
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, stream = '']) => {
    try {
      return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
    } catch {
      return stream
    }
  })
  expect([text, ...streams].join('\n')).toContain('FontFile')
}

const words = {
  en: {
    charges: 'Charges',
    network: 'Network',
    parts: 'Parts of the bill',
    use: 'Use',
    used: 'Energy use by bill',
    table: 'Table',
    button: 'Download PDF',
    file: 'Bill',
  },
  ms: {
    charges: 'Caj',
    network: 'Rangkaian',
    parts: 'Bahagian bil',
    use: 'Penggunaan',
    used: 'Penggunaan tenaga mengikut bil',
    table: 'Jadual',
    button: 'Muat turun PDF',
    file: 'Bil',
  },
}

const senOf = (shown: string) => Math.round(Number(shown.replace(/[^\d.-]/g, '')) * 100)

for (const [language, word] of Object.entries(words)) {
  test(
    `a bill shows its lines, readings and use, and can be downloaded, in ${language}`,
    language === 'ms' ? inAll : {},
    async ({ as }) => {
      const page = await as(people.viewer, { locale: language === 'ms' ? 'ms-MY' : 'en-US' })
      const [bill] = await someOf(page, batch(7), 1)
      if (!bill) throw new Error('no bill')
      await page.goto(`/billPayment/bills/${bill.invoiceNo}`)
      const charges = page.getByRole('region', { name: word.charges, exact: true })
      await expect(charges.getByRole('rowheader', { name: new RegExp(`^${word.network}`) })).toBeVisible()
      // The charges add up to the current charge, to the sen.
      const amounts = await charges.locator('tbody td').allTextContents()
      const total = await charges.locator('tfoot td').textContent()
      expect(amounts.length).toBeGreaterThan(4)
      expect(amounts.map(senOf).reduce((sum, one) => sum + one, 0)).toBe(senOf(total ?? ''))

      await page.getByRole('navigation', { name: word.parts }).getByRole('link', { name: word.use, exact: true }).click()
      const used = page.getByRole('region', { name: word.used })
      await expect(used.getByRole('img')).toBeVisible()
      await used.getByRole('radio', { name: word.table }).click()
      // The heading and the thirteen bills of a year.
      await expect(used.getByRole('row')).toHaveCount(14)

      const waiting = page.waitForEvent('download')
      await page.getByRole('button', { name: word.button }).click()
      const download = await waiting
      expect(download.suggestedFilename()).toBe(`${word.file} ${bill.invoiceNo}.pdf`)
      await expectPdf(await download.path())
    },
  )
}

test('a bill across the tariff change shows the blocks of both tariffs, and each row of the list has a PDF', async ({ as }) => {
  const page = await as(people.viewer)
  const filter = { batchIds: [3, 4].map(batch) }
  const path = `/billpayment-svc/api/v1/Bills/GetOutstandingBills/${bulkIds.sinar}`
  const { items } = await ask<{ items: { invoiceNo: string }[] }>(page, path, { filter, recordCount: 400 })
  let late: string | undefined
  for (const { invoiceNo } of items.toSorted((a, b) => a.invoiceNo.localeCompare(b.invoiceNo)).slice(0, 20)) {
    const found = await page.request.get(`/billpayment-svc/api/v1/Bills/GetBillDetails/${invoiceNo}`, {
      headers: { 'X-Session': 'cookie' },
    })
    if ((await found.json()).Data.billType === 'Late bill') late = invoiceNo
  }
  await page.goto(`/billPayment/bills/${late}`)
  const charges = page.getByRole('region', { name: 'Charges', exact: true })
  await expect(charges.getByRole('rowheader', { name: 'Energy, block 2' })).toBeVisible()
  await expect(charges).toContainText(/\d{2} Jun 2025 – 30 Jun 2025/)
  await expect(charges).toContainText(/01 Jul 2025 – \d{2} Jul 2025/)

  // It was invoiced long after its period, which names its month.
  await page.getByRole('navigation', { name: 'Parts of the bill' }).getByRole('link', { name: 'Use', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Daily use and cost' })).toContainText(/^Daily use and cost.*Jul 2025: /s)

  // Each row of the list has a PDF.
  await openInMenu(page, 'Bills')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download PDF' }).click()
  expect((await waiting).suggestedFilename()).toMatch(/^Bill \d{12}\.pdf$/)
})
