/** Tests every declared list: its address becomes the right request, and stays the same when it is written and parsed. */
import { describe, expect, test, vi } from 'vitest'
import { lists as declaredLists } from '../core/core'
import { paths } from '../core/links'
import { firstCalls } from '../kit/call/early'
import type { Context } from '../kit/list/context'
import { filtersOn, type List, type ListParams, orderOf, orderParams, requestOf } from '../kit/list/declare'
import type { Filter, ViewFilter } from '../kit/list/filters'
import { isSameList } from '../kit/list/pages'
import { isShown, paramsOfView, savedAddressOf } from '../kit/list/views/viewAddress'
import { columnsThatFit, type SizedColumn, tickWidth } from '../ui/table/fit'
import { earlierLinks } from './earlierLinks'
import { parseSearch, stringifySearch } from './plainSearch'

vi.mock('../words/language', () => ({ currentLanguage: () => 'en', setLanguage: () => {} }))
vi.mock('../core/activity', () => ({ beginActivity: () => {} }))
// Mocked, because they write to storage when the page closes.
vi.mock('../kit/paying/selection', () => ({}))
vi.mock('../kit/paying/draft', () => ({}))

const files = import.meta.glob<Record<string, unknown>>('../features/**/*List.tsx', { eager: true })
const isList = (given: unknown): given is List<never, never, ListParams> =>
  typeof given === 'object' && given !== null && 'columns' in given
const lists = Object.values(files).flatMap((exported) =>
  Object.entries(exported).flatMap(([name, given]) =>
    isList(given) ? [{ name, list: given as unknown as List<never, never, ListParams> }] : [],
  ),
)
const listOf = (name: string) => {
  const found = lists.find((one) => one.name === name)
  if (!found) throw new Error(`there is no ${name}`)
  return found.list
}

/** Writes these parameters to an address and parses it again. */
const throughAddress = (list: List<never, never, ListParams>, params: ListParams): ListParams =>
  list.read(parseSearch(stringifySearch(params)))
const requestFor = (list: List<never, never, ListParams>, params: ListParams) => requestOf(list, params)
const plain = (params: ListParams) => Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))

const samples = (filter: Filter<never>): (string | boolean)[] => {
  switch (filter.kind) {
    case 'text':
      return ['kedai', '210000000001', '210000000001, 210000000002']
    case 'choice':
      return [...filter.names]
    case 'several':
      return [filter.names[0] ?? '', filter.names.slice(0, 2).join(',')]
    case 'yesNo':
      return [true, false]
    case 'flag':
      return [true]
    case 'picked':
      return ['1c6f', '1c6f,8a2e']
    case 'numbers': {
      const all = ['2800000001', '210000000001']
      const [one = ''] = all.filter((number) => !filter.refusal?.(number, 'en'))
      return [one, `${one},${one.slice(0, -1)}2`]
    }
    case 'view': {
      const { names, first } = filter as unknown as ViewFilter<never>
      return names.filter((name) => name !== first)
    }
    default:
      return ['2026-11-20']
  }
}

const context = {
  t: (key: string) => key,
  language: 'en',
  now: '2026-11-20T02:05:00Z',
  today: '2026-11-20',
  may: () => true,
} as Context<never>

/**
 * Widths in rem that a list with checkboxes has on an upright tablet with a scrollbar, and on the narrowest page next to
 * the menu.
 */
const rooms = [768 - 64 - 15, 961 - 224 - 64 - 15].map((pixels) => pixels / 16 - tickWidth)
const menu: SizedColumn = { id: 'actions', width: 3 }

/** A list with two columns of reasons, which are never cut. It shows cards on a tablet. */
const listOfReasons = 'bankLineList'

