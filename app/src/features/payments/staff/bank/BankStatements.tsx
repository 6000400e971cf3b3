/** The uploaded bank statements, which any officer can continue with, and the dialogue to upload a statement. */
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '~/core/links'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useTitle } from '~/kit/page/useTitle'
import { useMay } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { Page } from '~/ui/layout/Page'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import { useTranslation } from '~/words/useTranslation'
import { bankStatementList } from './bankStatementList'

const UploadStatement = deferComponent(async () => (await import('./UploadStatement')).UploadStatement)

const route = getRouteApi(paths.bankStatements)

export function BankStatements() {
  const { t } = useTranslation('bankStatements')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const onSearch = useChangeSearch(navigate)
  const statements = useList(bankStatementList, { search, onSearch })
  const mayDecide = useMay('pendingApproval', 'update')
  useTitle(t('title'))
  useFocusBack({ open: search.open, row: undefined })
  const upload = mayDecide && (
    <Button mode="primary" onPress={() => onSearch({ open: 'upload' }, true)}>
      {t('upload.action')}
    </Button>
  )
  return (
    <Page title={t('title')} about={t('lead')} actions={upload}>
      <List list={statements} emptyAction={upload} />
      {mayDecide && search.open === 'upload' && (
        <UploadStatement
          onClose={() => onSearch({ open: undefined })}
          onUploaded={(statementId) => void navigate({ to: paths.bankStatement, params: { statementId }, search: {} })}
        />
      )}
    </Page>
  )
}
