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
}

/**
 * A queue of messages. One is shown at a time, and none while a dialogue is open. A message with an action is shown immediately, and
 * the message that it replaces returns afterwards. Others wait in order. Used instead of React Aria's queue, which is not stable yet.
 */
export class ToastQueue {
  readonly shown = atom<ShownToast | undefined>(undefined)
  private readonly store = getDefaultStore()
  private next = 1
  /** The first message is the visible one. */
  private queue: readonly QueuedToast[] = []
  private running: { toast: QueuedToast; since: number; timer: ReturnType<typeof setTimeout> } | undefined
  private isHeld = false
  private dialogues = 0

  /**
   * Adds a message and returns its ID. If an equal message without an action is already shown or queued, returns that message's ID
   * instead.
   */
  add(toast: Toast): number {
    const isSame = ({ tone, title, body, action }: Toast) =>
      !action && !toast.action && tone === toast.tone && title === toast.title && body === toast.body
    const same = this.queue.find(isSame)
    if (same) return same.id
    const queued: QueuedToast = { ...toast, id: this.next++, left: (toast.seconds ?? 5) * 1000 }
    // A message under the pointer or with the focus is not replaced.
    const isFirst = toast.action !== undefined && !this.isHeld
    this.change(isFirst ? [queued, ...this.queue] : [...this.queue, queued])
    return queued.id
  }

  close(id: number) {
    const isFirst = this.queue[0]?.id === id
    this.change(this.queue.filter((toast) => toast.id !== id))
    // A removed element sends no leave event, so the hold is released here.
    if (isFirst) this.release()
  }

  /** Stops the timer, so that a message does not vanish while the pointer or the focus is on it. */
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

  /** Called when a dialogue opens. Messages wait until it closes. */
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

  private change(queue: readonly QueuedToast[]) {
    this.stop()
    this.queue = queue
    const [first] = queue
    if (first && !first.action && queue.length > 1) first.left = Math.min(first.left, shortenedTime)
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
