import { expect, test } from 'vitest'
import { groupedSecret, recoveryFile } from './recovery'

test('the file names its purpose and has one code on each line', () => {
  expect(recoveryFile('Recovery codes of a@b.example', 'Each code works once.', ['AAAA-1', 'BBBB-2'])).toBe(
    'Recovery codes of a@b.example\r\nEach code works once.\r\n\r\nAAAA-1\r\nBBBB-2\r\n',
  )
})

test('a secret is shown in groups of four', () => {
  expect(groupedSecret('ABCDEFGH')).toBe('ABCD EFGH')
  expect(groupedSecret('ABCDEFGHI')).toBe('ABCD EFGH I')
  expect(groupedSecret('')).toBe('')
})
