import { describe, expect, it } from 'vitest'
import { columnsThatFit, type SizedColumn } from './fit'

const name: SizedColumn = { id: 'name', minWidth: 20 }
const group: SizedColumn = { id: 'group', width: 10, worth: 2 }
const note: SizedColumn = { id: 'note', worth: 1 }
const since: SizedColumn = { id: 'since', width: 8, worth: 1 }
const amount: SizedColumn = { id: 'amount', width: 15 }
const all = [name, group, note, since, amount]

const idsIn = (room: number) => columnsThatFit(all, room)?.map(({ id }) => id)

describe('columnsThatFit', () => {
  it('keeps all columns if they fit', () => {
    expect(idsIn(61)).toEqual(['name', 'group', 'note', 'since', 'amount'])
  })
  it('hides the column with the lowest worth first, and of equal columns the last', () => {
    expect(idsIn(60)).toEqual(['name', 'group', 'note', 'amount'])
    expect(idsIn(52)).toEqual(['name', 'group', 'amount'])
    expect(idsIn(44)).toEqual(['name', 'amount'])
  })
  it('lets a column shrink before it hides the text next to its value', () => {
    const shrinks = { ...name, narrow: { width: 12, worth: 1.5 } }
    const widthsIn = (room: number) =>
      columnsThatFit([shrinks, group, note, since, amount], room)?.map(({ width, minWidth }) => width ?? minWidth)
    expect(widthsIn(45)).toEqual([20, 10, 15])
    expect(widthsIn(44)).toEqual([12, 10, 15])
    expect(columnsThatFit([shrinks, { ...amount, width: 25 }], 38)).toHaveLength(2)
  })
  it('gives remaining space back to a shrunk column', () => {
    const badge = { id: 'badge', width: 10, narrow: { width: 6, worth: 3 } }
    const number = { id: 'number', width: 12, narrow: { width: 8, worth: 2 } }
    const widthsIn = (room: number) => columnsThatFit([number, { ...amount, width: 30 }, badge], room)?.map(({ width }) => width)
    expect(widthsIn(50)).toEqual([10, 30, 10])
    expect(widthsIn(46.3)).toEqual([8, 30, 8.25])
    expect(widthsIn(44)).toEqual([8, 30, 6])
  })
  it('never hides the sort column or an essential one', () => {
    const sorted = (by: string, room: number) => columnsThatFit(all, room, by)?.map(({ id }) => id)
    expect(sorted('note', 52)).toEqual(['name', 'note', 'amount'])
    expect(sorted('note', 43)).toEqual(['name', 'note', 'amount'])
    expect(sorted('note', 42)).toBeUndefined()
    const essential = { ...note, isEssential: true }
    expect(columnsThatFit([name, group, essential, since, amount], 43)?.map(({ id }) => id)).toEqual(['name', 'note', 'amount'])
  })
  it('is undefined for cards, or if the essential columns do not fit', () => {
    expect(idsIn(37)).toBeUndefined()
    expect(columnsThatFit([{ id: 'wide', minWidth: 50 }], 45)).toBeUndefined()
  })
})
