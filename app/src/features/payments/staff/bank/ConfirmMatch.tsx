/** The review before a match: each payment with its shares of the lines, and the consequences. */
import { useState } from 'react'
import { amountShown, type BankShare, type MatchCandidate, type MatchLine, numberShown, type PaymentOutcome } from '~/core/core'
import { messageOf } from '~/kit/call/api'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { useProfile } from '~/kit/session/useProfile'
import { Notice } from '~/ui/feedback/Notice'
import { ConfirmDialog } from '~/ui/overlay/ConfirmDialog'
import { Description } from '~/ui/text/Description'
import { useTranslation } from '~/words/useTranslation'
import { isEffectChanged } from '../useDecision'
import { isAcceptanceMoved, lineKey } from './matching'

interface Props {
  lines: readonly MatchLine[]
  payments: readonly MatchCandidate[]
  shares: readonly BankShare[]
  /** `isRefused` is whether a payment needs another decision than the one that the officer was told. */
  onClose: (isRefused: boolean) => void
  onMatched: (payments: readonly PaymentOutcome[]) => void
}

/** Whether accepting the payment is only a proposal. */
const awaitsSecondOfficer = ({ needsSecondOfficer, proposedBy }: MatchCandidate) => needsSecondOfficer && !proposedBy

export function ConfirmMatch(props: Props) {
  const { onClose, onMatched } = props
  const { t } = useTranslation('bankStatements')
  const { name } = useProfile()
  const match = useWrite('MatchBankLines')
  // The match when the dialogue opened. The server refuses one that would now confirm a later acceptance of a colleague.
  const [{ lines, payments, shares }] = useState(props)
  const isMoved = !match.isPending && !match.isSuccess && isAcceptanceMoved(payments, props.payments, match.isError ? name : undefined)
  const isRefused = isEffectChanged(match.error)
  const why = isMoved ? t('match.moved') : isRefused ? messageOf(match.error) : undefined
  const count = { count: payments.length, shown: numberShown(payments.length) }
  const nameOf = (share: BankShare) => {
    const line = lines.find((one) => lineKey(one) === lineKey(share))
    return t('match.share', { amount: amountShown(share.amount), line: numberShown(share.line), reference: line?.reference || '–' })
  }
  const seen = payments.map((one) => ({
    eBulkPaymentID: one.payment.eBulkPaymentID,
    version: one.version,
    awaitsSecondOfficer: awaitsSecondOfficer(one),
  }))
  const isProposal = payments.some(awaitsSecondOfficer)
  return (
    <ConfirmDialog
      isOpen
      onClose={() => onClose(isRefused)}
      onConfirm={() => match.mutate({ shares: [...shares], payments: seen }, { onSuccess: (answer) => onMatched(answer.payments) })}
      title={t('match.confirmTitle', count)}
      confirmLabel={match.isError && !isRefused ? t('common:ui.tryAgain') : t('match.accept', count)}
      cancelLabel={t('decide.notYet')}
      isLoading={match.isPending}
      isDisabled={why !== undefined}
      why={why}
    >
      {isMoved && <Notice tone="warning" title={t('match.moved')} isAnnounced />}
      {match.isError && <RefusalNotice error={match.error} />}
      <Description
        items={payments.map(({ payment }) => ({
          id: payment.eBulkPaymentID,
          label: `${payment.transactionNo} · ${payment.companyName}`,
          value: (
            <>
              {shares
                .filter((share) => share.eBulkPaymentID === payment.eBulkPaymentID)
                .map((share) => (
                  <div key={lineKey(share)}>{nameOf(share)}</div>
                ))}
            </>
          ),
        }))}
      />
      {isProposal && <p>{t('match.second')}</p>}
      <p>{t('decide.forGood')}</p>
    </ConfirmDialog>
  )
}
