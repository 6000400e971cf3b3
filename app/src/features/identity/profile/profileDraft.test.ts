import { expect, test } from 'vitest'
import { followProfile } from './profileDraft'

const begun = { name: 'Aina', mobileNo: '123456789', emailOpting: true }

test('a draft keeps what the user typed, and takes other changes of the profile', () => {
  const now = { name: 'Aina', mobileNo: '198765432', emailOpting: false }
  expect(followProfile({ ...begun, name: 'Nurul Aina', base: begun }, now)).toEqual({ ...now, name: 'Nurul Aina', base: now })
})

test('a draft of an unchanged profile stays as it is', () => {
  const draft = { ...begun, name: 'Nurul Aina', base: begun }
  expect(JSON.stringify(followProfile(draft, begun))).toBe(JSON.stringify(draft))
})
