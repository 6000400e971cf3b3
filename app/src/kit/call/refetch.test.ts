import { beforeEach, expect, it, vi } from 'vitest'

const { endpoints } = vi.hoisted(() => {
  const line = (name: string, reads: string[], changes: string[], caller = 'customer') => ({
    name,
    method: 'POST',
    path: `/${name}`,
    queryNames: [],
    caller,
    reads,
    changes,
  })
  return {
    endpoints: [
      line('GetOutstandingBills', ['bills'], []),
      line('GetGroupsTable', ['groups', 'accounts', 'bills'], []),
      line('GetManageUsersTable', ['team'], []),
      line('MakePayment', [], ['payments', 'bills']),
      line('Login', [], ['sessions'], 'public'),
    ],
  }
})
vi.mock('~/core/generatedData', () => ({ publicEndpoints: endpoints }))
vi.mock('~/core/core', () => ({ endpoints }))
vi.mock('~/words/sentences', () => ({ plainSentence: () => 'No.' }))
vi.mock('~/core/activity', () => ({ beginActivity: () => {} }))
vi.mock('~/words/language', () => ({ currentLanguage: () => 'en' }))
interface Shown {
  queryKey: string[]
  state: { dataUpdatedAt: number }
  promise?: Promise<unknown>
}
const { queries, early } = vi.hoisted(() => ({
  queries: { invalidateQueries: vi.fn(async () => {}), getQueryCache: () => ({ getAll: (): Shown[] => [] }) },
  early: { earlyRequestTime: (_: string): number | undefined => undefined, deleteEarlyBefore: vi.fn(), takeEarly: async () => undefined },
}))
vi.mock('./queries', () => ({ queries }))
vi.mock('./early', () => ({ ...early, earlyRequestTime: (name: string) => early.earlyRequestTime(name) }))

const { call } = await import('./api')
const { applyLiveChange, refetchOlderThanStream, markStale, refetchStale, watchChanges, whenRefetched } = await import('./refetch')

/** Returns the names of the refetched calls, as a list for each refetch. */
function read(): string[][] {
  const names = ['GetOutstandingBills', 'GetGroupsTable', 'GetManageUsersTable', 'a query without a call']
  const asked = queries.invalidateQueries.mock.calls as unknown as [{ predicate: (query: object) => boolean }][]
  return asked.map(([{ predicate }]) => names.filter((name) => predicate({ queryKey: [name, {}] })))
}
const bills = ['GetOutstandingBills', 'GetGroupsTable']
const groups = ['GetGroupsTable']
const everything = ['GetOutstandingBills', 'GetGroupsTable', 'GetManageUsersTable']
/** Sets the queries that the page shows, by age in milliseconds. */
const shows = (ages: Record<string, number | undefined>, promise?: Promise<unknown>) => {
  const dataUpdatedAt = (age: number | undefined) => (age === undefined ? 0 : Date.now() - age)
  const shown = Object.entries(ages).map(([name, age]) => ({
    queryKey: [name],
    state: { dataUpdatedAt: dataUpdatedAt(age) },
    ...(promise && { promise }),
  }))
  queries.getQueryCache = () => ({ getAll: () => shown })
}
const answers = (status: number, body: object, id = 'call-1') =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(body), { status, headers: { 'X-Request-Id': id } })),
  )
const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const isSeen = (seen: boolean) => {
  page.visibilityState = seen ? 'visible' : 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
}

vi.useFakeTimers()
vi.stubGlobal('document', page)
watchChanges()
beforeEach(async () => {
  // Lets pending reads of an earlier test finish.
  await passes(10_000)
  queries.invalidateQueries.mockClear()
  early.earlyRequestTime = () => undefined
})

it('refetches the data of the changed topics, and everything if the topics are unknown', async () => {
  markStale(['accounts'])
  await passes(0)
  expect(read()).toEqual([groups])
  markStale()
  await passes(10_000)
  expect(read()).toEqual([groups, everything])
})

it('refetches only data that was read long before the stream opened', async () => {
  shows({ GetOutstandingBills: 300, GetManageUsersTable: 100 })
  await refetchOlderThanStream()
  await passes(10_000)
  expect(read()).toEqual([])
  shows({ GetOutstandingBills: 300, GetManageUsersTable: 2_000 })
  await refetchOlderThanStream()
  await passes(10_000)
  expect(read()).toEqual([['GetManageUsersTable']])
})

