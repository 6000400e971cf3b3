/** The route of a screen behind the sign-in, and what several of them read of their addresses. */
import { createRoute, lazyRouteComponent, type ResolveParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Profile } from '../core/core'
import { withWords } from '../words/store'
import { root } from './rootRoute'
import { wordsAt } from './screenWords'

export type RawSearch = Record<string, unknown>

interface Options<Path extends string, Search> {
  /** What the query of the address says. */
  search?: (raw: RawSearch) => Search
  /** What is asked for while the screen is fetched. */
  load?: (params: ResolveParams<Path>, profile: Profile) => void
}

/**
 * The router takes code that did not come for that of an older version, and loads the page anew. Without a connection that would replace
 * the page by the browser's own: there the screen says that it could not be opened, within the frame.
 */
function refuse(cause: unknown): never {
  throw navigator.onLine ? cause : new Error('no connection', { cause })
}

/** A screen, fetched with its words when it is opened, or when the pointer rests on a link to it. */
export const screen = <const Path extends string, Module extends Record<string, () => ReactNode>, Search extends object = RawSearch>(
  path: Path,
  fetch: () => Promise<Module>,
  name: keyof Module & string,
  { search = (raw) => raw as Search, load }: Options<Path, Search> = {},
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: search,
    component: lazyRouteComponent(
      withWords(wordsAt(path), () => fetch().catch(refuse)),
      name,
    ),
    loader: ({ params, context }) => load?.(params as ResolveParams<Path>, context.profile),
  })

/** A parameter of an address, as text. */
export const text =
  <const Name extends string>(name: Name) =>
  (raw: RawSearch): { [key in Name]?: string | undefined } =>
    (raw[name] === undefined ? {} : { [name]: String(raw[name]) }) as { [key in Name]?: string }

/** How accounts are added: typed, unless the address says otherwise. */
export const readAddBy = ({ by }: RawSearch): { by?: 'workbook' | undefined } => (by === 'workbook' ? { by } : {})
