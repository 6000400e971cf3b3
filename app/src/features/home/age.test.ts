import { expect, it } from 'vitest'
import { ageOf } from './age'

const now = '2026-11-20T04:00:00Z'

it.each([
  ['2026-11-20T04:00:05Z', { unit: 'new', count: 0 }],
  ['2026-11-20T03:00:01Z', { unit: 'new', count: 0 }],
  ['2026-11-20T03:00:00Z', { unit: 'hours', count: 1 }],
  ['2026-11-18T04:00:01Z', { unit: 'hours', count: 47 }],
  ['2026-11-18T04:00:00Z', { unit: 'days', count: 2 }],
  ['2025-11-20T04:00:00Z', { unit: 'days', count: 365 }],
])('the age of an item from %s', (since, age) => expect(ageOf(since, now)).toEqual(age))
