/** Card of the profile for users whose company has a provider: whether the user is connected, and a link to connect. */
import { link } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { LinkButton } from '~/ui/button/LinkButton'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'

export function CompanySignInCard() {
  const { t } = useTranslation('security')
  const own = useOptionalRead('GetOwnSso', {})
  if (!own?.isOffered) return null
  return (
    <Card title={t('company.title')}>
      <Stack gap={3} align="start">
        <p>{t(own.isLinked ? 'company.cardConnected' : 'company.card')}</p>
        <LinkButton href={link('connectSso')}>{t(own.isLinked ? 'company.change' : 'company.connect')}</LinkButton>
      </Stack>
    </Card>
  )
}
