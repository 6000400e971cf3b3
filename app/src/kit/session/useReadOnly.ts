/**
 * Returns why changes are disabled in customer view mode; otherwise undefined. Used for actions that are visible to every
 * user, such as saving a view.
 */
import { sentence } from '~/core/core'
import { viewedId } from '~/core/viewed'
import { useLanguage } from '~/words/useLanguage'

export function useReadOnly(): string | undefined {
  const language = useLanguage()
  return viewedId === undefined ? undefined : sentence('viewModeReadOnly', language)
}
