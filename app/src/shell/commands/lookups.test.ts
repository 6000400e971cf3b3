import { beforeEach, expect, test, vi } from 'vitest'
import type { Profile } from '~/core/core'
import { lookups } from './lookups'

interface Bill {
  invoiceNo: string
  accountNo: string
  totalAmountPayable: string
}

const { answers } = vi.hoisted(() => ({ answers: new Map<string, unknown[]>() }))
vi.mock('~/kit/call/api', () => ({ call: async (name: string) => ({ items: answers.get(name) ?? [] }) }))

const bill = (invoiceNo: string): Bill => ({ invoiceNo, accountNo: '210000000001', totalAmountPayable: '48.20' })
const customer = {
  role: 'viewer',
  bulkId: '3010000017',
  hasValidContractAccount: true,
  scopes: ['User.Bill.View'],
} as unknown as Profile

async function found(text: string) {
  const { signal } = new AbortController()
  const all = await Promise.all(lookups(text, customer, 'en').map(({ ask }) => ask(signal)))
  return all.flat().map(({ kind, label }) => `${kind} ${label}`)
}

beforeEach(() => answers.clear())

test('finds an unpaid bill that is older than the history', async () => {
  answers.set('GetOutstandingBills', [bill('300000000001')])
  expect(await found('300000000001')).toEqual(['bills 300000000001'])
})

test('a bill in both lists is found once, at most five bills in all', async () => {
  answers.set('GetBillHistory', [bill('300000000001'), bill('300000000002')])
  answers.set(
    'GetOutstandingBills',
    [2, 3, 4, 5, 6].map((place) => bill(`30000000000${place}`)),
  )
  expect(await found('210000000001')).toEqual([1, 2, 3, 4, 5].map((place) => `bills 30000000000${place}`))
})
