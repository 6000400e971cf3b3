/**
 * Find and match: a bank line, the payments that may belong to it, and other lines that may be combined with it. A line can pay
 * several payments, and several lines can pay one payment. Core divides the money.
 */
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import {
  amountShown,
  type BankShare,
  compareAmounts,
  dayShown,
  instantShown,
  type MatchCandidate,
  type MatchLine,
  type Money,
  numberShown,
  type PaymentOutcome,
  sentence,
  sumAmounts,
  waitedShown,
} from '~/core/core'
import { allotShares } from '~/core/forms'
import { link, paths } from '~/core/links'
import { loadProblem } from '~/kit/call/api'
import { callQuery, useLookup, useOptionalRead, useRead } from '~/kit/call/read'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { QueueNav } from '~/kit/queue/QueueNav'
import { QueueNext } from '~/kit/queue/QueueNext'
import { type Queue, useQueue } from '~/kit/queue/useQueue'
import { useMay } from '~/kit/session/useProfile'
import { useToday } from '~/kit/session/useToday'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { Notice } from '~/ui/feedback/Notice'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { SelectionBar } from '~/ui/table/SelectionBar'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { bankLineList } from './bankLineList'
import { CandidateLines } from './CandidateLines'
import { CandidatePayments } from './CandidatePayments'
import { ConfirmMatch } from './ConfirmMatch'
import styles from './FindMatch.module.css'
import { isOpenMoney, lineKey, loadedOnly, newest, toggled } from './matching'
import { OtherMoney } from './OtherMoney'

const route = getRouteApi(paths.bankLine)

const paymentKey = ({ payment }: MatchCandidate) => payment.eBulkPaymentID

export function FindMatch() {
  const { t } = useTranslation('bankStatements')
  const { statementId, line } = route.useParams()
  const fileName = useOptionalRead('GetBankStatement', { statementId })?.fileName
  const title = t('match.title', { line })
  useTitle(title)
  // The lines without a proposal, from wherever this line was opened.
  const queue = useQueue(link('bankStatement', { statementId, show: 'unmatched' }), line, [
    {
      href: link('bankStatement', { statementId }),
      list: bankLineList,
      of: { statementId },
      label: t('match.unmatched'),
      isQueue: () => true,
      rowHref: (row) => link('bankLine', { statementId, line: String(row.line) }),
    },
  ])
  return (
    <Page
      title={title}
      breadcrumbs={[
        { label: t('title'), href: link('bankStatements') },
        { label: fileName ?? t('one'), href: link('bankStatement', { statementId }) },
      ]}
      about={t('match.lead')}
      actions={<QueueNav queue={queue} />}
    >
      <Boundary of={`${statementId} ${line}`}>
        {/* The key remounts the screen for another line, so that ticks do not carry over. */}
        <Content key={`${statementId} ${line}`} statementId={statementId} line={Number(line)} queue={queue} />
      </Boundary>
    </Page>
  )
}

