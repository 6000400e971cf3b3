/** Loads code that a page can do without until the user needs it, so that the first screen loads quickly. */
import { type ComponentType, type FunctionComponent, use, useEffect, useState } from 'react'
import { toasts } from '../feedback/toastQueue'
import { useUiWords } from './UiWords'
import { whenIdle } from './whenIdle'

export interface DeferredCode<Part> {
  /** Returns undefined until loaded. */
  now: () => Part | undefined
  /** Loads the code. Resolves to whether it is loaded; a later call retries a failure. */
  fetch: () => Promise<boolean>
}

const deferredCode: DeferredCode<unknown>[] = []
let isTime = false

/** Registers code that is loaded when first needed, or by `fetchDeferred` when the browser is idle. */
export function deferCode<Part>(load: () => Promise<Part>): DeferredCode<Part> {
  let come: Part | undefined
  let coming: Promise<boolean> | undefined
  const part: DeferredCode<Part> = {
    now: () => come,
    fetch: () => {
      coming ??= load().then(
        (loaded) => {
          come = loaded
          return true
        },
        () => {
          coming = undefined
          return false
        },
      )
      return coming
    },
  }
  deferredCode.push(part)
  if (isTime) whenIdle(() => void part.fetch())
  return part
}

/** Loads, while idle, all code registered with `deferCode`, and from now on code registered by pages opened later. */
export function fetchDeferred() {
  isTime = true
  // Each in its own idle task: together they would block a phone for a tenth of a second.
  for (const part of deferredCode) whenIdle(() => void part.fetch())
}

/** Returns the code once it is loaded. Loading starts when `isWanted` is true. */
export function useDeferredCode<Part>(part: DeferredCode<Part>, isWanted: boolean): Part | undefined {
  const [, setCome] = useState(false)
  const fetchWanted = useFetchDeferred()
  useEffect(() => {
    // The code may have loaded since the last render.
    if (isWanted) fetchWanted(part, () => setCome(true))
  }, [part, isWanted])
  return part.now()
}

/** Returns a function that loads code for a waiting user, then calls `act`. A failure is shown as a message. */
export function useFetchDeferred() {
  const { notLoaded } = useUiWords()
  return (part: DeferredCode<unknown>, act: () => void) =>
    void part.fetch().then((isThere) => (isThere ? act() : toasts.add({ title: notLoaded, tone: 'bad' })))
}

type DeferredComponent<Props> = FunctionComponent<Props> & { code: DeferredCode<unknown> }

/**
 * Makes a component of code that is loaded later. It renders nothing until then. Use its `code` to wait for it, as PopoverPanel
 * does.
 */
export function deferComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): DeferredComponent<Props> {
  const code = deferCode(load)
  function Part(props: Props) {
    const Drawn = useDeferredCode(code, true)
    return Drawn ? <Drawn {...props} /> : null
  }
  return Object.assign(Part, { code })
}

/** Combines code with other code that it needs, so that both count as loaded together. */
export function combineDeferred<Part>(part: DeferredCode<Part>, other: DeferredCode<unknown> | undefined): DeferredCode<Part> {
  if (!other) return part
  return {
    now: () => (other.now() === undefined ? undefined : part.now()),
    fetch: async () => (await Promise.all([part.fetch(), other.fetch()])).every(Boolean),
  }
}

const failedResets = new Set<() => void>()

/** Makes a component without which there is no page. Rendering suspends until it is loaded, and a failure is the page's. */
export function requiredComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let coming: Promise<ComponentType<Props>> | undefined
  function forget() {
    coming = undefined
  }
  function asked() {
    if (!coming) {
      coming = load()
      coming.catch(() => failedResets.add(forget))
    }
    return coming
  }
  return function Part(props) {
    const Drawn = use(asked())
    return <Drawn {...props} />
  }
}

/** Makes components that failed to load try again on their next render. */
export function resetFailedLoads() {
  for (const forget of failedResets) forget()
  failedResets.clear()
}
