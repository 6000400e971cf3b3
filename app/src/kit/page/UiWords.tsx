/** Gives the components of `ui/` their words in the user's language. */
import { type ReactNode, useMemo } from 'react'
import { UiWordsProvider, type UiWords as Words } from '../../ui/base/UiWords'
import { useTranslation } from '../../words/useTranslation'

export function UiWords({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const words = useMemo<Words>(
    () => ({
      close: t('ui.close'),
      loading: t('ui.loading'),
      showPassword: t('ui.showPassword'),
      hidePassword: t('ui.hidePassword'),
      optional: t('ui.optional'),
      clear: t('ui.clear'),
      clearAllFilters: t('ui.clearAllFilters'),
      remove: (what) => t('ui.remove', { what }),
      selectRow: (what) => t('ui.selectRow', { what }),
      selectAll: t('ui.selectAll'),
      selected: (count) => t('ui.selected', { count }),
      selection: t('ui.selection'),
      barKey: (key) => t('ui.barKey', { key }),
      sortBy: t('ui.sortBy'),
      ascending: t('ui.ascending'),
      descending: t('ui.descending'),
      loadMore: t('ui.loadMore'),
      tryAgain: t('ui.tryAgain'),
      noOptions: t('ui.noOptions'),
      missing: t('ui.missing'),
      errorInTitle: t('ui.errorInTitle'),
      putRight: t('ui.putRight'),
      allPutRight: t('ui.allPutRight'),
      notLoaded: t('problem.loading'),
      breadcrumbs: t('ui.breadcrumbs'),
      notifications: t('ui.notifications'),
      stepDone: t('ui.stepDone'),
      typeToConfirm: (text) => t('ui.typeToConfirm', { text }),
      typeFirst: (text) => t('ui.typeFirst', { text }),
      notCopied: t('ui.notCopied'),
    }),
    [t],
  )
  return <UiWordsProvider words={words}>{children}</UiWordsProvider>
}
