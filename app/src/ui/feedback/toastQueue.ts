import { atom, getDefaultStore } from 'jotai'
import type { Tone } from './StatusBadge'

export interface Toast {
  title: string
  body?: string | undefined
  tone?: Tone | undefined
  action?: { label: string; onPress: () => void } | undefined
  /** How long it stays, not counting the time that someone points at it or is in it. 5 unless told. */
  seconds?: number | undefined
}

export interface ShownToast extends Toast {
  id: number
}

/** The last few messages, newest last, and their timers; React Aria's own queue is not stable yet. One for the app; tests make their own. */
export class ToastQueue {
  readonly shown = atom<readonly ShownToast[]>([])
  private readonly store = getDefaultStore()
  private next = 1
  private readonly timers = new Map<number, { left: number; since: number; timer: ReturnType<typeof setTimeout> }>()
  private isHeld = false

  /** So many are shown. What can be undone stays its time beyond that, up to twice as many. */
  constructor(private readonly most = 3) {}

  add(toast: Toast): number {
    const id = this.next++
    this.set(this.fitting([...this.current(), { ...toast, id }]))
    this.run(id, (toast.seconds ?? 5) * 1000)
    return id
  }

  close(id: number) {
    clearTimeout(this.timers.get(id)?.timer)
    this.timers.delete(id)
    this.set(this.current().filter((toast) => toast.id !== id))
    // What was pointed at is gone, and tells no more that the pointer left.
    if (this.current().length === 0) this.isHeld = false
  }

  /** Stops all clocks: nothing may vanish from under a pointer or the focus. */
  hold() {
    if (this.isHeld) return
    this.isHeld = true
    for (const entry of this.timers.values()) {
      clearTimeout(entry.timer)
      entry.left -= Date.now() - entry.since
    }
  }

  release() {
    if (!this.isHeld) return
    this.isHeld = false
    for (const [id, { left }] of this.timers) this.run(id, Math.max(left, 1000))
  }

  current(): readonly ShownToast[] {
    return this.store.get(this.shown)
  }

  /** The oldest goes that is only to be read; where there is none but the newest, the oldest of too many. */
  private fitting(shown: readonly ShownToast[]): readonly ShownToast[] {
    if (shown.length <= this.most) return shown
    const oldest = shown.slice(0, -1).findIndex(({ action }) => !action)
    if (oldest >= 0) return shown.toSpliced(oldest, 1)
    return shown.slice(-2 * this.most)
  }

  private run(id: number, left: number) {
    const timer = this.isHeld ? setTimeout(() => undefined) : setTimeout(() => this.close(id), left)
    this.timers.set(id, { left, since: Date.now(), timer })
  }

  private set(shown: readonly ShownToast[]) {
    for (const id of this.timers.keys()) {
      if (shown.some((toast) => toast.id === id)) continue
      clearTimeout(this.timers.get(id)?.timer)
      this.timers.delete(id)
    }
    this.store.set(this.shown, shown)
  }
}

export const toasts = new ToastQueue()
