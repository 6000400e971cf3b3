/** The customers' home: what needs attention today, then the overview. A single call returns everything. */
import { useState } from 'react'
import { instantShown, monthShown } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useFollowedProfile } from '~/kit/registration/useFollowedProfile'
import { useProfile } from '~/kit/session/useProfile'
import { deferComponent, requiredComponent } from '~/ui/base/deferred'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Views } from '~/ui/layout/Views'
import { withWords } from '~/words/store'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { Figures } from './Figures'
import styles from './Home.module.css'
import { LatestBills } from './LatestBills'
import { Today } from './Today'

// Charts load after the page, which is usable without them.
const Months = deferComponent(async () => (await import('./Months')).Months)
const Cost = deferComponent(withWords(['cost'], async () => (await import('~/kit/cost/CostCard')).CostCard))
const Costs = deferComponent(async () => (await import('./Costs')).Costs)
const SetUp = deferComponent(async () => (await import('./SetUp')).SetUp)
// Only users without bills need these parts.
const HomeOfNewcomer = requiredComponent(
  withWords(['registration', 'accounts'], async () => (await import('./HomeOfNewcomer')).HomeOfNewcomer),
)
const Needed = requiredComponent(withWords(['registration'], async () => (await import('./AccountsNeeded')).AccountsNeededNotice))

export function Home() {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  useTitle(t('menu.sections.home'))
  const { name, lastLoginDateTime, bulkId, hasValidContractAccount } = useProfile()
  const subtitle = lastLoginDateTime ? t('home.lastLogin', { when: instantShown(lastLoginDateTime, language) }) : undefined
  return (
    <Page title={t('home.greeting', { name })} subtitle={subtitle}>
      {!bulkId ? (
        <Boundary>
          <HomeOfNewcomer />
        </Boundary>
      ) : hasValidContractAccount ? (
        <Boundary of={bulkId} waiting={<HomeSkeleton />}>
          <Overview bulkId={bulkId} />
        </Boundary>
      ) : (
        <AccountsNeededHome />
      )}
    </Page>
  )
}

/** Notice of a bulk account without a usable account. The overview replaces it once an account is usable. */
function AccountsNeededHome() {
  useFollowedProfile()
  return (
    <Boundary>
      <Needed />
    </Boundary>
  )
}

const charts = ['both', 'cost'] as const

function Overview({ bulkId }: { bulkId: string }) {
  const { t } = useTranslation('shell')
  const { t: words } = useTranslation('home')
  const language = useLanguage()
  const home = useRead('GetHome', { id: bulkId })
  const { bills, payments, asOf } = home
  const [chart, setChart] = useState<string>('both')
  const months = bills?.months.map(({ month, ...billed }, index) => ({
    month,
    label: monthShown(month, language),
    billed,
    paid: payments?.months[index],
  }))
  return (
    <Stack gap={5}>
      <Today home={home} bulkId={bulkId} />
      <Figures home={home} />
      <Stack gap={3}>
        {months && (
          <Views
            label={words('months.of')}
            views={charts.map((id) => ({ id, label: words(`months.${id}`) }))}
            current={chart}
            onChange={setChart}
          />
        )}
        <div className={styles.parts}>
          {months && (
            <div className={styles.months} data-tour="months">
              {chart === 'both' ? (
                <Card title={words('months.title')}>
                  <Months months={months} />
                </Card>
              ) : (
                <Boundary isPart waiting={<Skeleton height="25.5rem" shape="box" />}>
                  <Cost of={{ id: bulkId }} />
                </Boundary>
              )}
            </div>
          )}
          {bills?.latest && <LatestBills latest={bills.latest} />}
        </div>
      </Stack>
      <SetUp bulkId={bulkId} />
      {bills && (
        <div className={styles.costs}>
          <Boundary isPart waiting={null}>
            <Costs bulkId={bulkId} />
          </Boundary>
        </div>
      )}
      <p className={styles.asOf}>{t('home.asOf', { when: instantShown(asOf, language) })}</p>
    </Stack>
  )
}

/** Placeholder with the height of the overview's first parts. */
function HomeSkeleton() {
  const { t } = useTranslation('home')
  return (
    <Stack gap={5}>
      <section className={styles.today}>
        <h2 className={styles.title}>{t('today.title')}</h2>
        <Skeleton height="2.25rem" />
        <Skeleton height="8.25rem" />
      </section>
      <Figures home={undefined} />
    </Stack>
  )
}
