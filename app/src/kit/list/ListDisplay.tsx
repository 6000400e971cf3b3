/** How this list is shown: the height of the rows, and which columns. The row's name, its amount and its status always stay. */
import { useAtomValue } from 'jotai'
import { ArrowDownUp, Columns3 } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../ui/button/Button'
import { Checkbox } from '../../ui/form/Checkbox'
import { RadioGroup } from '../../ui/form/RadioGroup'
import { PopoverPanel } from '../../ui/overlay/PopoverPanel'
import { SortBy } from '../../ui/table/DataTableCards'
import type { Column, DataTableProps } from '../../ui/table/dataTableTypes'
import { useTranslation } from '../../words/useTranslation'
import { densityAtom, hiddenColumnsAtom, isDensity } from '../session/display'
import { chooseDensity, chooseHiddenColumns } from '../session/preferences'
import styles from './List.module.css'

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
  const density = useAtomValue(densityAtom)
  const hidden = useAtomValue(hiddenColumnsAtom)
  const left = hidden[name] ?? []
  const choosable = columns.filter(({ worth }) => worth !== undefined)
  const show = (id: string, isShown: boolean) =>
    chooseHiddenColumns({ ...hidden, [name]: isShown ? left.filter((one) => one !== id) : [...left, id] })
  if (sorting && choosable.length === 0 && !sorting.columns.some(({ isSortable }) => isSortable)) return null
  return (
    <PopoverPanel
      label={t(sorting ? 'display.cards' : 'display.columns')}
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
      <div className={styles.panel}>
        {sorting && <SortBy table={sorting} />}
        {choosable.length > 0 && (
          <fieldset className={styles.choosable}>
            <legend>{t(sorting ? 'display.details' : 'display.shown')}</legend>
            {choosable.map(({ id, header }) => (
              <Checkbox key={id} label={header} isChecked={!left.includes(id)} onChange={(isShown) => show(id, isShown)} />
            ))}
          </fieldset>
        )}
        {!sorting && (
          <RadioGroup
            label={t('display.rows')}
            isPlain
            value={density}
            onChange={(chosen) => isDensity(chosen) && chooseDensity(chosen)}
            options={[
              { id: 'compact', title: t('display.compact') },
              { id: 'comfortable', title: t('display.comfortable') },
            ]}
          />
        )}
      </div>
    </PopoverPanel>
  )
}
