/** Changes what the address of a list says. Filters take the place of the earlier address; a dialogue is a step, which "back" closes. */
import { useCallback } from 'react'

export type ChangeOf<Search> = (change: Partial<Search>, isStep?: boolean) => void

type Navigate<Search> = (to: { search: (old: Search) => Search; replace: boolean; resetScroll: false }) => Promise<void>

export const useChangeSearch = <Search extends object>(navigate: Navigate<Search>): ChangeOf<Search> =>
  useCallback(
    (change, isStep = false) => void navigate({ search: (old) => ({ ...old, ...change }), replace: !isStep, resetScroll: false }),
    [navigate],
  )
