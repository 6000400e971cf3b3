/*
 * later(load)  code that a page can be used without: fetched when it is first wanted, or by fetchLater(), once nothing else is on its way
 * useLater(part, isWanted)  that code once it is there; it is fetched when it is wanted
 * useFetchWanted()(part, act)  fetches it for a person who waits, then acts
 * laterPart(load)  a component of such code; until it is there, nothing stands in its place. `code` is for what waits for it
 * together(part, other)  code that is of no use without that of the other
 * neededPart(load)  a component without which there is no page: it is awaited, and its failure is the page's
 */
import { type ComponentType, type FunctionComponent, use, useEffect, useState } from 'react'
import { toasts } from '../feedback/toastQueue'
import { useUiWords } from './UiWords'
import { whenIdle } from './whenIdle'

export interface Later<Part> {
  /** Undefined until it has come. */
  now: () => Part | undefined
  /** Whether it is there now. What could not be fetched is asked for again by whoever wants it next. */
  fetch: () => Promise<boolean>
}

const parts: Later<unknown>[] = []
let isTime = false

export function later<Part>(load: () => Promise<Part>): Later<Part> {
  let come: Part | undefined
  let coming: Promise<boolean> | undefined
  const part: Later<Part> = {
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
  parts.push(part)
  if (isTime) whenIdle(() => void part.fetch())
  return part
}

/** All that the page may come to want, and from now on what the next pages may. */
export function fetchLater() {
  isTime = true
  // One by one: all at once they would keep a phone busy for a tenth of a second.
  for (const part of parts) whenIdle(() => void part.fetch())
}

export function useLater<Part>(part: Later<Part>, isWanted: boolean): Part | undefined {
  const [, setCome] = useState(false)
  const fetchWanted = useFetchWanted()
  useEffect(() => {
    // It may have come since this was drawn without it.
    if (isWanted) fetchWanted(part, () => setCome(true))
  }, [part, isWanted])
  return part.now()
}

/** Fetches what a person waits for: where that fails, it is said. */
export function useFetchWanted() {
  const { notLoaded } = useUiWords()
  return (part: Later<unknown>, act: () => void) =>
    void part.fetch().then((isThere) => (isThere ? act() : toasts.add({ title: notLoaded, tone: 'bad' })))
}

type LaterPart<Props> = FunctionComponent<Props> & { code: Later<unknown> }

export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LaterPart<Props> {
  const code = later(load)
  function Part(props: Props) {
    const Drawn = useLater(code, true)
    return Drawn ? <Drawn {...props} /> : null
  }
  return Object.assign(Part, { code })
}

export function together<Part>(part: Later<Part>, other: Later<unknown> | undefined): Later<Part> {
  if (!other) return part
  return {
    now: () => (other.now() === undefined ? undefined : part.now()),
    fetch: async () => (await Promise.all([part.fetch(), other.fetch()])).every(Boolean),
  }
}

const forgets = new Set<() => void>()

export function neededPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let coming: Promise<ComponentType<Props>> | undefined
  function forget() {
    coming = undefined
  }
  function asked() {
    if (!coming) {
      coming = load()
      coming.catch(() => forgets.add(forget))
    }
    return coming
  }
  return function Part(props) {
    const Drawn = use(asked())
    return <Drawn {...props} />
  }
}

/** What could not be fetched is asked for anew by whoever is drawn next. */
export function forgetFailedParts() {
  for (const forget of forgets) forget()
  forgets.clear()
}
