/** The records that the user opened last, newest first. Kept in this browser for the user, and deleted when the user signs out. */
import { useEffect } from 'react'
import { viewedId } from '../../core/viewed'
import { useProfile } from './useProfile'

const recordKinds = ['bill', 'payment', 'account', 'group', 'statement', 'bulkAccount'] as const
export type RecordKind = (typeof recordKinds)[number]

export interface RecentRecord {
  kind: RecordKind
  href: string
  label: string
  /** A name next to the number. */
  description?: string | undefined
}

/** Records kept for a user; the oldest are dropped. */
const most = 8

/** An e-mail address holds no blank, so no user's key begins like another's. */
const keyOf = (email: string) => `gridbill.recent ${email.toLowerCase()}`

const isRecord = (raw: unknown): raw is RecentRecord => {
  const { kind, href, label, description } = (raw ?? {}) as Partial<Record<keyof RecentRecord, unknown>>
  return (
    recordKinds.some((known) => known === kind) &&
    // Only addresses of this portal: what stands in the browser's store is followed as a link.
    typeof href === 'string' &&
    /^\/(?!\/)/.test(href) &&
    typeof label === 'string' &&
    (description === undefined || typeof description === 'string')
  )
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function listRecent(email: string, store: Store = localStorage): RecentRecord[] {
  try {
    const stored: unknown = JSON.parse(store.getItem(keyOf(email)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecord).slice(0, most) : []
  } catch {
    return []
  }
}

/** Puts the record first. Another tab may have noted records meanwhile, so the store is read each time. */
export function noteRecent(email: string, record: RecentRecord, store: Store = localStorage) {
  const others = listRecent(email, store).filter(({ href, label }) => href !== record.href || label !== record.label)
  try {
    store.setItem(keyOf(email), JSON.stringify([record, ...others].slice(0, most)))
  } catch {
    // A full or forbidden store costs a shortcut, nothing else.
  }
}

export const deleteRecent = (email: string, store: Store = localStorage) => store.removeItem(keyOf(email))

/** Notes a record for the user once it is shown. Staff who look at a customer's records leave no trace of them here. */
export function useNoteRecent({ kind, href, label, description }: RecentRecord, isShown: boolean) {
  const { email } = useProfile()
  useEffect(() => {
    if (isShown && viewedId === undefined) noteRecent(email, { kind, href, label, description })
  }, [isShown, email, kind, href, label, description])
}
