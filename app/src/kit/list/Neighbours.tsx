/** Buttons in an empty list that open the same list without one of its filters, or another view, if that has rows. */
import { numberShown } from '~/core/core'
import { Button } from '~/ui/button/Button'
import { useTranslation } from '~/words/useTranslation'
import type { Context } from './context'
import { filtersOn, type ListParams, requestOf, viewOf } from './declare'
import type { Filter } from './filters'
import styles from './List.module.css'
import { useCount } from './pages'
import type { ListState } from './useList'

/** Maximum number of buttons, because each needs a count from the server. */
const maxButtons = 4

interface Props<Row> {
  listed: Pick<ListState<Row>, 'list' | 'params' | 'changeParams' | 'of'>
  context: Context<never>
}

export function Neighbours<Row>({ listed, context }: Props<Row>) {
  const { t } = useTranslation('list')
  const { list, params } = listed
  const shown = viewOf(list, params)
  const parts = shown ? shown.view.names.filter((name) => name !== shown.name) : []
  const all = [
    ...filtersOn(list, params).map(([param, filter, value]) => ({
      label: t('neighbour.without', { filter: filterName(filter, value, context) }),
      change: { [param]: undefined },
    })),
    ...(shown ? parts.map((name) => ({ label: shown.view.option(name, context), change: { [shown.param]: name } })) : []),
  ]
  return (
    <div className={styles.neighbours}>
      {all.slice(0, maxButtons).map(({ label, change }) => (
        <Neighbour key={label} listed={listed} label={label} change={change} />
      ))}
    </div>
  )
}

/** Returns the text of a search, and the label of any other filter. */
function filterName(filter: Filter<never>, value: string | boolean, context: Context<never>): string {
  if (filter.kind !== 'text' && 'label' in filter) return context.t(filter.label)
  return filter.chips(value as never, context, [])[0]?.label ?? String(value)
}

function Neighbour<Row>({
  listed: { list, params, changeParams, of },
  label,
  change,
}: Pick<Props<Row>, 'listed'> & { label: string; change: ListParams }) {
  const { t } = useTranslation('list')
  const { count } = useCount({ name: list.call, of, request: requestOf(list, { ...params, ...change }), within: list.within })
  if (!count) return null
  return (
    <Button size="small" onPress={() => changeParams(change)}>
      {t('neighbour.rows', { label, shown: numberShown(count) })}
    </Button>
  )
}
