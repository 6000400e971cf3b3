/** A value in the tab's session storage, which survives a reload. Writes are delayed, so that several become one. */
interface Serializer<T> {
  write: (value: T) => string
  read: (text: string) => T
}

export function inTabStorage<T>(key: string, { write, read }: Serializer<T>) {
  let pendingWrite: { value: T | undefined } | undefined
  function writeNow() {
    if (!pendingWrite) return
    const { value } = pendingWrite
    pendingWrite = undefined
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
      if (!pendingWrite) setTimeout(writeNow, 200)
      pendingWrite = { value }
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
