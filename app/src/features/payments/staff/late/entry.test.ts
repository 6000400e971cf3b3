import { expect, it } from 'vitest'
import type { LateConfirmationDetails } from '~/core/core'
import { entryOf, isProposed, type LateEntry } from './entry'

type Proposed = NonNullable<LateConfirmationDetails['late']['proposed']>

const accounts = ['220000000001']
const typed: LateEntry = { way: 'refund', account: '220000000001', reference: 'IBG 4711' }
const proposed = { way: 'account', accountNo: '220000000002', reference: null } as unknown as Proposed

it("begins with the payment's account, and with a colleague's proposal once it exists", () => {
  expect(entryOf(null, false, null, accounts)).toEqual({ way: null, account: '220000000001', reference: '' })
  expect(entryOf(null, false, proposed, accounts)).toEqual({ way: 'account', account: '220000000002', reference: '' })
})

it('keeps input when a colleague proposes something, and drops submitted input', () => {
  expect(entryOf(typed, false, proposed, accounts)).toEqual(typed)
  expect(entryOf(typed, true, null, accounts)).toEqual(typed)
  expect(entryOf(typed, true, proposed, accounts).way).toBe('account')
})

it('recognises the proposal, however its account is typed', () => {
  expect(isProposed(typed, proposed)).toBe(false)
  expect(isProposed({ way: 'account', account: ' 220000000002', reference: 'any' }, proposed)).toBe(true)
  expect(isProposed({ way: 'account', account: '2200-0000-0002', reference: '' }, proposed)).toBe(true)
})
