/** The announcements that somebody has closed, for as long as the tab is open. */
import { atom } from 'jotai'
import type { Announcement } from '../../core/plain'
import { inTabStorage } from '../paying/tabStorage'

const storage = inTabStorage<readonly string[]>('gridbill.announcements', {
  write: JSON.stringify,
  read: (text) => JSON.parse(text) as string[],
})
const keysAtom = atom<readonly string[]>(storage.initial ?? [])

/** One that was changed is another one. */
export const keyOf = ({ announcementId, version }: Announcement) => `${announcementId} ${version}`

/** Their keys; set to a key, that one is closed too. */
export const closedAtom = atom(
  (get) => get(keysAtom),
  (get, set, key: string) => {
    const keys = [...get(keysAtom), key]
    set(keysAtom, keys)
    storage.save(keys)
  },
)
