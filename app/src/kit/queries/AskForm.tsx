/** The form that asks the utility about one bill or several, with one question. The files are added right after it is sent. */
import { type ReactNode, useState } from 'react'
import { checkQueryMessage, constants, dayShown, type InvoiceNo, numberShown, type QueryKind } from '~/core/core'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { Select } from '~/ui/form/Select'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { FormDialog } from '../form/FormDialog'
import { useForm } from '../form/useForm'
import { FilesToSend } from './FilesToSend'
import { queryKinds } from './kinds'
import { useSendQuery } from './useSendQuery'

/** A bill with the findings that the query asks about. */
export interface AskedBill {
  invoiceNo: InvoiceNo
  findingIds: readonly string[]
}

interface Props {
  title: string
  lead: string
  bills: readonly AskedBill[]
  /** The suggested kind and question. */
  kind: QueryKind
  message: string
  /** The lines of the bill, if there is only one. */
  lines?: readonly { number: number; label: string }[]
  /** What follows for the bills, after the day of the answer. */
  doneBody: (day: string) => string
  /** Called with the bills of the query if it is open, and with none if nothing was sent. */
  onClose: (asked: readonly InvoiceNo[]) => void
  /** Called once everything was sent. */
  onSent: (asked: readonly InvoiceNo[]) => void
  /** The bills, above the fields. */
  children?: ReactNode
}

/** The option for the whole bill. Lines are numbered from 1. */
const whole = '0'

export function AskForm({ title, lead, bills, kind, message, lines = [], doneBody, onClose, onSent, children }: Props) {
  const { t } = useTranslation('queries')
  const language = useLanguage()
  const { opened, sentFiles, send: sendQuery } = useSendQuery()
  const [files, setFiles] = useState<readonly File[]>([])
  const form = useForm({ kind, line: whole, message }, { check: ({ message }, language) => checkQueryMessage(message, language) })

  // The server has the question, so only files can still be added.
  const isOpened = opened.length > 0

  const send = (of: readonly AskedBill[]) =>
    form.submit(async () => {
      const { kind, line, message } = form.values
      const [first, ...others] = of.map(({ invoiceNo }) => invoiceNo)
      if (first === undefined) return
      const question = {
        invoiceNo: first,
        otherInvoiceNos: others,
        kind,
        message,
        findingIds: of.flatMap(({ findingIds }) => findingIds),
        ...(line !== whole && { line: Number(line) }),
      }
      const query = await sendQuery(question, files)
      toasts.add({ title: t('ask.done'), body: doneBody(dayShown(query.answerDue, language)) })
      onSent(query.bills)
    })

  // The bills that a colleague asked about, or whose findings were decided, while the form was open.
  const refused = new Set((form.refused?.params.invoices ?? []) as InvoiceNo[])
  const others = bills.filter(({ invoiceNo }) => !refused.has(invoiceNo))
  return (
    <FormDialog
      title={title}
      lead={lead}
      size="large"
      onClose={() => onClose(opened)}
      onSubmit={() => void send(bills)}
      submitLabel={t('ask.send')}
      form={form}
      calls={['OpenQuery']}
    >
      {others.length > 0 && others.length < bills.length && (
        <div>
          <p>{t('ask.many.refused', { invoices: [...refused].join(', ') })}</p>
          <Button onPress={() => void send(others)}>
            {t('ask.many.others', { count: others.length, shown: numberShown(others.length) })}
          </Button>
        </div>
      )}
      {!form.isBusy && isOpened && (
        <Notice tone="warning" title={t('ask.filesMissing')} isAnnounced>
          {t('ask.filesMissingBody')}
        </Notice>
      )}
      {children}
      <Select
        id="kind"
        label={t('ask.kind')}
        options={queryKinds.map((id) => ({ id, label: t(`kinds.${id}`) }))}
        value={form.values.kind}
        onChange={(id) => form.set('kind', queryKinds.find((kind) => kind === id) ?? 'other')}
        error={form.error('kind')}
        isDisabled={isOpened}
      />
      {lines.length > 0 && (
        <Select
          {...form.field('line')}
          label={t('ask.line')}
          options={[{ id: whole, label: t('ask.whole') }, ...lines.map(({ number, label }) => ({ id: String(number), label }))]}
          isDisabled={isOpened}
        />
      )}
      <TextField
        {...form.field('message')}
        label={t('ask.message')}
        hint={isOpened ? t('ask.sent') : t('ask.limit', { limit: numberShown(constants.maxQueryMessage) })}
        isReadOnly={isOpened}
        rows={6}
        isRequired
        autoFocus
      />
      <FilesToSend files={files} sent={sentFiles} onChange={setFiles} isDisabled={form.isBusy} />
    </FormDialog>
  )
}
