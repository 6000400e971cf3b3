/**
 * Asks for a reason before an officer declines a payment, turns down a colleague's acceptance, or takes back their own. The
 * customer reads the reason for declining. The text is stored as a draft.
 */
import { useState } from 'react'
import { type AdminPaymentDetails, amountShown, checkReason, numberShown } from '~/core/core'
import { useWrite } from '~/kit/call/write'
import { FormDialog } from '~/kit/form/FormDialog'
import { useForm } from '~/kit/form/useForm'
import { useDraft } from '~/kit/session/useDraft'
import { Notice } from '~/ui/feedback/Notice'
import { TextField } from '~/ui/form/TextField'
import { useTranslation } from '~/words/useTranslation'
import { LastDecision } from './LastDecision'

interface Props {
  payment: AdminPaymentDetails
  about: 'decline' | 'turnDown' | 'takeBack'
  /** Set if a colleague decides while the dialogue is open. The dialogue then says who and when. */
  whyNot: string | undefined
  onDecided?: (() => void) | undefined
  onClose: () => void
}

export function ReasonDialog({ payment, about, whyNot, onDecided, onClose }: Props) {
  const { t } = useTranslation('paymentsStaff')
  const decline = useWrite('PaymentReject')
  const turnDown = useWrite('TurnDownAcceptance')
  const { head } = payment
  // The payment when the dialogue opened. The server refuses to decline a newer version, but turns down any acceptance.
  const [{ version, proposed }] = useState(head)
  const isMoved = about !== 'decline' && !turnDown.isPending && !turnDown.isSuccess && head.proposed?.at !== proposed?.at
  const why = whyNot ?? (isMoved ? t('officers.moved') : undefined)
  const [draft, setDraft, drop] = useDraft(`${about} ${head.eBulkPaymentID}`, { remark: '' })
  const form = useForm(draft, {
    state: [draft, setDraft],
    check: ({ remark }, language) => checkReason(remark, language),
  })
  const figures = {
    amount: amountShown(head.billedAmount),
    company: head.companyName,
    count: head.totalInvoices,
    shown: numberShown(head.totalInvoices),
  }

  const send = () =>
    form.submit(async () => {
      const request = { eBulkPaymentID: head.eBulkPaymentID, remark: form.values.remark.trim() }
      await (about === 'decline' ? decline.mutateAsync({ ...request, version }) : turnDown.mutateAsync(request))
      drop()
      onDecided?.()
      onClose()
    })
  function cancel() {
    drop()
    onClose()
  }

  return (
    <FormDialog
      title={t(`${about}.title`, figures)}
      onClose={onClose}
      onCancel={isMoved && whyNot === undefined ? onClose : cancel}
      onSubmit={() => void send()}
      submitLabel={t(`${about}.confirm`, figures)}
      cancelLabel={why === undefined ? t('decide.notYet') : t('common:ui.close')}
      form={form}
      tone="danger"
      whyNot={why}
    >
      {isMoved && whyNot === undefined && <Notice tone="warning" title={t('officers.moved')} isAnnounced />}
      {whyNot === undefined ? <p>{t(`${about}.body`, figures)}</p> : <LastDecision payment={payment} />}
      <TextField {...form.field('remark')} label={t('decline.reason')} hint={t(`${about}.reasonHint`)} rows={3} isRequired />
      {about === 'decline' && <p>{t('decide.forGood')}</p>}
    </FormDialog>
  )
}
