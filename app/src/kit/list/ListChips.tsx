/** Chips for the active filters, each with a button to remove it. */

import type { Option } from '~/ui/form/Options'
import { Chip, Chips } from '~/ui/table/Chips'
import { useTranslation } from '~/words/useTranslation'
import type { Context } from './context'
import { filtersOn } from './declare'
import type { Filter, PickedFilter } from './filters'
import type { ListState } from './useList'

interface Props<Row> {
  listed: Pick<ListState<Row>, 'list' | 'params' | 'changeParams'>
  context: Context<never>
  onClear: () => void
}

export function ListChips<Row>({ listed: { list, params, changeParams }, context, onClear }: Props<Row>) {
  const { t } = useTranslation('list')
  const active = filtersOn(list, params)
  if (active.every(([, filter, value]) => filter.chips(value as never, context, none).length === 0)) return null
  // If the list has only search, its single chip already clears everything.
  const isSearchedOnly = Object.values(list.filters).every(({ kind }) => kind === 'text')
  return (
    <Chips label={t('on')} onClearAll={isSearchedOnly ? undefined : onClear}>
      {active.map(([param, filter, value]) => {
        const given = { value, context, onChange: (rest: string | boolean | undefined) => changeParams({ [param]: rest }) }
        return filter.kind === 'picked' ? (
          <PickedChips key={param} filter={filter} {...given} />
        ) : (
          <ChipsOf key={param} filter={filter} options={none} {...given} />
        )
      })}
    </Chips>
  )
}

const none: readonly Option[] = []

interface ChipProps<One> {
  filter: One
  value: string | boolean
  context: Context<never>
  onChange: (rest: string | boolean | undefined) => void
}

/** The chips of a picked filter take their labels from the options, which must be loaded. */
function PickedChips({ filter, ...given }: ChipProps<PickedFilter<never>>) {
  return <ChipsOf filter={filter} options={filter.useOptions()} {...given} />
}

function ChipsOf({ filter, value, context, options, onChange }: ChipProps<Filter<never>> & { options: readonly Option[] }) {
  return filter
    .chips(value as never, context, options)
    .map(({ label, rest }) => <Chip key={`${rest} ${label}`} label={label} onRemove={() => onChange(rest)} />)
}
