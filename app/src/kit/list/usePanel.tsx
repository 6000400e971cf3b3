/** The side panel of a list. `panel` in the address holds the row's key. */
import { PanelRight } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useTranslation } from '~/words/useTranslation'
import type { ListState } from './useList'

type MenuOf<Row> = (row: Row) => MenuItem[]

export function usePanel<Row>({ list, params, changeParams, hasAddress, rows, query }: ListState<Row>, menu: MenuOf<Row> | undefined) {
  const { t } = useTranslation('list')
  const isOffered = list.panel !== undefined && hasAddress
  const key = isOffered ? params.panel?.toString() : undefined
  const latest = useRef({ changeParams, key })
  useEffect(() => {
    latest.current = { changeParams, key }
  })
  // Opening adds a history entry, so that "back" closes the panel. The next row replaces that entry.
  const open = useCallback((next: string) => latest.current.changeParams({ panel: next }, latest.current.key === undefined), [])
  const close = useCallback(() => latest.current.changeParams({ panel: undefined }, false), [])
  const follow = useCallback(
    (reached: string) => {
      if (latest.current.key !== undefined && latest.current.key !== reached) open(reached)
    },
    [open],
  )
  const { rowKey } = list
  const withPanel = useMemo<MenuOf<Row> | undefined>(() => {
    if (!isOffered) return menu
    return (row) => [
      { id: 'panel', label: t('panel.open'), icon: <PanelRight />, onAction: () => open(rowKey(row)) },
      ...(menu?.(row) ?? []).map((item, place) => (place === 0 ? { ...item, startsGroup: true } : item)),
    ]
  }, [isOffered, menu, t, open, rowKey])
  // On cards the focus returns to the row's menu. In a grid the row already has the focus.
  useFocusBack({ open: key && 'panel', row: key })

  const at = key === undefined ? -1 : rows.findIndex((row) => rowKey(row) === key)
  const isNearEnd = at >= 0 && at >= rows.length - 3
  const { hasNextPage, isFetching, fetchNextPage, isError } = query
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isNearEnd, hasNextPage, isFetching, isError, fetchNextPage])
  /** Returns a function that opens the row at this distance; undefined if there is no such row. */
  const step = (by: number) => {
    const next = at < 0 ? undefined : rows[at + by]
    return next && (() => open(rowKey(next)))
  }
  return {
    key,
    menu: withPanel,
    open: isOffered ? open : undefined,
    follow: isOffered ? follow : undefined,
    close,
    previous: step(-1),
    next: step(1),
  }
}
