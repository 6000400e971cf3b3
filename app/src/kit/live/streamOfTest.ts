/** A fake EventSource that tests control. */
import { vi } from 'vitest'

export class Stream extends EventTarget {
  static all: Stream[] = []
  isClosed = false

  constructor() {
    super()
    Stream.all.push(this)
  }

  static install() {
    Stream.all = []
    vi.stubGlobal('EventSource', Stream)
  }

  static last = () => Stream.all.at(-1) as Stream
  static open = () => Stream.all.filter(({ isClosed }) => !isClosed)

  close() {
    this.isClosed = true
  }

  emit(event: string, data?: object) {
    this.dispatchEvent(data ? new MessageEvent(event, { data: JSON.stringify(data) }) : new Event(event))
  }
}
