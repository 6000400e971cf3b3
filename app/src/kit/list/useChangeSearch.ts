/**
 * Returns a function that changes parameters of a list's address. Filters replace the history entry. A dialogue adds an
 * entry (`isStep`), so that "back" closes it.
 */
import { useCallback } from 'react'

export type ChangeOf<Search> = (change: Partial<Search>, isStep?: boolean) => void

type Navigate<Search> = (to: { search: (old: Search) => Search; replace: boolean; resetScroll: false }) => Promise<void>

export const useChangeSearch = <Search extends object>(navigate: Navigate<Search>): ChangeOf<NoInfer<Search>> =>
  useCallback(
    (change, isStep = false) => void navigate({ search: (old) => ({ ...old, ...change }), replace: !isStep, resetScroll: false }),
    [navigate],
  )
