/** Reads the workbooks of `fixtures/sheets` in WebAssembly, and compares with core's native answers stored there. */
import { readFileSync } from 'node:fs'
import { checkRows, readWorkbook, writeWorkbook } from 'gridbill-core/sheet'
import { expect, test } from 'vitest'
import type { Language, UploadedAccounts } from '../src/core/generatedData'

const folder = new URL('../../fixtures/sheets/', import.meta.url)
const index: Record<string, string | UploadedAccounts> = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'))
const read = (file: Uint8Array, language: Language = 'en') => readWorkbook(new Uint8Array(file), language)

test('the workbooks are of many kinds', () => {
  expect(Object.keys(index).length).toBeGreaterThan(40)
})

test.each(Object.entries(index))('%s', (name, answer) => {
  const file = readFileSync(new URL(name, folder))
  const { value, error } = read(file)
  expect(value ?? error?.code).toEqual(answer)
  if (error) expect(read(file, 'ms').error?.errorMessage).not.toBe(error.errorMessage)
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
