import { expect, test } from 'vitest'
import { highlightedOption, matchingOptions, typedOption, typedProblem } from './typedOption'

const banks = [
  { id: 'a', label: 'Affin Bank' },
  { id: 'b', label: 'Bank Islam' },
  { id: 'c', label: 'Bank Islam Berhad' },
  { id: 'm', label: 'Maybank2E' },
  { id: 'r', label: 'RHB Bank', whyNot: 'Offline now' },
]
const centres = [
  { id: '10', label: '10 Head office', code: '10' },
  { id: '100', label: '100 Depot', code: '100' },
  { id: 'k', label: 'KL Café', code: 'KL' },
]
const idOf = (options: readonly { id: string; label: string }[], text: string) => typedOption(matchingOptions(options, text), text)?.id

test('the only match is taken, in any case, with other spaces and without diacritics', () => {
  for (const text of ['maybank', 'MAYBANK 2e', ' may bank', 'maybank2e']) expect(idOf(banks, text), text).toBe('m')
  expect(idOf(centres, 'kl cafe')).toBe('k')
  expect(idOf(centres, 'Café'.normalize('NFD'))).toBe('k')
})

test('an exact name or code is taken although others contain it; a part of several names is not', () => {
  expect(idOf(banks, 'bank islam')).toBe('b')
  expect(idOf(centres, '10')).toBe('10')
  expect(idOf(banks, 'bank')).toBeUndefined()
  expect(idOf(banks, 'nobody')).toBeUndefined()
})

test('an option that cannot be chosen is not taken, and does not hide the only one that can', () => {
  expect(idOf(banks, 'RHB Bank')).toBeUndefined()
  const offers = [...banks, { id: 'o', label: 'RHB Bank Online' }]
  expect(idOf(offers, 'rhb')).toBe('o')
  expect(idOf(offers, 'rhb bank')).toBeUndefined()
})

test('the option that the text names is highlighted, otherwise the first that can be chosen', () => {
  const first = (text: string) => highlightedOption(matchingOptions(banks, text), text)?.id
  expect([first('bank'), first('bank islam'), first('rhb'), first('x')]).toEqual(['a', 'b', undefined, undefined])
})

test('the reason tells apart no match, several, and one that cannot be chosen', () => {
  const why = (text: string) => typedProblem(matchingOptions(banks, text), text)
  expect(why('nobody')).toEqual({ is: 'none' })
  expect(why('bank')).toEqual({ is: 'several', count: 4 })
  expect(why('rhb')).toMatchObject({ is: 'closed', option: { id: 'r' } })
})

test('an empty text matches everything and names nothing', () => {
  expect(matchingOptions(banks, '  ')).toEqual(banks)
  expect(idOf(banks, '')).toBeUndefined()
})
