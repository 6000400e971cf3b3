/** Dialogue that requests the audit packs of a month. A job makes the file for the tray of downloads. */
import { useState } from 'react'
import { dayMinusMonths, monthShown } from '~/core/core'
import { messageOf } from '~/kit/call/api'
import { useAction, useWrite } from '~/kit/call/write'
import { useDeliver } from '~/kit/downloads/start'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { useBulkId } from '~/kit/session/useProfile'
import { useToday } from '~/kit/session/useToday'
import { toasts } from '~/ui/feedback/toastQueue'
import { Select } from '~/ui/form/Select'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

/** Months on offer. The portal keeps older payments, too; the call takes any month. */
const offered = 24

export function AuditPacks({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const bulkId = useBulkId()
  const today = useToday()
  const ask = useWrite('DownloadAuditPacks')
  const deliver = useAction(useDeliver(), { onError: (error) => toasts.add({ title: messageOf(error), tone: 'bad' }) })
  const first = `${today.slice(0, 8)}01`
  const [begun] = useState(() => ({ month: first }))
  const form = useForm(begun, { at: { downloadEmpty: 'month' } })
  const send = () =>
    form.submit(async () => {
      const download = await ask.mutateAsync({ id: bulkId, month: form.values.month })
      onClose()
      deliver.mutate(download)
    })
  const months = Array.from({ length: offered }, (_, place) => dayMinusMonths(first, place))
  return (
    <FormDialog
      title={t('packs.title')}
      lead={t('packs.lead')}
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={t('packs.submit')}
      form={form}
      calls={['DownloadAuditPacks']}
    >
      <Select
        id="month"
        label={t('packs.month')}
        options={months.map((month) => ({ id: month, label: monthShown(month, language) }))}
        value={form.values.month}
        onChange={(month) => form.set('month', month)}
        error={form.error('month')}
      />
    </FormDialog>
  )
}
