/**
 * A payment run on one line: draft, checking, approval, ready, payment, in the books. Each stage is a link to what exists of it: the bills,
 * the proposal, the payment, the export.
 */
import { dayAt, dayShown, type ListedDocument, type PaymentDetails, type ProposalDetails, paymentStatusName } from '~/core/core'
import { link } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { Steps } from '~/ui/layout/Steps'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './PayRun.module.css'
import { currentDocument, type Progress, progressOfPayment, progressOfProposal, type Stage, stagesOf } from './stages'

interface Props {
  progress: Progress
  needsApproval: boolean
  /** What exists of a stage. The open page has no link to itself. */
  links?: { readonly [Name in Stage]?: string | undefined }
  /** The export of the payment, whose number in the accounting program may still be missing. */
  document?: ListedDocument | undefined
}

/** Renders nothing if the run ended without a payment. */
export function PayRun({ progress, needsApproval, links = {}, document }: Props) {
  const { t } = useTranslation('paying')
  const language = useLanguage()
  if (progress === null) return null
  const exported = document && !document.theirNo && t('run.exported', { day: dayShown(dayAt(document.madeAt), language) })
  return (
    <Steps
      label={t('run.label')}
      isShort
      current={progress === 'done' ? undefined : progress}
      steps={stagesOf(needsApproval).map((id) => ({
        id,
        label: id === 'books' && exported ? exported : t(`run.${id}`),
        href: links[id],
      }))}
    />
  )
}

type Screen = 'proposal' | 'payment' | 'result'

/** The run of a payment, from its bills to its export. */
export function RunOfPayment({ details, on }: { details: PaymentDetails; on: Screen }) {
  const id = useBulkId()
  const maySeeBooks = useMay('bill', 'view')
  const { transaction, proposalId } = details
  const { transactionNo, status } = transaction
  const isPaid = paymentStatusName(status) === 'paid'
  const documents = useOptionalRead('GetAccountingDocuments', { id, sourceNo: transactionNo, recordCount: 10 }, isPaid && maySeeBooks)
  const document = currentDocument(documents?.items)
  const proposal = proposalId && on !== 'proposal' ? link('proposal', { proposalId }) : undefined
  return (
    <div className={styles.run} data-print="hide">
      <PayRun
        progress={progressOfPayment(paymentStatusName(status), document)}
        needsApproval={Boolean(proposalId)}
        document={document}
        links={{
          draft: link('payment', { transactionNo, tab: 'invoices' }),
          approval: proposal,
          ready: proposal,
          paid: on === 'result' ? undefined : link('paymentResult', { transactionNo }),
          books: !isPaid || !maySeeBooks ? undefined : document ? exportOf(document) : link('accounting'),
        }}
      />
    </div>
  )
}

const exportOf = ({ profileId, runNo }: ListedDocument) => link('accountingRun', { profileId, runNo: String(runNo) })

/** The run of a proposal; once it is released, that of its payment. */
export function RunOfProposal({ proposal: { state, transactionNo } }: { proposal: ProposalDetails }) {
  const details = useOptionalRead('GetPaymentDetails', { transactionNo: transactionNo ?? '', recordCount: 1 }, Boolean(transactionNo))
  if (details) return <RunOfPayment details={details} on="proposal" />
  return (
    <div className={styles.run} data-print="hide">
      <PayRun progress={progressOfProposal(state)} needsApproval />
    </div>
  )
}
