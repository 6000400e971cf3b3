/** Loads code later than the page, so that the first screen opens quickly: when the user needs it, or when the browser is idle. */
import { type ComponentType, type FunctionComponent, use, useEffect, useState } from 'react'
import { toasts } from '../feedback/toastQueue'
import { useUiWords } from './UiWords'
import { whenIdle } from './whenIdle'

export interface DeferredCode<Part> {
  /** Returns the loaded code; undefined until then. */
  now: () => Part | undefined
  /** Loads the code. Resolves to false after a failure, which the next call retries. */
  fetch: () => Promise<boolean>
}

const deferredCode: DeferredCode<unknown>[] = []
let isFetchingAll = false

/** Registers code that loads when it is first needed, or after `fetchDeferred` when the browser is idle. */
export function deferCode<Part>(load: () => Promise<Part>): DeferredCode<Part> {
  let loadedPart: Part | undefined
  let loading: Promise<boolean> | undefined
  const part: DeferredCode<Part> = {
    now: () => loadedPart,
    fetch: () => {
      loading ??= load().then(
        (loaded) => {
          loadedPart = loaded
          return true
        },
        () => {
          loading = undefined
          return false
        },
      )
      return loading
    },
  }
  deferredCode.push(part)
  if (isFetchingAll) whenIdle(() => void part.fetch())
  return part
}

/** Loads all registered code when the browser is idle, and from now on also code that is registered later. */
export function fetchDeferred() {
  isFetchingAll = true
  // Each part loads in its own idle task, because together they would block a phone for a tenth of a second.
  for (const part of deferredCode) whenIdle(() => void part.fetch())
}

/** Milliseconds between a failed load and the next attempt: the first and the longest pause. */
const [firstPause, longestPause] = [5_000, 60_000]

/**
 * Loads code that is needed now. After a failure it tries again when the browser is online again, and after a pause. `fail` is called
 * once. The returned function stops it. A browser that keeps a failed module loads it after a reload only.
 */
export function fetchUntilLoaded(part: DeferredCode<unknown>, act: () => void, fail: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = firstPause
  let isStopped = false
  async function fetchPart() {
    clearTimeout(timer)
    const isLoaded = await part.fetch()
    if (isStopped) return
    if (isLoaded) {
      stop()
      return act()
    }
    if (pause === firstPause) fail()
    clearTimeout(timer)
    timer = setTimeout(fetchPart, pause)
    pause = Math.min(pause * 2, longestPause)
  }
  function stop() {
    isStopped = true
    clearTimeout(timer)
    window.removeEventListener('online', fetchPart)
  }
  window.addEventListener('online', fetchPart)
  void fetchPart()
  return stop
}

/** Returns the code once it is loaded. Starts loading when `isWanted` is true. A failure appears as a message. */
export function useDeferredCode<Part>(part: DeferredCode<Part>, isWanted: boolean): Part | undefined {
  const [, setIsLoaded] = useState(false)
  const showFailure = useLoadFailure()
  useEffect(() => {
    // The code may have loaded since the last render.
    return isWanted ? fetchUntilLoaded(part, () => setIsLoaded(true), showFailure) : undefined
  }, [part, isWanted])
  return part.now()
}

/** Returns a function that loads code while the user waits, then calls `act`. A failure appears as a message. */
export function useFetchDeferred() {
  const showFailure = useLoadFailure()
  return (part: DeferredCode<unknown>, act: () => void) => void part.fetch().then((isLoaded) => (isLoaded ? act() : showFailure()))
}

function useLoadFailure() {
  const { notLoaded } = useUiWords()
  return () => void toasts.add({ title: notLoaded, tone: 'bad' })
}

type DeferredComponent<Props> = FunctionComponent<Props> & { code: DeferredCode<unknown> }

/**
 * Makes a component from code that loads later. It renders nothing until then. Its `code` lets other components wait for it, such
 * as PopoverPanel.
 */
export function deferComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): DeferredComponent<Props> {
  const code = deferCode(load)
  function Part(props: Props) {
    const Loaded = useDeferredCode(code, true)
    return Loaded ? <Loaded {...props} /> : null
  }
  return Object.assign(Part, { code })
}

/** Combines code with other code that it needs. It counts as loaded once both are loaded. */
export function combineDeferred<Part>(part: DeferredCode<Part>, other: DeferredCode<unknown> | undefined): DeferredCode<Part> {
  if (!other) return part
  return {
    now: () => (other.now() === undefined ? undefined : part.now()),
    fetch: async () => (await Promise.all([part.fetch(), other.fetch()])).every(Boolean),
  }
}

const failedResets = new Set<() => void>()

/** Makes a component that its page requires. Rendering suspends until the code is loaded, and throws if it cannot be loaded. */
export function requiredComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  function reset() {
    loading = undefined
  }
  function loadOnce() {
    if (!loading) {
      loading = load()
      loading.catch(() => failedResets.add(reset))
    }
    return loading
  }
  return function Part(props) {
    const Loaded = use(loadOnce())
    return <Loaded {...props} />
  }
}

/** Lets components that failed to load try again when they next render. */
export function resetFailedLoads() {
  for (const reset of failedResets) reset()
  failedResets.clear()
}
