import { expect, test } from 'vitest'
import { checkCompany } from '~/core/forms'
import words from '~/words/en/accounts.json'
import { detailsOf, everyField, textsOf } from './company'

test('the form has every field that core checks, and each has a label', () => {
  const refused = checkCompany({}, 'en')?.fields.map(({ field }) => field) ?? []
  expect(refused.length).toBeGreaterThan(10)
  expect(refused.filter((field) => !everyField.some((one) => one === field))).toEqual([])
  const labelOf = (field: string) =>
    field.split('.').reduce<unknown>((part, step) => (part as Record<string, unknown> | undefined)?.[step], words.company.fields)
  expect(everyField.filter((field) => typeof labelOf(field) !== 'string')).toEqual([])
})

test('details stay the same when they are converted to texts and back', () => {
  const details = { companyName: 'A', mailingAddress: { city: 'Ipoh' }, secondaryContact: { email: 'b@c.example' } }
  const texts = textsOf(details)
  expect(texts['mailingAddress.city']).toBe('Ipoh')
  expect(texts['primaryContact.name']).toBe('')
  expect(textsOf(detailsOf(texts))).toEqual(texts)
})
