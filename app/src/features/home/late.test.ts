import { expect, test } from 'vitest'
import { lateOffer } from './late'

const figures = { overdue: { bills: 5, amount: '500.00' }, pastDue: { bills: 2, amount: '200.00' } }
const counted = (bills: number) => ({ bills, total: `${bills}00.00` })

test('overdue bills come before bills that are less late', () => {
  const offer = lateOffer(figures, { overdue: counted(5), pastDue: counted(2) })
  expect(offer).toEqual({ due: 'overdue', bills: 5, amount: '500.00', isAll: true })
})

test('bills on hold are not offered', () => {
  expect(lateOffer(figures, { overdue: counted(3), pastDue: counted(2) })).toMatchObject({ due: 'overdue', bills: 3, isAll: false })
  expect(lateOffer(figures, { overdue: counted(0), pastDue: counted(2) })).toMatchObject({ due: 'pastDue', bills: 2, isAll: true })
  expect(lateOffer(figures, { overdue: counted(0), pastDue: counted(0) })).toBeUndefined()
})

test('nothing is offered before the bills are counted', () => {
  expect(lateOffer(figures, { overdue: undefined, pastDue: undefined })).toBeUndefined()
})
