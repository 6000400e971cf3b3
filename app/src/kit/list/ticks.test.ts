import { expect, it } from 'vitest'
import { currentTicks } from './ticks'

interface Finding {
  id: string
  state: 'open' | 'asked' | 'dismissed'
}

const list = { rowKey: ({ id }: Finding) => id }
const open = (id: string): Finding => ({ id, state: 'open' })
const ticked = new Map([open('a'), open('b'), open('c')].map((row) => [row.id, row]))

it('returns ticked rows as the list shows them now, in the order of ticking', () => {
  const dismissed: Finding = { id: 'b', state: 'dismissed' }
  expect([...currentTicks(ticked, { list, rows: [open('d'), dismissed] }).values()]).toEqual([open('a'), dismissed, open('c')])
})

it('leaves out rows that can no longer be ticked, so that every sent row has an outcome', () => {
  const whyNot = ({ state }: Finding) => (state === 'asked' ? 'A query is open.' : undefined)
  expect([...currentTicks(ticked, { list, rows: [{ id: 'a', state: 'asked' }] }, whyNot).keys()]).toEqual(['b', 'c'])
})
