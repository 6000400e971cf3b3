/** Asks for a second factor: the field of the chosen kind, and buttons for the other kinds. */
import type { FactorKind } from '../../core/generatedData'
import { Button } from '../../ui/button/Button'
import { TextField } from '../../ui/form/TextField'
import { useTranslation } from '../../words/useTranslation'
import type { useForm } from '../form/useForm'
import type { ProofValues } from './proof'

interface Props {
  kind: FactorKind
  /** `form` may have other fields as well. */
  form: Pick<ReturnType<typeof useForm<ProofValues>>, 'field'>
}

/** The focus moves to the field when the kind changes. A passkey has no field: the browser asks for it. */
export function ProofField({ kind, form }: Props) {
  const { t } = useTranslation('factors')
  if (kind === 'passkey') return null
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

interface OtherProps {
  kinds: readonly FactorKind[]
  kind: FactorKind | undefined
  onChoose: (kind: FactorKind) => void
}

export function OtherKinds({ kinds, kind, onChoose }: OtherProps) {
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
