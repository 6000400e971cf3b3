/**
 * What is being typed in forms, kept in this browser for the person who types it: a reload, an idle sign-out and the
 * sign-in after it bring it back. Passwords and tokens never come here (`Harmless`).
 */

import { atom, getDefaultStore, type PrimitiveAtom } from 'jotai'

/** Hours after which nobody comes back for it. */
const mostHours = 24
const prefix = 'gridbill.draft'

/** No field of a draft may be a secret; the compiler refuses one by its name. */
export type Harmless<T> = {
  [Field in keyof T]: Lowercase<Field & string> extends `${string}${'password' | 'confirmation' | 'token'}${string}` ? never : T[Field]
}

/** A person's address holds no blank, so that nobody's key begins like another's. */
export const draftKey = (email: string, form: string) => `${prefix} ${email.toLowerCase()} ${form}`

interface Stored {
  at: number
  fields: object
}

interface Place {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  now: () => number
}

export class Drafts {
  private readonly shown = new Map<string, PrimitiveAtom<object | undefined>>()
  private readonly store = getDefaultStore()
  private readonly waiting = new Set<string>()
  private readonly place: Place

  constructor(place: Place) {
    this.place = place
  }

  /** What is kept under the key, for a component that shows it. */
  of(key: string): PrimitiveAtom<object | undefined> {
    let kept = this.shown.get(key)
    if (!kept) {
      kept = atom(this.stored(key)?.fields)
      this.shown.set(key, kept)
    }
    return kept
  }

  /** The same object until it changes. */
  read(key: string): object | undefined {
    return this.store.get(this.of(key))
  }

  change(key: string, fields: object) {
    this.store.set(this.of(key), fields)
    if (this.waiting.size === 0) setTimeout(() => this.writeNow(), 200)
    this.waiting.add(key)
  }

  drop(key: string) {
    this.store.set(this.of(key), undefined)
    this.waiting.delete(key)
    this.place.storage.removeItem(key)
  }

  /** They signed out: this browser remembers nothing of theirs. */
  dropAllOf(email: string) {
    this.dropFrom(draftKey(email, ''))
  }

  /** All whose keys begin so. */
  dropFrom(start: string) {
    for (const key of new Set([...this.keys(), ...this.shown.keys()])) if (key.startsWith(start)) this.drop(key)
  }

  /** The keys that begin so, of what was kept last first. */
  newest(start: string): string[] {
    const keptAt = (key: string) => this.stored(key)?.at ?? 0
    const kept = this.keys().filter((key) => key.startsWith(start) && this.stored(key) !== undefined)
    return kept.sort((one, other) => keptAt(other) - keptAt(one))
  }

  /** Another tab signed out: nothing is written after it. */
  forget() {
    this.waiting.clear()
    this.shown.clear()
  }

  /** Whoever typed it does not come back for it. */
  dropOld() {
    for (const key of this.keys()) if (!this.stored(key)) this.place.storage.removeItem(key)
  }

  writeNow() {
    for (const key of this.waiting) {
      try {
        this.place.storage.setItem(key, JSON.stringify({ at: this.place.now(), fields: this.read(key) ?? {} } satisfies Stored))
      } catch {
        // A full or forbidden store costs what a reload would bring back, nothing else.
      }
    }
    this.waiting.clear()
  }

  private keys(): string[] {
    const { storage } = this.place
    return Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '').filter((key) => key.startsWith(`${prefix} `))
  }

  private stored(key: string): Stored | undefined {
    try {
      const stored = JSON.parse(this.place.storage.getItem(key) ?? 'null') as Stored | null
      return stored && this.place.now() - stored.at < mostHours * 3_600_000 ? stored : undefined
    } catch {
      return undefined
    }
  }
}

/** What fits the form as it is now: an older version of the app may have kept other fields. */
export function fitting<T extends object>(initial: T, kept: object | undefined): T {
  const fits = (field: keyof T, value: unknown) => {
    const begun: unknown = initial[field]
    return begun === null || value === null || (typeof value === typeof begun && Array.isArray(value) === Array.isArray(begun))
  }
  const entries = Object.entries(kept ?? {}).filter(([field, value]) => field in initial && fits(field as keyof T, value))
  return entries.length > 0 ? { ...initial, ...Object.fromEntries(entries) } : initial
}