function Content({ statementId, line: row, queue }: { statementId: string; line: number; queue: Queue | undefined }) {
  const { t } = useTranslation('bankStatements')
  const language = useLanguage()
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const mayDecide = useMay('pendingApproval', 'update')
  const all = useRead('GetMatchCandidates', { statementId, line: row })
  const isSearched = search.search !== undefined || search.lines !== undefined
  const asked = {
    statementId,
    line: row,
    ...(search.search && { search: search.search }),
    ...(search.lines && { lineSearch: search.lines }),
  }
  const lookup = useLookup(callQuery('GetMatchCandidates', asked), isSearched)
  const shown = isSearched ? lookup.found : all
  const searching = isSearched && {
    isLoading: lookup.isLoading && !lookup.found,
    problem: lookup.error ? loadProblem(t('match.notFound'), lookup.error, lookup.refetch) : undefined,
  }
  const { line, repeats } = all
  const [payments, setPayments] = useState<ReadonlyMap<string, MatchCandidate>>(new Map())
  const [others, setOthers] = useState<ReadonlyMap<string, MatchLine>>(new Map())
  const [isConfirming, setConfirming] = useState(false)
  const [matched, setMatched] = useState<readonly PaymentOutcome[]>()
  const [isDeclared, setDeclared] = useState(false)

  const loaded = [...all.payments, ...(shown?.payments ?? [])]
  const chosen = newest(payments, loaded, paymentKey)
  const lines = [line, ...others.values()]
  const divided = allotShares(
    lines.map(({ statementId: of, line: place, open }) => ({ statementId: of, line: place, open })),
    chosen.map(({ payment }) => ({
      eBulkPaymentID: payment.eBulkPaymentID,
      transactionNo: payment.transactionNo,
      expected: payment.expected,
    })),
    language,
  )
  const shares = divided.value ?? []
  const sum = (amounts: readonly Money[]) => sumAmounts(amounts, language).value ?? '0.00'
  const expected = sum(chosen.map(({ payment }) => payment.expected))
  const clear = () => {
    setPayments(new Map())
    setOthers(new Map())
  }
  const count = { count: chosen.length, shown: numberShown(chosen.length) }
  const isOpen = isOpenMoney(line.open)
  return (
    <>
      <div className={styles.sides}>
        <div className={styles.line}>
          <Line line={line} lines={lines} shares={shares} expected={chosen.length > 0 ? expected : undefined} />
        </div>
        <div className={styles.candidates}>
          <Stack gap={6}>
            {isDeclared && isOpen && <Notice tone="good" title={t('other.done')} isAnnounced />}
            {matched && <Matched payments={matched} line={line} />}
            {isOpen ? (
              <>
                {repeats && <OtherMoney line={line} repeats={repeats} mayDecide={mayDecide} onDeclared={() => setDeclared(true)} />}
                <CandidatePayments
                  {...searching}
                  candidates={shown?.payments}
                  more={shown?.morePayments ?? 0}
                  search={search.search ?? ''}
                  onSearch={(text) => onSearch({ search: text || undefined })}
                  chosen={mayDecide ? payments : undefined}
                  onChoose={(keys, rows) => setPayments(toggled(payments, keys, rows, paymentKey))}
                />
                <CandidateLines
                  {...searching}
                  candidates={shown?.lines}
                  more={shown?.moreLines ?? 0}
                  search={search.lines ?? ''}
                  onSearch={(text) => onSearch({ lines: text || undefined })}
                  chosen={mayDecide ? others : undefined}
                  onChoose={(keys, rows) => setOthers(toggled(others, keys, rows, lineKey))}
                />
                {!mayDecide && <Notice title={sentence('forbidden', language)} />}
              </>
            ) : (
              <>
                {repeats ? (
                  <OtherMoney line={line} repeats={repeats} mayDecide={mayDecide} onDeclared={() => setDeclared(true)} />
                ) : (
                  <Notice title={t('match.nothingOpen')} />
                )}
                <QueueNext queue={queue} isFocused={matched !== undefined} />
              </>
            )}
          </Stack>
        </div>
      </div>
      <SelectionBar
        isShown={chosen.length > 0}
        text={
          divided.error?.errorMessage ??
          t('match.bar', { ...count, lines: t('lines.of', { count: lines.length, shown: numberShown(lines.length) }) })
        }
        total={amountShown(expected)}
        onClear={clear}
        actions={
          <Button
            mode="primary"
            isDisabled={divided.error !== undefined}
            why={divided.error?.errorMessage}
            onPress={() => setConfirming(true)}
          >
            {t('match.confirm', { ...count, amount: amountShown(expected) })}
          </Button>
        }
      />
      {isConfirming && (
        <ConfirmMatch
          lines={lines}
          payments={chosen}
          shares={shares}
          onClose={(isRefused) => {
            setConfirming(false)
            // A payment that a search has hidden is not loaded again, and would be sent as it was.
            if (isRefused) setPayments(loadedOnly(payments, loaded, paymentKey))
          }}
          onMatched={(payments) => {
            setConfirming(false)
            setMatched(payments)
            clear()
          }}
        />
      )}
    </>
  )
}

