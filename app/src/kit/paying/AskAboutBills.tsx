/** The form that asks the utility about the findings on several bills at once: the same question and files for each bill. */
import { useState } from 'react'
import { checkQueryMessage, constants, dayShown, type InvoiceNo, numberShown, type QueryKind } from '~/core/core'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { Select } from '~/ui/form/Select'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { FormDialog } from '../form/FormDialog'
import { useForm } from '../form/useForm'
import { FilesToSend } from '../queries/FilesToSend'
import { kindOfFinding, queryKinds } from '../queries/kinds'
import { type Question, useSendQueries } from '../queries/useSendQueries'
import styles from './AskAboutBills.module.css'
import type { FoundBill } from './openFindings'
import pay from './Pay.module.css'
import { useTakenOut } from './selection'

interface Props {
  bills: readonly FoundBill[]
  onClose: () => void
}

/** Bills that are shown without opening their list. */
const shownAtOnce = 3

/** Returns the message about a bill: the question, then the sentences of its findings. */
const messageAbout = (question: string, { findings }: FoundBill) =>
  [question.trim(), ...findings.map(({ sentence }) => sentence)].join('\n\n')

/** Returns the kind that all findings suggest. */
function kindOf(bills: readonly FoundBill[]): QueryKind {
  const kinds = new Set(bills.flatMap(({ findings }) => findings.map(kindOfFinding)))
  const [only] = kinds
  return only && kinds.size === 1 ? only : 'other'
}

export function AskAboutBills({ bills, onClose }: Props) {
  const { t } = useTranslation('queries')
  const language = useLanguage()
  const [, takeOut] = useTakenOut()
  const { opened, send } = useSendQueries()
  const [files, setFiles] = useState<readonly File[]>([])
  const [kind] = useState(() => kindOf(bills))
  const form = useForm(
    { kind, message: t('ask.many.question') },
    {
      check: ({ message }, language) =>
        checkQueryMessage(message, language) ??
        bills.map((bill) => checkQueryMessage(messageAbout(message, bill), language)).find((refusal) => refusal) ??
        null,
    },
  )
  const count = { count: bills.length, shown: numberShown(bills.length) }

  /** Takes the bills out of the payment that are on hold now. */
  function close(asked: Iterable<InvoiceNo>) {
    takeOut(new Map([...asked].map((invoiceNo) => [invoiceNo, 'asked'])))
    onClose()
  }
  const submit = () =>
    form.submit(async () => {
      const questions = bills.map(
        (bill): Question => ({
          invoiceNo: bill.invoiceNo,
          kind: form.values.kind,
          message: messageAbout(form.values.message, bill),
          findingIds: bill.findings.map(({ findingId }) => findingId),
        }),
      )
      const queries = await send(questions, files)
      const last = queries
        .map(({ answerDue }) => answerDue)
        .sort()
        .at(-1)
      toasts.add({ title: t('ask.many.done', count), body: last && t('ask.many.doneBody', { day: dayShown(last, language) }) })
      close(bills.map(({ invoiceNo }) => invoiceNo))
    })

  return (
    <FormDialog
      title={t('ask.many.title', count)}
      lead={t('ask.many.lead')}
      size="large"
      onClose={() => close(opened)}
      onSubmit={() => void submit()}
      submitLabel={t('ask.many.send', count)}
      form={form}
      calls={['OpenQuery']}
    >
      {!form.isBusy && opened.size > 0 && (
        <Notice tone="warning" title={t('ask.many.sentSome', { sent: numberShown(opened.size), ...count })} isAnnounced>
          {t('ask.many.sentSomeBody')}
        </Notice>
      )}
      <details className={pay.chosen} open={bills.length <= shownAtOnce}>
        <summary>{t('ask.many.bills', count)}</summary>
        <ul className={styles.bills}>
          {bills.map(({ invoiceNo, findings }) => (
            <li key={invoiceNo}>
              <strong>{invoiceNo}</strong>
              {findings.map(({ findingId, sentence }) => (
                <span key={findingId}>{sentence}</span>
              ))}
            </li>
          ))}
        </ul>
      </details>
      <Select
        id="kind"
        label={t('ask.kind')}
        options={queryKinds.map((id) => ({ id, label: t(`kinds.${id}`) }))}
        value={form.values.kind}
        onChange={(id) => form.set('kind', queryKinds.find((kind) => kind === id) ?? 'other')}
        error={form.error('kind')}
      />
      <TextField
        {...form.field('message')}
        label={t('ask.message')}
        hint={t('ask.many.messageHint', { limit: numberShown(constants.maxQueryMessage) })}
        rows={4}
        isRequired
        autoFocus
      />
      <FilesToSend files={files} onChange={setFiles} isDisabled={form.isBusy} />
    </FormDialog>
  )
}
