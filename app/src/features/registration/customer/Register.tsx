/**
 * Application for a bulk account, opened at the step where the user stopped. If the application can no longer be edited, redirects
 * to its status.
 */
import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { link } from '~/core/links'
import { useQueryData } from '~/kit/call/read'
import { Boundary } from '~/kit/page/Boundary'
import { useTitle } from '~/kit/page/useTitle'
import { useApplicationStatus } from '~/kit/registration/useApplicationStatus'
import { useProfile } from '~/kit/session/useProfile'
import { Page } from '~/ui/layout/Page'
import { useTranslation } from '~/words/useTranslation'
import { deleteOwnDraft, draftOf } from './draft/load'
import { Wizard } from './Wizard'

/** Number of visits of this screen. Each visit loads the draft again and creates its keeper. */
let visits = 0
const newVisit = () => {
  visits += 1
  return visits
}

export function Register() {
  const { email } = useProfile()
  const [visit, setVisit] = useState(newVisit)
  async function reload() {
    await deleteOwnDraft(email)
    setVisit(newVisit())
  }
  return (
    <Boundary of={String(visit)} frame={(content) => <Frame>{content}</Frame>}>
      <Draft visit={visit} onReload={() => void reload()} />
    </Boundary>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('registration')
  useTitle(t('title.new'))
  return (
    <Page title={t('title.new')} width="reading">
      {children}
    </Page>
  )
}

function Draft({ visit, onReload }: { visit: number; onReload: () => void }) {
  const { email, bulkId } = useProfile()
  const { application, keeper } = useQueryData(draftOf(email, visit))
  // Loaded here, so that no step of the wizard waits for it.
  useApplicationStatus()
  // A user with a bulk account cannot register a company. The status of an application from before says so.
  const isMember = bulkId !== null
  if (isMember || !keeper) return <Navigate to={isMember && !application ? link('home') : link('registration')} replace />
  return <Wizard application={application} keeper={keeper} onReload={onReload} />
}
