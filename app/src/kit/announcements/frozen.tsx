/** Finds out whether an announcement freezes calls, by the same rule of core as the server's guard. */
import { endpoints, frozenRefusal } from '~/core/core'
import { Notice } from '~/ui/feedback/Notice'
import { useLanguage } from '~/words/useLanguage'
import type { EndpointName } from '../call/api'
import { useOptionalRead } from '../call/read'
import { freezesOf } from './freezes'

const featuresOf = new Map(endpoints.map(({ name, frozen }) => [name, frozen ?? []]))

/** Returns why these calls are frozen and until when; undefined if they are not. */
export function useFrozen(...calls: readonly EndpointName[]): string | undefined {
  const language = useLanguage()
  const features = calls.flatMap((call) => featuresOf.get(call) ?? [])
  const shown = useOptionalRead('GetAnnouncements', {}, features.length > 0)
  if (!shown || features.length === 0) return undefined
  return frozenRefusal(freezesOf(shown), features, shown.now, language)?.errorMessage
}

/** Notice above a frozen form, which keeps its values. */
export const FrozenNotice = ({ why }: { why: string | undefined }) => why && <Notice tone="warning" title={why} isAnnounced />
