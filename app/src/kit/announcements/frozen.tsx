/** Whether an announcement freezes what a screen is for. Core's rule says it here as the server's guard does. */
import { endpoints, frozenRefusal } from '../../core/core'
import { Notice } from '../../ui/feedback/Notice'
import { useLanguage } from '../../words/useLanguage'
import type { EndpointName } from '../call/api'
import { useHint } from '../call/read'
import { freezesOf } from './freezes'

const featuresOf = new Map(endpoints.map(({ name, frozen }) => [name, frozen ?? []]))

/** Why these calls cannot be made now, and until when; nothing while they can. */
export function useFrozen(...calls: readonly EndpointName[]): string | undefined {
  const language = useLanguage()
  const features = calls.flatMap((call) => featuresOf.get(call) ?? [])
  const shown = useHint('GetAnnouncements', {}, features.length > 0)
  if (!shown || features.length === 0) return undefined
  return frozenRefusal(freezesOf(shown), features, shown.now, language)?.errorMessage
}

/** Over a form that cannot be sent now. What was typed stays in it. */
export const FrozenNotice = ({ why }: { why: string | undefined }) => why && <Notice tone="warning" title={why} isAnnounced />
