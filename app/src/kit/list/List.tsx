/**
 * Renders a declared list with the data of `useList`: search, filters, chips, order, selection, errors, and a message for
 * an empty list. `selection` comes from `useTicked` or has the same parts. `menu` must be a stable function.
 */
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { numberShown } from '~/core/core'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { Menu } from '~/ui/overlay/Menu'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { DataTable } from '~/ui/table/DataTable'
import type { Column, Empty, Selection, Sort } from '~/ui/table/dataTableTypes'
import { useTranslation } from '~/words/useTranslation'
import { loadProblem } from '../call/api'
import { type Context, useContextOf } from './context'
import { defaultOrderBy, orderOf, orderParams, viewOf } from './declare'
import { ExportMenu } from './ExportMenu'
import styles from './List.module.css'
import { ListChips } from './ListChips'
import { ListDisplay, useIsCompact, useIsWide, useShownColumns } from './ListDisplay'
import { ListToolbar } from './ListToolbar'
import { Neighbours } from './Neighbours'
import { type MatchingSelection, SelectMatching, useSelectMatching } from './SelectMatching'
import { UnmatchedNumbers, UnmatchedSelectionNotice } from './UnmatchedNumbers'
import { useBackToRow } from './useBackToRow'
import type { ListState } from './useList'
import { usePanel } from './usePanel'

const RowPanel = deferComponent(async () => (await import('./RowPanel')).RowPanel)

interface Props<Row> {
  list: ListState<Row>
  selection?: (Selection<Row> & { findAll?: (() => Promise<MatchingSelection>) | undefined }) | undefined
  /** Actions of a row. */
  menu?: ((row: Row) => MenuItem[]) | undefined
  /** Controls next to the filters. */
  toolbar?: ReactNode
  /** More items of the export menu, which apply to all matching rows. */
  exports?: readonly MenuItem[] | undefined
  /** The action to offer while the list has no rows at all. */
  emptyAction?: ReactNode
}

