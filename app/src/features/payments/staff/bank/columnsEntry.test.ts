import { expect, it } from 'vitest'
import type { UnclearColumn } from '~/core/core'
import { columnsOf, entryOf } from './columnsEntry'

const unclear: UnclearColumn[] = [
  { column: 4, meaning: 'direction' },
  { column: 3, meaning: 'direction' },
  { column: 5, meaning: 'status' },
]

it('starts with the suggestion, and with no choice where a column seems to have a meaning', () => {
  const entry = entryOf({ day: 0, direction: 4, ignored: [] }, unclear)
  expect(entry).toMatchObject({ day: '0', reference: 'none', direction: '4', currency: 'none', status: '' })
  expect(entryOf({ ignored: [3, 4, 5] }, unclear)).toMatchObject({ direction: 'none', status: 'none' })
})

it('ignores the columns of a meaning only if the officer chose none', () => {
  const entry = entryOf({ day: 0, amount: 2, direction: 4, ignored: [] }, unclear)
  expect(columnsOf(entry, ['credit', 'debit'], unclear)).toEqual({ day: 0, amount: 2, direction: 4, ignored: [] })
  expect(columnsOf({ ...entry, direction: 'none' }, ['amount'], unclear)).toEqual({ day: 0, ignored: [4, 3] })
  expect(columnsOf({ ...entry, direction: 'none', status: '4' }, ['amount'], unclear)).toEqual({ day: 0, status: 4, ignored: [3] })
})
