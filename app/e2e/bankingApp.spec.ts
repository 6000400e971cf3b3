/**
 * Bank standards: the DuitNow QR and the numbers of JomPAY on a bill, and a payment instruction whose transfer is booked from the bank's
 * statement without typing.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import jsQR from 'jsqr'
import { findings } from './axe'
import { batch, payable } from './bills'
import { forThisTry, makeTransfer, title } from './pay'
import { expect, people, quiet, test } from './people'

/** Reads the code from the pixels of the page. */
async function readCode(page: Page, name: string) {
  const picture = page.getByRole('img', { name })
  await picture.scrollIntoViewIfNeeded()
  const shot = await picture.screenshot()
  const { pixels, width, height } = await page.evaluate(
    async (url) => {
      const image = new Image()
      image.src = url
      await image.decode()
      const canvas = new OffscreenCanvas(image.width * 2, image.height * 2)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.drawImage(image, 0, 0, canvas.width, canvas.height)
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      return { pixels: [...data], width: canvas.width, height: canvas.height }
    },
    `data:image/png;base64,${shot.toString('base64')}`,
  )
  return jsQR(new Uint8ClampedArray(pixels), width, height)?.data
}

test('a payable bill has a code for banking apps, which a reader reads from the screen', async ({ as }) => {
  const page = await as(people.viewer)
  const bill = (await payable(page, { batchIds: [batch(10)] })).at(-1)
  if (!bill) throw new Error('no bill')
  await page.goto(`/billPayment/bills/${bill.invoiceNo}`)
  const card = page.getByRole('region', { name: 'Pay from a banking app' })
  await expect(card).toContainText(`Ref-1 (account)${bill.accountNo}`)
  await expect(card).toContainText(`Ref-2 (invoice)${bill.invoiceNo}`)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    const text = await readCode(page, 'DuitNow QR of this bill')
    expect(text, scheme).toContain(`54${String(bill.amount.length).padStart(2, '0')}${bill.amount}5802MY`)
    expect(text, scheme).toContain(`0112${bill.invoiceNo}0612${bill.accountNo}6304`)
  }
  expect(await findings(page)).toEqual([])
})

test('a transfer paid by its payment instruction is booked from the statement without typing', async ({ as }) => {
  test.slow()
  const page = await as(people.payer)
  const bills = (await payable(page, { batchIds: [batch(10)] })).slice(-3, -2)
  const transactionNo = await makeTransfer(page, bills, forThisTry('PAIN1'))
  await page.goto(`/billPayment/transactions/${transactionNo}`)
  await page.getByRole('button', { name: 'More documents' }).click()
  await page.getByRole('menuitem', { name: 'Payment instruction (pain.001)' }).click()
  const dialog = page.getByRole('dialog', { name: `Payment instruction for ${transactionNo}` })
  await expect(dialog).toContainText('Use the file only if the transfer has not been made yet.')
  const account = dialog.getByLabel('Your bank account')
  await account.fill('123')
  await dialog.getByRole('button', { name: 'Download the file' }).click()
  await expect(account).toHaveAccessibleDescription(/Enter the number of your bank account/)
  expect(await findings(page)).toEqual([])
  await account.fill('5140 1234 5678')
  const waiting = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download the file' }).click()
  const file = await waiting
  await expect(dialog).toBeHidden()
  expect(file.suggestedFilename()).toBe(`Payment instruction ${transactionNo}.xml`)
  const xml = await readFile(await file.path(), 'utf8')
  expect(xml).toContain('<Id>514012345678</Id>')
  const [id, amount] = [/<EndToEndId>(.*)<\/EndToEndId>/, /<InstdAmt Ccy="MYR">(.*)<\/InstdAmt>/].map((part) => part.exec(xml)?.[1])
  expect([id, amount]).toEqual([transactionNo, bills[0]?.amount])

  // The utility's bank reports the transfer, and an officer accepts what is proposed.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' }).format(new Date())
  const camt = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>
<Ntry><Amt Ccy="MYR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${today}</Dt></BookgDt>
<NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`
  const officer = await as(people.pccr)
  await officer.goto('/admin/payments/statements')
  await officer.getByRole('button', { name: 'Upload a statement' }).first().click()
  const upload = officer.getByRole('dialog', { name: 'Upload a bank statement' })
  await upload.getByRole('button', { name: /Bank/ }).click()
  await officer.getByRole('option', { name: 'Maybank2E' }).click()
  const statement = { name: 'camt.xml', mimeType: 'application/xml', buffer: Buffer.from(camt) }
  await upload.getByLabel('Statement', { exact: true }).setInputFiles(statement)
  await upload.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(title(officer)).toHaveText('camt.xml')
  await quiet(officer)
  const row = officer.getByRole('row').filter({ hasText: transactionNo })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Exact match')
  await row.getByRole('checkbox').click()
  await officer.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Decide 1 payment' }).click()
  const review = officer.getByRole('alertdialog', { name: 'Decide 1 payment?' })
  await review.getByRole('button', { name: 'Decide 1 payment' }).click()
  await expect(officer.getByRole('dialog', { name: '1 payment decided' })).toContainText('decided as proposed')
})
