/** What narrows a list: the search box, then each filter on its own, or all of them in a panel. */
import { Select } from '../../ui/form/Select'
import type { Context } from './context'
import { DayWindow } from './DayWindow'
import type { Said } from './declare'
import { FilterPanel } from './FilterPanel'
import type { Filter } from './filters'
import styles from './List.module.css'
import { SearchBox } from './SearchBox'
import type { Listed } from './useList'

interface Props<Row> {
  listed: Pick<Listed<Row>, 'list' | 'said' | 'onSay' | 'query'>
  context: Context<never>
}

export function ListToolbar<Row>({ listed, context }: Props<Row>) {
  const { list, said, onSay, query } = listed
  const filters = Object.entries(list.filters)
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
          !list.isPanel && <OnTheBar key={param} param={param} filter={filter} said={said} onSay={onSay} context={context} />
        ),
      )}
      {list.isPanel && <FilterPanel listed={listed} context={context} />}
    </>
  )
}

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
