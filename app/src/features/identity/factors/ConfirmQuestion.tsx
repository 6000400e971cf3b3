/** The dialogue that asks for a second factor or, for users who have none, for company sign-in or the password. */

import { FormDialog } from '~/kit/form/FormDialog'
import { Notice } from '~/ui/feedback/Notice'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'
import { answerIdentityConfirmation } from './confirmIdentity'
import { OtherKinds, PasswordField, ProofField } from './ProofField'
import type { ProofKind } from './proof'
import { useProof } from './useProof'

/** Focuses the field. `autoFocus` would not work, because a dialogue underneath holds the focus until this one is mounted. */
function focusInput(field: HTMLDivElement | null) {
  const frame = requestAnimationFrame(() => field?.querySelector('input')?.focus())
  return () => cancelAnimationFrame(frame)
}

export function ConfirmQuestion({ methods }: { methods: readonly ProofKind[] }) {
  const { t } = useTranslation('factors')
  const { kinds, kind, setKind, form, isAtCompany, confirm } = useProof(methods)
  return (
    <FormDialog
      title={t('confirm.title')}
      onClose={() => answerIdentityConfirmation(false)}
      onSubmit={() => void confirm(() => answerIdentityConfirmation(true))}
      submitLabel={t(submitLabels[isAtCompany ? 'again' : kind])}
      cancelLabel={t('confirm.cancel')}
      form={form}
      isLeftFreely
    >
      <p>{t(`confirm.${kind}`)}</p>
      {isAtCompany && (
        <Notice tone="neutral" title={t('confirm.waiting')} isAnnounced>
          {t('confirm.waitingBody')}
        </Notice>
      )}
      <div ref={focusInput} key={kind}>
        {kind === 'password' ? <PasswordField form={form} /> : <ProofField kind={kind} form={form} />}
      </div>
      <Stack direction="along" gap={2}>
        <OtherKinds kinds={kinds} kind={kind} onChoose={setKind} />
      </Stack>
    </FormDialog>
  )
}

const submitLabels = {
  passkey: 'ways.passkey',
  totp: 'confirm.submit',
  recoveryCode: 'confirm.submit',
  company: 'ways.company',
  password: 'confirm.submit',
  again: 'confirm.again',
} as const satisfies Record<ProofKind | 'again', unknown>
