/** The form that confirms a signed-in user's identity: with a second factor or, for users who have none, by company sign-in or password. */
import { useEffect, useRef, useState } from 'react'
import type { FieldError } from '~/core/generatedData'
import { call } from '~/kit/call/api'
import { useForm } from '~/kit/form/useForm'
import { awaitAnswer, openProviderWindow } from '~/kit/session/providerWindow'
import { useTranslation } from '~/words/useTranslation'
import { askForPasskey } from './passkey'
import { whyNoPasskeys } from './passkeySupport'
import { checkProof, noProof, type ProofKind, proofKinds, proofOf } from './proof'

/** `methods` is the result of `readMethods`. */
export function useProof(methods: readonly ProofKind[]) {
  const { t } = useTranslation('factors')
  const kinds = proofKinds(methods, whyNoPasskeys() === undefined)
  const [kind, setKind] = useState<ProofKind>(kinds[0] ?? 'password')
  /** Stops waiting for the window of company sign-in. */
  const stopWaiting = useRef<() => void>(undefined)
  const [isAtCompany, setAtCompany] = useState(false)
  useEffect(() => () => stopWaiting.current?.(), [])
  const form = useForm(
    { password: '', ...noProof },
    {
      check: (values, language, rules) => {
        if (kind === 'company') return { fields: [] }
        if (kind !== 'password') return checkProof(kind, values, t('recoveryMissing'), language, rules)
        const code = 'passwordRequired'
        if (values.password || !rules) return { fields: [] }
        const missing: FieldError = { field: 'password', code, message: rules.sentenceWith(code, {}, language), params: {} }
        return { fields: [missing] }
      },
    },
  )

  async function proof(kind: Exclude<ProofKind, 'company'>) {
    if (kind === 'password') return { password: form.values.password }
    if (kind !== 'passkey') return { password: '', ...proofOf(kind, form.values) }
    const { handle, options } = await call('BeginPasskeyProof', {})
    return { password: '', passkey: { handle, credential: await askForPasskey(options) } }
  }
  /** Opens company sign-in in a window. The form stays usable meanwhile, because the user may close the window. */
  async function askCompany(onConfirmed: () => void) {
    stopWaiting.current?.()
    const opened = await openProviderWindow()
    try {
      const start = await call('BeginSsoProof', { purpose: 'confirm' })
      stopWaiting.current = awaitAnswer(start, (answer) => {
        setAtCompany(false)
        void form.submit(async () => {
          await call('FinishSsoProof', { handle: start.handle, ...answer })
          onConfirmed()
        })
      })
      opened.location.href = start.address
      setAtCompany(true)
    } catch (error) {
      opened.close()
      throw error
    }
  }
  return {
    kinds,
    kind,
    setKind: (kind: ProofKind) => {
      stopWaiting.current?.()
      setAtCompany(false)
      setKind(kind)
    },
    form,
    /** Whether the window of company sign-in is open and has not answered yet. */
    isAtCompany,
    /** Sends the proof, then calls `onConfirmed`. */
    confirm: (onConfirmed: () => void) =>
      form.submit(async () => {
        if (kind === 'company') return askCompany(onConfirmed)
        await call('ConfirmPassword', await proof(kind))
        onConfirmed()
      }),
  }
}
