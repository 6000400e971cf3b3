import { expect, test } from 'vitest'
import { storedSelection } from './storedSelection'
import { noneTakenOut } from './takenOut'

const bills = new Map([
  ['510000000001', { accountNo: '210000000001', amount: '10.00', batchId: '2800000001', isHeld: true }],
  ['510000000002', { accountNo: '210000000002', amount: '20.05', batchId: undefined }],
])

test('a selection survives a reload, with the bills that were taken out', () => {
  const takenOut = { bills: { 510000000003: { accountNo: '210000000003', amount: '1.00', reason: 'byHand' as const } }, ofMany: [] }
  const selection = { owner: 'payer@sinar.example', bills, takenOut }
  expect(storedSelection.read(storedSelection.write(selection))).toEqual(selection)
})

test('a selection that was stored before an update of the app is kept', () => {
  const before = 'payer@sinar.example\n510000000001 210000000001 10.00 2800000001 held\n510000000002 210000000002 20.05 '
  expect(storedSelection.read(before)).toEqual({ owner: 'payer@sinar.example', bills, takenOut: noneTakenOut })
})
