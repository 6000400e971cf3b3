/**
 * Drafts of forms, stored in this browser for each user. They survive a reload, and a sign-out after inactivity.
 * Passwords and tokens are never stored (`Harmless`).
 */

import { atom, getDefaultStore, type PrimitiveAtom } from 'jotai'

/** Maximum age of a draft in hours. */
const maxHours = 24
const prefix = 'gridbill.draft'

/** Rejects secret fields by their names, at compile time. */
export type Harmless<T> = {
  [Field in keyof T]: Lowercase<Field & string> extends `${string}${'password' | 'confirmation' | 'token'}${string}` ? never : T[Field]
}

/** Returns the storage key. An e-mail address contains no blank, so no user's keys are a prefix of another user's. */
export const draftKey = (email: string, form: string) => `${prefix} ${email.toLowerCase()} ${form}`

interface Stored {
  at: number
  fields: object
}

interface Environment {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  now: () => number
}

export class Drafts {
  private readonly shown = new Map<string, PrimitiveAtom<object | undefined>>()
  private readonly store = getDefaultStore()
  private readonly waiting = new Set<string>()
  private readonly environment: Environment

  constructor(environment: Environment) {
    this.environment = environment
  }

  /** Returns the atom of a draft, for components that show it. */
  of(key: string): PrimitiveAtom<object | undefined> {
    let kept = this.shown.get(key)
    if (!kept) {
      kept = atom(this.stored(key)?.fields)
      this.shown.set(key, kept)
    }
    return kept
  }

  /** Returns the same object until the draft changes. */
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
    this.environment.storage.removeItem(key)
  }

  /** Deletes all drafts of a user who signs out. */
  dropAllOf(email: string) {
    this.dropFrom(draftKey(email, ''))
  }

  /** Deletes all drafts whose keys begin with this text. */
  dropFrom(start: string) {
    for (const key of new Set([...this.keys(), ...this.shown.keys()])) if (key.startsWith(start)) this.drop(key)
  }

  /** Returns the keys that begin with this text, newest draft first. */
  newest(start: string): string[] {
    const keptAt = (key: string) => this.stored(key)?.at ?? 0
    const kept = this.keys().filter((key) => key.startsWith(start) && this.stored(key) !== undefined)
    return kept.sort((one, other) => keptAt(other) - keptAt(one))
  }

  /** Drops drafts that are not written yet, so that nothing is written after a sign-out. */
  forget() {
    this.waiting.clear()
    this.shown.clear()
  }

  /** Deletes expired and unreadable drafts. */
  dropOld() {
    for (const key of this.keys()) if (!this.stored(key)) this.environment.storage.removeItem(key)
  }

  writeNow() {
    for (const key of this.waiting) {
      try {
        this.environment.storage.setItem(key, JSON.stringify({ at: this.environment.now(), fields: this.read(key) ?? {} } satisfies Stored))
      } catch {
        // If storage is full or blocked, the draft does not survive a reload; nothing else depends on it.
      }
    }
    this.waiting.clear()
  }

  private keys(): string[] {
    const { storage } = this.environment
    return Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? '').filter((key) => key.startsWith(`${prefix} `))
  }

  private stored(key: string): Stored | undefined {
    try {
      const stored = JSON.parse(this.environment.storage.getItem(key) ?? 'null') as Stored | null
      return stored && this.environment.now() - stored.at < maxHours * 3_600_000 ? stored : undefined
    } catch {
      return undefined
    }
  }
}

/**
 * Returns the initial values with the draft's fields. Ignores fields that do not fit the form, because an older version
 * may have stored them.
 */
export function withDraft<T extends object>(initial: T, kept: object | undefined): T {
  const fits = (field: keyof T, value: unknown) => {
    const begun: unknown = initial[field]
    return begun === null || value === null || (typeof value === typeof begun && Array.isArray(value) === Array.isArray(begun))
  }
  const entries = Object.entries(kept ?? {}).filter(([field, value]) => field in initial && fits(field as keyof T, value))
  return entries.length > 0 ? { ...initial, ...Object.fromEntries(entries) } : initial
}
