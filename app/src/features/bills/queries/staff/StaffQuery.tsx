/** A query for staff: the thread and the answer, next to the assignment, and to the bill with its findings and lines. */
import { getRouteApi } from '@tanstack/react-router'
import { Download, Eye } from 'lucide-react'
import { useState } from 'react'
import { amountShown, compareAmounts, dayShown, instantShown, numberShown, type QueryBill, type QueryDetails } from '~/core/core'
import { link, paths } from '~/core/links'
import { Charges } from '~/features/bills/bill/Charges'
import { readingItems } from '~/features/bills/billItems'
import findingStyles from '~/features/bills/findings/BillFindings.module.css'
import { FindingStatus } from '~/features/bills/findings/FindingStatus'
import { LineDifferences } from '~/features/bills/findings/LineDifferences'
import { callFile } from '~/kit/call/api'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { useDownload } from '~/kit/call/useDownload'
import { viewOf } from '~/kit/list/declare'
import { Boundary } from '~/kit/page/Boundary'
import { Decision } from '~/kit/page/Decision'
import sides from '~/kit/page/Sides.module.css'
import { useTitle } from '~/kit/page/useTitle'
import { shownAtOnce } from '~/kit/queries/AskedBills'
import { QueueNav } from '~/kit/queue/QueueNav'
import { QueueNext } from '~/kit/queue/QueueNext'
import { type Queue, useQueue } from '~/kit/queue/useQueue'
import { useMay, useProfile } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { LinkButton } from '~/ui/button/LinkButton'
import { Card } from '~/ui/layout/Card'
import { Fold } from '~/ui/layout/Fold'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Description, type DescriptionItem } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { isOpenState } from '../ask'
import { QueryStatus } from '../QueryStatus'
import { Thread } from '../Thread'
import styles from '../Thread.module.css'
import { AnswerForm } from './AnswerForm'
import { queryQueueList } from './queryQueueList'
import { useAssign } from './useAssign'

const route = getRouteApi(paths.staffQuery)

export function StaffQuery() {
  const { bulkId, queryId } = route.useParams()
  // The key remounts the screen for another query, so that entries do not carry over.
  return <Query key={queryId} bulkId={bulkId} queryId={queryId} />
}

function Query({ bulkId, queryId }: { bulkId: string; queryId: string }) {
  const { t } = useTranslation('queriesStaff')
  const { t: words } = useTranslation('queries')
  // For the header only. The boundary below shows any error.
  const query = useOptionalRead('GetQuery', { id: bulkId, queryId })
  const count = query?.bills.length ?? 1
  const title = query ? t('query.title', { count, invoiceNo: query.invoiceNo, others: numberShown(count - 1) }) : t('query.one')
  useTitle(title)
  const queue = useQueue(route.useSearch().queue, queryId, [
    {
      href: link('queryQueue'),
      list: queryQueueList,
      label: t('title'),
      isQueue: (params) => viewOf(queryQueueList, params)?.name === 'awaiting',
    },
  ])
  return (
    <Page
      title={title}
      breadcrumbs={[{ label: t('title'), href: queue?.href ?? link('queryQueue') }]}
      status={query && <QueryStatus state={query.state} />}
      subtitle={query && [words(`kinds.${query.kind}`), query.companyName].join(' · ')}
      actions={
        <>
          <PrintQuery bulkId={bulkId} queryId={queryId} />
          <QueueNav queue={queue} />
        </>
      }
    >
      <Boundary>
        <Record bulkId={bulkId} queryId={queryId} queue={queue} />
      </Boundary>
    </Page>
  )
}

function PrintQuery({ bulkId: id, queryId }: { bulkId: string; queryId: string }) {
  const { t } = useTranslation('queriesStaff')
  const download = useDownload(() => callFile('PrintQuery', { id, queryId }))
  return (
    <Button icon={<Download />} onPress={() => download.mutate(undefined)} isLoading={download.isPending}>
      {t('query.pdf')}
    </Button>
  )
}

