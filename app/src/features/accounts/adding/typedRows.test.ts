import { expect, test } from 'vitest'
import { accountsOf, firstRows, oneMore, pasted, pastedReferences, readLines, unpasted, wrongOf } from './typedRows'

test('a pasted list has an account number in each line, and optionally a reference ID in the next cell', () => {
  expect(readLines('210000000001\tA\r\n\n 210000000002 \n\tC\n')).toEqual([
    { accountNo: '210000000001', referenceId: 'A' },
    { accountNo: '210000000002' },
    { accountNo: '', referenceId: 'C' },
  ])
})

test('pasted rows replace blank rows, and keep typed ones', () => {
  const typed = firstRows.map((row) => (row.key === '0' ? { ...row, accountNo: '210000000009' } : row))
  const rows = pasted(typed, '1', [{ accountNo: '210000000001' }, { accountNo: '210000000002', referenceId: 'B' }])
  expect(accountsOf(rows)).toEqual([
    { accountNo: '210000000009' },
    { accountNo: '210000000001' },
    { accountNo: '210000000002', referenceId: 'B' },
  ])
  expect(new Set(oneMore(rows).map(({ key }) => key)).size).toBe(4)
})

test('reference IDs fill this row and those below it, which keep their numbers, and undo restores them', () => {
  const typed = firstRows.map((row) => ({ ...row, accountNo: `21000000000${row.key}` }))
  const after = pastedReferences(typed, '1', [['A', 'ignored'], ['B'], ['C']])
  expect(accountsOf(after)).toEqual([
    { accountNo: '210000000000' },
    { accountNo: '210000000001', referenceId: 'A' },
    { accountNo: '210000000002', referenceId: 'B' },
    { accountNo: '', referenceId: 'C' },
  ])
  expect(unpasted(after, typed, after)).toEqual(typed)
})

test('a new row never has the key of a removed row, which undo may restore', () => {
  const rows = oneMore(firstRows)
  const later = oneMore(rows.slice(0, -1))
  expect(new Set([...rows, ...later].map(({ key }) => key)).size).toBe(5)
})

test('core reports the error of each row, and blank rows are skipped', () => {
  const rows = ['210000000001', '210000000001', '231', ''].map((accountNo, place) => ({ key: String(place), accountNo, referenceId: '' }))
  const wrong = wrongOf(rows, 'en').map(({ accountNo }) => accountNo)
  expect(wrong[0]).toBeUndefined()
  expect(wrong[1]).toBe('This account is in the list already.')
  expect(wrong[2]).toContain('21 or 22')
  expect(wrong[3]).toBeUndefined()
})
