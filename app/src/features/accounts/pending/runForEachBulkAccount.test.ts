import { expect, test, vi } from 'vitest'
import type { PendingAccount } from '~/core/core'
import { runForEachBulkAccount } from './runForEachBulkAccount'

const account = (bulkId: string, accountNumber: string) => ({ bulkId, accountNumber, companyName: `Company ${bulkId}` }) as PendingAccount
const rows = [account('1', '210000000001'), account('2', '210000000002'), account('1', '210000000003'), account('3', '210000000004')]

test('a bulk account that refuses does not stop the others, and is reported with its accounts', async () => {
  const error = new Error('no')
  const act = vi.fn(async (bulkId: string, _: readonly PendingAccount[]) => {
    if (bulkId === '2') throw error
  })
  const refused = [{ bulkId: '2', companyName: 'Company 2', rows: [account('2', '210000000002')], error }]
  expect(await runForEachBulkAccount(rows, act)).toEqual({ count: 3, refused })
  expect(act.mock.calls).toEqual([
    ['1', [rows[0], rows[2]]],
    ['2', [rows[1]]],
    ['3', [rows[3]]],
  ])
})

test('fails if every bulk account refuses', async () => {
  await expect(runForEachBulkAccount(rows, (bulkId) => Promise.reject(new Error(`no ${bulkId}`)))).rejects.toThrow('no 1')
})
