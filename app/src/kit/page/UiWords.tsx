/** Gives the components of `ui/` their words in the user's language. */
import { type ReactNode, useMemo } from 'react'
import { UiWordsProvider, type UiWords as Words } from '~/ui/base/UiWords'
import { useTranslation } from '~/words/useTranslation'

/** Words without values, whose keys are their names. */
const plain = [
  'close',
  'loading',
  'showPassword',
  'hidePassword',
  'optional',
  'clear',
  'clearAllFilters',
  'selectAll',
  'selection',
  'sortBy',
  'ascending',
  'descending',
  'loadMore',
  'tryAgain',
  'noOptions',
  'missing',
  'errorInTitle',
  'putRight',
  'allPutRight',
  'breadcrumbs',
  'notifications',
  'stepDone',
  'copy',
  'copied',
  'notCopied',
] as const

export function UiWords({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const words = useMemo<Words>(
    () => ({
      ...(Object.fromEntries(plain.map((word) => [word, t(`ui.${word}`)])) as Record<(typeof plain)[number], string>),
      remove: (what) => t('ui.remove', { what }),
      selectRow: (what) => t('ui.selectRow', { what }),
      selected: (count) => t('ui.selected', { count }),
      noOption: (text) => t('ui.noOption', { text }),
      severalOptions: (text, count) => t('ui.severalOptions', { text, shown: String(count) }),
      barKey: (key) => t('ui.barKey', { key }),
      notLoaded: t('problem.loading'),
      typeToConfirm: (text) => t('ui.typeToConfirm', { text }),
      typeFirst: (text) => t('ui.typeFirst', { text }),
    }),
    [t],
  )
  return <UiWordsProvider words={words}>{children}</UiWordsProvider>
}
