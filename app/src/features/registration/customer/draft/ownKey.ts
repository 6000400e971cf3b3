/**
 * Where this tab keeps what the server does not have yet. Each tab has a place of its own, through a reload too: what one saves or
 * gives up takes nothing of another. A new tab goes on with what was left by one that was closed.
 */
import { type Drafts, draftKey } from '../../../../kit/session/drafts'

const idKey = 'gridbill.registrationTab'
/** Milliseconds in which a page that is loaded anew has gone. */
const longestGoing = 1_000

/** How the keys of all tabs begin. */
export const startOfKeys = (email: string) => draftKey(email, 'registration tab ')

interface Tab {
  drafts: Pick<Drafts, 'newest'>
  /** A duplicated tab begins with a copy. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Makes the id this tab's until it is closed. False while it is another's; its own may still be that of the page before a reload. */
  hold: (id: string, isOwn: boolean) => Promise<boolean>
}

export async function ownKey(email: string, { drafts, storage, hold }: Tab): Promise<string> {
  const start = startOfKeys(email)
  const own = storage.getItem(idKey)
  const left = own === null ? drafts.newest(start).map((key) => key.slice(start.length)) : [own]
  const take = async ([id = crypto.randomUUID(), ...rest]: string[]): Promise<string> => ((await hold(id, id === own)) ? id : take(rest))
  const id = await take(left)
  storage.setItem(idKey, id)
  return start + id
}

/** Without locks, tabs may come to share an id: what they type is then kept in one place. */
export const holdId = (id: string, isOwn: boolean) =>
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
    // A duplicated tab waits in vain.
    const options: LockOptions = isOwn ? { signal: AbortSignal.timeout(longestGoing) } : { ifAvailable: true }
    locks.request(`gridbill-registration ${id}`, options, untilClosed).catch(() => answer(!options.signal?.aborted))
  })
