/** Settles an alert that nothing else resolves. The officer enters a remark about the outcome. */

import { checkReason, type FpxAlert } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { toasts } from '~/ui/feedback/toastQueue'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  alert: FpxAlert
  onClose: () => void
}

export function SettleAlert({ alert: { alertId, merchantTranId, description }, onClose }: Props) {
  const { t } = useTranslation('paymentsStaff')
  const settle = useWrite('SettleFpxAlert')
  const form = useForm({ remark: '' }, { check: ({ remark }, language) => checkReason(remark, language) })

  const send = () =>
    form.submit(async () => {
      await settle.mutateAsync({ alertId, remark: form.values.remark.trim() })
      toasts.add({ title: t('alerts.settled', { order: merchantTranId }) })
      onClose()
    })

  return (
    <FormDialog
      title={t('alerts.settleTitle', { order: merchantTranId })}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={t('alerts.settle')}
      cancelLabel={t('decide.notYet')}
      form={form}
    >
      <p>{description}</p>
      <p>{t('alerts.settleBody')}</p>
      <TextField {...form.field('remark')} label={t('alerts.remark')} hint={t('alerts.remarkHint')} rows={3} isRequired />
    </FormDialog>
  )
}
