/** The proof of a second factor that a user types: a code of the authenticator app, or a recovery code. */
import type { FactorKind, FieldError, Language } from '../../core/generatedData'
import type { Rules } from '../../core/lazyRules'

/** The kinds that this app can ask for. */
export type ProofKind = Extract<FactorKind, 'totp' | 'recoveryCode'>

/** The values of a form that asks for a proof. */
export interface ProofValues {
  totp: string
  recoveryCode: string
}
export const noProof: ProofValues = { totp: '', recoveryCode: '' }

/** Returns the kinds that this app can ask for, the strongest first. */
export const proofKinds = (methods: readonly FactorKind[]): readonly ProofKind[] =>
  methods.filter((method) => method === 'totp' || method === 'recoveryCode')

/** Returns the part of the request that proves the factor. The other field may hold an earlier attempt, which is not sent. */
export const proofOf = (kind: ProofKind, values: ProofValues): Partial<ProofValues> =>
  kind === 'totp' ? { totp: values.totp } : { recoveryCode: values.recoveryCode }

const isCode = (typed: string) => /^\d{6}$/.test(typed.replace(/\s/g, ''))

/**
 * Finds a code without six digits and a missing recovery code, so that they do not count as wrong attempts. Until the rules are
 * loaded, the server makes these refusals.
 */
export function checkProof(
  kind: ProofKind,
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
