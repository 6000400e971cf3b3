import { describe, expect, it } from 'vitest'
import { columnsThatFit } from './fit'

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
  it('is none where lists are cards, or where those that stay do not fit', () => {
    expect(idsIn(39)).toBeUndefined()
    expect(columnsThatFit([{ id: 'wide', minWidth: 50 }], 45)).toBeUndefined()
  })
})