/** Says which payments were matched, and which await a second officer. Once that officer confirms, the line names the payment. */
function Matched({ payments, line }: { payments: readonly PaymentOutcome[]; line: MatchLine }) {
  const { t } = useTranslation('bankStatements')
  const used = new Set(line.used.map(({ transactionNo }) => transactionNo))
  const second = payments.filter(({ awaitsSecondOfficer, transactionNo }) => awaitsSecondOfficer && !used.has(transactionNo))
  const done = payments.filter((payment) => !second.includes(payment))
  const numbers = (of: readonly PaymentOutcome[]) => of.map(({ transactionNo }) => transactionNo).join(', ')
  return (
    <>
      {done.length > 0 && <Notice tone="good" title={t('match.done', { numbers: numbers(done) })} isAnnounced />}
      {second.length > 0 && (
        <Notice tone="warning" title={t('decided.second', { count: second.length, shown: numberShown(second.length) })} isAnnounced>
          <p>{numbers(second)}</p>
        </Notice>
      )}
    </>
  )
}

interface LineProps {
  line: MatchLine
  lines: readonly MatchLine[]
  shares: readonly BankShare[]
  /** The total of the chosen payments. */
  expected: Money | undefined
}

/** The line, its open amount, and the open amount after the match. */
function Line({ line, lines, shares, expected }: LineProps) {
  const { t } = useTranslation('bankStatements')
  const language = useLanguage()
  const today = useToday()
  const amounts = (all: readonly Money[]) => sumAmounts(all, language).value ?? '0.00'
  const difference = (larger: Money, smaller: Money) => sumAmounts([larger, `-${smaller}`], language).value ?? '0.00'
  const own = shares.filter((share) => share.line === line.line && share.statementId === line.statementId)
  const open = amounts(lines.map((one) => one.open))
  return (
    <Card title={t('match.line')}>
      <Stack gap={5}>
        <Description
          columns={2}
          items={[
            { id: 'open', label: t('match.open'), value: <strong>{amountShown(line.open)}</strong> },
            { id: 'amount', label: t('lines.amount'), value: amountShown(line.amount) },
            { id: 'reference', label: t('lines.reference'), value: line.reference },
            { id: 'description', label: t('columns.description'), value: line.description },
            {
              id: 'day',
              label: t('lines.day'),
              value: isOpenMoney(line.open)
                ? `${dayShown(line.day, language)} · ${waitedShown(line.day, today, language)}`
                : dayShown(line.day, language),
            },
            { id: 'bank', label: t('filter.bank'), value: line.bankName },
            ...line.used.map(({ transactionNo, share, decidedBy, decidedAt }) => ({
              id: transactionNo,
              label: <Link href={link('staffPayment', { transactionNo })}>{transactionNo}</Link>,
              value: `${amountShown(share)} · ${t('usedBy', { name: decidedBy, when: instantShown(decidedAt, language) })}`,
            })),
          ]}
        />
        {expected !== undefined && (
          <Description
            columns={2}
            isTotalLast
            items={[
              ...(lines.length > 1
                ? [
                    {
                      id: 'lines',
                      label: t('match.openOfLines', { count: lines.length, shown: numberShown(lines.length) }),
                      value: amountShown(open),
                    },
                  ]
                : []),
              { id: 'expected', label: t('match.chosen'), value: amountShown(expected) },
              ...(own.length > 0
                ? [{ id: 'own', label: t('match.fromThis'), value: amountShown(amounts(own.map(({ amount }) => amount))) }]
                : []),
              compareAmounts(open, expected) < 0
                ? { id: 'missing', label: t('match.missing'), value: amountShown(difference(expected, open)) }
                : { id: 'left', label: t('match.left'), value: amountShown(difference(open, expected)) },
            ]}
          />
        )}
      </Stack>
    </Card>
  )
}
