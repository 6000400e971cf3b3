import { useAtomValue } from 'jotai'
import type { DraftKeeper, Shown } from './draftKeeper'

/** What is filled in, and how far it is kept. */
export const useKeeper = (keeper: DraftKeeper): Shown => useAtomValue(keeper.shown)
