/**
 * The texts that ui components show or announce themselves, such as labels of icon buttons. `UiWordsProvider` supplies them in the
 * user's language.
 */
import { createContext, type ReactNode, useContext } from 'react'

export interface UiWords {
  close: string
  /** Announced while a button is busy. */
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
  /** Label of the selection bar. */
  selection: string
  /** Tooltip with the key that moves the focus to the selection bar. */
  barKey: (key: string) => string
  sortBy: string
  ascending: string
  descending: string
  loadMore: string
  tryAgain: string
  noOptions: string
  /** Why a typed text chooses no option: nothing matches, or several do. */
  noOption: (text: string) => string
  severalOptions: (text: string, count: number) => string
  /** Read aloud for a missing value, which is shown as a dash. */
  missing: string
  /** Prefix of the page's title while a form shows errors: "Error". */
  errorInTitle: string
  /** Read aloud before an error in the summary that has been fixed. */
  putRight: string
  /** Title of the error summary once all errors are fixed. */
  allPutRight: string
  /** Shown when the code of a dialogue or panel could not be loaded. */
  notLoaded: string
  breadcrumbs: string
  notifications: string
  /** Read aloud for a finished step of a flow: "done". */
  stepDone: string
  /** Label of the field for a typed confirmation: "Type TRANSFER to confirm". */
  typeToConfirm: (text: string) => string
  /** Why the confirm button is disabled before the text is typed. */
  typeFirst: (text: string) => string
  /** Shown if the browser refuses or fails to copy a text. */
  copy: string
  copied: string
  notCopied: string
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
