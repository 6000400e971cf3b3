/** Builds the route of a signed-in screen, and parsers for common parameters. */
import { createRoute, lazyRouteComponent, type ResolveParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Profile } from '../core/core'
import { withWords } from '../words/store'
import { root } from './rootRoute'
import { wordsAt } from './screenWords'

export type RawSearch = Record<string, unknown>

interface Options<Path extends string, Search> {
  /** Parses the query of the address. */
  search?: (raw: RawSearch) => Search
  /** Starts the screen's reads while its code loads. */
  load?: (params: ResolveParams<Path>, profile: Profile) => void
}

/**
 * If code fails to load, the router assumes a new version and reloads the page. Without a connection that would show
 * the browser's error page, so a plain error is thrown instead, and the screen reports it inside the frame.
 */
function refuse(cause: unknown): never {
  throw navigator.onLine ? cause : new Error('no connection', { cause })
}

/** A screen that loads with its words when it is opened, or when the pointer rests on a link to it. */
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

/** Parses a parameter as text. */
export const text =
  <const Name extends string>(name: Name) =>
  (raw: RawSearch): { [key in Name]?: string | undefined } =>
    (raw[name] === undefined ? {} : { [name]: String(raw[name]) }) as { [key in Name]?: string }

/** How accounts are added: typed, unless the address says otherwise. */
export const readAddBy = ({ by }: RawSearch): { by?: 'workbook' | undefined } => (by === 'workbook' ? { by } : {})
