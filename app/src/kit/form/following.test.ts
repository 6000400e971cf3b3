import { expect, test } from 'vitest'
import { toFollow } from './following'

const begun = { nickname: 'Rani', permissions: ['makePayments'], mobileNo: '123456789' }

test('a field follows a colleague’s change unless it was changed in the form, too', () => {
  const typed = { ...begun, nickname: 'Rani, night shift' }
  const now = { nickname: 'Rani, day shift', permissions: ['viewOnly'], mobileNo: '123456789' }
  expect(toFollow(begun, typed, now)).toEqual(['permissions'])
  expect(toFollow(begun, begun, now)).toEqual(['nickname', 'permissions'])
})

test('what nobody changed elsewhere stays as it is typed', () => {
  expect(toFollow(begun, { ...begun, permissions: [] }, { ...begun, permissions: ['makePayments'] })).toEqual([])
})
