import { atom, getDefaultStore } from 'jotai'
import type { Tone } from './StatusBadge'

export interface Toast {
  title: string
  body?: string | undefined
  tone?: Tone | undefined
  action?: { label: string; onPress: () => void } | undefined
  /** Seconds that it stays, without the time under the pointer or with the focus. 5 by default. */
  seconds?: number | undefined
}

export interface ShownToast extends Toast {
  id: number
}

/** Milliseconds that a message without an action stays while others wait. Long enough to read a line. */
const shortenedTime = 2500

interface QueuedToast extends ShownToast {
  /** Remaining milliseconds to show it. */
  left: number
  running?: { since: number; timer: ReturnType<typeof setTimeout> } | undefined
}

/**
 * A queue of messages. One is shown at a time, and none while a dialogue is open. A message with an action is shown immediately, and
 * the message that it replaces returns afterwards. Others wait in order. A message under the pointer or with the focus stays, and the
 * next ones are shown above it. Used instead of React Aria's queue, which is not stable yet.
 */
export class ToastQueue {
  /** The visible messages, the lowest first. */
  readonly shown = atom<readonly ShownToast[]>([])
  private readonly store = getDefaultStore()
  private next = 1
  private visible: readonly QueuedToast[] = []
  private waiting: readonly QueuedToast[] = []
  /** How many visible messages are held, the lowest first: that under the pointer, and those below it, so that it does not move. */
  private held = 0
  private dialogues = 0

  /**
   * Adds a message and returns its ID. If an equal message without an action is already shown or queued, returns that message's ID
   * instead.
   */
  add(toast: Toast): number {
    const isSame = ({ tone, title, body, action }: Toast) =>
      !action && !toast.action && tone === toast.tone && title === toast.title && body === toast.body
    const same = [...this.visible, ...this.waiting].find(isSame)
    if (same) return same.id
    const queued: QueuedToast = { ...toast, id: this.next++, left: (toast.seconds ?? 5) * 1000 }
    if (toast.action) {
      const replaced = this.visible.slice(this.held)
      for (const one of replaced) stop(one)
      this.waiting = [...replaced, ...this.waiting]
      this.visible = [...this.visible.slice(0, this.held), queued]
    } else this.waiting = [...this.waiting, queued]
    this.run()
    return queued.id
  }

  close(id: number) {
    const place = this.visible.findIndex((toast) => toast.id === id)
    // A removed element sends no leave event, so the hold is released here.
    if (place >= 0 && place < this.held) this.hold([])
    for (const toast of this.visible) if (toast.id === id) stop(toast)
    this.visible = this.visible.filter((toast) => toast.id !== id)
    this.waiting = this.waiting.filter((toast) => toast.id !== id)
    this.run()
  }

  /** Stops the time of the messages under the pointer or with the focus, and runs that of all others. */
  hold(ids: readonly number[]) {
    const held = Math.max(0, ...this.visible.map(({ id }, place) => (ids.includes(id) ? place + 1 : 0)))
    for (const toast of this.visible.slice(held, this.held)) toast.left = Math.max(toast.left, 1000)
    this.held = held
    this.run()
  }

  /** Called when a dialogue opens. Messages wait until it closes. */
  cover() {
    this.dialogues += 1
    this.held = 0
    this.run()
  }

  uncover() {
    this.dialogues -= 1
    this.run()
  }

  current(): readonly ShownToast[] {
    return this.store.get(this.shown)
  }

  private run() {
    const [next, ...others] = this.waiting
    if (next && this.visible.length === this.held) {
      this.visible = [...this.visible, next]
      this.waiting = others
    }
    for (const [place, toast] of this.visible.entries()) {
      stop(toast)
      if (place < this.held || this.dialogues > 0) continue
      if (!toast.action && this.waiting.length > 0) toast.left = Math.min(toast.left, shortenedTime)
      toast.running = { since: Date.now(), timer: setTimeout(() => this.close(toast.id), toast.left) }
    }
    const shown = this.dialogues > 0 ? [] : this.visible
    const before = this.current()
    if (shown.length !== before.length || shown.some((toast, place) => toast !== before[place])) this.store.set(this.shown, shown)
  }
}

function stop(toast: QueuedToast) {
  if (!toast.running) return
  clearTimeout(toast.running.timer)
  toast.left -= Date.now() - toast.running.since
  toast.running = undefined
}

export const toasts = new ToastQueue()
