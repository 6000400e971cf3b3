/** Why nothing can be changed, in customer view mode: the reason of every act that is there for all who may view. */
import { sentence } from '../../core/core'
import { viewedId } from '../../core/viewed'
import { useLanguage } from '../../words/useLanguage'

export function useReadOnly(): string | undefined {
  const language = useLanguage()
  return viewedId === undefined ? undefined : sentence('viewModeReadOnly', language)
}
