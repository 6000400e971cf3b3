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

/** Milliseconds that a message without an action stays while others wait: long enough to read a line. */
const hurried = 2500

interface Queued extends ShownToast {
  /** Milliseconds that it still is to be shown. */
  left: number
}

/**
 * Messages, shown one at a time, and none while a dialogue is open. What can be undone is shown at once, and the message that it takes the
 * place of comes back; other messages follow in their order. React Aria's own queue is not stable yet. One for the app; tests make their own.
 */
export class ToastQueue {
  readonly shown = atom<ShownToast | undefined>(undefined)
  private readonly store = getDefaultStore()
  private next = 1
  /** The first is shown. */
  private queue: readonly Queued[] = []
  private running: { toast: Queued; since: number; timer: ReturnType<typeof setTimeout> } | undefined
  private isHeld = false
  private dialogues = 0

  /** Returns the message's id. A message that says the same as one that is shown or waits is not repeated. */
  add(toast: Toast): number {
    const same = this.queue.find(({ title, body, action }) => !action && !toast.action && title === toast.title && body === toast.body)
    if (same) return same.id
    const queued: Queued = { ...toast, id: this.next++, left: (toast.seconds ?? 5) * 1000 }
    // Nothing takes the place of a message that someone points at.
    const isFirst = toast.action !== undefined && !this.isHeld
    this.change(isFirst ? [queued, ...this.queue] : [...this.queue, queued])
    return queued.id
  }

  close(id: number) {
    const isFirst = this.queue[0]?.id === id
    this.change(this.queue.filter((toast) => toast.id !== id))
    // What was pointed at is gone, and tells no more that the pointer left.
    if (isFirst) this.release()
  }

  /** Stops the clock: nothing may vanish from under a pointer or the focus. */
  hold() {
    this.isHeld = true
    this.stop()
  }

  release() {
    if (!this.isHeld) return
    this.isHeld = false
    const [first] = this.queue
    if (first) first.left = Math.max(first.left, 1000)
    this.run()
  }

  /** A dialogue opened: messages wait until it is closed. */
  cover() {
    this.dialogues += 1
    this.isHeld = false
    this.stop()
    this.show()
  }

  uncover() {
    this.dialogues -= 1
    this.show()
    this.run()
  }

  current(): ShownToast | undefined {
    return this.store.get(this.shown)
  }

  private change(queue: readonly Queued[]) {
    this.stop()
    this.queue = queue
    const [first] = queue
    if (first && !first.action && queue.length > 1) first.left = Math.min(first.left, hurried)
    this.show()
    this.run()
  }

  private show() {
    this.store.set(this.shown, this.dialogues > 0 ? undefined : this.queue[0])
  }

  private stop() {
    if (!this.running) return
    const { toast, since, timer } = this.running
    clearTimeout(timer)
    toast.left -= Date.now() - since
    this.running = undefined
  }

  private run() {
    this.stop()
    const [toast] = this.queue
    if (!toast || this.isHeld || this.dialogues > 0) return
    this.running = { toast, since: Date.now(), timer: setTimeout(() => this.close(toast.id), toast.left) }
  }
}

export const toasts = new ToastQueue()
