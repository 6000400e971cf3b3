/** Which of the command menu and the list of keys is open. */
import { atom } from 'jotai'

export type Opened = 'menu' | 'keys' | undefined

export const openedAtom = atom<Opened>(undefined)
