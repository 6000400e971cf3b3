/** Makes the reviewed payment once, then opens the bank's page or the result. */

import { useNavigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import type { PaymentMade, PaymentMethod } from '../../../../core/core'
import { paths } from '../../../../core/links'
import { CallError } from '../../../../kit/call/api'
import { useWrite } from '../../../../kit/call/write'
import { type Draft, takesReferences, useDraft } from '../../../../kit/paying/draft'
import { paymentRefusal } from '../../../../kit/paying/refusal'
import { heldOf, useChosen, useChosenSum } from '../../../../kit/paying/selection'
import { withdrawUndo } from '../../../../kit/paying/undo'
import { useBulkId } from '../../../../kit/session/useProfile'
import { openBank } from './openBank'

export function usePay() {
  const bulkId = useBulkId()
  const navigate = useNavigate()
  const [bills, setBills] = useChosen()
  const sum = useChosenSum()
  const [, , forgetDraft] = useDraft()
  const sayRefused = useSetAtom(paymentRefusal)
  const making = useWrite('MakePayment')

  function pay(method: PaymentMethod, draft: Draft) {
    if (!sum) return
    withdrawUndo()
    making.mutate(
      {
        bulkId,
        invoiceNos: [...bills.keys()],
        paymentMethod: method,
        ...(draft.bankId !== null && { bankId: draft.bankId }),
        referenceNumbers: takesReferences(method) ? draft.references.map(({ number, amount }) => ({ number: number.trim(), amount })) : [],
        totalAmount: sum.total,
        heldInvoiceNos: heldOf(bills),
      },
      {
        onSuccess: (made) => void follow(made),
        onError: (error) => {
          // A refusal about a field is shown at that field.
          if (
            error instanceof CallError &&
            error.body.fields.some(({ field }) => /^(bankId|paymentMethod|totalAmount|referenceNumbers)/.test(field))
          ) {
            sayRefused(error.body)
            void navigate({ to: paths.payMethod })
          }
        },
      },
    )
  }

  async function follow({ transactionNo, redirect }: PaymentMade) {
    if (redirect) openBank(redirect)
    else await navigate({ to: paths.paymentResult, params: { transactionNo } })
    // The bills now belong to the payment, so the selection and the draft are cleared.
    setBills(new Map())
    forgetDraft()
  }

  return { pay, making }
}
