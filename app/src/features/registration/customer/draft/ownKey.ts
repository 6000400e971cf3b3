/**
 * The browser storage key for content that the server does not have yet. Each tab has its own key, also after a reload, so that
 * tabs do not overwrite each other's drafts. A new tab takes over the draft of a closed tab.
 */
import { type Drafts, draftKey } from '../../../../kit/session/drafts'

const idKey = 'gridbill.registrationTab'
/** Milliseconds after which the page before a reload has released its lock. */
const lockTimeout = 1_000

/** The prefix of all tabs' keys. */
export const tabKeyPrefix = (email: string) => draftKey(email, 'registration tab ')

interface Tab {
  drafts: Pick<Drafts, 'newest'>
  /** The session storage, which a duplicated tab copies. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /**
   * Locks the ID for this tab until it closes. Returns false if another tab holds it. For the tab's own ID it waits, since the page
   * before a reload may still hold the lock.
   */
  hold: (id: string, isOwn: boolean) => Promise<boolean>
}

export async function ownKey(email: string, { drafts, storage, hold }: Tab): Promise<string> {
  const start = tabKeyPrefix(email)
  const own = storage.getItem(idKey)
  const left = own === null ? drafts.newest(start).map((key) => key.slice(start.length)) : [own]
  const take = async ([id = crypto.randomUUID(), ...rest]: string[]): Promise<string> => ((await hold(id, id === own)) ? id : take(rest))
  const id = await take(left)
  storage.setItem(idKey, id)
  return start + id
}

/** Without the Web Locks API, tabs may share an ID and then overwrite each other's draft. */
export const lockTabId = (id: string, isOwn: boolean) =>
  new Promise<boolean>((answer) => {
    const locks: LockManager | undefined = navigator.locks
    if (!locks) {
      answer(true)
      return
    }
    const untilClosed = (lock: Lock | null) => {
      answer(lock !== null)
      return lock ? new Promise<never>(() => {}) : undefined
    }
    // In a duplicated tab this times out, because the original holds the lock.
    const options: LockOptions = isOwn ? { signal: AbortSignal.timeout(lockTimeout) } : { ifAvailable: true }
    locks.request(`gridbill-registration ${id}`, options, untilClosed).catch(() => answer(!options.signal?.aborted))
  })
