/** Frame shared by the screens of operations: title and purpose. */
import type { ReactNode } from 'react'
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  tab: 'jobs' | 'outbox' | 'imports' | 'announcements' | 'settings'
  actions?: ReactNode
  children: ReactNode
}

export function OperationsFrame({ tab, actions, children }: Props) {
  const { t } = useTranslation('operations')
  const title = t(`tab.${tab}`)
  useTitle(title)
  return (
    <Page title={title} about={t(`about.${tab}`)} actions={actions}>
      {children}
    </Page>
  )
}
