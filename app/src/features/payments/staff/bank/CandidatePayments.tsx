/** The payments that may belong to a bank line, best first, with the reasons; and a search among all pending payments. */
import { useMemo } from 'react'
import { amountShown, dayAt, instantShown, type MatchCandidate, numberShown, paymentMethod, waitedShown } from '~/core/core'
import { link } from '~/core/links'
import { SearchBox } from '~/kit/list/SearchBox'
import { useToday } from '~/kit/session/useToday'
import { Link } from '~/ui/button/Link'
import { DataTable } from '~/ui/table/DataTable'
import type { Column } from '~/ui/table/dataTableTypes'
import { TwoLines } from '~/ui/text/TwoLines'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  /** Undefined until loaded. */
  payments: readonly MatchCandidate[] | undefined
  /** Number of further matches that are not listed. */
  more: number
  search: string
  onSearch: (text: string) => void
  /** Undefined for users who cannot decide. */
  chosen: ReadonlyMap<string, MatchCandidate> | undefined
  onChoose: (keys: ReadonlySet<string>, rows: readonly MatchCandidate[]) => void
}

const none: readonly MatchCandidate[] = []
const keyOf = ({ payment }: MatchCandidate) => payment.eBulkPaymentID
const nameOf = ({ payment }: MatchCandidate) => payment.transactionNo

export function CandidatePayments({ payments, more, search, onSearch, chosen, onChoose }: Props) {
  const { t } = useTranslation('bankStatements')
  const rows = payments ?? none
  const columns = useColumns()
  return (
    <DataTable
      caption={
        more > 0
          ? t('match.paymentsOf', { shown: numberShown(rows.length), total: numberShown(rows.length + more) })
          : t('match.payments', { count: rows.length, shown: numberShown(rows.length) })
      }
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      rowLabel={nameOf}
      toolbar={
        <SearchBox
          label={t('match.search')}
          placeholder={t('match.searchHint')}
          shortcut="/"
          value={search}
          onSearch={onSearch}
          isLoading={payments === undefined}
        />
      }
      selection={chosen && { selected: new Set(chosen.keys()), onChange: (keys) => onChoose(keys, rows) }}
      isFiltered={search !== ''}
      isLoading={payments === undefined}
      empty={{ title: t('match.noPayment'), body: t('match.noPaymentHint') }}
      emptyFiltered={{ title: t('match.nothingMatches') }}
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
