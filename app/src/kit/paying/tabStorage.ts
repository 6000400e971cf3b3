/** A value in the tab's session storage, which survives a reload. Writes are batched for a short time. */
interface Form<T> {
  write: (value: T) => string
  read: (text: string) => T
}

export function inTabStorage<T>(key: string, { write, read }: Form<T>) {
  let waiting: { value: T | undefined } | undefined
  function writeNow() {
    if (!waiting) return
    const { value } = waiting
    waiting = undefined
    try {
      if (value === undefined) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, write(value))
    } catch {
      // Without storage a reload loses the value; nothing else depends on it.
    }
  }
  window.addEventListener('pagehide', writeNow)
  return {
    /** The value that was stored before the page loaded. */
    initial: initial(key, read),
    save(value: T | undefined) {
      if (!waiting) setTimeout(writeNow, 200)
      waiting = { value }
    },
  }
}

function initial<T>(key: string, read: (text: string) => T): T | undefined {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? undefined : read(text)
  } catch {
    return undefined
  }
}
