/** Frame of the staff's screens of queries: the queue, and how many answers were given in time. */
import type { ReactNode } from 'react'
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'

export function QueriesFrame({ tab, children }: { tab: 'queue' | 'service'; children: ReactNode }) {
  const { t } = useTranslation('queriesStaff')
  const title = t(`tabs.${tab}`)
  useTitle(title)
  return (
    <Page title={title} about={t('lead')}>
      {children}
    </Page>
  )
}
