import { expect, test } from 'vitest'
import { fieldsOf, inOrder, stepOf } from '../steps/steps'
import { areSameAccounts, entriesOf, isSameForm, withDefaults, withEntries } from './form'

test('fields are written into the form and read back unchanged', () => {
  const form = withEntries({ businessType: 2 }, { companyName: 'Sinar', 'mailingAddress.city': 'Ipoh' })
  expect(form).toEqual({ businessType: 2, details: { companyName: 'Sinar', mailingAddress: { city: 'Ipoh' } } })
  expect(entriesOf(form, ['companyName', 'mailingAddress.city', 'mailingAddress.street'])).toEqual({
    companyName: 'Sinar',
    'mailingAddress.city': 'Ipoh',
    'mailingAddress.street': '',
  })
})

test('known data fills only empty fields', () => {
  const known = { companyName: 'Known', mailingAddress: { street: 'Jalan 1', city: 'Ipoh' } }
  expect(withDefaults({}, known).details).toEqual(known)
  const typed = { details: { companyName: 'Typed', mailingAddress: { street: 'Jalan 9' } } }
  expect(withDefaults(typed, known)).toEqual(typed)
})

test('data of the former company number is removed with it, and typed input stays', () => {
  const former = { companyName: 'Former', mailingAddress: { street: 'Jalan 1', city: 'Ipoh', postalCode: '30000', state: 'Perak' } }
  const known = { companyName: 'Known', mailingAddress: { street: 'Jalan 2', city: 'Klang', postalCode: '41000', state: 'Selangor' } }
  const filled = { details: { ...former, landline: '355112233', mailingAddress: { ...former.mailingAddress, unitFloor: 'Unit 1' } } }
  expect(withDefaults(filled, known, former).details).toEqual({ ...known, landline: '355112233' })
  const sameAddress = { ...known, mailingAddress: former.mailingAddress }
  expect(withDefaults(filled, sameAddress, former).details?.mailingAddress?.unitFloor).toBe('Unit 1')
  // If nothing is known about the new company, the former company's name and address must not remain.
  expect(withDefaults(filled, {}, former).details).toEqual({ companyName: '', landline: '355112233', mailingAddress: {} })
  const typed = { details: { companyName: 'Typed', mailingAddress: { ...former.mailingAddress, street: 'Jalan 9' } } }
  expect(withDefaults(typed, known, former)).toEqual(typed)
})

test('missing and empty fields are equal', () => {
  expect(isSameForm({}, { businessType: null, details: { companyName: '', mailingAddress: {} } })).toBe(true)
  expect(isSameForm({ details: { companyName: 'A', landline: '1' } }, { details: { landline: '1', companyName: 'A' } })).toBe(true)
  expect(isSameForm({ businessType: 1 }, { businessType: 2 })).toBe(false)
})

test('accounts are compared as the server stores them', () => {
  const stored = [{ accountNo: '210000000017', referenceId: 'HQ' }]
  expect(areSameAccounts([{ accountNo: '2100-0000-0017', referenceId: ' HQ ', isSelect: true, source: 'manual' }], stored)).toBe(true)
  expect(areSameAccounts([{ accountNo: '2100-0000-0018', referenceId: 'HQ' }], stored)).toBe(false)
  expect(areSameAccounts([{ accountNo: '210000000017', referenceId: 'HQ', source: 'upload' }], stored)).toBe(false)
})

test('every refused field belongs to a step, and fields are sorted by step', () => {
  for (const [step, names] of Object.entries(fieldsOf)) for (const name of names) expect(stepOf(`details.${name}`)).toBe(step)
  const at = (field: string) => ({ field, code: 'cityRequired' as const, message: '', params: {} })
  const fields = ['accounts.3.accountNo', 'details.mailingAddress.city', 'businessType', 'declarationFileId'].map(at)
  expect(inOrder(fields).map(({ field }) => stepOf(field))).toEqual(['type', 'address', 'declaration', 'accounts'])
})
