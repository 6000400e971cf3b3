/** A new batch with too many findings: its bills are held, one officer proposes the release, and a second officer decides. */
import type { Page } from '@playwright/test'
import { findings } from './axe'
import { bulkIds } from './bills'
import { runJob } from './database'
import { billLine, dayFromToday, deliver, type FedBill } from './feed'
import { ask, expect, people, test } from './people'

/** Imports a batch whose second bill repeats the period and the amount of the first, so that the audit reports it. */
async function deliverBatch(page: Page, retry: number): Promise<FedBill[]> {
  const { items } = await ask<{ items: { accountNo: string }[] }>(page, `/portal/api/v1/Accounts/GetAccounts/${bulkIds.getah}`, {
    recordCount: 1,
  })
  const bills = [1, 2].map((place) => ({
    invoiceNo: `59700300${retry}00${place}`,
    accountNo: items[0]?.accountNo ?? '',
    batchId: `287003000${retry}`,
    billType: 'Late bill',
    tariff: 'Medium Voltage Time-of-Use',
    kwh: '400000.00',
    amount: '120000.00',
  }))
  // Only a batch that is imported with this limit can be held.
  const settings = { GRIDBILL_BATCH_FINDING_LIMIT: '10' }
  await deliver('bills', bills.map(billLine), settings)
  // The review of a batch waits for the lines of its bills.
  const line = `1,energy,,Medium Voltage Time-of-Use,${dayFromToday(-36)},${dayFromToday(-6)},,,400000.00,kWh,30.00,120000.00`
  await deliver(
    'charges',
    bills.map(({ invoiceNo }) => `${invoiceNo},${line}`),
  )
  await runJob('audit_bills')
  return bills
}

const rowOf = (page: Page, batchId: string) => page.getByRole('row').filter({ hasText: batchId })

async function act(page: Page, batchId: string, action: string) {
  await rowOf(page, batchId)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Types the reason in the dialogue, and confirms. */
async function giveReason(page: Page, reason: string, action: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a batch with many findings waits, its release is turned down once, and two officers release it', async ({ as }, { retry }) => {
  test.slow()
  const customer = await as(people.factory)
  const [bill] = await deliverBatch(customer, retry)
  if (!bill) throw new Error('no bill was delivered')
  const { batchId, invoiceNo } = bill

  // The bill is visible but cannot be paid, not even alone.
  await customer.goto(`/billPayment/bills/${invoiceNo}`)
  await expect(customer.getByText('This bill is on hold', { exact: true })).toBeVisible()
  const pay = customer.getByRole('button', { name: /^Pay RM/ })
  await expect(pay).toHaveAccessibleDescription(/checking the batch of this bill/)

  const [first, second] = [await as(people.pccr), await as(people.secondOfficer)]
  await first.goto(`/admin/payments/batches?search=${batchId}`)
  await second.goto(`/admin/payments/batches?search=${batchId}`)
  await expect(rowOf(first, batchId)).toContainText('Held', { timeout: 180_000 })
  await expect(rowOf(first, batchId)).toContainText(/(50|100)(\.00)?\s?%/)
  await act(first, batchId, 'Release the batch')
  await expect(first.getByRole('dialog')).toContainText('a second officer must confirm the release')
  await first.getByRole('dialog').getByRole('button', { name: 'Release', exact: true }).click()
  await expect(first.getByRole('dialog').getByLabel('Reason')).toHaveAccessibleDescription(/Enter|Please|Write/)
  expect(await findings(first)).toEqual([])
  await giveReason(first, 'The customer agreed to two bills.', 'Release')
  await expect(first.getByText(`A second officer must now confirm the release of batch ${batchId}`)).toBeVisible()
  await rowOf(first, batchId)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(first.getByRole('menuitem', { name: 'Confirm the release' })).toHaveAttribute('aria-disabled', 'true')
  await expect(first.getByRole('menuitem', { name: 'Withdraw my proposal' })).toBeVisible()
  await first.keyboard.press('Escape')

  // The second officer turns the release down, so the batch stays held and its release can be proposed again.
  await act(second, batchId, 'Turn down the release')
  await expect(second.getByRole('dialog')).toContainText('The customer agreed to two bills.')
  expect(await findings(second)).toEqual([])
  await giveReason(second, 'The second bill is a mistake.', 'Turn down the release')
  await expect(second.getByText(`The release of batch ${batchId} was turned down`)).toBeVisible()
  await expect(pay).toHaveAccessibleDescription(/checking the batch of this bill/)
  // An officer who began to propose the release as well does not confirm that of the colleague.
  await act(first, batchId, 'Release the batch')
  await first.getByRole('dialog').getByLabel('Reason').fill('I propose it again.')
  await act(second, batchId, 'Release the batch')
  await giveReason(second, 'The customer has confirmed both bills.', 'Release')
  await expect(rowOf(second, batchId)).toContainText('Held')

  await expect(first.getByRole('dialog')).toContainText('The proposal to release this batch has changed.')
  await expect(first.getByRole('dialog').getByRole('button', { name: 'Release', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await first.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await act(first, batchId, 'Confirm the release')
  await expect(first.getByRole('dialog')).toContainText('The customer has confirmed both bills.')
  await giveReason(first, 'I have seen the confirmation.', 'Release')
  await expect(first.getByText(`Batch ${batchId} is released`)).toBeVisible()
  await expect(rowOf(first, batchId)).toContainText('Released')
  // The customer's page updates without a reload.
  await expect(customer.getByText('This bill is on hold', { exact: true })).toBeHidden({ timeout: 20_000 })
  await expect(pay).toBeEnabled()
})
