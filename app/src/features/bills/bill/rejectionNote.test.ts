import { expect, test } from 'vitest'
import { rejectionNote } from './rejectionNote'

const ends = '2026-11-20T01:00:00.000Z'

test('the countdown names the day and time at which it ends, and how long that is', () => {
  expect(rejectionNote(ends, '2026-11-17T01:00:00.000Z', 'en')).toEqual({ ends: '20 Nov 2026, 09:00', left: '3 days 0 h left' })
  expect(rejectionNote(ends, '2026-11-19T22:30:00.000Z', 'en')).toEqual({ ends: '20 Nov 2026, 09:00', left: '2 h 30 min left' })
  expect(rejectionNote(ends, '2026-11-20T00:59:30.000Z', 'ms').left).toBe('1 minit lagi')
})

test('nothing is left at the end of the 72 hours', () => {
  expect(rejectionNote(ends, ends, 'en')).toEqual({ ends: '20 Nov 2026, 09:00', left: undefined })
  expect(rejectionNote(ends, '2027-01-01T00:00:00.000Z', 'en').left).toBeUndefined()
})
