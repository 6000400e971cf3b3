import { useSyncExternalStore } from 'react'
import type { DraftKeeper, Shown } from './draftKeeper'

/** What is filled in, and how far it is kept. */
export const useKeeper = (keeper: DraftKeeper): Shown => useSyncExternalStore(keeper.subscribe, keeper.read)
