/** The title of the browser's tab: the screen's, then the utility's name. */
import { useEffect } from 'react'
import { useTranslation } from '../../words/useTranslation'
import { useHint } from '../call/read'

export function useTitle(title: string) {
  const { t } = useTranslation()
  const portal = useHint('GetPortal', {})
  const name = portal?.utilityName ?? t('product')
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}
