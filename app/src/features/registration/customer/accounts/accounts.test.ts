import { expect, test } from 'vitest'
import type { ApplicationAccount, SuggestedAccount } from '../../../../core/core'
import {
  counted,
  foundUnderIn,
  isFoundUnderAnother,
  isSameList,
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

test('what is found is taken at first, but for what cannot be', () => {
  const accounts = withFound([], found('1', '2', '9'))
  expect(shown(accounts)).toEqual(['auto 1', 'auto 2'])
  expect(counted(accounts)).toEqual({ all: 2, auto: 2, manual: 0, upload: 0 })
})

test('what was unticked stays so, and those to be taken come first', () => {
  const accounts = withTicked(withFound([], found('1', '2')), new Set(['2']))
  expect(shown(accounts)).toEqual(['auto 2', 'auto 1 not'])
  expect(shown(withFound(accounts, found('1', '2', '3')))).toEqual(['auto 2', 'auto 1 not', 'auto 3 not'])
  const all = withTicked(accounts, new Set())
  expect(counted(withFound(all, found('1', '2'))).all).toBe(0)
})

test("another company's accounts take the place of the first company's", () => {
  expect(shown(withFound(withFound([], found('1', '2')), found('3', '4')))).toEqual(['auto 3', 'auto 4'])
})

test('an account is taken once, wherever it comes from', () => {
  let accounts = withTyped(withFound([], found('1', '2')), { accountNo: '1', referenceId: 'Kilang' })
  expect(shown(accounts)).toEqual(['manual 1', 'auto 2', 'auto 1 not'])
  accounts = withUploaded(accounts, [{ accountNo: '1' }, { accountNo: '5' }])
  expect(shown(accounts)).toEqual(['upload 1', 'upload 5', 'auto 2', 'auto 1 not'])
  expect(shown(withUploaded(accounts, [{ accountNo: '6' }]))).toEqual(['upload 6', 'auto 2', 'auto 1 not'])
  expect(shown(without(accounts, ({ accountNo }) => accountNo === '5'))).toEqual(['upload 1', 'auto 2', 'auto 1 not'])
})

test('a typed account that was removed comes back once', () => {
  const accounts = withTyped(withFound([], found('1', '2')), { accountNo: '1', referenceId: 'Kilang' })
  const [typed = { accountNo: '' }] = accounts
  const removed = without(accounts, ({ source, accountNo }) => source === 'manual' && accountNo === '1')
  expect(withTypedAgain(removed, typed)).toEqual(accounts)
  const again = withTyped(removed, { accountNo: '1' })
  expect(shown(withTypedAgain(again, typed))).toEqual(shown(again))
})

test('what was found under a company number goes with it, and comes back as it was ticked', () => {
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

test('of a draft that was read, what was found is of the number beside it, and of none that comes where that is wrong', () => {
  const accounts = withFound([], found('1'))
  expect(foundUnderIn(accounts, 'A')).toBe('A')
  expect(foundUnderIn(withTyped([], { accountNo: '7' }), 'A')).toBeUndefined()
  const read = { accounts, foundUnder: foundUnderIn(accounts, undefined) }
  const typed = { ...read, ...withNumber(read, 'B') }
  expect(typed.accounts).toEqual([])
  expect(isFoundUnderAnother(typed, 'B')).toBe(true)
})

test('two lists are the same when nothing of them differs', () => {
  const accounts = withTyped([], { accountNo: '1' })
  expect(isSameList(accounts, [{ accountNo: '1', source: 'manual' }])).toBe(true)
  expect(isSameList(accounts, [{ accountNo: '1', referenceId: 'A', source: 'manual' }])).toBe(false)
  expect(isSameList(accounts, [])).toBe(false)
})
