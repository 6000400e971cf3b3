/** Mutes the rule of a finding for its account, until a day. */
import { checkMute, dayShown, type ListedFinding } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { DateField } from '~/kit/form/DateField'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { useBulkId } from '~/kit/session/useProfile'
import { useToday } from '~/kit/session/useToday'
import { toasts } from '~/ui/feedback/toastQueue'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  finding: Pick<ListedFinding, 'accountNo' | 'rule' | 'title'>
  onClose: () => void
}

export function MuteRule({ finding: { accountNo, rule, title }, onClose }: Props) {
  const { t } = useTranslation('findings')
  const language = useLanguage()
  const id = useBulkId()
  const today = useToday()
  const mute = useWrite('MuteAccount')
  const form = useForm({ until: '', reason: '' }, { check: ({ until, reason }, language) => checkMute(until, reason, today, language) })

  const send = () =>
    form.submit(async () => {
      const { until, reason } = form.values
      await mute.mutateAsync({ id, accountNo, rule, until, reason: reason.trim() })
      onClose()
      toasts.add({ title: t('mute.done', { day: dayShown(until, language) }) })
    })

  return (
    <FormDialog
      title={t('mute.title', { rule: title, account: accountNo })}
      lead={t('mute.body')}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={t('mute.confirm')}
      form={form}
      calls={['MuteAccount']}
    >
      <DateField {...form.field('until')} label={t('mute.until')} isRequired autoFocus />
      <TextField {...form.field('reason')} label={t('dismiss.reason')} hint={t('dismiss.reasonHint')} rows={3} isRequired />
    </FormDialog>
  )
}
