/** Every payment of every customer, in the staff's words. */

import { getRouteApi } from '@tanstack/react-router'
import { type AllPaymentsCards, countShown } from '~/core/core'
import { link, paths } from '~/core/links'
import { callQuery } from '~/kit/call/read'
import { useViewMenu } from '~/kit/company/ViewAs'
import { FiguresOf } from '~/kit/figures/Figures'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useTitle } from '~/kit/page/useTitle'
import { useQueued } from '~/kit/queue/origin'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { allPaymentList } from '../paymentList'
import { staffWord } from '../statuses'

const route = getRouteApi(paths.allPayments)
const figures = ['pendingReconciliation', 'processing', 'paid', 'declined', 'failed'] as const

export function AllPayments() {
  const { t } = useTranslation('paymentsStaff')
  const { t: words } = useTranslation('payments')
  const language = useLanguage()
  useTitle(t('all.title'))
  const payments = useList(allPaymentList, { search: route.useSearch(), onSearch: useChangeSearch(route.useNavigate()) })
  return (
    <Page title={t('all.title')} about={t('all.lead')}>
      <Stack gap={3}>
        <FiguresOf
          of={callQuery('GetAdminAllPaymentsCards', {})}
          figures={figures.map((name) => ({
            label: staffWord(name, words, language),
            href: link('allPayments', { status: name }),
            value: (cards: AllPaymentsCards) => countShown(cards[name]),
          }))}
        />
        <List list={useQueued(payments)} menu={useViewMenu()} />
      </Stack>
    </Page>
  )
}