function Record({ bulkId, queryId, queue }: { bulkId: string; queryId: string; queue: Queue | undefined }) {
  const { t } = useTranslation('queriesStaff')
  const query = useRead('GetQuery', { id: bulkId, queryId })
  const mayAnswer = useMay('manageBulkAccounts', 'update')
  const isOpen = isOpenState(query.state)
  const isAwaited = query.answerDue !== null
  const [isAnsweredHere, setAnsweredHere] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const { bills } = query
  const [only] = bills
  return (
    <div className={sides.sides}>
      <div className={sides.record}>
        <Card title={t('query.thread')}>
          <Thread query={query} isCustomer={false} mayAdd={mayAnswer && isOpen}>
            {!isAwaited && <QueueNext queue={queue} isFocused={isAnsweredHere} />}
            {mayAnswer && isOpen && (isAwaited || isAdding) && (
              <AnswerForm
                query={query}
                onAnswered={() => {
                  setAnsweredHere(true)
                  setAdding(false)
                }}
              />
            )}
            {mayAnswer && isOpen && !isAwaited && !isAdding && (
              <div>
                <Button onPress={() => setAdding(true)}>{t('answer.again')}</Button>
              </div>
            )}
          </Thread>
        </Card>
      </div>
      <Decision label={t(bills.length > 1 ? 'query.bills' : 'query.bill')}>
        <Stack gap={5}>
          {isOpen && <Assignment query={query} mayAssign={mayAnswer} />}
          {only && bills.length === 1 ? <OneBill query={query} bill={only} /> : <Bills query={query} />}
        </Stack>
      </Decision>
    </div>
  )
}

function Assignment({ query, mayAssign }: { query: QueryDetails; mayAssign: boolean }) {
  const { t } = useTranslation('queriesStaff')
  const { name } = useProfile()
  const { mutate, isPending } = useAssign()
  const { assignedTo } = query
  return (
    <Card title={t('assign.title')}>
      <Stack gap={3}>
        <p className={styles.none}>{assignedTo ? t('assign.to', { name: assignedTo }) : t('assign.none')}</p>
        {mayAssign && (
          <div className={styles.actions}>
            {assignedTo !== name && (
              <Button size="small" onPress={() => mutate({ query, toMe: true })} isLoading={isPending}>
                {t('assign.toMe')}
              </Button>
            )}
            {assignedTo !== null && (
              <Button size="small" onPress={() => mutate({ query, toMe: false })} isLoading={isPending}>
                {t('assign.release')}
              </Button>
            )}
          </div>
        )}
      </Stack>
    </Card>
  )
}

/** The bill with its findings and lines. */
function OneBill({ query, bill }: { query: QueryDetails; bill: QueryBill }) {
  const { t } = useTranslation('queriesStaff')
  return (
    <>
      {bill.findings.length > 0 && <Findings bill={bill} />}
      <Card title={t('query.bill')} isInLandmark>
        <BillFacts query={query} bill={bill} items={useQueryItems(query)} />
      </Card>
      {bill.bill?.charges && (
        <Card title={t('query.lines')}>
          <Charges details={bill.bill} />
        </Card>
      )}
    </>
  )
}

/** Several bills, each with its findings, period and lines. They are folded if there are many. */
function Bills({ query }: { query: QueryDetails }) {
  const { t } = useTranslation('queriesStaff')
  const { t: words } = useTranslation('queries')
  const { bills } = query
  return (
    <Card title={t('query.bills')} isInLandmark>
      <Description columns={2} items={useQueryItems(query)} />
      {bills.map((bill) => (
        <Fold
          key={bill.invoiceNo}
          title={bill.invoiceNo}
          summary={[
            amountShown(bill.amountAsked),
            t('query.findings', { count: bill.findings.length, shown: numberShown(bill.findings.length) }),
            ...(bill.leftAt === null ? [] : [words('bills.left')]),
          ].join(' · ')}
          isOpen={bills.length <= shownAtOnce}
        >
          {bill.findings.length > 0 && <Findings bill={bill} isOneOfSeveral />}
          <BillFacts query={query} bill={bill} items={[]} />
          {bill.bill?.charges && <Charges details={bill.bill} />}
        </Fold>
      ))}
    </Card>
  )
}

