/** Dialogue that corrects the number of an account that could not be added. */
import { useState } from 'react'
import { accountError, check, type PendingAccount } from '~/core/core'
import { FormDialog } from '~/kit/form/FormDialog'
import { LeaveQuestion } from '~/kit/form/LeaveGuard'
import { useForm } from '~/kit/form/useForm'
import type { PageRetry } from '~/kit/queue/pageRetry'
import { QueueSteps } from '~/kit/queue/QueueSteps'
import type { QueuePosition } from '~/kit/queue/queuePosition'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { TextField } from '~/ui/form/TextField'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { referenceRefusal } from '../referenceRefusal'
import { useCorrection } from './pending'

interface Entry {
  accountNo: string
  referenceId: string
}

interface Props {
  row: PendingAccount
  /** The account's position among the accounts that could not be added. */
  standing: QueuePosition
  again: PageRetry | undefined
  /** Returns the next account, loading another page if necessary. */
  findNext: () => Promise<string | undefined>
  onStep: (row: string) => void
  onCorrected: () => void
  onClose: () => void
}

export function CorrectPending({ row, standing, again, findNext, onStep, onCorrected, onClose }: Props) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  const correct = useCorrection()
  const form = useForm<Entry>(
    { accountNo: row.accountNumber, referenceId: row.referenceId ?? '' },
    {
      at: { accountIsPending: 'accountNo' },
      check: ({ accountNo, referenceId }, chosen) => {
        const fields = [
          { field: 'accountNo', refusal: check('accountNo', accountNo, chosen).error },
          { field: 'referenceId', refusal: referenceRefusal(referenceId, chosen) },
        ]
        return {
          fields: fields.flatMap(({ field, refusal }) => (refusal ? [{ ...refusal, field, message: refusal.errorMessage }] : [])),
        }
      },
    },
  )
  const { accountNo, referenceId } = form.values
  /** The row to go to after the user confirms that the typed text may be lost. */
  const [asked, setAsked] = useState<string>()

  const save = () =>
    form.submit(async () => {
      const next = await findNext()
      const right = check('accountNo', accountNo, language).value ?? accountNo
      await correct.mutateAsync({ row, account: { accountNo: right, ...(referenceId.trim() && { referenceId: referenceId.trim() }) } })
      onCorrected()
      if (next === undefined) onClose()
      else onStep(next)
      toasts.add({ title: t('pending.corrected', { account: right }) })
    })

  return (
    <FormDialog
      title={t('pending.correctTitle', { account: row.accountNumber })}
      onClose={onClose}
      onSubmit={save}
      submitLabel={t('pending.correctSubmit')}
      form={form}
      calls={['AddAccounts', 'RemoveFromPending']}
    >
      <QueueSteps position={standing} again={again} onStep={(to) => (form.isUnsaved() ? setAsked(to) : onStep(to))} />
      <LeaveQuestion isOpen={asked !== undefined} onStay={() => setAsked(undefined)} onLeave={() => asked !== undefined && onStep(asked)} />
      {row.errorType && <Notice tone="warning">{accountError(row.errorType, language)}</Notice>}
      <TextField
        {...form.field('accountNo')}
        label={t('columns.account')}
        inputMode="numeric"
        autoComplete="off"
        isTabular
        isRequired
        autoFocus
      />
      <TextField
        {...form.field('referenceId')}
        label={t('columns.reference')}
        hint={t('edit.referenceHint')}
        autoComplete="off"
        isOptional
      />
    </FormDialog>
  )
}
