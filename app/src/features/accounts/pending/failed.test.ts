import { expect, test } from 'vitest'
import type { PendingAccount } from '../../../core/core'
import { rowOf, standingOf } from './failed'

const account = (accountNumber: string, status: 'error' | 'pending') => ({ bulkId: '3000000001', accountNumber, status }) as PendingAccount

const [first, waits, last] = [account('210000000001', 'error'), account('210000000002', 'pending'), account('210000000003', 'error')]

test('those that are not loaded yet are counted, those that only wait are not', () => {
  const rows = [first, waits, last]
  expect(standingOf(rows, 3_000, first)).toMatchObject({ previous: undefined, next: rowOf(last), left: 2_998 })
  expect(standingOf(rows, 3_000, last)).toMatchObject({ previous: rowOf(first), next: undefined, left: 2_997 })
  expect(standingOf(rows, 3, last)).toMatchObject({ next: undefined, left: 0 })
  expect(standingOf(rows, undefined, first)).toMatchObject({ next: rowOf(last), left: 1 })
})
