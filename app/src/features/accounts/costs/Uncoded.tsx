/** The accounts whose bills of today have no cost centre. Ticked accounts get the same cost centres. */
import { getRouteApi } from '@tanstack/react-router'
import { numberShown, sentence } from '~/core/core'
import { paths } from '~/core/links'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useTicked } from '~/kit/list/useTicked'
import { Boundary } from '~/kit/page/Boundary'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { SelectionBar } from '~/ui/table/SelectionBar'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { accountListWithoutCentre } from '../list/accountList'
import { CostsFrame } from './CostsFrame'

const CodingWorkbook = deferComponent(async () => (await import('./CodingWorkbook')).CodingWorkbook)
const CodeAccounts = deferComponent(async () => (await import('./CodeAccounts')).CodeAccounts)

const route = getRouteApi(paths.uncodedAccounts)

export function Uncoded() {
  const { t } = useTranslation('costs')
  const language = useLanguage()
  const id = useBulkId()
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const accounts = useList(accountListWithoutCentre, { search, onSearch, of: { id } })
  const mayUpdate = useMay('account', 'update')
  const { ticked, selection, clear } = useTicked(accounts)
  const close = () => onSearch({ open: undefined })
  return (
    <CostsFrame
      tab="uncoded"
      actions={
        <Button
          onPress={() => onSearch({ open: 'workbook' }, true)}
          isDisabled={!mayUpdate}
          why={mayUpdate ? undefined : sentence('forbidden', language)}
        >
          {t('workbook.action')}
        </Button>
      }
    >
      <List list={accounts} selection={mayUpdate ? selection : undefined} />
      {mayUpdate && (
        <SelectionBar
          isShown={ticked.size > 0}
          text={t('many.ticked', { count: ticked.size, shown: numberShown(ticked.size) })}
          onClear={clear}
          actions={
            <Button mode="primary" onPress={() => onSearch({ open: 'code' }, true)}>
              {t('many.action')}
            </Button>
          }
        />
      )}
      {mayUpdate && search.open === 'code' && ticked.size > 0 && (
        <Boundary isPart waiting={null}>
          <CodeAccounts bulkId={id} accounts={[...ticked.values()]} onClose={close} onDone={clear} />
        </Boundary>
      )}
      {mayUpdate && search.open === 'workbook' && (
        <Boundary isPart waiting={null}>
          <CodingWorkbook bulkId={id} onClose={close} />
        </Boundary>
      )}
    </CostsFrame>
  )
}
