/** Where an application stands, what happened to it, and what there is to do. It follows the application by itself. */

import { useQuery } from '@tanstack/react-query'
import { type Application, type RegistrationStanding, registrationStatus, registrationStatuses } from '../../../core/core'
import { link } from '../../../core/links'
import { call } from '../../../kit/call/api'
import { Loaded } from '../../../kit/page/Loaded'
import { useTitle } from '../../../kit/page/useTitle'
import { useFollowedProfile } from '../../../kit/registration/useFollowedProfile'
import { useStanding } from '../../../kit/registration/useStanding'
import { LinkButton } from '../../../ui/button/LinkButton'
import { EmptyState } from '../../../ui/feedback/EmptyState'
import { StatusBadge } from '../../../ui/feedback/StatusBadge'
import { Card } from '../../../ui/layout/Card'
import { Page } from '../../../ui/layout/Page'
import { Stack } from '../../../ui/layout/Stack'
import { useLanguage } from '../../../words/useLanguage'
import { useTranslation } from '../../../words/useTranslation'
import { StatusHistory } from './StatusHistory'
import { Submitted } from './Submitted'
import { WhatNow } from './WhatNow'

export function Status() {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const query = useStanding()
  const standing = query.data
  useTitle(t('status.title'))
  useFollowedProfile()
  const shown = standing?.registrationId ? registrationStatus(standing.status, language) : undefined
  return (
    <Page width="reading" title={t('status.title')} status={shown && <StatusBadge tone={shown.tone}>{shown.word}</StatusBadge>}>
      <Loaded query={query}>
        {(standing) => (standing.registrationId ? <Of id={standing.registrationId} standing={standing} /> : <None />)}
      </Loaded>
    </Page>
  )
}

function Of({ id, standing }: { id: string; standing: RegistrationStanding }) {
  const { t } = useTranslation('registration')
  const application = useQuery({
    // What was decided meanwhile comes with what was said about it.
    queryKey: ['GetRegistrationApplication', {}, id, standing.status],
    queryFn: ({ signal }) => call('GetRegistrationApplication', {}, { signal }),
  })
  return (
    <Stack gap={6}>
      <Loaded query={application}>{(found) => found && <About application={found} standing={standing} />}</Loaded>
      <Card title={t('history.title')}>
        <StatusHistory registrationId={id} status={standing.status} />
      </Card>
    </Stack>
  )
}

function About({ application, standing }: { application: Application; standing: RegistrationStanding }) {
  return (
    <>
      <WhatNow application={application} standing={standing} />
      {standing.status !== registrationStatuses.unregistered && <Submitted application={application} />}
    </>
  )
}

function None() {
  const { t } = useTranslation('registration')
  return (
    <EmptyState
      kind="nothing"
      title={t('status.none')}
      action={
        <LinkButton mode="primary" href={link('registerCompany')}>
          {t('home.begin')}
        </LinkButton>
      }
    >
      {t('status.noneBody')}
    </EmptyState>
  )
}
