/** The ways out if accounts without cost centre stop an export: code them, or choose a suspense account. */
import { link } from '~/core/links'
import { LinkButton } from '~/ui/button/LinkButton'
import { useTranslation } from '~/words/useTranslation'

export function UncodedActions({ profileId }: { profileId: string }) {
  const { t } = useTranslation('accounting')
  return (
    <>
      <LinkButton href={link('uncodedAccounts')}>{t('next.toUncoded')}</LinkButton>
      <LinkButton href={link('editAccountingProfile', { profileId })}>{t('next.toEdit')}</LinkButton>
    </>
  )
}
