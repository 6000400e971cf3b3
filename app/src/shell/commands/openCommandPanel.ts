/** Which of the command menu and the list of keys is open. */
import { atom } from 'jotai'

export type OpenCommandPanel = 'menu' | 'keys' | undefined

export const openCommandPanelAtom = atom<OpenCommandPanel>(undefined)
