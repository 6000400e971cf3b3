/**
 * Where this tab keeps what the server does not have yet. Each tab has a place of its own, through a reload too: what one saves or
 * gives up takes nothing of another. A new tab goes on with what was left by one that was closed.
 */
import { type Drafts, draftKey } from '../../../../kit/session/drafts'

const idKey = 'gridbill.registrationTab'

/** How the keys of all tabs begin. */
export const startOfKeys = (email: string) => draftKey(email, 'registration tab ')

interface Tab {
  drafts: Pick<Drafts, 'newest'>
  /** A duplicated tab begins with a copy. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Makes the id this tab's until it is closed. False while it is another's. */
  hold: (id: string) => Promise<boolean>
}

export async function ownKey(email: string, { drafts, storage, hold }: Tab): Promise<string> {
  const start = startOfKeys(email)
  const own = storage.getItem(idKey)
  const left = own === null ? drafts.newest(start).map((key) => key.slice(start.length)) : [own]
  const take = async ([id = crypto.randomUUID(), ...others]: string[]): Promise<string> => ((await hold(id)) ? id : take(others))
  const id = await take(left)
  storage.setItem(idKey, id)
  return start + id
}

/** Without locks, tabs may come to share an id: what they type is then kept in one place. */
export const holdId = (id: string) =>
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
    locks.request(`gridbill-registration ${id}`, { ifAvailable: true }, untilClosed).catch(() => answer(true))
  })
