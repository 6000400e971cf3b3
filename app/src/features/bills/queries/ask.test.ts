import { expect, test } from 'vitest'
import type { QueryRow } from '~/core/core'
import { isOpenState, openQueryOf, readAsk } from './ask'

test('the address opens the form for a finding or a kind, and nothing else', () => {
  const nothing = { open: undefined, kind: undefined, finding: undefined, query: undefined }
  expect(readAsk({})).toEqual(nothing)
  expect(readAsk({ open: 'pay', kind: 'refund', finding: '' })).toEqual(nothing)
  expect(readAsk({ open: 'ask', kind: 'eInvoice' })).toEqual({ ...nothing, open: 'ask', kind: 'eInvoice' })
  expect(readAsk({ open: 'ask', finding: '7f', query: 'a1' })).toEqual({ ...nothing, open: 'ask', finding: '7f', query: 'a1' })
})

test('a query is open until it is accepted, closed or withdrawn', () => {
  const states = ['accepted', 'answered', 'closed', 'open', 'reopened', 'withdrawn'] as const
  expect(states.filter(isOpenState)).toEqual(['answered', 'open', 'reopened'])
  const rows = states.map((state) => ({ state, queryId: state })) as unknown as QueryRow[]
  expect(openQueryOf(rows)?.queryId).toBe('answered')
  expect(openQueryOf(rows.filter(({ state }) => state === 'closed'))).toBeUndefined()
  expect(openQueryOf(undefined)).toBeUndefined()
})
