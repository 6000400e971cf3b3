import { expect, test } from 'vitest'
import { accountsOf, firstRows, oneMore, pasted, pastedReferences, readLines, readReferences, unpasted, wrongOf } from './typedRows'

test('a pasted list has an account number in each line, and optionally a reference ID in the next cell', () => {
  expect(readLines('210000000001\tA\r\n\n 210000000002 \n')).toEqual([
    { accountNo: '210000000001', referenceId: 'A' },
    { accountNo: '210000000002' },
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

test('pasted reference IDs go into their own column, and undo takes them out', () => {
  const typed = firstRows.map((row) => ({ ...row, accountNo: '210000000009' }))
  const rows = pastedReferences(typed, '1', readReferences('Block A\r\n\nBlock C\n'))
  expect(rows.map(({ accountNo, referenceId }) => [accountNo, referenceId])).toEqual([
    ['210000000009', ''],
    ['210000000009', 'Block A'],
    ['210000000009', ''],
    ['', 'Block C'],
  ])
  expect(unpasted(rows, typed, rows)).toEqual(typed)
  expect(readLines('\tBlock A')).toEqual([{ accountNo: '', referenceId: 'Block A' }])
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
