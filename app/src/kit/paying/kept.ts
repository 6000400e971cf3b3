/** Something that outlives a reload of the tab, written when the browser has nothing else to do. */
interface Form<T> {
  write: (value: T) => string
  read: (text: string) => T
}

export function kept<T>(key: string, { write, read }: Form<T>) {
  let waiting: { value: T | undefined } | undefined
  function writeNow() {
    if (!waiting) return
    const { value } = waiting
    waiting = undefined
    try {
      if (value === undefined) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, write(value))
    } catch {
      // A full or forbidden store costs what a reload would bring back, nothing else.
    }
  }
  window.addEventListener('pagehide', writeNow)
  return {
    /** What was kept before the page was loaded. */
    before: before(key, read),
    keep(value: T | undefined) {
      if (!waiting) setTimeout(writeNow, 200)
      waiting = { value }
    },
  }
}

function before<T>(key: string, read: (text: string) => T): T | undefined {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? undefined : read(text)
  } catch {
    return undefined
  }
}
