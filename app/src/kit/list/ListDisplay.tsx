/**
 * The display settings of a list: row height and shown columns. Columns without `worth`, such as name, amount and status,
 * cannot be hidden.
 */
import { useAtomValue } from 'jotai'
import { ArrowDownUp, Columns3 } from 'lucide-react'
import { useMemo } from 'react'
import { numberShown } from '~/core/core'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { PopoverPanel } from '~/ui/overlay/PopoverPanel'
import { SortBy } from '~/ui/table/DataTableCards'
import type { Column, DataTableProps } from '~/ui/table/dataTableTypes'
import { useTranslation } from '~/words/useTranslation'
import { densityAtom, hiddenColumnsAtom, wideListsAtom } from '../session/display'
import styles from './List.module.css'

const DisplayForm = deferComponent(async () => (await import('./DisplayForm')).DisplayForm)

/** Returns the columns without those that the user hid. The sorted column is never hidden. */
export function useShownColumns<Row>(name: string, columns: readonly Column<Row>[], sortedBy: string | undefined): readonly Column<Row>[] {
  const hidden = useAtomValue(hiddenColumnsAtom)[name]
  return useMemo(
    () => (hidden?.length ? columns.filter(({ id, worth }) => worth === undefined || id === sortedBy || !hidden.includes(id)) : columns),
    [columns, hidden, sortedBy],
  )
}

export const useIsCompact = () => useAtomValue(densityAtom) === 'compact'
export const useIsWide = (name: string) => useAtomValue(wideListsAtom).includes(name)

interface Props<Row> {
  name: string
  columns: readonly Column<Row>[]
  /** Columns that the user did not hide. */
  shown: readonly Column<Row>[]
  /** Shown columns that do not fit on the screen. */
  cut: readonly Column<Row>[]
  sortedBy: string | undefined
  /** Set if the list shows cards, which are sorted here and have no row height. */
  sorting?: Pick<DataTableProps<Row>, 'columns' | 'sort' | 'onSort'> | undefined
}

export function ListDisplay<Row>({ name, columns, shown, cut, sortedBy, sorting }: Props<Row>) {
  const { t } = useTranslation('list')
  const choosable = columns.filter(({ worth }) => worth !== undefined)
  if (sorting && choosable.length === 0 && !sorting.columns.some(({ isSortable }) => isSortable)) return null
  const hidden = sorting ? 0 : columns.length - shown.length + cut.length
  return (
    <>
      {hidden > 0 && <span className={styles.hidden}>{t('display.hidden', { count: hidden, shown: numberShown(hidden) })}</span>}
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
        <DisplayForm
          name={name}
          choosable={choosable}
          cut={cut.map(({ id }) => id)}
          sortedBy={sortedBy}
          order={sorting && <SortBy table={sorting} />}
        />
      </PopoverPanel>
    </>
  )
}
