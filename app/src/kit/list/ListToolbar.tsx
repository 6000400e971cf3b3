/** What narrows a list: the search box, then each filter on its own, or all of them in a panel. */
import { laterPart } from '../../ui/base/later'
import type { Option } from '../../ui/form/Options'
import { parted } from './address'
import type { Context } from './context'
import { DayWindow } from './DayWindow'
import type { Said } from './declare'
import { FilterPanel } from './FilterPanel'
import type { Filter, PickedFilter } from './filters'
import styles from './List.module.css'
import { SearchBox } from './SearchBox'
import type { Listed } from './useList'
import { SavedViews } from './views/SavedViews'

const Select = laterPart(async () => (await import('../../ui/form/Select')).Select)

interface Props<Row> {
  listed: Pick<Listed<Row>, 'list' | 'said' | 'onSay' | 'of' | 'hasAddress' | 'query'>
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
            shortcut={listed.hasAddress ? '/' : undefined}
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
  if (filter.kind === 'from') return <DayWindow from={textIn(said.from)} to={textIn(said.to)} onChange={(window) => onSay({ ...window })} />
  const given = { chosen: textIn(said[param]), onChoose: (id: string | undefined) => onSay({ [param]: id }), context }
  if (filter.kind === 'picked') return <Picked filter={filter} {...given} />
  if (filter.kind !== 'choice') return null
  return <OneOf filter={filter} options={filter.names.map((id) => ({ id, label: filter.option(id, context) }))} {...given} />
}

interface ChosenProps<One> {
  filter: One
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
  context: Context<never>
}

function Picked({ chosen, ...given }: ChosenProps<PickedFilter<never>>) {
  return <OneOf {...given} options={given.filter.useOptions()} chosen={parted(chosen)[0]} />
}

type Named = Pick<PickedFilter<never>, 'label' | 'any'>

function OneOf({ filter, options, chosen = any, onChoose, context }: ChosenProps<Named> & { options: readonly Option[] }) {
  return (
    <div className={styles.select}>
      <Select
        label={context.t(filter.label)}
        hidesLabel
        options={[{ id: any, label: context.t(filter.any) }, ...options]}
        value={options.some(({ id }) => id === chosen) ? chosen : any}
        onChange={(id) => onChoose(id === any ? undefined : id)}
      />
    </div>
  )
}

const textIn = (value: string | boolean | undefined) => (value === undefined ? undefined : String(value))
