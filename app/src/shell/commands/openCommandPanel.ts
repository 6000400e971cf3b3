/** The open dialogue: the command menu or the list of keys. */
import { atom } from 'jotai'

export type OpenCommandPanel = 'menu' | 'keys' | undefined

export const openCommandPanelAtom = atom<OpenCommandPanel>(undefined)
