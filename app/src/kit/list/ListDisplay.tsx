/** How this list is shown: the height of the rows, and which columns. The row's name, its amount and its status always stay. */
import { useAtomValue } from 'jotai'
import { ArrowDownUp, Columns3 } from 'lucide-react'
import { useMemo } from 'react'
import { laterPart } from '../../ui/base/later'
import { Button } from '../../ui/button/Button'
import { PopoverPanel } from '../../ui/overlay/PopoverPanel'
import { SortBy } from '../../ui/table/DataTableCards'
import type { Column, DataTableProps } from '../../ui/table/dataTableTypes'
import { useTranslation } from '../../words/useTranslation'
import { densityAtom, hiddenColumnsAtom } from '../session/display'

const DisplayForm = laterPart(async () => (await import('./DisplayForm')).DisplayForm)

/** The columns of the list without those that the person left out. */
export function useShownColumns<Row>(name: string, columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const left = useAtomValue(hiddenColumnsAtom)[name]
  return useMemo(
    () => (left?.length ? columns.filter(({ id, worth }) => worth === undefined || !left.includes(id)) : columns),
    [columns, left],
  )
}

export const useIsCompact = () => useAtomValue(densityAtom) === 'compact'

interface Props<Row> {
  name: string
  columns: readonly Column<Row>[]
  /** The list shows cards: they are ordered here, and have no height to choose. */
  sorting?: Pick<DataTableProps<Row>, 'columns' | 'sort' | 'onSort'> | undefined
}

export function ListDisplay<Row>({ name, columns, sorting }: Props<Row>) {
  const { t } = useTranslation('list')
  const choosable = columns.filter(({ worth }) => worth !== undefined)
  if (sorting && choosable.length === 0 && !sorting.columns.some(({ isSortable }) => isSortable)) return null
  return (
    <PopoverPanel
      label={t(sorting ? 'display.cards' : 'display.columns')}
      shows={DisplayForm.code}
      trigger={
        sorting ? (
          <Button icon={<ArrowDownUp />} label={t('display.cards')} />
        ) : (
          <Button mode="ghost" size="small" icon={<Columns3 />}>
            {t('display.columns')}
          </Button>
        )
      }
    >
      <DisplayForm name={name} choosable={choosable} order={sorting && <SortBy table={sorting} />} />
    </PopoverPanel>
  )
}
