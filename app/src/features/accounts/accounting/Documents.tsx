/** All exported documents of the company, and the import of their numbers in the accounting program. */
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '~/core/links'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { Boundary } from '~/kit/page/Boundary'
import { useBulkId } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import { useTranslation } from '~/words/useTranslation'
import { useWhyNotExport } from './Accounting'
import { AccountingFrame } from './AccountingFrame'
import { accountingDocumentList } from './documentList'

const ImportNumbers = deferComponent(async () => (await import('./ImportNumbers')).ImportNumbers)

const route = getRouteApi(paths.accountingDocuments)

export function Documents() {
  const { t } = useTranslation('accounting')
  const id = useBulkId()
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const documents = useList(accountingDocumentList, { search, onSearch, of: { id } })
  const whyNot = useWhyNotExport()
  useFocusBack({ open: search.open })
  return (
    <AccountingFrame
      tab="documents"
      actions={
        <Button onPress={() => onSearch({ open: 'numbers' }, true)} isDisabled={whyNot !== undefined} why={whyNot}>
          {t('numbersFile.action')}
        </Button>
      }
    >
      <List list={documents} />
      {search.open === 'numbers' && whyNot === undefined && (
        <Boundary isPart waiting={null}>
          <ImportNumbers onClose={() => onSearch({ open: undefined })} />
        </Boundary>
      )}
    </AccountingFrame>
  )
}
