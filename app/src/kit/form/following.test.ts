import { expect, test } from 'vitest'
import { mergeChanges } from './following'

const begun = { nickname: 'Rani', permissions: ['makePayments'], mobileNo: '123456789' }

test("a field follows a colleague's change unless the user changed it too", () => {
  const typed = { ...begun, nickname: 'Rani, night shift' }
  const now = { nickname: 'Rani, day shift', permissions: ['viewOnly'], mobileNo: '123456789' }
  expect(mergeChanges(begun, typed, now)).toEqual({ ...now, nickname: 'Rani, night shift' })
})

test('an untouched form follows the saved values, so that closing it asks nothing', () => {
  const now = { ...begun, nickname: 'Rani, day shift', permissions: ['viewOnly'] }
  expect(JSON.stringify(mergeChanges(begun, begun, now))).toBe(JSON.stringify(now))
})

test('input stays if nobody else changed the field', () => {
  const typed = { ...begun, permissions: [] }
  expect(mergeChanges(begun, typed, { ...begun, permissions: ['makePayments'] })).toEqual(typed)
})
