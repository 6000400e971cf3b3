/** What was started from Help: a guided tour, on the screen that it is of, or the welcome. */
import { atom } from 'jotai'

export interface Running {
  /** The tour's id. */
  id: string
  path: string
}

export const runningAtom = atom<Running | 'welcome' | undefined>(undefined)
