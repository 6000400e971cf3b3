/** Announcements that the user closed in this tab. */
import { atom } from 'jotai'
import type { Announcement } from '../../core/generatedData'
import { inTabStorage } from '../paying/tabStorage'

const storage = inTabStorage<readonly string[]>('gridbill.announcements', {
  write: JSON.stringify,
  read: (text) => JSON.parse(text) as string[],
})
const keysAtom = atom<readonly string[]>(storage.initial ?? [])

/** A changed announcement has a new version, and appears again. */
export const keyOf = ({ announcementId, version }: Announcement) => `${announcementId} ${version}`

/** The keys of closed announcements. Setting a key adds it. */
export const closedAtom = atom(
  (get) => get(keysAtom),
  (get, set, key: string) => {
    const keys = [...get(keysAtom), key]
    set(keysAtom, keys)
    storage.save(keys)
  },
)
