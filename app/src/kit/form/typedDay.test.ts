import { expect, it } from 'vitest'
import { typedDay } from './typedDay'

it.each([
  '5 Nov 2026',
  '05 Nov 2026',
  '5nov26',
  '5 November 2026',
  '5/11/2026',
  '05.11.26',
  '5-11-2026',
  '5 11 2026',
  '05112026',
  '051126',
  '2026-11-05',
  ' 5 NOV 2026 ',
])('reads %j', (text) => {
  expect(typedDay(text)).toBe('2026-11-05')
})

it('reads month names of both languages', () => {
  expect(['1 Mac 2026', '1 Mar 2026', '1 Mei 2026', '31 Ogos 2026', '1 Okt 2026', '1 Disember 2026'].map(typedDay)).toEqual([
    '2026-03-01',
    '2026-03-01',
    '2026-05-01',
    '2026-08-31',
    '2026-10-01',
    '2026-12-01',
  ])
})

it.each(['', '5', '5 Nov', '31 Feb 2026', '30/02/2026', '29 Feb 2027', '11/25/2026', '5 Foo 2026', 'today', '0/1/2026'])(
  'rejects %j',
  (text) => {
    expect(typedDay(text)).toBeUndefined()
  },
)

it('handles leap years', () => expect(typedDay('29 Feb 2028')).toBe('2028-02-29'))
