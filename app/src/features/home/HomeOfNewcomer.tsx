/** Home for users without a bulk account: how to apply for one, or the status of their application. */
import { dayShown, registrationStatus, registrationStatusName } from '~/core/core'
import { link } from '~/core/links'
import { RowCountBadges } from '~/kit/accounts/RowCountBadges'
import { Boundary } from '~/kit/page/Boundary'
import { useApplicationStatus } from '~/kit/registration/useApplicationStatus'
import { useFollowedProfile } from '~/kit/registration/useFollowedProfile'
import { LinkButton } from '~/ui/button/LinkButton'
import { EmptyState } from '~/ui/feedback/EmptyState'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { CareLine } from './CareLine'
import styles from './Home.module.css'

export function HomeOfNewcomer() {
  useFollowedProfile()
  return (
    <Boundary>
      <ApplicationCard />
    </Boundary>
  )
}

function ApplicationCard() {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const { registrationId, status, accounts, answerBy } = useApplicationStatus()
  if (!registrationId) return <BeginRegistration />
  const { word, tone } = registrationStatus(status, language)
  const name = registrationStatusName(status)
  return (
    <Card title={t('status.title')} actions={<StatusBadge tone={tone}>{word}</StatusBadge>}>
      <Stack gap={4}>
        <p className={styles.about}>{t(`home.about.${name}`)}</p>
        {answerBy && <p className={styles.about}>{t('remark.answerBy', { day: dayShown(answerBy, language) })}</p>}
        {accounts && (
          <p className={styles.counts}>
            <RowCountBadges counts={accounts} />
          </p>
        )}
        <div>
          <LinkButton mode="primary" href={name === 'unregistered' ? link('registerCompany') : link('registration')}>
            {t(name === 'unregistered' ? 'home.goOn' : 'home.see')}
          </LinkButton>
        </div>
      </Stack>
    </Card>
  )
}

function BeginRegistration() {
  const { t } = useTranslation('shell')
  const { t: words } = useTranslation('registration')
  return (
    <EmptyState
      kind="nothing"
      title={t('home.noBulk.title')}
      action={
        <LinkButton mode="primary" href={link('registerCompany')}>
          {words('home.begin')}
        </LinkButton>
      }
    >
      <Stack gap={3}>
        <p>{words('home.lead')}</p>
        <CareLine>{(careLine) => t('home.noBulk.body', { careLine })}</CareLine>
      </Stack>
    </EmptyState>
  )
}
