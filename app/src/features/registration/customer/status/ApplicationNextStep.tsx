/** The notice with the applicant's next step, by the status of the application. */
import {
  type Application,
  constants,
  numberShown,
  type RegistrationStanding,
  registrationStatuses,
  registrationStatusName,
  sentence,
} from '~/core/core'
import { link } from '~/core/links'
import { historyOf } from '~/features/registration/history'
import { useQueryData } from '~/kit/call/read'
import { useProfile } from '~/kit/session/useProfile'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from '../Registration.module.css'
import { Remark } from '../Remark'
import { Redo } from './Redo'
import { Withdraw } from './Withdraw'

interface Props {
  application: Application
  standing: RegistrationStanding
}

export function ApplicationNextStep({ application, standing }: Props) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  // The server refuses every change but a withdrawal by an applicant who joined another bulk account.
  const whyNotEditable = useProfile().bulkId === null ? undefined : sentence('registersAnother', language)
  switch (registrationStatusName(standing.status)) {
    case 'unregistered':
      return (
        <Notice
          title={t('now.unregistered')}
          actions={
            whyNotEditable === undefined && (
              <LinkButton mode="primary" href={link('registerCompany')}>
                {t('home.goOn')}
              </LinkButton>
            )
          }
        >
          {whyNotEditable ?? t('now.unregisteredBody')}
        </Notice>
      )
    case 'pendingApproval':
      return (
        <Notice tone="progress" title={t('now.pendingApproval')} actions={<Withdraw registrationId={application.registrationId} />}>
          {t('now.pendingApprovalBody')}
        </Notice>
      )
    case 'rejected':
      return (
        <Remark
          of="rejected"
          remark={application.remark}
          whyNotEditable={whyNotEditable}
          actions={whyNotEditable === undefined && <Redo registrationId={application.registrationId} />}
          isAnnounced
        />
      )
    case 'requestForInfo':
      return (
        <Remark
          of="requestForInfo"
          remark={application.remark}
          answerBy={whyNotEditable === undefined ? application.answerBy : null}
          whyNotEditable={whyNotEditable}
          isAnnounced
          actions={
            <>
              {whyNotEditable === undefined && (
                <LinkButton mode="primary" href={link('registerCompany')}>
                  {t('act.edit')}
                </LinkButton>
              )}
              <Withdraw registrationId={application.registrationId} />
            </>
          }
        />
      )
    case 'closed':
      return <Ended application={application} whyNotEditable={whyNotEditable} />
    case 'postProcessing':
      return <Processing standing={standing} />
    case 'acceptedWithError':
    case 'approved':
      return <Approved isComplete={standing.status === registrationStatuses.approved} bulkId={standing.bulkId} />
    default:
      return null
  }
}

function Processing({ standing: { processedAccounts, totalAccounts } }: { standing: RegistrationStanding }) {
  const { t } = useTranslation('registration')
  const progress = t('now.postProcessingProgress', {
    count: totalAccounts,
    done: numberShown(processedAccounts),
    all: numberShown(totalAccounts),
  })
  return (
    <Notice tone="progress" title={t('now.postProcessing')}>
      <p>{t('now.postProcessingBody')}</p>
      <progress className={styles.bar} max={Math.max(totalAccounts, 1)} value={processedAccounts} aria-label={progress} />
      <p className={styles.figures}>{progress}</p>
    </Notice>
  )
}

function Approved({ isComplete, bulkId }: { isComplete: boolean; bulkId: string | null }) {
  const { t } = useTranslation('registration')
  const { hasValidContractAccount, role } = useProfile()
  // The role may have been transferred since. It is null until the profile follows the approval.
  const complete = role === null || role === 'master' ? 'now.approvedBody' : 'now.approvedBodyOfOthers'
  const home = (
    <LinkButton key="home" mode={isComplete ? 'primary' : 'secondary'} href={link('home')}>
      {t('act.home')}
    </LinkButton>
  )
  return (
    <Notice
      tone={isComplete ? 'good' : 'warning'}
      title={t(isComplete || hasValidContractAccount ? 'now.approved' : 'now.acceptedWithError', { bulkId: bulkId ?? constants.missing })}
      isAnnounced
      actions={
        isComplete ? (
          home
        ) : (
          <>
            <LinkButton mode="primary" href={link('pendingAccounts')}>
              {t('act.pending')}
            </LinkButton>
            {hasValidContractAccount && home}
          </>
        )
      }
    >
      {t(isComplete ? complete : hasValidContractAccount ? 'now.acceptedWithErrorBody' : 'now.acceptedWithErrorNone')}
    </Notice>
  )
}

/** An application that was closed without a decision: who closed it, why, and how to start again. */
function Ended({ application, whyNotEditable }: { application: Application; whyNotEditable: string | undefined }) {
  const { registrationId, status, remark } = application
  const { t } = useTranslation('registration')
  const last = useQueryData(historyOf(registrationId, status)).findLast((event) => event.status === status)
  const by = last?.step === 'withdraw' || last?.step === 'lapse' ? last.step : 'close'
  return (
    <Notice title={t(`ended.${by}`)} isAnnounced actions={whyNotEditable === undefined && <Redo registrationId={registrationId} />}>
      {remark && <p className={styles.remark}>{remark}</p>}
      <p>{whyNotEditable ?? t('ended.body')}</p>
    </Notice>
  )
}
