/** The next payment of a group: the bank, the numbers of a transfer, and the button that makes it. */
import { useState } from 'react'
import { amountShown, type NextPayment, numberShown, type PaymentGroup, type PaymentMade, sentence } from '~/core/core'
import { CallError } from '~/kit/call/api'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { isOutcome, useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { type Draft, type DraftChange, emptyDraft, fillLastAmount, requestedReferences } from '~/kit/paying/draft'
import { useDraft } from '~/kit/session/useDraft'
import { useNow } from '~/kit/session/useNow'
import { useBulkId } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { Button } from '~/ui/button/Button'
import { Form, FormActions } from '~/ui/form/Form'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { atFields, errorsOf } from '../method/errors'
import { PaymentFields } from '../method/MethodFields'
import { useRepeatedCheck } from '../RepeatedNotice'
import { errorsAt } from '../refusal'
import { ConfirmRepeated } from '../review/ConfirmRepeated'
import { openBank } from '../review/openBank'
import { WhatNext } from '../review/WhatNext'

interface Props {
  group: PaymentGroup
  next: NextPayment
  onMade: (made: PaymentMade) => void
}

export function ContinueGroup({ group: { summary, bankId }, next, onMade }: Props) {
  const { t } = useTranslation(['payments', 'paymentsMaking', 'paying'])
  const { t: common } = useTranslation()
  const language = useLanguage()
  const bulkId = useBulkId()
  const now = useNow()
  const readOnly = useReadOnly()
  const offers = useRead('GetPaymentMethods', {})
  // Used only to refuse an offline bank, as the server does. `PaymentFields` loads the banks itself.
  const banks = useOptionalRead('GetBankList', {})
  const making = useWrite('MakePayment')
  const { place, invoiceNos, heldInvoiceNos, totalAmount } = next
  const method = summary.paymentMethod
  const initial: Draft = { ...emptyDraft, method, bankId }
  const [typed, setTyped, drop] = useDraft(`group ${summary.groupNo} ${place}`, initial)
  const [submitted, setSubmitted] = useState(false)
  const offer = offers.methods.find(({ paymentMethod }) => paymentMethod === method)
  const draft = { ...typed, references: fillLastAmount(typed.references, totalAmount, offer?.most ?? null, language) }
  const { isChecking, repeated, check, forget } = useRepeatedCheck(send)
  const refusal = making.error instanceof CallError ? making.error.body : undefined
  const isUnheard = making.isError && !isOutcome(making.error) && refusal?.code !== 'gatewayUnavailable'
  const mostReferences = offers.mostReferenceNumbers
  const errors = errorsOf(draft, totalAmount, { offer, banks: banks ?? [], mostReferences, now }, language)
  const refused = atFields(
    errorsAt(refusal, 'bankId', 'referenceNumbers').map(({ field, code, params }) => ({
      field,
      message: sentence(code, language, params),
    })),
  )
  const errorAt = (id: string) => [...refused, ...(submitted ? errors : [])].find((error) => error.id === id)?.message

  function change(to: DraftChange) {
    // A reset while the call runs would lose its answer, which leads on to the bank.
    if (making.isError && !isUnheard) making.reset()
    setTyped((before) => ({ ...before, ...(typeof to === 'function' ? to(before) : to) }))
  }
  async function submit() {
    setSubmitted(true)
    if (errors.length > 0 || making.isPending || isChecking || readOnly !== undefined) return
    // After a lost answer the numbers may be those of this very payment.
    if (isUnheard) return send()
    await check(draft)
  }
  function send() {
    forget()
    making.mutate(
      {
        bulkId,
        invoiceNos,
        paymentMethod: method,
        ...(draft.bankId !== null && { bankId: draft.bankId }),
        referenceNumbers: requestedReferences(method, draft.references),
        totalAmount,
        heldInvoiceNos,
        plan: { kind: 'next', groupNo: summary.groupNo, place },
      },
      {
        onSuccess: (made) => {
          drop()
          // Without a bank to go to, the group is read again and shows the payment.
          if (!made.redirect) return
          onMade(made)
          openBank(made.redirect)
        },
      },
    )
  }

  const figures = { place: numberShown(place), count: summary.payments, shown: numberShown(summary.payments) }
  return (
    <Form
      onSubmit={() => void submit()}
      errors={[...refused, ...(submitted ? errors : [])]}
      errorTitle={common('problem.summary')}
      isBusy={making.isPending || isChecking}
    >
      {making.isError && refused.length === 0 && (
        <RefusalNotice
          error={making.error}
          title={t(isUnheard ? 'paymentsMaking:review.unheard' : 'paymentsMaking:review.notPaid')}
          message={isUnheard ? t('group.unheard') : sentence(refusal?.code ?? 'unexpected', language, refusal?.params)}
        />
      )}
      <PaymentFields draft={draft} offers={offers} payment={{ total: totalAmount, invoiceNos }} onChange={change} errorAt={errorAt} />
      {method === 'FPX' && <WhatNext method={method} bankId={draft.bankId} amount={totalAmount} />}
      <FormActions>
        <Button
          type="submit"
          mode="primary"
          size="large"
          isLoading={making.isPending || isChecking}
          isDisabled={readOnly !== undefined}
          why={readOnly}
        >
          {t('group.continue', { ...figures, amount: amountShown(totalAmount) })}
        </Button>
      </FormActions>
      <ConfirmRepeated repeated={repeated} total={totalAmount} isOpen={repeated.length > 0} onClose={forget} onConfirm={send} />
    </Form>
  )
}
