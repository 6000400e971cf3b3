/** The requested statements of account, and the dialogues to request one. The lead says how long a statement takes. */
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '~/core/links'
import { useFrozen } from '~/kit/announcements/frozen'
import { useOptionalRead } from '~/kit/call/read'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { Page } from '~/ui/layout/Page'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import { useTranslation } from '~/words/useTranslation'
import { statementList } from './statementList'
import { usePromisedTime } from './usePromisedTime'

const RequestStatement = deferComponent(async () => (await import('./RequestStatement')).RequestStatement)

const CombinedStatement = deferComponent(async () => (await import('./CombinedStatement')).CombinedStatement)

const route = getRouteApi(paths.statements)

export function Statements() {
  const { t } = useTranslation('statements')
  const bulkId = useBulkId()
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const statements = useList(statementList, { search, onSearch, of: { id: bulkId } })
  const offer = useOptionalRead('GetStatementOffer', {})
  const promise = usePromisedTime()
  const readOnly = useReadOnly()
  const frozen = useFrozen('GetStatement')
  const whyNot = readOnly ?? frozen
  useTitle(t('title'))
  useFocusBack({ open: search.open, row: undefined })
  const request = (mode?: 'primary') => (
    <Button mode={mode} onPress={() => onSearch({ open: 'request' }, true)} isDisabled={whyNot !== undefined} why={whyNot}>
      {t('request.action')}
    </Button>
  )
  const actions = (
    <>
      <Button onPress={() => onSearch({ open: 'combined' }, true)} isDisabled={whyNot !== undefined} why={whyNot}>
        {t('combined.action')}
      </Button>
      {request('primary')}
    </>
  )
  return (
    <Page title={t('title')} about={offer ? promise(offer) : t('lead')} actions={actions}>
      <List list={statements} emptyAction={request()} />
      {search.open === 'request' && readOnly === undefined && (
        <RequestStatement accountNo={search.account} onClose={() => onSearch({ open: undefined, account: undefined })} />
      )}
      {search.open === 'combined' && readOnly === undefined && (
        <CombinedStatement groupId={search.group} onClose={() => onSearch({ open: undefined, group: undefined })} />
      )}
    </Page>
  )
}
