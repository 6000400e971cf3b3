/** Makes the reviewed payment once, then opens the bank's page or the result. */

import { useNavigate } from '@tanstack/react-router'
import { useSetAtom } from 'jotai'
import type { PaymentMade, PaymentMethod, PaymentPlan } from '~/core/core'
import { paths } from '~/core/links'
import { CallError } from '~/kit/call/api'
import { useWrite } from '~/kit/call/write'
import { type Draft, requestedReferences, useDraft } from '~/kit/paying/draft'
import { heldOf, useChosen, useChosenSum } from '~/kit/paying/selection'
import { withdrawUndo } from '~/kit/paying/undo'
import { useBulkId } from '~/kit/session/useProfile'
import { errorsAt, paymentRefusal } from '../refusal'
import { openBank } from './openBank'

export function usePay() {
  const bulkId = useBulkId()
  const navigate = useNavigate()
  const [bills, setBills] = useChosen()
  const sum = useChosenSum()
  const [, , forgetDraft] = useDraft()
  const sayRefused = useSetAtom(paymentRefusal)
  const making = useWrite('MakePayment')

  /** Pays the bills, or the first payment of a plan of several. */
  function pay(method: PaymentMethod, draft: Draft, plan: PaymentPlan | undefined) {
    if (!sum) return
    withdrawUndo()
    const invoiceNos = [...bills.keys()]
    const first = plan && plan.payments.length > 1 ? plan.payments[0] : undefined
    making.mutate(
      {
        bulkId,
        invoiceNos: first?.invoiceNos ?? invoiceNos,
        paymentMethod: method,
        ...(draft.bankId !== null && { bankId: draft.bankId }),
        referenceNumbers: requestedReferences(method, draft.references),
        totalAmount: first?.totalAmount ?? sum.total,
        heldInvoiceNos: heldOf(bills),
        ...(first && { plan: { kind: 'first', invoiceNos, totalAmount: sum.total } as const }),
      },
      {
        onSuccess: (made) => void follow(made),
        onError: (error) => {
          // A refusal about a field is shown at that field.
          if (error instanceof CallError && errorsAt(error.body, 'bankId', 'paymentMethod', 'totalAmount', 'referenceNumbers').length > 0) {
            sayRefused(error.body)
            void navigate({ to: paths.payMethod })
          }
        },
      },
    )
  }

  async function follow({ transactionNo, redirect, groupNo }: PaymentMade) {
    if (redirect) openBank(redirect)
    else if (groupNo) await navigate({ to: paths.paymentGroup, params: { groupNo } })
    else await navigate({ to: paths.paymentResult, params: { transactionNo } })
    // The bills now belong to the payment, so the selection and the draft are cleared.
    setBills(new Map())
    forgetDraft()
  }

  return { pay, making }
}
