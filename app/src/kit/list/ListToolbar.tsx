/** The toolbar of every list: search box, filter panel, saved views. */
import { SlidersHorizontal } from 'lucide-react'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { PopoverPanel } from '~/ui/overlay/PopoverPanel'
import { useTranslation } from '~/words/useTranslation'
import type { Context } from './context'
import type { FilterFormProps } from './FilterForm'
import type { Filter } from './filters'
import { SearchBox } from './SearchBox'
import type { ListState } from './useList'
import { SavedViews } from './views/SavedViews'

interface Props<Row> {
  listed: Pick<ListState<Row>, 'list' | 'params' | 'changeParams' | 'of' | 'hasAddress' | 'query'>
  context: Context<never>
  /** Shows icons only, where there is little room. */
  isShort: boolean
}

export function ListToolbar<Row>({ listed, context, isShort }: Props<Row>) {
  const { list, params, changeParams, query } = listed
  const filters = Object.entries(list.filters)
  return (
    <>
      {filters.map(
        ([param, filter]) =>
          filter.kind === 'text' && (
            <SearchBox
              key={param}
              label={context.t(filter.label)}
              placeholder={context.t(filter.hint)}
              shortcut={listed.hasAddress ? '/' : undefined}
              value={String(params[param] ?? '')}
              onSearch={(text) => changeParams({ [param]: text || undefined })}
              isLoading={query.isPlaceholderData}
            />
          ),
      )}
      {filters.some(([, { kind }]) => inPanel(kind)) && <FilterPanel listed={listed} context={context} isShort={isShort} />}
      {listed.hasAddress && <SavedViews listed={listed} isShort={isShort} />}
    </>
  )
}

/** Whether a filter is in the panel. Views are tabs above the list. Only links set flags, which appear as chips. */
const inPanel = (kind: Filter<never>['kind']) => kind !== 'text' && kind !== 'view' && kind !== 'flag'

const FilterForm = deferComponent(async () => (await import('./FilterForm')).FilterForm)

type FilterPanelProps = Omit<FilterFormProps, 'onDone'>

/** The filter button and its panel. `isShort` shows the icon only. */
function FilterPanel({ isShort, ...props }: FilterPanelProps & { isShort: boolean }) {
  const { t } = useTranslation('list')
  const label = t('filters')
  const icon = <SlidersHorizontal />
  return (
    <PopoverPanel
      label={label}
      shows={FilterForm.code}
      trigger={isShort ? <Button icon={icon} label={label} /> : <Button icon={icon}>{label}</Button>}
    >
      {(close) => <FilterForm {...props} onDone={close} />}
    </PopoverPanel>
  )
}
