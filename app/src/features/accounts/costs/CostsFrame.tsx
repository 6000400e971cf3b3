/** Frame shared by the screens of cost centres: title and purpose. */
import type { ReactNode } from 'react'
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  tab: 'centres' | 'uncoded' | 'groups' | 'report'
  actions?: ReactNode
  children: ReactNode
}

export function CostsFrame({ tab, actions, children }: Props) {
  const { t } = useTranslation('costs')
  const title = t(`tabs.${tab}`)
  useTitle(title)
  return (
    <Page title={title} about={tab === 'report' ? undefined : t('lead')} actions={actions}>
      {children}
    </Page>
  )
}
