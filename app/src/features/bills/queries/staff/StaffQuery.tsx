/** A query for staff: the thread and the answer, next to the bill's facts and the assignment. */
import { getRouteApi } from '@tanstack/react-router'
import { Download, Eye } from 'lucide-react'
import { amountShown, dayShown, instantShown, type QueryDetails } from '~/core/core'
import { link, paths } from '~/core/links'
import { callFile } from '~/kit/call/api'
import { useOptionalRead, useRead } from '~/kit/call/read'
import { useDownload } from '~/kit/call/useDownload'
import { Boundary } from '~/kit/page/Boundary'
import { Decision } from '~/kit/page/Decision'
import sides from '~/kit/page/Sides.module.css'
import { useTitle } from '~/kit/page/useTitle'
import { QueueNav } from '~/kit/queue/QueueNav'
import { useQueue } from '~/kit/queue/useQueue'
import { useMay, useProfile } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { LinkButton } from '~/ui/button/LinkButton'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
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
  const title = query ? t('query.title', { invoiceNo: query.invoiceNo }) : t('query.one')
  useTitle(title)
  const queue = useQueue(route.useSearch().queue, queryId, [
    { screen: 'queryQueue', list: queryQueueList, label: t('title'), isQueue: () => false },
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
        <Record bulkId={bulkId} queryId={queryId} />
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

function Record({ bulkId, queryId }: { bulkId: string; queryId: string }) {
  const { t } = useTranslation('queriesStaff')
  const query = useRead('GetQuery', { id: bulkId, queryId })
  const mayAnswer = useMay('manageBulkAccounts', 'update')
  const isOpen = isOpenState(query.state)
  return (
    <div className={sides.sides}>
      <div className={sides.record}>
        <Card title={t('query.thread')}>
          <Thread query={query} isCustomer={false} mayAdd={mayAnswer && isOpen}>
            {mayAnswer && isOpen && <AnswerForm query={query} />}
          </Thread>
        </Card>
      </div>
      <Decision label={t('query.bill')}>
        <Stack gap={5}>
          {isOpen && <Assignment query={query} mayAssign={mayAnswer} />}
          <BillFacts query={query} />
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

function BillFacts({ query }: { query: QueryDetails }) {
  const { t } = useTranslation('queriesStaff')
  const { t: words } = useTranslation('queries')
  const language = useLanguage()
  const mayView = useMay('customerViewMode', 'view')
  const { bulkId, companyName, invoiceNo, accountNo, line, openedBy, openedAt, caseNo, amountAsked, totalAmountPayable, dueDate } = query
  return (
    <Card title={t('query.bill')} isInLandmark>
      <Stack gap={4}>
        <Description
          columns={2}
          items={[
            { id: 'invoice', label: t('facts.invoice'), value: invoiceNo },
            { id: 'account', label: t('facts.account'), value: accountNo },
            { id: 'company', label: t('facts.company'), value: <Link href={link('bulkAccount', { bulkId })}>{companyName}</Link> },
            { id: 'line', label: words('facts.line'), value: line === null ? t('facts.whole') : words('line.number', { number: line }) },
            { id: 'asked', label: words('facts.amountAsked'), value: amountShown(amountAsked) },
            { id: 'now', label: t('facts.amountNow'), value: amountShown(totalAmountPayable) },
            { id: 'due', label: t('facts.due'), value: dueDate && dayShown(dueDate, language) },
            {
              id: 'opened',
              label: words('facts.opened'),
              value: words('facts.by', { name: openedBy, when: instantShown(openedAt, language) }),
            },
            { id: 'case', label: words('facts.caseNo'), value: caseNo },
          ]}
        />
        {mayView && (
          <div>
            <LinkButton size="small" icon={<Eye />} href={link('bill', { invoiceNo, query: query.queryId, bulkId })}>
              {t('query.view')}
            </LinkButton>
          </div>
        )}
      </Stack>
    </Card>
  )
}
