/** The form that asks the utility about a bill, or about one of its lines. */
import { amountShown, type BillDetails, type ListedFinding, type QueryKind } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { AskForm } from '~/kit/queries/AskForm'
import { kindOfFinding } from '~/kit/queries/kinds'
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

export function AskDialog({ details, kind, finding, onClose, onSent }: Props & { finding?: ListedFinding | undefined }) {
  const { t } = useTranslation('queries')
  const { invoiceNo, totalAmountPayable } = details.bill
  // The finding may have been decided since: then the query is about the bill only.
  const findingIds = finding?.state === 'open' ? [finding.findingId] : []
  return (
    <AskForm
      title={t('ask.title', { invoiceNo })}
      lead={t('ask.lead', { amount: amountShown(totalAmountPayable) })}
      bills={[{ invoiceNo, findingIds }]}
      kind={finding ? kindOfFinding(finding) : (kind ?? 'amount')}
      message={finding ? t('ask.ofFinding', { sentence: finding.sentence }) : kind === 'eInvoice' ? t('ask.rejection') : ''}
      lines={useLines(details)}
      doneBody={(day) => t('ask.doneBody', { day })}
      onClose={onClose}
      onSent={onSent}
    />
  )
}
