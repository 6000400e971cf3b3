/** The accounts that a search found. */
import { countShown, type FoundAccount } from '../../core'
import { DataTable } from '../../ui/DataTable'
import type { Column } from '../../ui/dataTableTypes'
import { usePages } from '../../useCall'
import { useListed } from '../../useListed'
import { useTranslation } from '../../words/useTranslation'
import type { FoundSearch } from './bulkSearch'

interface Props {
  search: string
  by: FoundSearch['by']
  columns: readonly Column<FoundAccount>[]
}

const keyOf = (account: FoundAccount) => account.accountNo

export function FoundAccounts({ search, by, columns }: Props) {
  const { t } = useTranslation('bulkaccounts')
  const pages = usePages('SearchElectricityAccounts', { searchString: search, recordCount: 100, ...(by && { criteria: by }) })
  const listed = useListed(pages)
  return (
    <DataTable
      caption={t('search.count', { count: pages.total ?? 0, shown: countShown(pages.total) })}
      columns={columns}
      rowKey={keyOf}
      rowLabel={keyOf}
      isFiltered
      {...listed}
      empty={{ title: t('search.nothing'), body: t('search.nothingHint') }}
    />
  )
}
