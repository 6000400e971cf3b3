import { expect, test } from 'vitest'
import {
  accountsOf,
  addRow,
  applyRefusals,
  changeRow,
  countWrong,
  emptyList,
  hasHadRows,
  listOf,
  removeRows,
  replaceRows,
  wellFormedNumbers,
} from './list'

const file = {
  rows: [
    { line: 2, accountNo: '220000000001', referenceId: 'A', isReferenceCut: true, refusal: null },
    { line: 3, accountNo: '2312', referenceId: '', isReferenceCut: false, refusal: 'accountNumberPrefix' as const },
  ],
  ok: 1,
  wrong: 1,
  hidden: [],
}

test('a workbook replaces all rows, and every key is unique', () => {
  const first = replaceRows(emptyList, file)
  const second = replaceRows(first, file)
  expect(second.rows).toHaveLength(2)
  expect(new Set([...first.rows, ...addRow(second).rows].map(({ key }) => key)).size).toBe(5)
  expect(countWrong(second)).toBe(1)
})

test('a changed list needs another check, which replaces only rows with another refusal', () => {
  const before = replaceRows(emptyList, file)
  const [one, other] = before.rows
  const typed = changeRow(before, other?.key ?? '', { accountNo: '220000000002' })
  expect(typed.isChecked).toBe(false)
  const after = applyRefusals(typed, [null, null])
  expect(after.isChecked).toBe(true)
  expect(after.rows[0]).toBe(one)
  expect(countWrong(after)).toBe(0)
  expect(accountsOf(after)).toEqual([{ accountNo: '220000000001', referenceId: 'A' }, { accountNo: '220000000002' }])
})

test('a reference ID that was typed again is not marked as shortened', () => {
  const before = replaceRows(emptyList, file)
  const key = before.rows[0]?.key ?? ''
  expect(changeRow(before, key, { accountNo: '220000000009' }).rows[0]?.isCut).toBe(true)
  expect(changeRow(before, key, { referenceId: 'B' }).rows[0]?.isCut).toBe(false)
})

test('wrong rows are removed together', () => {
  const left = removeRows(replaceRows(emptyList, file), ({ refusal }) => refusal !== null)
  expect(accountsOf(left)).toEqual([{ accountNo: '220000000001', referenceId: 'A' }])
  expect(listOf(accountsOf(left)).isChecked).toBe(false)
})

test('a list whose rows were all removed has had rows', () => {
  const none = removeRows(replaceRows(emptyList, file), () => true)
  expect(none.rows).toEqual([])
  expect([emptyList, listOf([]), addRow(emptyList), none].map(hasHadRows)).toEqual([false, false, true, true])
})

test('only numbers that core has checked and accepted are looked up in the records', () => {
  const list = replaceRows(emptyList, file)
  expect(wellFormedNumbers(list)).toEqual(['220000000001'])
  expect(wellFormedNumbers(addRow(list))).toEqual([])
  // The reference ID may still be refused; its account is looked up anyway.
  expect(wellFormedNumbers(applyRefusals(list, ['referenceIdLength', 'accountRepeated']))).toEqual(['220000000001'])
})
