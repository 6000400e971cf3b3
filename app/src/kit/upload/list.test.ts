import { expect, test } from 'vitest'
import { accountsOf, added, changed, checked, from, nothing, numbersOf, removed, uploaded, wrongOf } from './list'

const file = {
  rows: [
    { line: 2, accountNo: '220000000001', referenceId: 'A', isReferenceCut: true, refusal: null },
    { line: 3, accountNo: '2312', referenceId: '', isReferenceCut: false, refusal: 'accountNumberPrefix' as const },
  ],
  ok: 1,
  wrong: 1,
}

test('a workbook replaces the table, and every key is unique', () => {
  const first = uploaded(nothing, file)
  const second = uploaded(first, file)
  expect(second.rows).toHaveLength(2)
  expect(new Set([...first.rows, ...added(second).rows].map(({ key }) => key)).size).toBe(5)
  expect(wrongOf(second)).toBe(1)
})

test('a change needs another check, whose result changes only its own rows', () => {
  const before = uploaded(nothing, file)
  const [one, other] = before.rows
  const typed = changed(before, other?.key ?? '', { accountNo: '220000000002' })
  expect(typed.isChecked).toBe(false)
  const after = checked(typed, [null, null])
  expect(after.isChecked).toBe(true)
  expect(after.rows[0]).toBe(one)
  expect(wrongOf(after)).toBe(0)
  expect(accountsOf(after)).toEqual([{ accountNo: '220000000001', referenceId: 'A' }, { accountNo: '220000000002' }])
})

test('a reference that was typed again is not marked as shortened', () => {
  const before = uploaded(nothing, file)
  const key = before.rows[0]?.key ?? ''
  expect(changed(before, key, { accountNo: '220000000009' }).rows[0]?.isCut).toBe(true)
  expect(changed(before, key, { referenceId: 'B' }).rows[0]?.isCut).toBe(false)
})

test('wrong rows are removed together', () => {
  const left = removed(uploaded(nothing, file), ({ refusal }) => refusal !== null)
  expect(accountsOf(left)).toEqual([{ accountNo: '220000000001', referenceId: 'A' }])
  expect(from(accountsOf(left)).isChecked).toBe(false)
})

test('the records are asked about valid numbers only, after core has checked them', () => {
  const list = uploaded(nothing, file)
  expect(numbersOf(list)).toEqual(['220000000001'])
  expect(numbersOf(added(list))).toEqual([])
  // The reference ID may still be refused; its account is looked up anyway.
  expect(numbersOf(checked(list, ['referenceIdLength', 'accountRepeated']))).toEqual(['220000000001'])
})
