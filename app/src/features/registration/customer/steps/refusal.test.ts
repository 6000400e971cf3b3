import { expect, test } from 'vitest'
import type { Code, RegistrationForm } from '~/core/core'
import { refusalOf, refusedAt } from './refusal'
import type { StepId } from './steps'

const at = (field: string, code: Code) => ({ field, code, message: '', params: {} })
const body = {
  code: 'cityInvalid' as const,
  errorTopic: '',
  errorMessage: '',
  fields: [
    at('accounts.1.accountNo', 'accountRepeated'),
    at('declarationFileId', 'declarationRequired'),
    at('details.mailingAddress.city', 'cityInvalid'),
    at('details.mailingAddress.street', 'streetRequired'),
  ],
  params: {},
}
const form = { declarationFileId: 'file', details: { mailingAddress: { city: '1', street: '' } } }
const refusal = refusalOf(body, { form, accounts: [] })
const namesAt = (step: StepId, now: RegistrationForm) => refusedAt(step, refusal, now)?.fields.map(({ field }) => field)

test('each step lists its refusals, the first step first', () => {
  expect(refusal.fields.map(({ field }) => field)[0]).toBe('details.mailingAddress.city')
  expect(namesAt('address', form)).toEqual(['mailingAddress.city', 'mailingAddress.street'])
  expect(namesAt('declaration', form)).toEqual(['declarationFileId'])
  expect(namesAt('accounts', form)).toEqual(['accounts.1.accountNo'])
  expect(namesAt('company', form)).toBeUndefined()
})

test('a changed field is no longer refused, however the user left the step', () => {
  const changed = { declarationFileId: 'other', details: { mailingAddress: { city: 'Klang', street: '' } } }
  expect(namesAt('address', changed)).toEqual(['mailingAddress.street'])
  expect(namesAt('declaration', changed)).toBeUndefined()
  expect(namesAt('address', { details: { mailingAddress: { city: 'Klang', street: 'Jalan 1' } } })).toBeUndefined()
})
