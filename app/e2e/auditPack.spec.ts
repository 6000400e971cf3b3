/** The audit pack of a payment: downloaded, verified without a connection, and a changed byte is named. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { bulkIds } from './bills'
import { title } from './pay'
import { ask, expect, people, test } from './people'
import { goTo } from './walk'

/** Returns the number of a paid EFT payment of the large company. */
async function paidNumber(page: Page): Promise<string> {
  const filter = { statuses: [4], methods: ['EFT_GIRO'] }
  const address = `/payments-svc/api/v1/Payment/GetPaymentTransactions?bulkId=${bulkIds.sinar}`
  const { items } = await ask<{ items: { transactionNo: string }[] }>(page, address, { filter, recordCount: 1 })
  const [found] = items
  if (!found) throw new Error('the demo has no paid EFT payment')
  return found.transactionNo
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('Audit pack', { exact: true }).setInputFiles({ name, mimeType: 'application/zip', buffer })

test('the packs of a month are offered, and a pack is downloaded, verified with the network off, and a changed byte is named', async ({
  as,
}) => {
  const page = await as(people.payer)
  const number = await paidNumber(page)
  // The packs of a month are requested from the list of payments.
  await page.goto('/billPayment/transactions')
  await page.getByRole('button', { name: 'Audit packs of a month' }).click()
  const dialog = page.getByRole('dialog', { name: 'Audit packs of a month' })
  await expect(dialog.getByRole('button', { name: /Month/ })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await goTo(page, `/billPayment/transactions/${number}`)
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More documents' }).click()
  await page.getByRole('menuitem', { name: 'Audit pack' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toBe(`Audit pack ${number}.zip`)
  const pack = await readFile(await download.path())

  // An auditor has no user, and needs no connection once the page is loaded.
  const auditor = await as(null)
  await auditor.goto('/verifyPack')
  await expect(title(auditor)).toHaveText('Verify an audit pack')
  await auditor.waitForLoadState('networkidle')
  await auditor.context().setOffline(true)
  await choose(auditor, 'pack.zip', pack)
  await expect(auditor.getByRole('status').filter({ hasText: 'The pack is unchanged' })).toBeVisible()
  await expect(auditor.getByRole('heading', { name: `Payment ${number}` })).toBeVisible()
  await expect(auditor.getByRole('list', { name: 'Rules' }).getByRole('listitem').filter({ hasText: 'Every listed file' })).toContainText(
    'Holds',
  )
  expect(await findings(auditor)).toEqual([])

  const changed = Buffer.from(pack)
  const place = changed.indexOf('%PDF')
  changed[place + 5] = (changed[place + 5] ?? 0) ^ 1
  await choose(auditor, 'changed.zip', changed)
  await expect(auditor.getByRole('alert').filter({ hasText: 'Do not rely on this pack' })).toBeVisible()
  await expect(auditor.getByText(/^bills\/\d+\.pdf was changed\.$|^receipt\.pdf was changed\.$/)).toBeVisible()
  await choose(auditor, 'short.zip', pack.subarray(0, pack.length - 100))
  await expect(auditor.getByText('The archive ends early. Download it again.')).toBeVisible()
})
