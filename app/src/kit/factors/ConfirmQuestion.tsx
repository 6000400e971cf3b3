/** The question for the password or, for users who have one, for a second factor. */
import type { FactorKind } from '../../core/generatedData'
import { TextField } from '../../ui/form/TextField'
import { Stack } from '../../ui/layout/Stack'
import { useTranslation } from '../../words/useTranslation'
import { FormDialog } from '../form/FormDialog'
import { answerIdentityConfirmation } from '../session/confirmIdentity'
import { OtherKinds, ProofField } from './ProofField'
import { useProof } from './useProof'

/** autoFocus would not work: a dialogue underneath holds the focus until this dialogue is mounted. */
function focusInput(field: HTMLDivElement | null) {
  const frame = requestAnimationFrame(() => field?.querySelector('input')?.focus())
  return () => cancelAnimationFrame(frame)
}

export function ConfirmQuestion({ methods }: { methods: readonly FactorKind[] }) {
  const { t } = useTranslation('factors')
  const { kinds, kind, setKind, form, confirm } = useProof(methods)
  return (
    <FormDialog
      title={t('confirm.title')}
      onClose={() => answerIdentityConfirmation(false)}
      onSubmit={() => void confirm(() => answerIdentityConfirmation(true))}
      submitLabel={t(kind === 'passkey' ? 'ways.passkey' : 'confirm.submit')}
      cancelLabel={t('confirm.cancel')}
      form={form}
      isLeftFreely
    >
      <p>{t(`confirm.${kind ?? 'body'}`)}</p>
      <div ref={focusInput} key={kind}>
        {kind === undefined ? (
          <TextField
            {...form.field('password')}
            label={t('confirm.password')}
            type="password"
            autoComplete="current-password"
            isRequired
            autoFocus
          />
        ) : (
          <ProofField kind={kind} form={form} />
        )}
      </div>
      <Stack direction="along" gap={2}>
        <OtherKinds kinds={kinds} kind={kind} onChoose={setKind} />
      </Stack>
    </FormDialog>
  )
}
