/** Reads the workbooks of `fixtures/sheets.json` in WebAssembly, and compares with core's native answers stored there. */
import { readFileSync } from 'node:fs'
import { checkRows, readCodingCells, readWorkbook, writeWorkbook } from 'gridbill-core/sheet'
import { expect, test } from 'vitest'
import type { HiddenRows, Language, UploadedAccounts } from '../src/core/generatedData'

const fixtures: Record<string, { answer: string | UploadedAccounts; file: string }> = JSON.parse(
  readFileSync(new URL('../../fixtures/sheets.json', import.meta.url), 'utf8'),
)
const bytes = (name: string) => new Uint8Array(Buffer.from(fixtures[name]?.file ?? '', 'hex'))
const read = (file: Uint8Array, language: Language = 'en') => readWorkbook(new Uint8Array(file), null, language)

test('the workbooks are of many kinds', () => {
  expect(Object.keys(fixtures).length).toBeGreaterThan(40)
})

test.each(Object.entries(fixtures))('%s', (name, { answer }) => {
  const file = bytes(name)
  const { value, error } = read(file)
  expect(value ?? error?.code).toEqual(answer)
  if (error) expect(read(file, 'ms').error?.errorMessage).not.toBe(error.errorMessage)
})

test('hidden rows are a refusal until they are included or left out', () => {
  const file = bytes('a row that is hidden')
  const { error } = readWorkbook(file, null, 'en')
  expect([error?.code, error?.params]).toEqual(['sheetRowsHidden', { count: 1, rows: '1' }])
  expect(readCodingCells(file, null, 'en').error?.code).toBe('sheetRowsHidden')
  const numbers = (choice: HiddenRows) => readWorkbook(file, choice, 'en').value?.rows.map(({ accountNo }) => accountNo)
  expect(numbers('include')).toEqual(['220000000001', '220000000002'])
  expect(numbers('leaveOut')).toEqual(['220000000002'])
})

test('a written list is read again, and nothing becomes a formula', () => {
  const typed = [
    { accountNo: '220000000001', referenceId: 'Block A' },
    { accountNo: '220000000001', referenceId: '=1+1' },
    { accountNo: '+5', referenceId: '<&">' },
  ]
  expect(checkRows(typed)).toEqual([null, 'accountRepeated', 'accountNumberPrefix'])
  const { value } = read(writeWorkbook(typed, 'ms'))
  expect(value?.rows.map(({ accountNo, referenceId, refusal }) => [accountNo, referenceId, refusal])).toEqual([
    ['220000000001', 'Block A', null],
    ['220000000001', '=1+1', 'accountRepeated'],
    ['+5', '<&">', 'accountNumberPrefix'],
  ])
})
