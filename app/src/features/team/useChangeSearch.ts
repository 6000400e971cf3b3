/** Changes what the address of a list says. Filters take the place of the earlier address; a dialogue is a step, which "back" closes. */
import { useCallback } from 'react'
import type { PeopleSearch } from './peopleSearch'

export type ChangeSearch = (change: Partial<PeopleSearch>, isStep?: boolean) => void

type Navigate = (to: { search: (old: PeopleSearch) => PeopleSearch; replace: boolean; resetScroll: false }) => Promise<void>

export const useChangeSearch = (navigate: Navigate): ChangeSearch =>
  useCallback(
    (change, isStep = false) => void navigate({ search: (old) => ({ ...old, ...change }), replace: !isStep, resetScroll: false }),
    [navigate],
  )
