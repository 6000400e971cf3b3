/**
 * In customer view mode, returns why changes are disabled; otherwise undefined. It disables actions that every viewer
 * can see.
 */
import { sentence } from '../../core/core'
import { viewedId } from '../../core/viewed'
import { useLanguage } from '../../words/useLanguage'

export function useReadOnly(): string | undefined {
  const language = useLanguage()
  return viewedId === undefined ? undefined : sentence('viewModeReadOnly', language)
}
