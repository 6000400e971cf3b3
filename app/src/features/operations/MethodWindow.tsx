/** Dialogue that closes a payment method for a period, or opens it again. */
import { useState } from 'react'
import { dayAt, type Instant, type MethodSetting, paymentMethod } from '~/core/core'
import { checkWindow } from '~/core/forms'
import { useWrite } from '~/kit/call/write'
import { DateField } from '~/kit/form/DateField'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { Button } from '~/ui/button/Button'
import { toasts } from '~/ui/feedback/toastQueue'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './DayAndTime.module.css'
import { timeOf } from './typedTime'

interface Props {
  method: MethodSetting
  now: Instant
  onClose: () => void
}

const empty = { fromDay: '', fromTime: '', toDay: '', toTime: '' }

export function MethodWindow({ method: { paymentMethod: code, window: live }, now, onClose }: Props) {
  const { t } = useTranslation('operations')
  // The period when the dialogue opened. It is sent as `seen`, so that the server refuses to overwrite a colleague's later change.
  const [window] = useState(live)
  const language = useLanguage()
  const set = useWrite('SetMethodWindow')
  const form = useForm(
    window ? { fromDay: dayAt(window.from), fromTime: timeOf(window.from), toDay: dayAt(window.to), toTime: timeOf(window.to) } : empty,
    { check: (entry) => checkWindow(entry, now, language) },
  )
  const method = paymentMethod(code, language).word
  const about = { paymentMethod: code, ...(window && { seen: window }) }

  const close = () =>
    form.submit(async () => {
      await set.mutateAsync({ ...about, window: form.values })
      closeWithToast(t('methods.done', { method }))
    })
  /** Opens the method again. The form's entries are ignored. */
  const open = () => set.mutate(about, { onSuccess: () => closeWithToast(t('methods.opened', { method })), onError: form.refuse })
  function closeWithToast(title: string) {
    onClose()
    toasts.add({ title })
  }
  return (
    <FormDialog
      title={t('methods.closeTitle', { method })}
      lead={t('methods.closeLead')}
      onClose={onClose}
      onSubmit={() => void close()}
      submitLabel={t('methods.submit')}
      form={form}
    >
      <div className={styles.pair}>
        <DateField {...form.field('fromDay')} label={t('methods.fromDay')} autoFocus isRequired />
        <TextField
          {...form.field('fromTime')}
          label={t('methods.fromTime')}
          hint={t('methods.timeHint')}
          autoComplete="off"
          isTabular
          isRequired
        />
      </div>
      <div className={styles.pair}>
        <DateField {...form.field('toDay')} label={t('methods.toDay')} isRequired />
        <TextField
          {...form.field('toTime')}
          label={t('methods.toTime')}
          hint={t('methods.timeHint')}
          autoComplete="off"
          isTabular
          isRequired
        />
      </div>
      {window && (
        <div>
          <Button onPress={open} isLoading={set.isPending}>
            {t('methods.open')}
          </Button>
        </div>
      )}
      <p>{t('recorded')}</p>
    </FormDialog>
  )
}
