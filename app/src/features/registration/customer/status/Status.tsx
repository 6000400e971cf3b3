/** The status of an application, its history, and the next step. */
import { useDeferredValue } from 'react'
import { type Application, numberShown, type RegistrationStanding, registrationStatus, registrationStatuses, sentence } from '~/core/core'
import { link } from '~/core/links'
import { viewedId } from '~/core/viewed'
import { call } from '~/kit/call/api'
import { composedQuery, useOptionalRead, useQueryData } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useApplicationStatus } from '~/kit/registration/useApplicationStatus'
import { useFollowedProfile } from '~/kit/registration/useFollowedProfile'
import { useProfile } from '~/kit/session/useProfile'
import { LinkButton } from '~/ui/button/LinkButton'
import { EmptyState } from '~/ui/feedback/EmptyState'
import { StatusBadge } from '~/ui/feedback/StatusBadge'
import { Card } from '~/ui/layout/Card'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Description } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { ApplicationNextStep } from './ApplicationNextStep'
import { StatusHistory } from './StatusHistory'

export function Status() {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const standing = useOptionalRead('GetRegistrationStatus', {})
  useTitle(t('status.title'))
  useFollowedProfile()
  const shown = standing?.registrationId ? registrationStatus(standing.status, language) : undefined
  return (
    <Page width="reading" title={t('status.title')} status={shown && <StatusBadge tone={shown.tone}>{shown.word}</StatusBadge>}>
      <Boundary>
        <ApplicationStatus />
      </Boundary>
    </Page>
  )
}

function ApplicationStatus() {
  const { t } = useTranslation('registration')
  const standing = useApplicationStatus()
  const { registrationId, status } = standing
  // In customer view mode staff see only the status. They have the submission on their own page of the application.
  const isViewed = viewedId !== undefined
  if (!registrationId) return <NoApplication isViewed={isViewed} />
  return (
    <Stack gap={6}>
      {!isViewed && (
        <Boundary of={registrationId}>
          <About id={registrationId} standing={standing} />
        </Boundary>
      )}
      <Card title={t('history.title')}>
        <Boundary of={registrationId} isPart>
          <StatusHistory registrationId={registrationId} status={status} />
        </Boundary>
      </Card>
    </Stack>
  )
}

/**
 * Query of the application with one key for each status, so that a decision is never shown with an older remark. Nothing is cached,
 * because the same status can occur again with another remark.
 */
const applicationOf = (id: string, status: RegistrationStanding['status']) => ({
  ...composedQuery('GetRegistrationApplication', [{}, id, status], (signal) => call('GetRegistrationApplication', {}, { signal })),
  gcTime: 0,
})

function About({ id, standing }: { id: string; standing: RegistrationStanding }) {
  // The previous status stays on the screen until the application is loaded with the new status.
  const shown = useDeferredValue(standing)
  const application = useQueryData(applicationOf(id, shown.status))
  if (!application) return null
  return (
    <>
      <ApplicationNextStep application={application} standing={shown} />
      {shown.status !== registrationStatuses.unregistered && <Submitted application={application} />}
    </>
  )
}

function Submitted({ application: { registrationId, form, totalAccounts, declaration } }: { application: Application }) {
  const { t } = useTranslation('registration')
  const { details } = form
  const contact = details?.primaryContact
  return (
    <Card title={t('submitted.title')}>
      <Description
        columns={2}
        items={[
          // The start of the ID, by which users refer to the application.
          { id: 'application', label: t('submitted.application'), value: registrationId.slice(0, 8) },
          { id: 'company', label: t('field.companyName'), value: details?.companyName },
          { id: 'number', label: t('field.registrationNo'), value: details?.registrationNo },
          { id: 'type', label: t('type.label'), value: t(form.businessType === 1 ? 'type.government' : 'type.organisation') },
          { id: 'accounts', label: t('submitted.accounts'), value: numberShown(totalAccounts) },
          { id: 'contact', label: t('contacts.primaryContact'), value: contact?.name },
          { id: 'declaration', label: t('step.declaration.label'), value: declaration?.fileName },
        ]}
      />
    </Card>
  )
}

function NoApplication({ isViewed }: { isViewed: boolean }) {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const isMember = useProfile().bulkId !== null
  return (
    <EmptyState
      kind="nothing"
      title={t('status.none')}
      action={
        !isViewed &&
        !isMember && (
          <LinkButton mode="primary" href={link('registerCompany')}>
            {t('home.begin')}
          </LinkButton>
        )
      }
    >
      {!isViewed && (isMember ? sentence('registersAnother', language) : t('status.noneBody'))}
    </EmptyState>
  )
}
