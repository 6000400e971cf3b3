/** Dialogue that downloads the payment instruction of a payment by transfer, for the company's bank. */
import { callFile } from '~/kit/call/api'
import { save } from '~/kit/call/save'
import { DateField } from '~/kit/form/DateField'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { useToday } from '~/kit/session/useToday'
import { Notice } from '~/ui/feedback/Notice'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'

export function PaymentInstruction({ transactionNo, onClose }: { transactionNo: string; onClose: () => void }) {
  const { t } = useTranslation('paying')
  const form = useForm({ debtorAccount: '', executionDate: useToday() })
  const { debtorAccount, executionDate } = form.values
  const download = () =>
    form.submit(async () => {
      const { blob, name } = await callFile('DownloadPain001', { transactionNo, debtorAccount, executionDate: executionDate || null })
      save(blob, name)
      onClose()
    })
  return (
    <FormDialog
      title={t('document.instruction.title', { transactionNo })}
      lead={t('document.instruction.lead')}
      onClose={onClose}
      onSubmit={() => void download()}
      submitLabel={t('document.instruction.download')}
      form={form}
      isLeftFreely
    >
      <Notice tone="warning" title={t('document.instruction.once')} />
      <TextField
        {...form.field('debtorAccount')}
        label={t('document.instruction.account')}
        hint={t('document.instruction.accountHint')}
        autoComplete="off"
        isRequired
        autoFocus
      />
      <DateField {...form.field('executionDate')} label={t('document.instruction.day')} isRequired />
    </FormDialog>
  )
}
