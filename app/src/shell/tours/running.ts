/** Started from Help: a guided tour with its screen, or the welcome. */
import { atom } from 'jotai'

export interface Running {
  id: string
  path: string
}

export const runningAtom = atom<Running | 'welcome' | undefined>(undefined)
