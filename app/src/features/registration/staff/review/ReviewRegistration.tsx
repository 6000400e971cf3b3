/** Staff's page of one application: what the company submitted, and the panel to decide. */
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { numberShown, type RegistrationStatus as RegistrationStatusCode, type ReviewedApplication } from '~/core/core'
import { link, paths } from '~/core/links'
import { useIsReadPending, useOptionalRead, useRead } from '~/kit/call/read'
import { statuses } from '~/kit/company/registrationNames'
import { List } from '~/kit/list/List'
import { useList } from '~/kit/list/useList'
import { Boundary } from '~/kit/page/Boundary'
import { Decision as DecisionSide, ToDecision } from '~/kit/page/Decision'
import styles from '~/kit/page/Sides.module.css'
import { useTitle } from '~/kit/page/useTitle'
import { QueueNav } from '~/kit/queue/QueueNav'
import { type Queue, useQueue } from '~/kit/queue/useQueue'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Tabs } from '~/ui/layout/Tabs'
import { useTranslation } from '~/words/useTranslation'
import { DecisionDialog } from '../decision/DecisionDialog'
import { DecisionPanel } from '../decision/DecisionPanel'
import { RegistrationStatus } from '../RegistrationStatus'
import { registrationList } from '../registrationList'
import { ActionLog } from './ActionLog'
import { accountToAddList } from './accountToAddList'
import { type Decision, reviewTabs } from './reviewSearch'
import { Submitted } from './Submitted'

const route = getRouteApi(paths.reviewRegistration)

export function ReviewRegistration() {
  const { registrationId } = route.useParams()
  // The key resets the screen for another application.
  return <Review key={registrationId} id={registrationId} />
}

function Review({ id }: { id: string }) {
  const { t } = useTranslation('registrationStaff')
  const { decide, queue: from } = route.useSearch()
  const navigate = route.useNavigate()
  const head = useOptionalRead('GetRegistrationApplicationByID', { id })?.head
  const isPending = useIsReadPending('GetRegistrationApplicationByID', { id })
  const title = t('review.title', { id: id.slice(0, 8) })
  useTitle(title)
  const queue = useQueue(from, id, [
    { href: link('registrations'), list: registrationList, label: t('title'), isQueue: ({ status }) => status === 'pending' },
  ])
  const onDecide = (decision: Decision | undefined) =>
    void navigate({ search: (old) => ({ ...old, decide: decision }), replace: decision === undefined, resetScroll: false })
  return (
    <Page
      title={title}
      breadcrumbs={[{ label: t('title'), href: queue?.href ?? link('registrations') }]}
      actions={
        <>
          {(head || isPending) && <ToDecision />}
          <QueueNav queue={queue} />
        </>
      }
      status={head ? <RegistrationStatus status={head.status} /> : isPending && <Skeleton width="8rem" height="1.5rem" />}
      subtitle={
        head ? t('review.lead', { company: head.companyName, number: head.registrationNo }) : isPending && <Skeleton width="20ch" />
      }
    >
      <Boundary>
        <Application id={id} decision={decide} onDecide={onDecide} queue={queue} />
      </Boundary>
    </Page>
  )
}

interface Props {
  id: string
  decision: Decision | undefined
  onDecide: (decision: Decision | undefined) => void
  queue: Queue | undefined
}

function Application({ id, decision, onDecide, queue }: Props) {
  const { t } = useTranslation('registrationStaff')
  const application = useRead('GetRegistrationApplicationByID', { id })
  const [isDecidedHere, setDecidedHere] = useState(false)
  return (
    <div className={styles.sides}>
      <Record application={application} />
      <DecisionSide label={t('decide.title')}>
        <DecisionPanel application={application} onDecide={onDecide} queue={queue} isDecidedHere={isDecidedHere} />
      </DecisionSide>
      <DecisionDialog
        key={decision}
        application={application}
        decision={decision}
        onDecided={() => setDecidedHere(true)}
        onClose={() => onDecide(undefined)}
      />
    </div>
  )
}

function Record({ application }: { application: ReviewedApplication }) {
  const { t } = useTranslation('registrationStaff')
  const { tab = 'submitted', queue } = route.useSearch()
  const { registrationId, status, totalAccounts } = application.head
  return (
    <div className={styles.record}>
      <Stack gap={4}>
        <Tabs
          label={t('tab.label')}
          current={tab}
          tabs={reviewTabs.map((name) => ({
            id: name,
            label: t(`tab.${name}`),
            href: link('reviewRegistration', { registrationId, tab: name === 'submitted' ? undefined : name, queue }),
            ...(name === 'accounts' && { count: numberShown(totalAccounts) }),
          }))}
        />
        {tab === 'submitted' && <Submitted application={application} />}
        {tab === 'accounts' && <AccountsToAdd id={registrationId} status={status} />}
        {tab === 'log' && <ActionLog id={registrationId} status={status} />}
      </Stack>
    </div>
  )
}

/** Once the accounts were added, or the application ended, nothing is left to be added. */
const listAfterwards = { ...accountToAddList, columns: accountToAddList.columns.filter(({ id }) => id !== 'selected') }
const beforehand: readonly RegistrationStatusCode[] = [statuses.pending, statuses.requested, statuses.processing]

function AccountsToAdd({ id, status }: { id: string; status: RegistrationStatusCode }) {
  return <List list={useList(beforehand.includes(status) ? accountToAddList : listAfterwards, { of: { id } })} />
}
