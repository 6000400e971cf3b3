/** What narrows a list: the search box, then each filter on its own, or all of them in a panel. */
import { laterPart } from '../../ui/base/later'
import type { Context } from './context'
import { DayWindow } from './DayWindow'
import type { Said } from './declare'
import { FilterPanel } from './FilterPanel'
import type { Filter } from './filters'
import styles from './List.module.css'
import { SearchBox } from './SearchBox'
import type { Listed } from './useList'
import { SavedViews } from './views/SavedViews'

const Select = laterPart(async () => (await import('../../ui/form/Select')).Select)

interface Props<Row> {
  listed: Pick<Listed<Row>, 'list' | 'said' | 'onSay' | 'hasAddress' | 'query'>
  context: Context<never>
  /** There is room for one line: all filters but the search are in the panel. */
  isShort: boolean
}

export function ListToolbar<Row>({ listed, context, isShort }: Props<Row>) {
  const { list, said, onSay, query } = listed
  const filters = Object.entries(list.filters)
  const isPanel = (list.isPanel || isShort) && filters.some(([, { kind }]) => inPanel(kind))
  return (
    <>
      {filters.map(([param, filter]) =>
        filter.kind === 'text' ? (
          <SearchBox
            key={param}
            label={context.t(filter.label)}
            placeholder={context.t(filter.hint)}
            shortcut={filter.shortcut}
            value={String(said[param] ?? '')}
            onSearch={(text) => onSay({ [param]: text || undefined })}
            isLoading={query.isPlaceholderData}
          />
        ) : (
          !isPanel && <OnTheBar key={param} param={param} filter={filter} said={said} onSay={onSay} context={context} />
        ),
      )}
      {isPanel && <FilterPanel listed={listed} context={context} isShort={isShort} />}
      {listed.hasAddress && <SavedViews listed={listed} isShort={isShort} />}
    </>
  )
}

/** Views stand over the list, and what a link puts on is a chip. */
const inPanel = (kind: Filter<never>['kind']) => kind !== 'text' && kind !== 'view' && kind !== 'flag'

interface OneProps {
  param: string
  filter: Filter<never>
  said: Said
  onSay: (change: Said) => void
  context: Context<never>
}

const any = 'any'

function OnTheBar({ param, filter, said, onSay, context }: OneProps) {
  if (filter.kind === 'from') return <DayWindow from={dayIn(said.from)} to={dayIn(said.to)} onChange={(window) => onSay({ ...window })} />
  if (filter.kind !== 'choice') return null
  const { names, label, option } = filter
  return (
    <div className={styles.select}>
      <Select
        label={context.t(label)}
        hidesLabel
        options={[{ id: any, label: context.t(filter.any) }, ...names.map((id) => ({ id, label: option(id, context) }))]}
        value={String(said[param] ?? any)}
        onChange={(id) => onSay({ [param]: id === any ? undefined : id })}
      />
    </div>
  )
}

const dayIn = (value: string | boolean | undefined) => (value === undefined ? undefined : String(value))
