import { beforeEach, expect, it, vi } from 'vitest'

const line = (name: string, reads: string[], changes: string[], caller = 'customer') => ({
  name,
  method: 'POST',
  path: `/${name}`,
  queryNames: [],
  caller,
  reads,
  changes,
})
vi.mock('./first', () => ({
  endpoints: [
    line('GetOutstandingBills', ['bills'], []),
    line('GetGroupsTable', ['groups', 'accounts', 'bills'], []),
    line('GetManageUsersTable', ['team'], []),
    line('MakePayment', [], ['payments', 'bills']),
    line('Login', [], ['sessions'], 'public'),
  ],
  sentence: () => 'No.',
}))
vi.mock('./activity', () => ({ beginActivity: () => {} }))
vi.mock('./language', () => ({ currentLanguage: () => 'en' }))
const { queries } = vi.hoisted(() => ({ queries: { invalidateQueries: vi.fn(async () => {}) } }))
vi.mock('./session', () => ({ queries }))

const { call } = await import('./api')
const { readAgain, watchChanges, whenRead } = await import('./fresh')

/** The names of the calls that are read again. */
function read(): string[] {
  const names = ['GetOutstandingBills', 'GetGroupsTable', 'GetManageUsersTable', 'something of its own']
  const asked = queries.invalidateQueries.mock.calls as unknown as [{ predicate: (query: object) => boolean }][]
  return names.filter((name) => asked.some(([{ predicate }]) => predicate({ queryKey: [name, {}] })))
}
const answers = (status: number, body: object) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(body), { status })),
  )

beforeEach(() => {
  queries.invalidateQueries.mockClear()
  watchChanges()
})

it('reads again what is made of these topics, and everything when nothing is known', async () => {
  await readAgain(['accounts'])
  expect(read()).toEqual(['GetGroupsTable'])
  await readAgain()
  expect(read()).toEqual(['GetOutstandingBills', 'GetGroupsTable', 'GetManageUsersTable'])
})

it('reads again what a call changed, whatever came of it', async () => {
  answers(200, { Data: {}, Error: null })
  await call('MakePayment', {} as never)
  await whenRead()
  expect(read()).toEqual(['GetOutstandingBills', 'GetGroupsTable'])
  queries.invalidateQueries.mockClear()
  answers(409, { Data: null, Error: { code: 'billsNotPayable', errorTopic: '', errorMessage: 'No.', fields: [], params: {} } })
  await expect(call('MakePayment', {} as never)).rejects.toThrow('No.')
  expect(read()).toEqual(['GetOutstandingBills', 'GetGroupsTable'])
})

it('reads nothing after a call that reads, or that begins or ends a session', async () => {
  answers(200, { Data: {}, Error: null })
  await call('GetOutstandingBills', {} as never)
  await call('Login', {} as never)
  await call('MakePayment', {} as never, { isLast: true })
  expect(read()).toEqual([])
})
