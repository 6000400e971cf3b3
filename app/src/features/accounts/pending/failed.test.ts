import { expect, test } from 'vitest'
import type { PendingAccount } from '~/core/core'
import { pendingPositionOf, rowOf } from './failed'

const account = (accountNumber: string, status: 'error' | 'pending') => ({ bulkId: '3000000001', accountNumber, status }) as PendingAccount

const [first, waits, last] = [account('210000000001', 'error'), account('210000000002', 'pending'), account('210000000003', 'error')]

test('failed accounts that are not loaded yet are counted, and those in progress are not', () => {
  const rows = [first, waits, last]
  expect(pendingPositionOf(rows, 3_000, first, undefined)).toMatchObject({ previous: undefined, next: rowOf(last), left: 2_998 })
  expect(pendingPositionOf(rows, 3_000, last, undefined)).toMatchObject({ previous: rowOf(first), next: undefined, left: 2_998 })
  expect(pendingPositionOf(rows, 3, last, undefined)).toMatchObject({ next: undefined, left: 1 })
  expect(pendingPositionOf(rows, undefined, first, undefined)).toMatchObject({ next: rowOf(last), left: 1 })
})

test('an account that a colleague handled keeps its place', () => {
  const [other, next] = [account('210000000004', 'error'), account('210000000005', 'error')]
  const { place } = pendingPositionOf([first, last, other, next], 4, other, undefined)
  expect(pendingPositionOf([first, last, { ...other, status: 'pending' }, next], 4, other, place)).toMatchObject({
    previous: rowOf(last),
    next: rowOf(next),
    left: 3,
  })
  expect(pendingPositionOf([first, last], 9, other, place)).toMatchObject({ previous: rowOf(last), next: undefined })
})
