/** The payments that may belong to a bank line, best first, with the reasons; and a search among all pending payments. */
import { useMemo } from 'react'
import { amountShown, dayAt, instantShown, type MatchCandidate, paymentMethod, waitedShown } from '~/core/core'
import { link } from '~/core/links'
import { useToday } from '~/kit/session/useToday'
import { Link } from '~/ui/button/Link'
import type { Column } from '~/ui/table/dataTableTypes'
import { TwoLines } from '~/ui/text/TwoLines'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { type CandidateProps, Candidates } from './Candidates'

const keyOf = ({ payment }: MatchCandidate) => payment.eBulkPaymentID
const nameOf = ({ payment }: MatchCandidate) => payment.transactionNo

export function CandidatePayments(props: CandidateProps<MatchCandidate>) {
  const { t } = useTranslation('bankStatements')
  return (
    <Candidates
      {...props}
      kind="payments"
      columns={useColumns()}
      rowKey={keyOf}
      rowLabel={nameOf}
      searchBox={{ label: t('match.search'), placeholder: t('match.searchHint'), shortcut: '/' }}
      empty={{ title: t('match.noPayment'), body: t('match.noPaymentHint') }}
    />
  )
}

function useColumns(): Column<MatchCandidate>[] {
  const { t } = useTranslation('bankStatements')
  const language = useLanguage()
  const today = useToday()
  return useMemo(
    () => [
      {
        id: 'payment',
        header: t('lines.payment'),
        priority: 'title',
        isRowHeader: true,
        minWidth: 9.25,
        cell: ({ payment }) => (
          <TwoLines
            first={<Link href={link('staffPayment', { transactionNo: payment.transactionNo })}>{payment.transactionNo}</Link>}
            second={payment.companyName}
          />
        ),
      },
      {
        id: 'reference',
        header: t('match.numbers'),
        minWidth: 9,
        worth: 3,
        cell: ({ payment }) => (
          <TwoLines first={payment.referenceNumbers.join(', ')} second={paymentMethod(payment.paymentMethod, language).word} />
        ),
      },
      {
        id: 'made',
        header: t('match.made'),
        width: 10.5,
        isDate: true,
        worth: 2,
        cell: ({ payment, isAccepted }) => (
          <TwoLines
            first={instantShown(payment.requestedAt, language)}
            second={!isAccepted && waitedShown(dayAt(payment.requestedAt), today, language)}
          />
        ),
      },
      {
        id: 'why',
        header: t('match.why'),
        minWidth: 11,
        wraps: true,
        priority: 'status',
        cell: ({ why, isAccepted, proposedBy, needsSecondOfficer }) => (
          <TwoLines
            first={t(`candidate.${why}`)}
            second={
              isAccepted
                ? t('match.isAccepted')
                : proposedBy
                  ? t('match.proposedBy', { name: proposedBy })
                  : needsSecondOfficer && t('match.needsSecond')
            }
          />
        ),
      },
      {
        id: 'expected',
        header: t('match.expected'),
        width: 9,
        align: 'end',
        priority: 'amount',
        cell: ({ payment }) => amountShown(payment.expected),
      },
    ],
    [t, language, today],
  )
}
