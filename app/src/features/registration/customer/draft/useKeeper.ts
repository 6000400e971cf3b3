import { useAtomValue } from 'jotai'
import type { DraftKeeper, KeeperState } from './draftKeeper'

/** The content of the draft and the state of saving. */
export const useKeeper = (keeper: DraftKeeper): KeeperState => useAtomValue(keeper.shown)
