/**
 * Chooses the storage key of a tab's draft, which this browser stores until the server has it. Each tab keeps its own key, also after
 * a reload, so that tabs do not overwrite each other's drafts. A new tab takes over the draft of a closed tab.
 */
import { type Drafts, draftKey } from '~/kit/session/drafts'

const idKey = 'gridbill.registrationTab'
/** Milliseconds that a reloaded page waits for the old page to release its lock. */
const LOCK_TIMEOUT = 1_000

/** The prefix of all tabs' keys. */
export const tabKeyPrefix = (email: string) => draftKey(email, 'registration tab ')

interface Tab {
  drafts: Pick<Drafts, 'newest'>
  /** The session storage, which a duplicated tab copies. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /**
   * Locks the ID until this tab closes. Returns false if another tab holds the lock. For the tab's own ID it waits, because the page
   * before a reload may still hold the lock.
   */
  hold: (id: string, isOwn: boolean) => Promise<boolean>
}

/** Returns the key of this tab: its former key if it has one, else the key of a closed tab, else a new key. */
export async function ownKey(email: string, { drafts, storage, hold }: Tab): Promise<string> {
  const prefix = tabKeyPrefix(email)
  const own = storage.getItem(idKey)
  const candidates = own === null ? drafts.newest(prefix).map((key) => key.slice(prefix.length)) : [own]
  const take = async ([id = crypto.randomUUID(), ...rest]: string[]): Promise<string> => ((await hold(id, id === own)) ? id : take(rest))
  const id = await take(candidates)
  storage.setItem(idKey, id)
  return prefix + id
}

/** Locks the ID with the Web Locks API. Without that API, tabs may share an ID and overwrite each other's drafts. */
export const lockTabId = (id: string, isOwn: boolean) =>
  new Promise<boolean>((resolve) => {
    const locks: LockManager | undefined = navigator.locks
    if (!locks) {
      resolve(true)
      return
    }
    const untilClosed = (lock: Lock | null) => {
      resolve(lock !== null)
      return lock ? new Promise<never>(() => {}) : undefined
    }
    // In a duplicated tab this times out, because the original holds the lock.
    const options: LockOptions = isOwn ? { signal: AbortSignal.timeout(LOCK_TIMEOUT) } : { ifAvailable: true }
    locks.request(`gridbill-registration ${id}`, options, untilClosed).catch(() => resolve(!options.signal?.aborted))
  })
