/** Pays the difference that the utility asked for: a form with method, bank and number, then a review. */

import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { paymentStatuses } from '~/core/core'
import { paths } from '~/core/links'
import { useWrite } from '~/kit/call/write'
import { useDraft } from '~/kit/session/useDraft'
import { useTranslation } from '~/words/useTranslation'
import { ActOnPayment } from './ActOnPayment'
import { type DifferenceEntry, DifferenceForm } from './DifferenceForm'
import { DifferenceReview } from './DifferenceReview'

const route = getRouteApi(paths.paymentDifference)

export function PayDifference() {
  const { transactionNo } = route.useParams()
  return <Difference key={transactionNo} transactionNo={transactionNo} />
}

function Difference({ transactionNo }: { transactionNo: string }) {
  const { t } = useTranslation('payments')
  const [entry, setEntry, drop] = useDraft<DifferenceEntry>(`difference ${transactionNo}`, { method: null, bankId: null, number: '' })
  const [isChecked, setIsChecked] = useState(false)
  const pay = useWrite('MakeReconciliationPaymentInsufficient')
  return (
    <ActOnPayment
      transactionNo={transactionNo}
      title={t('difference.title')}
      waitsAs={paymentStatuses.insufficientPending}
      sending={pay}
      done={{ title: () => t('difference.doneTitle'), body: t('difference.doneBody', { transactionNo }) }}
    >
      {(payment) =>
        isChecked ? (
          <DifferenceReview payment={payment} entry={entry} pay={pay} onDone={drop} onChange={() => setIsChecked(false)} />
        ) : (
          <DifferenceForm payment={payment} entry={entry} onEntry={setEntry} onDone={() => setIsChecked(true)} />
        )
      }
    </ActOnPayment>
  )
}
