/** One application with all that is needed to decide on it, and the decision beside it. It is followed while it may move. */

import { getRouteApi } from '@tanstack/react-router'
import { countShown, type ReviewedApplication } from '../../../core/core'
import { link, paths } from '../../../core/links'
import { List } from '../../../kit/list/List'
import { useList } from '../../../kit/list/useList'
import { Loaded } from '../../../kit/page/Loaded'
import styles from '../../../kit/page/Sides.module.css'
import { useTitle } from '../../../kit/page/useTitle'
import { Page } from '../../../ui/layout/Page'
import { Tabs } from '../../../ui/layout/Tabs'
import { useTranslation } from '../../../words/useTranslation'
import { ActionLog } from './ActionLog'
import { accountToAddList } from './accountToAddList'
import { DecisionDialog } from './DecisionDialog'
import { DecisionPanel } from './DecisionPanel'
import { RegistrationStatus } from './RegistrationStatus'
import { reviewHref } from './registrationList'
import { type Decision, reviewTabs } from './reviewSearch'
import { Submitted } from './Submitted'
import { useReview } from './useReview'

const route = getRouteApi(paths.reviewRegistration)

export function ReviewRegistration() {
  const { registrationId } = route.useParams()
  // Another application is another screen: nothing typed for the one before stays.
  return <Review key={registrationId} id={registrationId} />
}

function Review({ id }: { id: string }) {
  const { t } = useTranslation('registrationStaff')
  const { decide } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useReview(id)
  const title = t('review.title', { id: id.slice(0, 8) })
  useTitle(title)
  const head = query.data?.head
  const onDecide = (decision: Decision | undefined) =>
    void navigate({ search: (old) => ({ ...old, decide: decision }), replace: decision === undefined, resetScroll: false })
  return (
    <Page
      title={title}
      breadcrumbs={[{ label: t('title'), href: link('registrations') }]}
      status={head && <RegistrationStatus status={head.status} />}
      subtitle={head && t('review.lead', { company: head.companyName, number: head.registrationNo })}
    >
      <Loaded query={query}>
        {(application) => (
          <div className={styles.sides}>
            <aside className={styles.decision} aria-label={t('decide.title')}>
              <DecisionPanel application={application} onDecide={onDecide} />
            </aside>
            <Record application={application} />
            <DecisionDialog key={decide} application={application} decision={decide} onClose={() => onDecide(undefined)} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function Record({ application }: { application: ReviewedApplication }) {
  const { t } = useTranslation('registrationStaff')
  const { tab = 'submitted' } = route.useSearch()
  const { registrationId: id, status, totalAccounts } = application.head
  const href = reviewHref(id)
  return (
    <div className={styles.record}>
      <Tabs
        label={t('tab.label')}
        current={tab}
        tabs={reviewTabs.map((name) => ({
          id: name,
          label: t(`tab.${name}`),
          href: name === 'submitted' ? href : `${href}?tab=${name}`,
          ...(name === 'accounts' && { count: countShown(totalAccounts) }),
        }))}
      />
      {tab === 'submitted' && <Submitted application={application} />}
      {tab === 'accounts' && <AccountsToAdd id={id} />}
      {tab === 'log' && <ActionLog id={id} status={status} />}
    </div>
  )
}

function AccountsToAdd({ id }: { id: string }) {
  return <List list={useList(accountToAddList, { of: { id } })} />
}
