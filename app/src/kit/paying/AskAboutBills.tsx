/** The form that asks the utility about the findings on several bills with one query. The bills leave the payment. */
import { useState } from 'react'
import { type InvoiceNo, numberShown, type QueryKind } from '~/core/core'
import { useTranslation } from '~/words/useTranslation'
import { AskedBills } from '../queries/AskedBills'
import { AskForm } from '../queries/AskForm'
import { kindOfFinding } from '../queries/kinds'
import type { FoundBill } from './openFindings'
import { useTakenOut } from './selection'

interface Props {
  bills: readonly FoundBill[]
  onClose: () => void
}

/** Returns the kind that all findings suggest. */
function kindOf(bills: readonly FoundBill[]): QueryKind {
  const kinds = new Set(bills.flatMap(({ findings }) => findings.map(kindOfFinding)))
  const [only] = kinds
  return only && kinds.size === 1 ? only : 'other'
}

export function AskAboutBills({ bills, onClose }: Props) {
  const { t } = useTranslation('queries')
  const [, takeOut] = useTakenOut()
  const [kind] = useState(() => kindOf(bills))
  const count = { count: bills.length, shown: numberShown(bills.length) }

  /** Takes the bills out of the payment that are on hold now. */
  function close(asked: readonly InvoiceNo[]) {
    takeOut(new Map(asked.map((invoiceNo) => [invoiceNo, 'asked'])))
    onClose()
  }

  return (
    <AskForm
      title={t('ask.many.title', count)}
      lead={t('ask.many.lead')}
      bills={bills.map(({ invoiceNo, findings }) => ({ invoiceNo, findingIds: findings.map(({ findingId }) => findingId) }))}
      kind={kind}
      message={t('ask.many.question')}
      doneBody={(day) => t('ask.many.doneBody', { day })}
      onClose={close}
      onSent={close}
    >
      <AskedBills
        title={t('ask.many.bills', count)}
        bills={bills.map(({ invoiceNo, findings }) => ({ invoiceNo, lines: findings.map(({ sentence }) => sentence) }))}
      />
    </AskForm>
  )
}
