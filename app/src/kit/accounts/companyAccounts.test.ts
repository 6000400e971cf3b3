import { expect, test, vi } from 'vitest'
import { constants, type Page, type SuggestedAccount } from '~/core/core'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../call/api', () => ({ call }))
vi.mock('../call/read', () => ({ composedQuery: (_: string, __: unknown, read: unknown) => read }))
const { companyAccounts } = await import('./companyAccounts')

type Read = (signal: AbortSignal) => Promise<{ accounts: SuggestedAccount[]; total: number }>
const load = (registrationNo?: string) => (companyAccounts(registrationNo) as unknown as Read)(new AbortController().signal)

/** A company with this number of accounts, of which every third cannot be added. */
function company(total: number) {
  call.mockReset()
  call.mockImplementation(async (_: string, { cursor = '0', recordCount }: { cursor?: string; recordCount: number }) => {
    const first = Number(cursor)
    const end = Math.min(first + recordCount, total)
    const items = Array.from({ length: end - first }, (_, place) => ({ errorType: (first + place) % 3 === 0 ? 'inactive' : null }))
    return { items, total, next: end < total ? String(end) : null } as unknown as Page<SuggestedAccount>
  })
}
const addable = (accounts: SuggestedAccount[]) => accounts.filter(({ errorType }) => errorType === null).length

test('accounts that cannot be added do not take the place of those that can', async () => {
  company(14_000)
  const { accounts, total } = await load('201001234567')
  expect([accounts.length, total]).toEqual([14_000, 14_000])
})

test('no more are loaded than an application can have, and the number of all is known', async () => {
  company(20_000)
  const { accounts, total } = await load('201001234567')
  expect([addable(accounts), total]).toEqual([constants.maxAccounts, 20_000])
  expect(accounts.length).toBeLessThan(20_000)
})

test('nothing is looked up without a registration number', async () => {
  company(10)
  expect(await load()).toEqual({ accounts: [], total: 0 })
  expect(call).not.toHaveBeenCalled()
})
