/** The screen on which a customer adds accounts to its own bulk account. */
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '~/core/links'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId } from '~/kit/session/useProfile'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { useOwnAccounts } from '../accountListSource'
import { AddAccounts } from './AddAccounts'

const route = getRouteApi(paths.addAccounts)

export function AddOwnAccounts() {
  const { t } = useTranslation('accounts')
  const source = useOwnAccounts(useBulkId())
  const { by = 'typing' } = route.useSearch()
  const navigate = route.useNavigate()
  useTitle(t('add.title'))
  return (
    <Page title={t('add.title')} subtitle={t('add.lead')} breadcrumbs={[{ label: t('title'), href: source.href }]} width="reading">
      <AddAccounts
        source={source}
        by={by}
        onBy={(chosen) => void navigate({ search: { by: chosen === 'typing' ? undefined : chosen }, replace: true, resetScroll: false })}
      />
    </Page>
  )
}
