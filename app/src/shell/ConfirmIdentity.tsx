/** Asks for the password again, above any screen. The call that required it then continues. */
import { useAtomValue } from 'jotai'
import { type FieldError, type Language, sentence } from '../core/core'
import { call } from '../kit/call/api'
import { FormDialog } from '../kit/form/FormDialog'
import { useForm } from '../kit/form/useForm'
import { answerIdentityConfirmation, isQuestionOpenAtom } from '../kit/session/confirmIdentity'
import { TextField } from '../ui/form/TextField'
import { useTranslation } from '../words/useTranslation'

export function ConfirmIdentity() {
  return useAtomValue(isQuestionOpenAtom) ? <Question /> : null
}

function missing(password: string, language: Language): FieldError[] {
  const code = 'passwordRequired'
  return password ? [] : [{ field: 'password', code, message: sentence(code, language), params: {} }]
}

/** autoFocus would not work: a dialogue underneath holds the focus until this dialogue is mounted. */
function focusInput(field: HTMLDivElement | null) {
  const frame = requestAnimationFrame(() => field?.querySelector('input')?.focus())
  return () => cancelAnimationFrame(frame)
}

function Question() {
  const { t } = useTranslation('shell')
  const form = useForm({ password: '' }, { check: ({ password }, language) => ({ fields: missing(password, language) }) })
  const confirm = () =>
    form.submit(async () => {
      await call('ConfirmPassword', form.values)
      answerIdentityConfirmation(true)
    })

  return (
    <FormDialog
      title={t('confirm.title')}
      onClose={() => answerIdentityConfirmation(false)}
      onSubmit={() => void confirm()}
      submitLabel={t('confirm.submit')}
      cancelLabel={t('confirm.cancel')}
      form={form}
      isLeftFreely
    >
      <p>{t('confirm.body')}</p>
      <div ref={focusInput}>
        <TextField {...form.field('password')} label={t('confirm.password')} type="password" autoComplete="current-password" isRequired />
      </div>
    </FormDialog>
  )
}
