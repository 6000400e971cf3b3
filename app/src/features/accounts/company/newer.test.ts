import { expect, test } from 'vitest'
import { textsOf } from '~/kit/company/company'
import { type CompanyEntry, differing, keepOwnChanges } from './newer'

const entry = (companyName: string, city: string, version: number): CompanyEntry => ({
  ...textsOf({ companyName, registrationNo: '201001234567', mailingAddress: { city } }),
  version,
})
const typed = entry('Rimba Hotels', ' Klang ', 1)
const saved = entry('Rimba Hotels Group', 'Shah Alam', 2)

test('a kept value is sent as a change of the saved one, and only staff may change the name', () => {
  expect(keepOwnChanges(typed, saved, false)).toEqual({ ...typed, companyName: 'Rimba Hotels Group', version: 2 })
  expect(keepOwnChanges(typed, saved, true)).toEqual({ ...typed, version: 2 })
})

test('customers are not asked about fields that they cannot change', () => {
  expect(differing(typed, saved, false)).toEqual(['mailingAddress.city'])
  expect(differing(typed, saved, true)).toEqual(['companyName', 'mailingAddress.city'])
  expect(differing(typed, entry('Other', 'Klang', 2), false)).toEqual([])
})

test('a typed value equals its stored form', () => {
  const typedAs = textsOf({ landline: '+60 3-8888 1234', tin: 'c 1234-5678', primaryContact: { mobileNo: '012-345 6789' } })
  const storedAs = textsOf({ landline: '0388881234', tin: 'C12345678', primaryContact: { mobileNo: '123456789' } })
  expect(differing(typedAs, storedAs, true)).toEqual([])
  expect(differing({ ...typedAs, landline: '03-8888 1235' }, storedAs, true)).toEqual(['landline'])
})
