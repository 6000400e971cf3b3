/** Registering a bulk account: where the person stopped, or the first step. What cannot be changed any more leads to its status. */
import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { link } from '../../../core/links'
import { useReading } from '../../../kit/call/read'
import { Boundary } from '../../../kit/page/Boundary'
import { useTitle } from '../../../kit/page/useTitle'
import { useStanding } from '../../../kit/registration/useStanding'
import { useProfile } from '../../../kit/session/useProfile'
import { Page } from '../../../ui/layout/Page'
import { useTranslation } from '../../../words/useTranslation'
import { draftOf, dropOwn } from './draft/load'
import { Wizard } from './Wizard'

/** The draft is read anew for each visit, and then lives in its keeper. */
let visits = 0
const newVisit = () => {
  visits += 1
  return visits
}

export function Register() {
  const { email } = useProfile()
  const [visit, setVisit] = useState(newVisit)
  async function loadAgain() {
    await dropOwn(email)
    setVisit(newVisit())
  }
  return (
    <Boundary of={String(visit)} frame={(content) => <Frame>{content}</Frame>}>
      <Draft visit={visit} onLoadAgain={() => void loadAgain()} />
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

function Draft({ visit, onLoadAgain }: { visit: number; onLoadAgain: () => void }) {
  const { email, bulkId } = useProfile()
  const { application, keeper } = useReading(draftOf(email, visit))
  // Read here, it stays known as long as the wizard is open: no step waits for it.
  useStanding()
  // A person of a bulk account has nothing to register, except for what the utility asked more about.
  const isMember = bulkId !== null && application === null
  if (isMember || !keeper) return <Navigate to={isMember ? link('home') : link('registration')} replace />
  return <Wizard application={application} keeper={keeper} onLoadAgain={onLoadAgain} />
}
