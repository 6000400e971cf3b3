/*
 * later(load)  code that a page can be used without: fetched when it is first wanted, or by fetchLater(), once nothing else is on its way
 * useLater(part, isWanted)  that code once it is there; it is fetched when it is wanted
 * laterPart(load)  a component of such code; until it is there, nothing stands in its place
 */
import { type ComponentType, useEffect, useState } from 'react'

export interface Later<Part> {
  /** Undefined until it has come. */
  now: () => Part | undefined
  /** What could not be fetched is asked for again by whoever wants it next. */
  fetch: () => Promise<void>
}

const parts: Later<unknown>[] = []
let isTime = false

export function later<Part>(load: () => Promise<Part>): Later<Part> {
  let come: Part | undefined
  let coming: Promise<void> | undefined
  const part: Later<Part> = {
    now: () => come,
    fetch: () => {
      coming ??= load().then(
        (loaded) => {
          come = loaded
        },
        () => {
          coming = undefined
        },
      )
      return coming
    },
  }
  parts.push(part)
  if (isTime) void part.fetch()
  return part
}

/** All that the page may come to want, and from now on what the next pages may. */
export function fetchLater() {
  isTime = true
  for (const part of parts) void part.fetch()
}

export function useLater<Part>(part: Later<Part>, isWanted: boolean): Part | undefined {
  const [, setCome] = useState(false)
  useEffect(() => {
    if (isWanted && !part.now()) void part.fetch().then(() => setCome(true))
  }, [part, isWanted])
  return part.now()
}

export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const part = later(load)
  return function Part(props) {
    const Drawn = useLater(part, true)
    return Drawn ? <Drawn {...props} /> : null
  }
}
