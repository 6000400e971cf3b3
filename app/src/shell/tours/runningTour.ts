/** Started from Help: a guided tour with its screen, or the welcome. */
import { atom } from 'jotai'

export interface RunningTour {
  id: string
  path: string
}

export const runningTourAtom = atom<RunningTour | 'welcome' | undefined>(undefined)