describe.each(lists.filter(({ name }) => name !== listOfReasons))('$name on a tablet', ({ list }) => {
  test.each(rooms)('shows account, due date, amount and the sort column, in %f rem', (room) => {
    const ids: readonly string[] = list.columns.map(({ id }) => id)
    const sorts = ids.filter((id) => list.orders.some(({ by }) => by === id))
    for (const sortedBy of [undefined, ...sorts.slice(0, 1)]) {
      const shown = columnsThatFit([...(list.columns as readonly SizedColumn[]), menu], room, sortedBy)?.map(({ id }) => id)
      expect(shown).toBeDefined()
      // The history of mostly paid bills is sorted by invoice date, so it may hide the due date.
      for (const id of ['accountNo', 'dueDate', 'totalAmountPayable', 'transactionAmount', 'amountPayable', sortedBy])
        if (id !== undefined && ids.includes(id) && !(id === 'dueDate' && list.name === 'billHistory')) expect(shown).toContain(id)
    }
  })
})

test('the test covers all lists', () => {
  expect(lists.map(({ name }) => name).sort()).toEqual([
    'accountList',
    'accountListOfGroup',
    'accountListOfNoGroup',
    'accountListOfStaff',
    'accountListWithoutCentre',
    'accountToAddList',
    'accountingDocumentList',
    'accountingRunList',
    'activityList',
    'alertList',
    'allPaymentList',
    'announcementList',
    'bankLineList',
    'bankStatementList',
    'batchList',
    'batchReviewList',
    'billList',
    'breachList',
    'bulkAccountList',
    'businessUserList',
    'carbonReportList',
    'chargeList',
    'costCentreList',
    'costReportList',
    'dataRequestList',
    'depositList',
    'feedImportList',
    'findingList',
    'foundAccountList',
    'groupList',
    'historyList',
    'invoiceList',
    'jobList',
    'lateList',
    'memberList',
    'messageList',
    'notificationList',
    'outboxList',
    'pendingList',
    'pendingListOfAll',
    'pendingPaymentList',
    'proposalList',
    'queryList',
    'queryQueueList',
    'registrationList',
    'rejectedList',
    'settlementList',
    'staffActivityList',
    'staffInvoiceList',
    'staffUserList',
    'statementList',
    'transactionList',
    'unmatchedSettlementList',
    'viewableList',
    'webhookDeliveryList',
  ])
})

test('every list that core declares has its screen, with a filter for each parameter', () => {
  expect(lists.map(({ list }) => list.name).sort()).toEqual(declaredLists.map(({ name }) => name).sort())
  for (const { list } of lists) expect(Object.keys(list.filters).sort()).toEqual([...list.params.keys()].sort())
})

