/** Parts of a form that asks for a proof of identity: the field of the chosen kind, and buttons for the other kinds. */

import type { useForm } from '~/kit/form/useForm'
import { Button } from '~/ui/button/Button'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import type { ProofKind, ProofValues } from './proof'

interface Props {
  kind: Exclude<ProofKind, 'password'>
  /** `form` may have other fields as well. */
  form: Pick<ReturnType<typeof useForm<ProofValues>>, 'field'>
}

/** The field takes the focus when the kind changes. Passkeys and company sign-in need no field. */
export function ProofField({ kind, form }: Props) {
  const { t } = useTranslation('factors')
  if (kind === 'passkey' || kind === 'company') return null
  if (kind === 'totp') {
    return (
      <TextField
        key={kind}
        {...form.field('totp')}
        label={t('code')}
        hint={t('codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        isTabular
        isRequired
        autoFocus
      />
    )
  }
  return (
    <TextField
      key={kind}
      {...form.field('recoveryCode')}
      label={t('recoveryCode')}
      hint={t('recoveryHint')}
      autoComplete="off"
      isTabular
      isRequired
      autoFocus
    />
  )
}

export function PasswordField({ form }: { form: Pick<ReturnType<typeof useForm<{ password: string }>>, 'field'> }) {
  const { t } = useTranslation('factors')
  return (
    <TextField
      {...form.field('password')}
      label={t('confirm.field')}
      type="password"
      autoComplete="current-password"
      isRequired
      autoFocus
    />
  )
}

interface OtherProps<Kind> {
  kinds: readonly Kind[]
  kind: Kind
  onChoose: (kind: Kind) => void
}

export function OtherKinds<Kind extends ProofKind>({ kinds, kind, onChoose }: OtherProps<Kind>) {
  const { t } = useTranslation('factors')
  const others = kinds.filter((other) => other !== kind)
  return (
    <>
      {others.map((other) => (
        <Button key={other} mode="ghost" size="small" onPress={() => onChoose(other)}>
          {t(`ways.${other}`)}
        </Button>
      ))}
    </>
  )
}
