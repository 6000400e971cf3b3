import { expect, it } from 'vitest'
import { missingFrom, suggestAccount } from './known'

const known = new Set(['210000000017', '210000000025', '220000000001'])
const none = new Set<string>()

it.each([
  ['a wrong digit', '210000000018'],
  ['a digit too few', '21000000017'],
  ['a digit too many', '2100000000170'],
  ['a wrong beginning', '230000000001'],
  ['blanks', '2100 0000 0019'],
])('finds the intended account despite %s', (_, typed) => {
  expect(known.has(suggestAccount(typed, known, none) ?? '')).toBe(true)
})

it('suggests nothing for two wrong digits, two similar accounts, or a listed account', () => {
  expect(suggestAccount('210000000099', known, none)).toBeUndefined()
  expect(suggestAccount('210000000018', new Set(['210000000017', '210000000019']), none)).toBeUndefined()
  expect(suggestAccount('210000000018', known, new Set(['210000000017']))).toBeUndefined()
})

it('names the missing accounts', () => {
  expect(missingFrom(known, new Set(['210000000025']))).toEqual(['210000000017', '220000000001'])
})
