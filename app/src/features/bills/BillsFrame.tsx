/** Frame shared by the screens of bills: title, the notice about changed selected bills, and the payment bar. */

import type { ReactNode } from 'react'
import { useTitle } from '~/kit/page/useTitle'
import { ChangesNotice } from '~/kit/paying/ChangesNotice'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { PayBar } from './paying/PayBar'

interface Props {
  tab: 'batches' | 'outstanding' | 'findings' | 'queries' | 'charges' | 'history' | 'elsewhere' | 'calendar'
  /** Shown instead of the payment bar, because two bars would cover each other. */
  bar?: ReactNode
  children: ReactNode
}

export function BillsFrame({ tab, bar, children }: Props) {
  const { t } = useTranslation('bills')
  const title = t(`tabs.${tab}`)
  useTitle(title)
  return (
    <Page title={title}>
      <ChangesNotice />
      {children}
      {bar ?? <PayBar />}
    </Page>
  )
}