export function List<Row>({ list: listed, selection, menu, toolbar, exports, emptyAction }: Props<Row>) {
  const { list, params, changeParams, rows, total, isFiltered, isAsked, isSearching, query } = listed
  const { t: common } = useTranslation()
  const context = useContextOf(list)
  const { t } = context
  const rowLabel = useCallback((row: Row) => list.rowLabel(row, context), [list, context])
  const panel = usePanel(listed, menu)
  const all = useColumns(listed, context, rowLabel, panel.menu)
  const ordered = orderOf(list, params)
  const columns = useShownColumns(list.name, all, ordered?.by)
  const isCompact = useIsCompact()
  const isWide = useIsWide(list.name)
  const sort = ordered && ({ column: ordered.by, direction: ordered.isDescending ? 'descending' : 'ascending' } as const)
  const hasFilters = Object.keys(list.filters).length > 0
  const shown = viewOf(list, params)
  const [captionOfAll, captionOfMatching = captionOfAll] = shown ? [shown.view.caption[shown.name] ?? list.caption[0]] : list.caption
  const { selecting } = list
  const matching = useMatching(listed, selection)
  const { beginAt, onLeave } = useBackToRow(listed)
  const clear = () => changeParams(Object.fromEntries(Object.keys(list.filters).map((param) => [param, undefined])))
  const words = ({ title, body }: { title: string; body?: string }): Empty => ({ title: t(title), ...(body && { body: t(body) }) })

  const emptyMessage = isAsked
    ? {
        ...words(shown?.view.empty[shown.name] ?? list.empty),
        action: emptyAction ?? (shown && <Neighbours listed={listed} context={context} />),
      }
    : words(list.begin ?? list.empty)
  const countText = isAsked ? t(isFiltered ? captionOfMatching : captionOfAll, { count: total ?? 0, shown: numberShown(total) }) : ''

  const printed = query.hasNextPage
    ? common(list.exported ? 'list:print.partExport' : 'list:print.partOnly', { shown: numberShown(rows.length), all: countText })
    : countText

  function order({ column, direction }: Sort) {
    const isTurned = column === ordered?.by
    changeParams(orderParams(list, isTurned ? { by: column, isDescending: direction === 'descending' } : defaultOrderBy(list, column)))
  }

  return (
    <>
      <DataTable
        caption={isSearching ? common('list:searching') : countText}
        printed={printed}
        columns={columns}
        rows={rows}
        rowKey={list.rowKey}
        rowLabel={rowLabel}
        rowHref={list.rowHref}
        sort={sort}
        onSort={order}
        currentKey={panel.key}
        onOpenPanel={panel.open}
        onReach={panel.follow}
        total={total}
        selection={
          selection && {
            ...selection,
            onSelectMatching: matching.select,
            notice: (
              <>
                {selection.selected.size > 0 && <UnmatchedSelectionNotice listed={listed} />}
                {selection.notice ??
                  (selecting && <SelectMatching matching={matching} label={(all) => t(selecting, all)} total={total ?? 0} />)}
              </>
            ),
          }
        }
        toolbar={
          (hasFilters || toolbar) &&
          ((isCards) => (
            <>
              <ListToolbar listed={listed} context={context} isShort={isCards} />
              {isCards && toolbar ? <div className={styles.below}>{toolbar}</div> : toolbar}
            </>
          ))
        }
        display={(isCards, cut) => (
          <>
            <ExportMenu listed={listed} more={exports} isShort={isCards} />
            <ListDisplay
              name={list.name}
              columns={all}
              shown={columns}
              cut={cut}
              sortedBy={ordered?.by}
              sorting={isCards ? { columns: all, sort, onSort: order } : undefined}
            />
          </>
        )}
        isCompact={isCompact}
        isWide={isWide}
        beginAt={beginAt}
        onLeave={onLeave}
        chips={
          hasFilters && (
            <>
              <ListChips listed={listed} context={context} onClear={clear} />
              <UnmatchedNumbers listed={listed} />
            </>
          )
        }
        isFiltered={isAsked && isFiltered}
        showsPreviousSearch={isSearching}
        isLoading={isAsked && (query.isPending || query.isPlaceholderData)}
        hasMore={query.hasNextPage}
        isLoadingMore={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
        problem={query.error ? loadProblem(common('problem.loading'), query.error, query.refetch) : undefined}
        empty={emptyMessage}
        emptyFiltered={
          list.unmatched && {
            ...words(list.unmatched),
            action: (
              <>
                <Neighbours listed={listed} context={context} />
                {list.unmatched.clear && <Button onPress={clear}>{t(list.unmatched.clear)}</Button>}
              </>
            ),
          }
        }
      />
      {list.panel && panel.key !== undefined && (
        <RowPanel
          panel={list.panel}
          id={panel.key}
          context={context}
          onClose={panel.close}
          onPrevious={panel.previous}
          onNext={panel.next}
        />
      )}
    </>
  )
}

/** Returns the columns with their translated headers. The result is stable until the language or the menu changes. */
function useColumns<Row>(
  { list }: ListState<Row>,
  context: Context<never>,
  rowLabel: (row: Row) => string,
  menu: ((row: Row) => MenuItem[]) | undefined,
): readonly Column<Row>[] {
  return useMemo(() => {
    const columns = list.columns.map(
      ({ inCard, ...column }): Column<Row> => ({
        ...column,
        ...(inCard && { inCard: (row: Row) => inCard(row, context) }),
        header: context.t(column.header),
        cell: (row) => column.cell(row, context),
        isSortable: list.orders.some(({ by }) => by === column.id),
      }),
    )
    return menu ? [...columns, menuColumn(context.t('list:actions'), rowLabel, menu)] : columns
  }, [list, context, rowLabel, menu])
}

/** Offers to select all matching rows, if the list declares a label for that. */
function useMatching<Row>({ list, request, rows, query }: ListState<Row>, selection: Props<Row>['selection']) {
  const selected = selection?.selected
  return useSelectMatching({
    findAll: list.selecting ? selection?.findAll : undefined,
    about: JSON.stringify(request),
    selected: selected?.size ?? 0,
    isOffered: query.hasNextPage && selected !== undefined && rows.some((row) => selected.has(list.rowKey(row))),
  })
}

/** The action menu of a row. Disabled actions show the reason. */
function RowMenu({ who, items }: { who: string; items: readonly MenuItem[] }) {
  const { t } = useTranslation('list')
  const label = t('actionsFor', { who })
  return <Menu label={label} trigger={<Button mode="ghost" size="small" icon={<Ellipsis />} label={label} />} items={items} />
}

/** Returns the last column, with each row's menu. On a card the menu is next to the badge. */
const menuColumn = <Row,>(header: string, labelOf: (row: Row) => string, itemsOf: (row: Row) => MenuItem[]): Column<Row> => ({
  id: 'actions',
  isActions: true,
  header,
  cell: (row) => <RowMenu who={labelOf(row)} items={itemsOf(row)} />,
  width: 3.5,
  align: 'end',
  priority: 'status',
})
