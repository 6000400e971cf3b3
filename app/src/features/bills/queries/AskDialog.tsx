/** The form that asks the utility about a bill, or about one of its lines. */
import { useState } from 'react'
import {
  amountShown,
  type BillDetails,
  checkQueryMessage,
  constants,
  dayShown,
  type ListedFinding,
  numberShown,
  type QueryKind,
} from '~/core/core'
import { useRead } from '~/kit/call/read'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { FilesToSend } from '~/kit/queries/FilesToSend'
import { kindOfFinding, queryKinds } from '~/kit/queries/kinds'
import { useSendQueries } from '~/kit/queries/useSendQueries'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { Select } from '~/ui/form/Select'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { useLines } from './useLines'

interface Props {
  details: BillDetails
  kind: QueryKind | undefined
  onClose: () => void
  onSent: () => void
}

/** Waits for the finding, because the form is filled in with it. */
export function AskOfFinding({ findingId, ...props }: Props & { findingId: string }) {
  const { findings } = useRead('GetBillFindings', { invoiceNo: props.details.bill.invoiceNo })
  return <AskDialog {...props} finding={findings.find((finding) => finding.findingId === findingId)} />
}

/** The option for the whole bill. Lines are numbered from 1. */
const whole = '0'

interface Entry {
  kind: QueryKind
  line: string
  message: string
}

export function AskDialog({ details, kind, finding, onClose, onSent }: Props & { finding?: ListedFinding | undefined }) {
  const { t } = useTranslation('queries')
  const language = useLanguage()
  const { opened, send: sendQueries } = useSendQueries()
  const [files, setFiles] = useState<readonly File[]>([])
  const lines = useLines(details)
  const { invoiceNo, totalAmountPayable } = details.bill
  const form = useForm<Entry>(
    {
      kind: finding ? kindOfFinding(finding) : (kind ?? 'amount'),
      line: whole,
      message: finding ? t('ask.ofFinding', { sentence: finding.sentence }) : kind === 'eInvoice' ? t('ask.rejection') : '',
    },
    { check: ({ message }, language) => checkQueryMessage(message, language) },
  )

  const send = () =>
    form.submit(async () => {
      const { kind, line, message } = form.values
      const question = {
        invoiceNo,
        kind,
        message,
        ...(line !== whole && { line: Number(line) }),
        // The finding may have been decided since: then the query is about the bill only.
        ...(finding?.state === 'open' && { findingIds: [finding.findingId] }),
      }
      const [query] = await sendQueries([question], files)
      onSent()
      toasts.add({ title: t('ask.done'), body: query && t('ask.doneBody', { day: dayShown(query.answerDue, language) }) })
    })

  return (
    <FormDialog
      title={t('ask.title', { invoiceNo })}
      lead={t('ask.lead', { amount: amountShown(totalAmountPayable) })}
      size="large"
      onClose={onClose}
      onSubmit={() => void send()}
      submitLabel={t('ask.send')}
      form={form}
      calls={['OpenQuery']}
    >
      {!form.isBusy && opened.size > 0 && (
        <Notice tone="warning" title={t('ask.filesMissing')} isAnnounced>
          {t('ask.filesMissingBody')}
        </Notice>
      )}
      <Select
        id="kind"
        label={t('ask.kind')}
        options={queryKinds.map((id) => ({ id, label: t(`kinds.${id}`) }))}
        value={form.values.kind}
        onChange={(id) => form.set('kind', queryKinds.find((kind) => kind === id) ?? 'other')}
        error={form.error('kind')}
      />
      {lines.length > 0 && (
        <Select
          {...form.field('line')}
          label={t('ask.line')}
          options={[{ id: whole, label: t('ask.whole') }, ...lines.map(({ number, label }) => ({ id: String(number), label }))]}
        />
      )}
      <TextField
        {...form.field('message')}
        label={t('ask.message')}
        hint={t('ask.limit', { limit: numberShown(constants.maxQueryMessage) })}
        rows={6}
        isRequired
        autoFocus
      />
      <FilesToSend files={files} onChange={setFiles} isDisabled={form.isBusy} />
    </FormDialog>
  )
}
