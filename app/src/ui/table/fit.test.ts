import { describe, expect, it } from 'vitest'
import { columnsThatFit, type Sized } from './fit'

const name = { id: 'name', minWidth: 20 }
const group = { id: 'group', width: 10, worth: 2 }
const note = { id: 'note', worth: 1 }
const since = { id: 'since', width: 8, worth: 1 }
const amount = { id: 'amount', width: 15 }
const all = [name, group, note, since, amount]

const idsIn = (room: number) => columnsThatFit(all, room)?.map(({ id }) => id)

describe('columnsThatFit', () => {
  it('keeps all where there is room for all', () => {
    expect(idsIn(61)).toEqual(['name', 'group', 'note', 'since', 'amount'])
  })
  it('lets the least worth go first, of equal ones the last', () => {
    expect(idsIn(60)).toEqual(['name', 'group', 'note', 'amount'])
    expect(idsIn(52)).toEqual(['name', 'group', 'amount'])
    expect(idsIn(44)).toEqual(['name', 'amount'])
  })
  it('lets one shrink when it comes to the words beside its value', () => {
    const shrinks = { ...name, narrow: { width: 12, worth: 1.5 } }
    const widthsIn = (room: number) =>
      columnsThatFit<Sized>([shrinks, group, note, since, amount], room)?.map(({ width, minWidth }) => width ?? minWidth)
    expect(widthsIn(45)).toEqual([20, 10, 15])
    expect(widthsIn(44)).toEqual([12, 10, 15])
    expect(columnsThatFit<Sized>([shrinks, { ...amount, width: 25 }], 40)).toHaveLength(2)
  })
  it('is none where lists are cards, or where those that stay do not fit', () => {
    expect(idsIn(39)).toBeUndefined()
    expect(columnsThatFit([{ id: 'wide', minWidth: 50 }], 45)).toBeUndefined()
  })
})
