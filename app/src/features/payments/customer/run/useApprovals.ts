/** Returns who approved the proposal of a payment: "Aina, 28 Nov 2026, 14:05". Empty until it is loaded, and without a proposal. */
import { instantShown } from '~/core/core'
import { useOptionalRead } from '~/kit/call/read'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

export function useApprovals(proposalId: string | null | undefined): string[] {
  const { t } = useTranslation('paying')
  const language = useLanguage()
  const proposal = useOptionalRead('GetProposal', { proposalId: proposalId ?? '' }, Boolean(proposalId))
  const approvals = proposal?.acts.filter(({ isApproval }) => isApproval) ?? []
  return approvals.map(({ by, inPlaceOf, at }) => {
    const when = instantShown(at, language)
    return inPlaceOf === null ? t('run.whoWhen', { name: by, when }) : t('run.inPlaceOf', { by, name: inPlaceOf, when })
  })
}
