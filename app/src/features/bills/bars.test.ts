import { expect, test } from 'vitest'
import type { DueBar } from '~/core/core'
import { barsOf } from './bars'

const nothing = { bills: 0, amount: '0.00' }
const week = (from: string, figures: Partial<DueBar>): DueBar => ({
  days: { from, to: from },
  overdue: nothing,
  pastDue: nothing,
  upcoming: nothing,
  ...figures,
})

test('a bar is as high as its sum, and stacks what is late under what is not', () => {
  const { weeks, unit } = barsOf([
    week('2026-11-02', { overdue: { bills: 4, amount: '2500.00' } }),
    week('2026-11-16', { pastDue: { bills: 1, amount: '2500.00' }, upcoming: { bills: 3, amount: '7500.00' } }),
    week('2026-11-23', {}),
  ])
  expect(weeks.map(({ bills, amount, height }) => [bills, amount, height])).toEqual([
    [4, '2500.00', 0.25],
    [4, '10000.00', 1],
  ])
  expect(weeks.map(({ parts }) => parts)).toEqual([
    [{ part: 'overdue', share: 1 }],
    [
      { part: 'pastDue', share: 0.25 },
      { part: 'upcoming', share: 0.75 },
    ],
  ])
  expect(unit.name).toBe('thousand')
  expect(weeks.map(({ amount }) => unit.shown(amount))).toEqual(['2.5', '10'])
})

test('small sums are written in ringgit, large ones in millions', () => {
  const unitOf = (amount: string) => barsOf([week('2026-11-02', { upcoming: { bills: 1, amount } })]).unit
  expect(unitOf('1999.40').name).toBe('ringgit')
  expect(unitOf('1999.40').shown('1999.40')).toBe('1,999')
  expect(unitOf('3450000.00').name).toBe('million')
  expect(unitOf('3450000.00').shown('3450000.00')).toBe('3.5')
})

test('without anything due there are no bars', () => {
  expect(barsOf([]).weeks).toEqual([])
})
