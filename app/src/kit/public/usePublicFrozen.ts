import { publicEndpoints } from '~/core/generatedData'
import { useRules } from '~/core/lazyRules'
import { useLanguage } from '~/words/useLanguage'
import { freezesOf } from '../announcements/freezes'
import type { EndpointName } from '../call/api'
import { usePortal } from './PublicFrame'

/** Returns why a call is frozen. Undefined until the rules are loaded, but the server refuses the call in any case. */
export function usePublicFrozen(name: EndpointName): string | undefined {
  const language = useLanguage()
  const rules = useRules()
  const shown = usePortal()?.announcements
  const features = publicEndpoints.find((endpoint) => endpoint.name === name)?.frozen
  if (!rules || !shown || !features) return undefined
  return rules.frozenRefusal(freezesOf(shown), features, shown.now, language)?.errorMessage
}