describe.each(lists)('$name', ({ list }) => {
  const unfiltered = requestFor(list, {})

  test.each(Object.keys(list.filters))('the filter %s changes the request and the address', (param) => {
    const filter = list.filters[param] as Filter<never>
    for (const value of samples(filter)) {
      const params = throughAddress(list, { [param]: value })
      expect(plain(params)).toEqual({ [param]: value })
      expect(requestFor(list, params)).not.toEqual(unfiltered)
      expect(filtersOn(list, params).map(([name]) => name)).toEqual(filter.kind === 'view' ? [] : [param])
    }
  })

  test('removing the chips one by one leaves an unfiltered list', () => {
    for (const [param, filter] of Object.entries(list.filters))
      for (const sample of samples(filter)) {
        let value: string | boolean | undefined = sample
        for (const { label } of filter.chips(sample as never, context, [])) {
          expect(label).not.toBe('')
          value = filter.chips(value as never, context, [])[0]?.rest
        }
        const hasChips = value !== sample
        expect(requestFor(list, hasChips ? { [param]: value } : {})).toEqual(unfiltered)
      }
  })

  test('each order is part of the address, except the default', () => {
    const [start] = list.orders
    if (!start) return expect('sort' in unfiltered).toBe(false)
    const first = { by: start.by, isDescending: start.descends }
    for (const { by } of list.orders)
      for (const isDescending of [true, false]) {
        const params = orderParams(list, { by, isDescending })
        const read = throughAddress(list, params)
        expect(orderOf(list, read)).toEqual({ by, isDescending })
        expect(requestFor(list, read)).toMatchObject({ sort: { by } })
        const isFirst = by === first.by && isDescending === first.isDescending
        expect(plain(params)).toEqual(isFirst ? {} : plain(read))
        expect(JSON.stringify(requestFor(list, read)) === JSON.stringify(unfiltered)).toBe(isFirst)
      }
  })

  test('a saved view opens the same list, without the other filters of the address', () => {
    const [order] = list.orders
    const all = Object.entries(list.filters).map(([param, filter]): [string, ListParams[string]] => [param, samples(filter)[0]])
    const params = throughAddress(list, {
      ...Object.fromEntries(all),
      ...(order && orderParams(list, { by: order.by, isDescending: !order.descends })),
    })
    const saved = savedAddressOf(list, { ...params, open: 'rename' })
    expect(saved).not.toHaveProperty('open')
    expect(isShown(list, params, saved)).toBe(true)
    expect(requestFor(list, { ...params, ...paramsOfView(list, saved) })).toEqual(requestFor(list, params))
    // A view without a filter removes that filter.
    expect(plain({ ...plain(params), ...paramsOfView(list, {}) })).toEqual({})
  })

  test('unknown values in the address are ignored', () => {
    const params = [...Object.keys(list.filters), 'sort', 'descending', 'ascending', 'open', 'dialog']
    const free = new Set(Object.entries(list.filters).flatMap(([param, { kind }]) => (kind === 'text' || kind === 'picked' ? [param] : [])))
    const raw = Object.fromEntries(params.filter((param) => !free.has(param)).map((param) => [param, 'nonsense']))
    expect(plain(list.read(raw))).toEqual({})
  })

  test('ids of columns are unique, and the list can be sorted by a column', () => {
    const ids = list.columns.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    if (list.orders.length > 0) expect(list.orders.some(({ by }) => ids.includes(by))).toBe(true)
  })
})

test.each(earlierLinks)('a link of earlier versions to %s keeps its meaning: %s', (name, address, request) => {
  const list = listOf(name)
  expect(requestFor(list, list.read(parseSearch(address)))).toEqual(request)
})

test('parameters stay texts, also numbers', () => {
  const params = { finding: '12', account: '210000000001', amount: '1.50', number: '007', long: '12345678901234567890' }
  expect(parseSearch(`?${new URLSearchParams(params)}`)).toEqual(params)
  expect(parseSearch(stringifySearch(params))).toEqual(params)
})

test('a dialogue over a list is part of the address, and is not a filter', () => {
  const list = listOf('accountListOfGroup')
  const params = list.read(parseSearch('?open=takeOut&account=210000000001&dialog=rename'))
  expect(plain(params)).toEqual({ open: 'takeOut', account: '210000000001', dialog: 'rename' })
  expect(filtersOn(list, params)).toEqual([])
})

test('a text that core refuses stays in the address, and is not requested', () => {
  const list = listOf('billList')
  const params = list.read(parseSearch('?search=ab&overdue=true'))
  expect(params.search).toBe('ab')
  expect(requestFor(list, params)).toMatchObject({ filter: { overdue: true } })
  expect(filtersOn(list, params).map(([param]) => param)).toEqual(['overdue'])
})

test('queries of the same list differ only in filters and order', () => {
  const accounts = (groupId: string, request: object) => ['GetAccountsInGroup', { groupId }, request]
  expect(isSameList(accounts('north', {}), accounts('north', { filter: { search: 'kedai' } }))).toBe(true)
  expect(isSameList(accounts('north', {}), accounts('south', {}))).toBe(false)
  expect(isSameList(accounts('north', {}), ['GetAccounts', { groupId: 'north' }, {}])).toBe(false)
})

test('the early request of a first screen equals that of its unfiltered list', () => {
  const { name, request } = firstCalls[paths.outstandingBills]?.[0] ?? {}
  const list = listOf('billList')
  expect([name, JSON.stringify(request)]).toEqual([list.call, JSON.stringify(requestOf(list, {}))])
})
