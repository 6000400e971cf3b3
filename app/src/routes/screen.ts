/** Returns routes of signed-in screens, and parsers for common parameters. */
import { createRoute, lazyRouteComponent, type ResolveParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Profile } from '../core/core'
import type { Unparsed } from '../kit/list/address'
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
 * Rethrows the error of code that could not be loaded. The router assumes that there is a new version, and reloads the
 * page. Without a connection that would show the browser's error page, so another error is thrown, which the frame shows.
 */
function rethrow(cause: unknown): never {
  throw navigator.onLine ? cause : new Error('no connection', { cause })
}

/** Returns a route whose screen and words load when it opens, or when the pointer rests on a link to it. */
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
      withWords(wordsAt(path), () => fetch().catch(rethrow)),
      name,
    ),
    loader: ({ params, context }) => load?.(params as ResolveParams<Path>, context.profile),
  })

/** Types the address of a list's screen. `useList` parses it, so that the router does not load the definitions of all lists. */
export const addressOf =
  <Of extends { read(raw: RawSearch): object }>() =>
  (raw: RawSearch) =>
    raw as Unparsed<ReturnType<Of['read']>>

/** Returns a parser of one parameter, as text. */
export const text =
  <const Name extends string>(name: Name) =>
  (raw: RawSearch): { [key in Name]?: string | undefined } =>
    (raw[name] === undefined ? {} : { [name]: String(raw[name]) }) as { [key in Name]?: string }

/** Parses how accounts are added. They are typed unless the address names a workbook. */
export const readAddBy = ({ by }: RawSearch): { by?: 'workbook' | undefined } => (by === 'workbook' ? { by } : {})
