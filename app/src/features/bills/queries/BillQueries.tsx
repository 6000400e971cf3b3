/** The queries about a bill on its page: the form, the thread with the customer's actions, and links to earlier queries. */
import { Download } from 'lucide-react'
import { useState } from 'react'
import { amountShown, type BillDetails, dayAt, dayShown, instantShown, numberShown, type QueryDetails, type QueryRow } from '~/core/core'
import { link } from '~/core/links'
import { callFile } from '~/kit/call/api'
import { useRead } from '~/kit/call/read'
import { useDownload } from '~/kit/call/useDownload'
import { Boundary } from '~/kit/page/Boundary'
import { AskedBills } from '~/kit/queries/AskedBills'
import { useBulkId } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { Notice } from '~/ui/feedback/Notice'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { type AskSearch, isOpenState, openQueryOf, queriesOfBill, queryPart } from './ask'
import { QueryStatus } from './QueryStatus'
import { ReplyForm } from './ReplyForm'
import { Thread } from './Thread'
import styles from './Thread.module.css'
import { useMayAsk } from './useAsk'
import { useLines } from './useLines'

const AskDialog = deferComponent(async () => (await import('./AskDialog')).AskDialog)
const AskOfFinding = deferComponent(async () => (await import('./AskDialog')).AskOfFinding)

interface Props {
  details: BillDetails
  search: AskSearch
}

/** The form, while the address asks for it. */
export function AskForm({ details, search, onClose, onSent }: Props & { onClose: () => void; onSent: () => void }) {
  const { t } = useTranslation('bills')
  const { items } = useRead('GetQueries', queriesOfBill(useBulkId(), details.bill.invoiceNo))
  const mayAsk = useMayAsk()
  const asks = search.open === 'ask' && mayAsk
  // The form stays while it adds files to the query that it opened.
  const [isForm, setIsForm] = useState(false)
  if (isForm !== (asks && (isForm || !openQueryOf(items)))) setIsForm(!isForm)
  if (!asks) return null
  if (!isForm) return <Notice tone="progress" title={t('ask.isOpen')} isAnnounced onClose={onClose} />
  const form = { details, kind: search.kind, onClose, onSent }
  return search.finding ? <AskOfFinding findingId={search.finding} {...form} /> : <AskDialog {...form} />
}

export function BillQueries({ details, search }: Props) {
  const { t } = useTranslation('bills')
  const { items } = useRead('GetQueries', queriesOfBill(useBulkId(), details.bill.invoiceNo))
  const open = openQueryOf(items)
  // A query that ends while it is shown stays, so that its user sees the end. Earlier queries are links.
  const [seen, setSeen] = useState(open?.queryId)
  if (open && open.queryId !== seen) setSeen(open.queryId)
  const shown = items.find(({ queryId }) => queryId === search.query) ?? items.find(({ queryId }) => queryId === seen)
  if (shown) return <OneQuery key={shown.queryId} details={details} shown={shown} all={items} />
  return (
    items.length > 0 && (
      <Card title={t('ask.earlier')}>
        <Links queries={items} />
      </Card>
    )
  )
}

interface OneProps {
  details: BillDetails
  shown: QueryRow
  all: readonly QueryRow[]
}

function OneQuery({ details, shown, all }: OneProps) {
  const { t } = useTranslation('queries')
  return (
    <div id={queryPart} tabIndex={-1} className={styles.target}>
      <Card title={t('thread.title', { kind: t(`kinds.${shown.kind}`) })} actions={<PrintQuery queryId={shown.queryId} />}>
        <Stack gap={4}>
          <Boundary isPart of={shown.queryId} waiting={<Skeleton height="12rem" shape="box" />}>
            <Record queryId={shown.queryId} details={details} />
          </Boundary>
          <Others all={all.filter(({ queryId }) => queryId !== shown.queryId)} />
        </Stack>
      </Card>
    </div>
  )
}

function Record({ queryId, details }: { queryId: string; details: BillDetails }) {
  const query = useRead('GetQuery', { queryId, id: useBulkId() })
  const mayAsk = useMayAsk() && isOpenState(query.state)
  return (
    <Thread query={query} isCustomer mayAdd={mayAsk} facts={<Facts query={query} details={details} />}>
      {mayAsk && <ReplyForm query={query} />}
    </Thread>
  )
}

function Facts({ query, details }: { query: QueryDetails; details: BillDetails }) {
  const { t } = useTranslation('queries')
  const language = useLanguage()
  const { invoiceNo, line, openedBy, openedAt, caseNo, bills } = query
  // The page is that of one of the bills. The line is one of the first.
  const shown = bills.find((bill) => bill.invoiceNo === details.bill.invoiceNo)
  const ofLine = shown?.invoiceNo === invoiceNo ? line : null
  const label = useLines(details).find(({ number }) => number === ofLine)?.label
  return (
    <>
      <Description
        items={[
          { id: 'by', label: t('facts.opened'), value: t('facts.by', { name: openedBy, when: instantShown(openedAt, language) }) },
          ...(ofLine === null ? [] : [{ id: 'line', label: t('facts.line'), value: label ?? t('line.number', { number: ofLine }) }]),
          { id: 'amount', label: t('facts.amountAsked'), value: shown && amountShown(shown.amountAsked) },
          ...(caseNo === null ? [] : [{ id: 'case', label: t('facts.caseNo'), value: caseNo }]),
        ]}
      />
      {bills.length > 1 && <Bills query={query} />}
    </>
  )
}

/** Every bill of the query, with the findings that it asks about. */
function Bills({ query: { queryId, bills } }: { query: QueryDetails }) {
  const { t } = useTranslation('queries')
  return (
    <AskedBills
      title={t('bills.title', { count: bills.length, shown: numberShown(bills.length) })}
      bills={bills.map(({ invoiceNo, amountAsked, leftAt, askedFindings }) => ({
        invoiceNo,
        // The page of a bill that left the accounts is not found.
        name: leftAt === null ? <Link href={link('bill', { invoiceNo, query: queryId })}>{invoiceNo}</Link> : invoiceNo,
        lines: [t('bills.asked', { amount: amountShown(amountAsked) }), ...askedFindings, ...(leftAt === null ? [] : [t('bills.left')])],
      }))}
    />
  )
}

function PrintQuery({ queryId }: { queryId: string }) {
  const { t } = useTranslation('queries')
  const id = useBulkId()
  const download = useDownload(() => callFile('PrintQuery', { id, queryId }))
  return (
    <Button size="small" icon={<Download />} onPress={() => download.mutate(undefined)} isLoading={download.isPending}>
      {t('thread.pdf')}
    </Button>
  )
}

/** The other queries about the bill. */
function Others({ all }: { all: readonly QueryRow[] }) {
  const { t } = useTranslation('queries')
  if (all.length === 0) return null
  return (
    <section className={styles.part} aria-label={t('thread.others')}>
      <h3 className={styles.title}>{t('thread.others')}</h3>
      <Links queries={all} />
    </section>
  )
}

function Links({ queries }: { queries: readonly QueryRow[] }) {
  const { t } = useTranslation('queries')
  const language = useLanguage()
  return (
    <ul className={styles.list}>
      {queries.map(({ queryId, invoiceNo, kind, openedAt, state }) => (
        <li key={queryId}>
          <Link href={link('bill', { invoiceNo, query: queryId })}>
            {t('thread.other', { kind: t(`kinds.${kind}`), day: dayShown(dayAt(openedAt), language) })}
          </Link>
          <QueryStatus state={state} />
        </li>
      ))}
    </ul>
  )
}
