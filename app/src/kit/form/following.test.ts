import { expect, test } from 'vitest'
import { mergeChanges } from './following'

const begun = { nickname: 'Rani', permissions: ['makePayments'], mobileNo: '123456789' }

test('a field follows a colleague’s change unless it was changed in the form, too', () => {
  const typed = { ...begun, nickname: 'Rani, night shift' }
  const now = { nickname: 'Rani, day shift', permissions: ['viewOnly'], mobileNo: '123456789' }
  expect(mergeChanges(begun, typed, now)).toEqual({ ...now, nickname: 'Rani, night shift' })
})

test('a form in which nothing was typed is as it stands now, so that nothing is asked when it is closed', () => {
  const now = { ...begun, nickname: 'Rani, day shift', permissions: ['viewOnly'] }
  expect(JSON.stringify(mergeChanges(begun, begun, now))).toBe(JSON.stringify(now))
})

test('what nobody changed elsewhere stays as it is typed', () => {
  const typed = { ...begun, permissions: [] }
  expect(mergeChanges(begun, typed, { ...begun, permissions: ['makePayments'] })).toEqual(typed)
})
