/*
 * The few words that the pieces themselves say (labels of icon buttons, announcements). The caller gives them in the person's language:
 *   <UiWordsProvider words={english}>…</UiWordsProvider>
 */
import { createContext, type ReactNode, useContext } from 'react'

export interface UiWords {
  close: string
  /** Spoken while a button works. */
  loading: string
  showPassword: string
  hidePassword: string
  optional: string
  clear: string
  clearAllFilters: string
  remove: (what: string) => string
  selectRow: (what: string) => string
  selectAll: string
  /** Announced after a change of selection: "3 selected". */
  selected: (count: number) => string
  /** Names the bar of what is selected. */
  selection: string
  /** The key that leads to it. */
  barKey: (key: string) => string
  sortBy: string
  ascending: string
  descending: string
  loadMore: string
  tryAgain: string
  noOptions: string
  /** What stands in for a missing value when read aloud; on the screen it is a dash. */
  missing: string
  /** Begins the page's title while a form's errors are shown: "Error". */
  errorInTitle: string
  /** Read before an error of the summary that was put right. */
  putRight: string
  /** The summary's title once all was put right. */
  allPutRight: string
  /** What was opened could not be fetched. */
  notLoaded: string
  breadcrumbs: string
  notifications: string
  /** A finished step of a flow, read aloud: "done". */
  stepDone: string
  /** The label over the field of a typed confirmation: "Type TRANSFER to confirm". */
  typeToConfirm: (text: string) => string
  /** Why the confirming button is not available before the text is typed. */
  typeFirst: (text: string) => string
}

const Words = createContext<UiWords | null>(null)

export function UiWordsProvider({ words, children }: { words: UiWords; children: ReactNode }) {
  return <Words value={words}>{children}</Words>
}

export function useUiWords(): UiWords {
  const words = useContext(Words)
  if (!words) throw new Error('UiWordsProvider is missing around the app')
  return words
}
