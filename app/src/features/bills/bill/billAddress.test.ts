import { expect, test } from 'vitest'
import { billTabs, openTab, readBill, searchOfTab } from './billAddress'

test('a bill opens with its charges, a link to a query with the history, and an unknown tab is left out', () => {
  const opened = (raw: Record<string, unknown>) => openTab(readBill(raw))
  expect(opened({})).toBe('charges')
  expect(opened({ query: '1' })).toBe('history')
  expect(opened({ query: '1', tab: 'use' })).toBe('use')
  expect(opened({ tab: 'payments' })).toBe('charges')
})

test('the address of a tab opens it, and keeps the query', () => {
  for (const search of [{}, { query: '1' }, { query: '1', tab: 'use' as const }])
    for (const tab of billTabs) {
      const address = searchOfTab(tab, search)
      expect(openTab(address)).toBe(tab)
      expect(address.query).toBe(readBill(search).query)
    }
  expect(searchOfTab('charges', {})).toEqual({})
})
