import { expect, test } from 'vitest'
import { instantOf, personsOf, wrongTimes } from './breachEntry'

const none = {
  ...{ commissionerNotifiedAt: '', commissionerTime: '', personsNotifiedAt: '', personsTime: '' },
  ...{ cyberNotifiedAt: '', cyberNotifiedTime: '', cyberParticularsAt: '', cyberParticularsTime: '' },
  ...{ cyberSupplementAt: '', cyberSupplementTime: '', isCyberIncident: 'no' },
}
const known = { ...none, knownAt: '2026-11-01', knownTime: '9:30' }
const wrong = (times: Parameters<typeof wrongTimes>[0]) => wrongTimes(times, 'en').fields.map(({ field, code }) => [field, code])

test('a wrong day or time is reported at its own field', () => {
  expect(wrong(known)).toEqual([])
  expect(wrong({ ...known, knownAt: '', knownTime: ' ' })).toEqual([
    ['knownAt', 'dateInvalid'],
    ['knownTime', 'timeInvalid'],
  ])
  expect(wrong({ ...known, knownAt: '31 Feb 2026' })).toEqual([['knownAt', 'dateInvalid']])
  expect(wrong({ ...known, personsNotifiedAt: '2026-11-02', personsTime: '24:00' })).toEqual([['personsTime', 'timeInvalid']])
  expect(wrong({ ...known, commissionerNotifiedAt: '2026-11-02' })).toEqual([['commissionerTime', 'timeInvalid']])
  expect(wrong({ ...known, commissionerTime: '10:00' })).toEqual([['commissionerNotifiedAt', 'dateInvalid']])
})

test('times of a cyber security incident are checked only if it is one', () => {
  const times = { ...known, cyberNotifiedTime: 'noon' }
  expect(wrong(times)).toEqual([])
  expect(wrong({ ...times, isCyberIncident: 'yes' })).toEqual([
    ['cyberNotifiedAt', 'dateInvalid'],
    ['cyberNotifiedTime', 'timeInvalid'],
  ])
})

test('a time is in Malaysia, with or without a leading zero', () => {
  expect(instantOf('2026-11-01', ' 9:30 ')).toBe('2026-11-01T09:30:00+08:00')
  expect(instantOf('2026-11-01', '14:30')).toBe('2026-11-01T14:30:00+08:00')
  expect(instantOf('', ' ')).toBeNull()
})

test('a number of persons that is no number is refused, not taken for unknown', () => {
  expect([' ', '1,200', '0', '1 000'].map(personsOf)).toEqual([null, 1200, 0, 1000])
  expect(['about 300', '-3', '2.5', '9'.repeat(20)].map(personsOf)).toEqual([-1, -1, -1, -1])
})
