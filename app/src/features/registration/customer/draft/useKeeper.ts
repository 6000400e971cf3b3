import { useAtomValue } from 'jotai'
import type { DraftKeeper, Shown } from './draftKeeper'

/** The content of the draft and the state of saving. */
export const useKeeper = (keeper: DraftKeeper): Shown => useAtomValue(keeper.shown)
