/** The proof of a second factor: a passkey, a code of the authenticator app, or a recovery code. */
import type { FactorKind, FieldError, Language } from '~/core/generatedData'
import type { Rules } from '~/core/lazyRules'

/** A method to confirm an identity. Users without a second factor use company sign-in, if they are connected, or the password. */
export type ProofKind = FactorKind | 'company' | 'password'

/** The values of a form that asks for a proof. */
export interface ProofValues {
  totp: string
  recoveryCode: string
}
export const noProof: ProofValues = { totp: '', recoveryCode: '' }

/**
 * Returns the kinds that this browser can use, the strongest first. A user who has only passkeys is still asked for one, and then
 * sees why the browser cannot use it.
 */
export function proofKinds<Kind extends ProofKind>(methods: readonly Kind[], canUsePasskeys: boolean): readonly Kind[] {
  const kinds = methods.filter((method) => method !== 'passkey' || canUsePasskeys)
  return kinds.length > 0 ? kinds : methods
}

/** Returns the typed part of the request. The other field may hold an earlier attempt, which is not sent. */
export const proofOf = (kind: 'totp' | 'recoveryCode', values: ProofValues): Partial<ProofValues> =>
  kind === 'totp' ? { totp: values.totp } : { recoveryCode: values.recoveryCode }

const isCode = (typed: string) => /^\d{6}$/.test(typed.replace(/\s/g, ''))

/**
 * Refuses a code without six digits, and a missing recovery code, which the server would count as a wrong attempt. Until the rules
 * are loaded, only the server refuses a code without six digits.
 */
export function checkProof(
  kind: FactorKind,
  { totp, recoveryCode }: ProofValues,
  missing: string,
  language: Language,
  rules: Pick<Rules, 'sentenceWith'> | undefined,
): { fields: FieldError[] } {
  if (kind === 'passkey') return { fields: [] }
  if (kind === 'recoveryCode') {
    const code = 'recoveryCodeWrong'
    return { fields: recoveryCode.trim() ? [] : [{ field: 'recoveryCode', code, message: missing, params: {} }] }
  }
  const code = 'factorCodeInvalid'
  if (isCode(totp) || !rules) return { fields: [] }
  return { fields: [{ field: 'totp', code, message: rules.sentenceWith(code, {}, language), params: {} }] }
}
