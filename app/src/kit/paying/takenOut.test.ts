import { expect, it } from 'vitest'
import type { ChosenBills } from './selection'
import { addLeftOut, addTakenOut, groupTakenOut, noneTakenOut, withoutChosen } from './takenOut'

const bill = (amount: string, batchId = 'B1') => ({ accountNo: '220000000001', amount, batchId })
const chosen: ChosenBills = new Map([
  ['1', bill('10.00')],
  ['2', bill('20.50')],
  ['3', bill('30.00', 'B2')],
])
const onHold = (count: number) => [{ reason: 'billOnHold' as const, count }]

it('groups bills by reason, with their total', () => {
  const taken = addTakenOut(
    noneTakenOut,
    chosen,
    new Map([
      ['1', 'finding'],
      ['2', 'finding'],
      ['9', 'finding'],
    ]),
  )
  expect(groupTakenOut(taken, 'en')).toEqual([{ reason: 'finding', count: 2, invoiceNos: ['1', '2'], total: '30.50' }])
})

it('forgets a bill that is chosen again', () => {
  const taken = addTakenOut(noneTakenOut, chosen, new Map([['1', 'byHand']]))
  expect(groupTakenOut(withoutChosen(taken, chosen), 'en')).toEqual([])
})

it('adds up the counts of batches, until no bill of the batch is chosen', () => {
  const first = addLeftOut(noneTakenOut, { leftOut: onHold(2), batchIds: ['B1'] })
  const both = addLeftOut(first, { leftOut: onHold(1), batchIds: ['B2'] })
  const count = (bills: ChosenBills) => groupTakenOut(withoutChosen(both, bills), 'en')[0]?.count
  expect(count(chosen)).toBe(3)
  expect(count(new Map([...chosen].slice(0, 2)))).toBe(2)
})

it('replaces counts of bills that another choice may count again', () => {
  const batch = addLeftOut(noneTakenOut, { leftOut: onHold(2), batchIds: ['B1'] })
  const all = addLeftOut(batch, { leftOut: onHold(3), batchIds: [] })
  expect(groupTakenOut(all, 'en')).toEqual([{ reason: 'billOnHold', count: 3, invoiceNos: [], total: '0.00' }])
  expect(groupTakenOut(addLeftOut(all, { leftOut: onHold(1), batchIds: ['B2'] }), 'en')[0]?.count).toBe(1)
})
