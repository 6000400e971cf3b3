/** A guided tour that was started, with the route path of its screen. */
import { atom } from 'jotai'

export interface RunningTour {
  id: string
  path: string
}

export const runningTourAtom = atom<RunningTour | 'welcome' | undefined>(undefined)
