/** What there is to do, or to wait for, in each state of an application. */
import { type Application, constants, countShown, type RegistrationStanding } from '../../core'
import { LinkButton } from '../../ui/LinkButton'
import { Notice } from '../../ui/Notice'
import { useProfile } from '../../useProfile'
import { useTranslation } from '../../words/useTranslation'
import { pendingAccounts } from './addresses'
import { Redo } from './Redo'
import styles from './Registration.module.css'
import { Remark } from './Remark'

interface Props {
  application: Application
  standing: RegistrationStanding
}

export function WhatNow({ application, standing }: Props) {
  const { t } = useTranslation('registration')
  switch (standing.status) {
    case 1:
      return (
        <Notice
          title={t('now.1')}
          actions={
            <LinkButton mode="primary" href="/bulkAccount/register">
              {t('home.goOn')}
            </LinkButton>
          }
        >
          {t('now.1Body')}
        </Notice>
      )
    case 2:
      return (
        <Notice tone="progress" title={t('now.2')}>
          {t('now.2Body')}
        </Notice>
      )
    case 3:
      return <Remark status={3} remark={application.remark} actions={<Redo registrationId={application.registrationId} />} />
    case 4:
      return (
        <Remark
          status={4}
          remark={application.remark}
          actions={
            <LinkButton mode="primary" href="/bulkAccount/register">
              {t('act.edit')}
            </LinkButton>
          }
        />
      )
    case 5:
      return <Processing standing={standing} />
    case 6:
    case 7:
      return <Approved isWhole={standing.status === 7} bulkId={standing.bulkId} />
    default:
      return null
  }
}

function Processing({ standing: { processedAccounts, totalAccounts } }: { standing: RegistrationStanding }) {
  const { t } = useTranslation('registration')
  const said = t('now.5Progress', { done: countShown(processedAccounts), all: countShown(totalAccounts) })
  return (
    <Notice tone="progress" title={t('now.5')}>
      <p>{t('now.5Body')}</p>
      <progress className={styles.bar} max={Math.max(totalAccounts, 1)} value={processedAccounts} aria-label={said} />
      <p className={styles.figures}>{said}</p>
    </Notice>
  )
}

function Approved({ isWhole, bulkId }: { isWhole: boolean; bulkId: string | null }) {
  const { t } = useTranslation('registration')
  const { hasValidContractAccount } = useProfile()
  const home = (
    <LinkButton key="home" mode={isWhole ? 'primary' : 'secondary'} href="/home">
      {t('act.home')}
    </LinkButton>
  )
  return (
    <Notice
      tone={isWhole ? 'good' : 'warning'}
      title={t(isWhole || hasValidContractAccount ? 'now.7' : 'now.6', { bulkId: bulkId ?? constants.missing })}
      isAnnounced
      actions={
        isWhole ? (
          home
        ) : (
          <>
            <LinkButton mode="primary" href={pendingAccounts}>
              {t('act.pending')}
            </LinkButton>
            {hasValidContractAccount && home}
          </>
        )
      }
    >
      {t(isWhole ? 'now.7Body' : hasValidContractAccount ? 'now.6Body' : 'now.6None')}
    </Notice>
  )
}
