import { expect, test } from 'vitest'
import { openTab, readBill } from './billAddress'

test('a bill opens with its charges, a link to a query with the history, and an unknown tab is left out', () => {
  const opened = (raw: Record<string, unknown>) => openTab(readBill(raw))
  expect(opened({})).toBe('charges')
  expect(opened({ query: '1' })).toBe('history')
  expect(opened({ query: '1', tab: 'use' })).toBe('use')
  expect(opened({ tab: 'payments' })).toBe('charges')
})
