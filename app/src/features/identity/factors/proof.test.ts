import { expect, test } from 'vitest'
import { checkProof, noProof, proofKinds, proofOf } from './proof'

const rules = { sentenceWith: (code: string) => code }
const check = (kind: 'totp' | 'recoveryCode' | 'passkey', values: Partial<typeof noProof>, loaded: typeof rules | undefined = rules) =>
  checkProof(kind, { ...noProof, ...values }, 'missing', 'en', loaded).fields.map(({ field, message }) => [field, message])

test('a code has six digits, with or without spaces', () => {
  for (const totp of ['123456', '123 456', ' 123456 ']) expect(check('totp', { totp })).toEqual([])
  for (const totp of ['', '12345', '1234567', '12345a']) expect(check('totp', { totp })).toEqual([['totp', 'factorCodeInvalid']])
})

test('without the rules only the server refuses a code', () => {
  expect(checkProof('totp', noProof, 'missing', 'en', undefined).fields).toEqual([])
})

test('a recovery code is refused only if it is missing', () => {
  expect(check('recoveryCode', { recoveryCode: ' ' })).toEqual([['recoveryCode', 'missing']])
  expect(check('recoveryCode', { recoveryCode: 'anything' })).toEqual([])
  // The field of the other kind does not matter.
  expect(check('recoveryCode', { recoveryCode: 'anything', totp: '1' })).toEqual([])
})

test('only the chosen proof is sent', () => {
  const values = { totp: '123456', recoveryCode: 'AAAA-BBBB' }
  expect(proofOf('totp', values)).toEqual({ totp: '123456' })
  expect(proofOf('recoveryCode', values)).toEqual({ recoveryCode: 'AAAA-BBBB' })
})

test('a passkey needs no field', () => {
  expect(check('passkey', {})).toEqual([])
})

test("the server's order is kept, and a browser without passkeys does not offer them", () => {
  const methods = ['passkey', 'totp', 'recoveryCode'] as const
  expect(proofKinds(methods, true)).toEqual(methods)
  expect(proofKinds(methods, false)).toEqual(['totp', 'recoveryCode'])
  expect(proofKinds([], true)).toEqual([])
  expect(proofKinds(['passkey'], false)).toEqual(['passkey'])
  expect(proofKinds(['company', 'password'], true)).toEqual(['company', 'password'])
})
