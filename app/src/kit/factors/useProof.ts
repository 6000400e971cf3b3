/** The form that confirms the identity of a signed-in user: with a second factor or, without one, with the password. */
import { useState } from 'react'
import type { FactorKind, FieldError } from '../../core/generatedData'
import { useTranslation } from '../../words/useTranslation'
import { call } from '../call/api'
import { useForm } from '../form/useForm'
import { askForPasskey, whyNoPasskeys } from './passkey'
import { checkProof, noProof, proofKinds, proofOf } from './proof'

/** `methods` are the user's second factors, the strongest first; empty if the password is enough. */
export function useProof(methods: readonly FactorKind[]) {
  const { t } = useTranslation('factors')
  const kinds = proofKinds(methods, whyNoPasskeys() === undefined)
  /** Undefined if the password is enough. */
  const [kind, setKind] = useState(kinds[0])
  const form = useForm(
    { password: '', ...noProof },
    {
      check: (values, language, rules) => {
        if (kind !== undefined) return checkProof(kind, values, t('recoveryMissing'), language, rules)
        const code = 'passwordRequired'
        if (values.password || !rules) return { fields: [] }
        const missing: FieldError = { field: 'password', code, message: rules.sentenceWith(code, {}, language), params: {} }
        return { fields: [missing] }
      },
    },
  )

  async function proof() {
    if (kind === undefined) return { password: form.values.password }
    if (kind !== 'passkey') return { password: '', ...proofOf(kind, form.values) }
    const { handle, options } = await call('BeginPasskeyProof', {})
    return { password: '', passkey: { handle, credential: await askForPasskey(options) } }
  }
  return {
    kinds,
    kind,
    setKind,
    form,
    /** Sends the proof, then calls `onConfirmed`. */
    confirm: (onConfirmed: () => void) =>
      form.submit(async () => {
        await call('ConfirmPassword', await proof())
        onConfirmed()
      }),
  }
}