it('dates early answers from their request, including those that have not arrived', async () => {
  const startedAt = Date.now()
  early.earlyRequestTime = (name) => (name === 'GetManageUsersTable' ? startedAt : undefined)
  await passes(5_000)
  shows({ GetOutstandingBills: 200, GetManageUsersTable: 200 })
  await refetchOlderThanStream()
  await passes(10_000)
  expect(read()).toEqual([['GetManageUsersTable']])
  // An early answer that no screen has used yet is dropped, and not waited for.
  expect(early.deleteEarlyBefore).toHaveBeenCalledWith(startedAt + 4_500)

  let arrive = () => {}
  shows({ GetManageUsersTable: undefined }, new Promise<void>((resolve) => (arrive = resolve)))
  const refetched = refetchOlderThanStream()
  await passes(10_000)
  expect(read()).toHaveLength(1)
  arrive()
  await refetched
  await passes(10_000)
  expect(read()).toEqual([['GetManageUsersTable'], ['GetManageUsersTable']])
})

it('refetches immediately for the first of many changes, and together for the others', async () => {
  for (let change = 0; change < 20; change += 1) {
    markStale([change % 2 ? 'bills' : 'groups'])
    await passes(100)
  }
  await passes(10_000)
  expect(read()).toEqual([groups, bills])
})

it('starts no refetch while another one is running', async () => {
  let done = () => {}
  queries.invalidateQueries.mockImplementationOnce(() => new Promise<void>((resolve) => (done = resolve)))
  markStale(['bills'])
  await passes(0)
  markStale(['groups'])
  await passes(10_000)
  expect(read()).toEqual([bills])
  done()
  await passes(10_000)
  expect(read()).toEqual([bills, groups])
})

it('repeats a failed refetch at the next event, once', async () => {
  queries.invalidateQueries.mockRejectedValueOnce(new Error('away'))
  markStale(['team'])
  await passes(10_000)
  refetchStale()
  await passes(10_000)
  expect(read()).toEqual([['GetManageUsersTable'], ['GetManageUsersTable']])
  refetchStale()
  await passes(10_000)
  expect(read()).toHaveLength(2)
})

it('refetches nothing while the page is hidden, and everything when it is visible again', async () => {
  isSeen(false)
  markStale(['bills'])
  markStale(['team'])
  await passes(60_000)
  expect(read()).toEqual([])
  isSeen(true)
  await passes(0)
  expect(read()).toEqual([everything])
})

it('refetches the topics that a call changed, whatever its outcome', async () => {
  answers(200, { Data: {}, Error: null })
  await call('MakePayment', {} as never)
  await whenRefetched()
  expect(read()).toEqual([bills])
  answers(409, { Data: null, Error: { code: 'billsNotPayable', errorTopic: '', errorMessage: 'No.', fields: [], params: {} } })
  await expect(call('MakePayment', {} as never)).rejects.toThrow('No.')
  expect(read()).toEqual([bills, bills])
})

it('refetches its own change once, and changes of other users as well', async () => {
  answers(200, { Data: {}, Error: null }, 'call-2')
  await call('MakePayment', {} as never)
  applyLiveChange({ topics: [], own: [{ call: 'call-2', topics: ['payments', 'bills'] }] })
  await passes(10_000)
  expect(read()).toEqual([bills])
  // More topics than the endpoint declares; a call of another tab; another user's change.
  applyLiveChange({ topics: [], own: [{ call: 'call-2', topics: ['bills', 'groups'] }] })
  await passes(10_000)
  applyLiveChange({ topics: [], own: [{ call: 'another', topics: ['bills'] }] })
  await passes(10_000)
  applyLiveChange({ topics: ['bills'], own: [{ call: 'call-2', topics: ['payments'] }] })
  await passes(10_000)
  expect(read()).toEqual([bills, groups, bills, bills])
})

it('refetches on the event if the call had no answer', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('cut')))
  await expect(call('MakePayment', {} as never)).rejects.toThrow('No.')
  applyLiveChange({ topics: [], own: [{ call: 'call-3', topics: ['bills'] }] })
  await passes(10_000)
  expect(read()).toEqual([bills, bills])
})

it('repeats at the next event a refetch that failed after its own call', async () => {
  answers(200, { Data: {}, Error: null }, 'call-4')
  queries.invalidateQueries.mockRejectedValueOnce(new Error('away'))
  await call('MakePayment', {} as never)
  await whenRefetched()
  refetchStale()
  await passes(10_000)
  expect(read()).toEqual([bills, bills])
})

it('refetches nothing after a read, or after a call that starts or ends a session', async () => {
  answers(200, { Data: {}, Error: null })
  await call('GetOutstandingBills', {} as never)
  await call('Login', {} as never)
  await call('MakePayment', {} as never, { skipsRefetch: true })
  expect(read()).toEqual([])
})
