/** Shown for the address of a profile that does not exist, or was removed. */
import { link } from '~/core/links'
import { LinkButton } from '~/ui/button/LinkButton'
import { EmptyState } from '~/ui/feedback/EmptyState'
import { useTranslation } from '~/words/useTranslation'

export function NoProfile() {
  const { t } = useTranslation('accounting')
  return (
    <EmptyState
      kind="unmatched"
      title={t('profile.unknown')}
      action={<LinkButton href={link('accounting')}>{t('profile.toProfiles')}</LinkButton>}
    />
  )
}
