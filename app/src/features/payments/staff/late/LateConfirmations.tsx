/** Money that the bank took after its payment had ended, or took twice. */

import { getRouteApi } from '@tanstack/react-router'
import { paths } from '~/core/links'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useTitle } from '~/kit/page/useTitle'
import { useQueued } from '~/kit/queue/origin'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { lateList } from './lateList'

const route = getRouteApi(paths.lateConfirmations)

export function LateConfirmations() {
  const { t } = useTranslation('paymentsStaff')
  useTitle(t('late.title'))
  const list = useList(lateList, { search: route.useSearch(), onSearch: useChangeSearch(route.useNavigate()) })
  return (
    <Page title={t('late.title')} about={t('late.lead')}>
      <List list={useQueued(list)} />
    </Page>
  )
}
