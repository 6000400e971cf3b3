/** The workbooks of `fixtures/sheets`, read in WebAssembly: the same answers as core gives natively, which wrote them down. */
import { readFileSync } from 'node:fs'
import { check_rows, read_workbook, write_workbook } from 'gridbill-core/sheet'
import { expect, test } from 'vitest'
import type { Checked, UploadedAccounts } from '../src/core/first'
import { pairs } from '../src/core/pairs'

const folder = new URL('../../fixtures/sheets/', import.meta.url)
const index: Record<string, string | UploadedAccounts> = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'))
const read = (file: Uint8Array, malay = false): Checked<UploadedAccounts> => JSON.parse(read_workbook(file, malay))

test('there are workbooks of many kinds', () => {
  expect(Object.keys(index).length).toBeGreaterThan(40)
})

test.each(Object.entries(index))('%s', (name, answer) => {
  const file = readFileSync(new URL(name, folder))
  const { value, error } = read(file)
  expect(value ?? error?.code).toEqual(answer)
  if (error) expect(read(file, true).error?.errorMessage).not.toBe(error.errorMessage)
})

test('a list that is written is read again, with nothing taken for a formula', () => {
  const typed = [
    ['220000000001', 'Block A'],
    ['220000000001', '=1+1'],
    ['+5', '<&">'],
  ] as const
  expect(JSON.parse(check_rows(pairs(typed)))).toEqual([null, 'accountRepeated', 'accountNumberPrefix'])
  const { value } = read(write_workbook(pairs(typed), true))
  expect(value?.rows.map(({ accountNo, referenceId, refusal }) => [accountNo, referenceId, refusal])).toEqual([
    ['220000000001', 'Block A', null],
    ['220000000001', '=1+1', 'accountRepeated'],
    ['+5', '<&">', 'accountNumberPrefix'],
  ])
})
