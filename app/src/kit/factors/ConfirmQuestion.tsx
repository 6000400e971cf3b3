/** The question for the password or, for users who have one, for a second factor. */
import { useState } from 'react'
import { type FactorKind, type FieldError, type Language, sentence } from '../../core/core'
import { TextField } from '../../ui/form/TextField'
import { useTranslation } from '../../words/useTranslation'
import { call } from '../call/api'
import { FormDialog } from '../form/FormDialog'
import { useForm } from '../form/useForm'
import { answerIdentityConfirmation } from '../session/confirmIdentity'
import { OtherKinds, ProofField } from './ProofField'
import { askForPasskey, canUsePasskeys, refusalOfPasskey } from './passkey'
import { checkProof, noProof, proofKinds, proofOf } from './proof'

function missing(password: string, language: Language): FieldError[] {
  const code = 'passwordRequired'
  return password ? [] : [{ field: 'password', code, message: sentence(code, language), params: {} }]
}

/** autoFocus would not work: a dialogue underneath holds the focus until this dialogue is mounted. */
function focusInput(field: HTMLDivElement | null) {
  const frame = requestAnimationFrame(() => field?.querySelector('input')?.focus())
  return () => cancelAnimationFrame(frame)
}

export function ConfirmQuestion({ methods }: { methods: readonly FactorKind[] }) {
  const { t } = useTranslation('factors')
  const kinds = proofKinds(methods, canUsePasskeys())
  /** Undefined if the password is enough. */
  const [kind, setKind] = useState(kinds[0])
  const form = useForm(
    { password: '', ...noProof },
    {
      check: (values, language, rules) =>
        kind === undefined
          ? { fields: missing(values.password, language) }
          : checkProof(kind, values, t('recoveryMissing'), language, rules),
    },
  )
  async function proof() {
    if (kind === undefined) return { password: form.values.password }
    if (kind !== 'passkey') return { password: '', ...proofOf(kind, form.values) }
    const { handle, options } = await call('BeginPasskeyProof', {})
    const refused = t('passkey.refused')
    const credential = await askForPasskey(options).catch((error) => {
      throw refusalOfPasskey(error, { refused, known: refused })
    })
    return { password: '', passkey: { handle, credential } }
  }
  const confirm = () =>
    form.submit(async () => {
      await call('ConfirmPassword', await proof())
      answerIdentityConfirmation(true)
    })

  return (
    <FormDialog
      title={t('confirm.title')}
      onClose={() => answerIdentityConfirmation(false)}
      onSubmit={() => void confirm()}
      submitLabel={kind === 'passkey' ? t('ways.passkey') : t('confirm.submit')}
      cancelLabel={t('confirm.cancel')}
      form={form}
      isLeftFreely
    >
      <p>{kind === undefined ? t('confirm.body') : t(`confirm.${kind}`)}</p>
      <div ref={focusInput} key={kind}>
        {kind === undefined ? (
          <TextField {...form.field('password')} label={t('confirm.password')} type="password" autoComplete="current-password" isRequired />
        ) : (
          <ProofField kind={kind} form={form} />
        )}
      </div>
      {kind !== undefined && <OtherKinds kinds={kinds} kind={kind} onChoose={setKind} />}
    </FormDialog>
  )
}
