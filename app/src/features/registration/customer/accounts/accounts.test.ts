import { expect, test } from 'vitest'
import type { ApplicationAccount, SuggestedAccount } from '~/core/core'
import { areSameAccounts } from '../draft/form'
import {
  countBySource,
  foundUnderIn,
  isFoundUnderAnother,
  withFound,
  withNumber,
  without,
  withTicked,
  withTyped,
  withTypedAgain,
  withUploaded,
} from './accounts'

const found = (...numbers: string[]): SuggestedAccount[] =>
  numbers.map((accountNo) => ({ accountNo, premisesAddress: 'Jalan 1', errorType: accountNo.endsWith('9') ? 'inactive' : null }))
const shown = (accounts: readonly ApplicationAccount[]) =>
  accounts.map(({ accountNo, isSelect, source }) => `${source} ${accountNo}${isSelect === false ? ' not' : ''}`)

test('found accounts are selected at first, except those that cannot be added', () => {
  const accounts = withFound([], found('1', '2', '9'))
  expect(shown(accounts)).toEqual(['auto 1', 'auto 2'])
  expect(countBySource(accounts)).toEqual({ all: 2, auto: 2, manual: 0, upload: 0 })
})

test('an account that was unticked stays unticked, and addable accounts come first', () => {
  const accounts = withTicked(withFound([], found('1', '2')), new Set(['2']))
  expect(shown(accounts)).toEqual(['auto 2', 'auto 1 not'])
  expect(shown(withFound(accounts, found('1', '2', '3')))).toEqual(['auto 2', 'auto 1 not', 'auto 3 not'])
  const all = withTicked(accounts, new Set())
  expect(countBySource(withFound(all, found('1', '2'))).all).toBe(0)
})

test("another company's accounts replace those of the first company", () => {
  expect(shown(withFound(withFound([], found('1', '2')), found('3', '4')))).toEqual(['auto 3', 'auto 4'])
})

test('an account from several sources is added once', () => {
  let accounts = withTyped(withFound([], found('1', '2')), { accountNo: '1', referenceId: 'Kilang' })
  expect(shown(accounts)).toEqual(['manual 1', 'auto 2', 'auto 1 not'])
  accounts = withUploaded(accounts, [{ accountNo: '1' }, { accountNo: '5' }])
  expect(shown(accounts)).toEqual(['upload 1', 'upload 5', 'auto 2', 'auto 1 not'])
  expect(shown(withUploaded(accounts, [{ accountNo: '6' }]))).toEqual(['upload 6', 'auto 2', 'auto 1 not'])
  expect(shown(without(accounts, ({ accountNo }) => accountNo === '5'))).toEqual(['upload 1', 'auto 2', 'auto 1 not'])
})

test('a removed typed account is restored once', () => {
  const accounts = withTyped(withFound([], found('1', '2')), { accountNo: '1', referenceId: 'Kilang' })
  const [typed = { accountNo: '' }] = accounts
  const removed = without(accounts, ({ source, accountNo }) => source === 'manual' && accountNo === '1')
  expect(withTypedAgain(removed, typed)).toEqual(accounts)
  const again = withTyped(removed, { accountNo: '1' })
  expect(shown(withTypedAgain(again, typed))).toEqual(shown(again))
})

test('accounts found under a company number leave with it, and return with their ticks', () => {
  const own = withTyped(withTicked(withFound([], found('1', '2')), new Set(['2'])), { accountNo: '7' })
  const begun = { accounts: own, foundUnder: 'A' }
  expect(withNumber(begun, 'A')).toEqual({})
  // While the number is incomplete it is undefined, and the found accounts stay in the draft.
  expect(withNumber(begun, undefined)).toEqual({})
  expect(isFoundUnderAnother(begun, undefined)).toBe(false)

  const other = { ...begun, ...withNumber(begun, 'B') }
  expect(shown(other.accounts)).toEqual(['manual 7'])
  expect(isFoundUnderAnother(other, 'B')).toBe(true)
  const back = { ...other, ...withNumber(other, 'A') }
  expect(shown(back.accounts)).toEqual(shown(own))
  expect(back.aside).toBeUndefined()

  const looked = { ...other, accounts: withFound(other.accounts, found('3')), foundUnder: 'B' }
  expect(isFoundUnderAnother(looked, 'B')).toBe(false)
  const again = { ...looked, ...withNumber(looked, 'A') }
  expect(shown(again.accounts)).toEqual(shown(own))
  expect(again.aside).toEqual({ number: 'B', accounts: [{ accountNo: '3', isSelect: true, source: 'auto' }] })
  expect(isFoundUnderAnother(again, 'A')).toBe(false)
})

test('accounts found for a loaded draft belong to its company number, and none to an invalid number', () => {
  const accounts = withFound([], found('1'))
  expect(foundUnderIn(accounts, 'A')).toBe('A')
  expect(foundUnderIn(withTyped([], { accountNo: '7' }), 'A')).toBeUndefined()
  const read = { accounts, foundUnder: foundUnderIn(accounts, undefined) }
  const typed = { ...read, ...withNumber(read, 'B') }
  expect(typed.accounts).toEqual([])
  expect(isFoundUnderAnother(typed, 'B')).toBe(true)
})

test('two lists without a difference are equal', () => {
  const accounts = withTyped([], { accountNo: '1' })
  expect(areSameAccounts(accounts, [{ accountNo: '1', source: 'manual' }])).toBe(true)
  expect(areSameAccounts(accounts, [{ accountNo: '1', referenceId: 'A', source: 'manual' }])).toBe(false)
  expect(areSameAccounts(accounts, [])).toBe(false)
})
