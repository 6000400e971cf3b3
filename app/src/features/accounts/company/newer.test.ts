import { expect, test } from 'vitest'
import { type CompanyTexts, textsOf } from '~/kit/company/company'
import { conflicting, differing, entryOf, merge } from './newer'

const texts = (companyName: string, city: string, landline = '') =>
  textsOf({ companyName, registrationNo: '201001234567', landline, mailingAddress: { city } })
const begun = texts('Rimba Hotels', 'Ipoh', '321345678')
const entry = (typed: CompanyTexts) => ({ ...typed, version: 1, base: begun })
const typed = entry(texts('Rimba Hotels', ' Klang ', '321345678'))
const saved = entryOf(texts('Rimba Hotels Group', 'Shah Alam', '321345678'), 2)

test('a kept value is sent as a change of the saved one, and only staff may change the name', () => {
  const kept = { ...typed, companyName: 'Rimba Hotels Group', version: 2, base: saved.base }
  expect(merge(typed, saved, false)).toEqual(kept)
  const renamed = entry(texts('Rimba', ' Klang ', '321345678'))
  expect(merge(renamed, saved, false)).toEqual(kept)
  expect(merge(renamed, saved, true)).toEqual({ ...kept, companyName: 'Rimba' })
})

test('a field that the user did not change takes the value that a colleague saved', () => {
  const theirs = entryOf(texts('Rimba Hotels', 'Ipoh', '387654321'), 2)
  expect(conflicting(typed, theirs, true)).toEqual([])
  expect(merge(typed, theirs, true)).toEqual({ ...typed, landline: '387654321', version: 2, base: theirs.base })
  // The stored form of a number is no change.
  const spaced = entry(texts('Rimba Hotels', 'Klang', '03-2134 5678'))
  expect(merge(spaced, theirs, true).landline).toBe('387654321')
})

test('only fields with changes of both are asked about', () => {
  const both = entry(texts('Rimba Hotels', 'Klang', '387654321'))
  expect(conflicting(both, saved, false)).toEqual(['mailingAddress.city'])
  const merged = merge(both, saved, false, conflicting(both, saved, false))
  expect([merged['mailingAddress.city'], merged.landline]).toEqual(['Shah Alam', '387654321'])
  // Both made the same change.
  expect(conflicting(both, texts('Rimba Hotels', ' Klang', '321345678'), false)).toEqual([])
})

test('customers are not asked about fields that they cannot change', () => {
  const renamed = entry(texts('Rimba', 'Klang', '321345678'))
  expect(conflicting(renamed, saved, false)).toEqual(['mailingAddress.city'])
  expect(conflicting(renamed, saved, true)).toEqual(['companyName', 'mailingAddress.city'])
  expect(differing(renamed, texts('Other', 'Klang', '321345678'), false)).toEqual([])
})

test('a typed value equals its stored form', () => {
  const typedAs = textsOf({ landline: '+60 3-8888 1234', tin: 'c 1234-5678', primaryContact: { mobileNo: '012-345 6789' } })
  const storedAs = textsOf({ landline: '0388881234', tin: 'C12345678', primaryContact: { mobileNo: '123456789' } })
  expect(differing(typedAs, storedAs, true)).toEqual([])
  expect(differing({ ...typedAs, landline: '03-8888 1235' }, storedAs, true)).toEqual(['landline'])
})
