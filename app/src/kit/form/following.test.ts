import { expect, test } from 'vitest'
import { mergeChanges } from './following'

const initial = { nickname: 'Rani', permissions: ['makePayments'], mobileNo: '123456789' }

test("a field follows a colleague's change unless the user changed it too", () => {
  const typed = { ...initial, nickname: 'Rani, night shift' }
  const current = { nickname: 'Rani, day shift', permissions: ['viewOnly'], mobileNo: '123456789' }
  expect(mergeChanges(initial, typed, current)).toEqual({ ...current, nickname: 'Rani, night shift' })
})

test('an untouched form follows the saved values, so that closing it asks nothing', () => {
  const current = { ...initial, nickname: 'Rani, day shift', permissions: ['viewOnly'] }
  expect(JSON.stringify(mergeChanges(initial, initial, current))).toBe(JSON.stringify(current))
})

test('typed values stay if no colleague changed their fields', () => {
  const typed = { ...initial, permissions: [] }
  expect(mergeChanges(initial, typed, { ...initial, permissions: ['makePayments'] })).toEqual(typed)
})
