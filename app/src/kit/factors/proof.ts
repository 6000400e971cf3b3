/** The proof of a second factor that a user types: a code of the authenticator app, or a recovery code. */
import type { FactorKind, FieldError, Language } from '../../core/generatedData'
import type { Rules } from '../../core/lazyRules'

/** The values of a form that asks for a proof. */
export interface ProofValues {
  totp: string
  recoveryCode: string
}
export const noProof: ProofValues = { totp: '', recoveryCode: '' }

/** Returns the part of the request that proves the factor. The other field may hold an earlier attempt, which is not sent. */
export const proofOf = (kind: FactorKind, values: ProofValues): Partial<ProofValues> =>
  kind === 'totp' ? { totp: values.totp } : { recoveryCode: values.recoveryCode }

const isCode = (typed: string) => /^\d{6}$/.test(typed.replace(/\s/g, ''))

/**
 * Finds a code without six digits and a missing recovery code, so that they do not count as wrong attempts. Until the rules are
 * loaded, the server makes these refusals.
 */
export function checkProof(
  kind: FactorKind,
  { totp, recoveryCode }: ProofValues,
  missing: string,
  language: Language,
  rules: Pick<Rules, 'sentenceWith'> | undefined,
): { fields: FieldError[] } {
  if (kind === 'recoveryCode') {
    const code = 'recoveryCodeWrong'
    return { fields: recoveryCode.trim() ? [] : [{ field: 'recoveryCode', code, message: missing, params: {} }] }
  }
  const code = 'factorCodeInvalid'
  if (isCode(totp) || !rules) return { fields: [] }
  return { fields: [{ field: 'totp', code, message: rules.sentenceWith(code, {}, language), params: {} }] }
}
