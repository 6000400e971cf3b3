/** Recently opened records, newest first. Stored in this browser for each user, and deleted when the user signs out. */
import { useEffect } from 'react'
import { viewedId } from '~/core/viewed'
import { useProfile } from './useProfile'

const recordKinds = ['bill', 'payment', 'proposal', 'account', 'group', 'statement', 'bulkAccount'] as const
export type RecordKind = (typeof recordKinds)[number]

export interface RecentRecord {
  kind: RecordKind
  href: string
  label: string
  description?: string | undefined
}

/** Maximum records of a user. Older records are dropped. */
const maxRecords = 8

const keyOf = (email: string) => `gridbill.recent ${email.toLowerCase()}`

const isRecord = (raw: unknown): raw is RecentRecord => {
  const { kind, href, label, description } = (raw ?? {}) as Partial<Record<keyof RecentRecord, unknown>>
  return (
    recordKinds.some((known) => known === kind) &&
    // Accepts only addresses of this portal, because the records become links.
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
    return Array.isArray(stored) ? stored.filter(isRecord).slice(0, maxRecords) : []
  } catch {
    return []
  }
}

/** Stores a record as the newest. Reads storage first, because another tab may have written. */
export function addRecent(email: string, record: RecentRecord, store: Store = localStorage) {
  const others = listRecent(email, store).filter(({ href, label }) => href !== record.href || label !== record.label)
  try {
    store.setItem(keyOf(email), JSON.stringify([record, ...others].slice(0, maxRecords)))
  } catch {
    // If storage is full or blocked, only the recent records are missing.
  }
}

export const deleteRecent = (email: string, store: Store = localStorage) => store.removeItem(keyOf(email))

/** Stores a record as opened once it is shown, except in customer view mode. */
export function useAddRecent({ kind, href, label, description }: RecentRecord, isShown: boolean) {
  const { email } = useProfile()
  useEffect(() => {
    if (isShown && viewedId === undefined) addRecent(email, { kind, href, label, description })
  }, [isShown, email, kind, href, label, description])
}
