/** The ways out if bills without a cost centre stop an export: begin after them, code their accounts, or use a suspense account. */
import { type AccountingProfile, type Day, dayPlusDays, dayShown } from '~/core/core'
import { link } from '~/core/links'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { useBulkId } from '~/kit/session/useProfile'
import { useToday } from '~/kit/session/useToday'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { toasts } from '~/ui/feedback/toastQueue'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { useUncodedLink } from './useUncodedLink'

interface Props {
  profile: AccountingProfile
  /** The invoice date of the last bill without a cost centre. */
  lastDay: Day | null
  /** Called after the profile was saved with a later first day. */
  onSaved?: () => void
}

export function UncodedActions({ profile: { profileId, version, draft }, lastDay, onSaved }: Props) {
  const { t } = useTranslation('accounting')
  const language = useLanguage()
  const id = useBulkId()
  const today = useToday()
  const saving = useWrite('SaveAccountingProfile')
  const toUncoded = useUncodedLink()
  const begin = (fromDay: Day) =>
    saving.mutate(
      { id, profileId, version, draft: { ...draft, fromDay } },
      {
        onSuccess: ({ draft: { name } }) => {
          toasts.add({ title: t('edit.done', { name }), tone: 'good' })
          onSaved?.()
        },
      },
    )
  const later = lastDay !== null && lastDay < today ? dayPlusDays(lastDay, 1) : undefined
  return (
    <>
      {later && (
        <Button onPress={() => begin(later)} isLoading={saving.isPending}>
          {t('next.beginLater', { day: dayShown(later, language) })}
        </Button>
      )}
      <LinkButton href={toUncoded.href}>{toUncoded.label}</LinkButton>
      <LinkButton href={link('editAccountingProfile', { profileId })}>{t('next.toEdit')}</LinkButton>
      {saving.isError && <RefusalNotice error={saving.error} />}
    </>
  )
}