/** What the checks found on the bill. Landmarks with one name cannot be told apart, so only the findings of a single bill are one. */
function Findings({ bill: { findings, bill }, isOneOfSeveral = false }: { bill: QueryBill; isOneOfSeveral?: boolean }) {
  const { t } = useTranslation('findings')
  return (
    <Card title={t('ofBill.title')} isInLandmark={isOneOfSeveral}>
      <ul className={findingStyles.findings}>
        {findings.map(({ findingId, title, sentence, state, atStake, evidence }) => (
          <li key={findingId} className={findingStyles.finding}>
            <div className={findingStyles.head}>
              <h3 className={findingStyles.title}>{title}</h3>
              <FindingStatus state={state} />
            </div>
            <p>{sentence}</p>
            {compareAmounts(atStake, '0.00') > 0 && <strong>{t('ofBill.atStake', { amount: amountShown(atStake) })}</strong>}
            {evidence.rule === 'priceMismatch' && <LineDifferences evidence={evidence} charges={bill?.charges} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Returns who asked, when, and the utility's case. */
function useQueryItems({ bulkId, companyName, openedBy, openedAt, caseNo }: QueryDetails): DescriptionItem[] {
  const { t } = useTranslation('queriesStaff')
  const { t: words } = useTranslation('queries')
  const language = useLanguage()
  return [
    { id: 'company', label: t('facts.company'), value: <Link href={link('bulkAccount', { bulkId })}>{companyName}</Link> },
    {
      id: 'opened',
      label: words('facts.opened'),
      value: words('facts.by', { name: openedBy, when: instantShown(openedAt, language) }),
    },
    { id: 'case', label: words('facts.caseNo'), value: caseNo },
  ]
}

/** The data of one bill, followed by `items`. */
function BillFacts({ query, bill, items }: { query: QueryDetails; bill: QueryBill; items: readonly DescriptionItem[] }) {
  const { t } = useTranslation('queriesStaff')
  const { t: words } = useTranslation('queries')
  const { t: ofBill } = useTranslation('bills')
  const language = useLanguage()
  const mayView = useMay('customerViewMode', 'view')
  const { invoiceNo, accountNo, amountAsked, totalAmountPayable, dueDate, leftAt, bill: details } = bill
  // The line is one of the first bill.
  const line = invoiceNo === query.invoiceNo ? query.line : null
  const charge = details?.charges?.groups.flatMap(({ lines }) => lines).find(({ number }) => number === line)
  return (
    <Stack gap={4}>
      <Description
        columns={2}
        items={[
          { id: 'invoice', label: t('facts.invoice'), value: invoiceNo },
          { id: 'account', label: t('facts.account'), value: accountNo },
          {
            id: 'line',
            label: words('facts.line'),
            value: charge
              ? words('line.of', { number: charge.number, word: charge.word, amount: amountShown(charge.amount) })
              : line === null
                ? t('facts.whole')
                : words('line.number', { number: line }),
          },
          ...(details ? readingItems(ofBill, language, details) : []),
          { id: 'asked', label: words('facts.amountAsked'), value: amountShown(amountAsked) },
          { id: 'now', label: t('facts.amountNow'), value: amountShown(totalAmountPayable) },
          { id: 'due', label: t('facts.due'), value: dueDate && dayShown(dueDate, language) },
          ...items,
        ]}
      />
      {mayView && leftAt === null && (
        <div>
          <LinkButton size="small" icon={<Eye />} href={link('bill', { invoiceNo, query: query.queryId, bulkId: query.bulkId })}>
            {t('query.view')}
          </LinkButton>
        </div>
      )}
    </Stack>
  )
}
