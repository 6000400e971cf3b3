/** Frame shared by the screens of exports to accounting: title and purpose. */
import type { ReactNode } from 'react'
import { useTitle } from '~/kit/page/useTitle'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'

interface Props {
  tab: 'profiles' | 'runs' | 'documents'
  actions?: ReactNode
  children: ReactNode
}

export function AccountingFrame({ tab, actions, children }: Props) {
  const { t } = useTranslation('accounting')
  useTitle(`${t('title')}: ${t(`tabs.${tab}`)}`)
  return (
    <Page title={t('title')} about={t('lead')} actions={actions}>
      {children}
    </Page>
  )
}
