/**
 * Registering: the e-mail address and password, then the person, then where the link went. By an invitation the address is
 * given, and somebody who is registered already signs in to take it. What was typed is kept in memory only, over all steps.
 */

import { useEffect, useState } from 'react'
import { useRules } from '../../../core/later'
import { link } from '../../../core/links'
import type { CheckedLink, ErrorBody } from '../../../core/plain'
import type { Refused } from '../../../kit/call/api'
import { currentAddress, go } from '../../../kit/public/publicPages'
import { useTranslation } from '../../../words/useTranslation'
import { LinkChecked } from '../link/LinkChecked'
import { LinkSent } from '../link/LinkSent'
import { InvitedSignIn } from './InvitedSignIn'
import { RegisterDetails } from './RegisterDetails'
import { RegisterEmail } from './RegisterEmail'
import { checkFirst, emptyEntry, type Invitation } from './registration'

const [first, second, sent] = [link('register'), link('registerDetails'), link('activateLinkSent')]

export function Registering() {
  const { t } = useTranslation('identityPages')
  const [{ token }] = useState(currentAddress)
  if (token === undefined) return <Steps />
  return (
    <LinkChecked kind="invitation" title={t('invitation.title')}>
      {(link, token, refuse) => <Invited link={link} token={token} onOver={refuse} />}
    </LinkChecked>
  )
}

function Invited({ link, token, onOver }: { link: CheckedLink; token: string; onOver: (error: Refused) => void }) {
  const { email, isRegistered, companyName } = link
  const invitation = { email, token, companyName: companyName ?? '' }
  return isRegistered ? <InvitedSignIn invitation={invitation} onOver={onOver} /> : <Steps invitation={invitation} onOver={onOver} />
}

interface Props {
  invitation?: Invitation
  onOver?: (error: Refused) => void
}

function Steps({ invitation, onOver }: Props) {
  const { path } = currentAddress()
  const state = useState({ ...emptyEntry, email: invitation?.email ?? '' })
  /** What the server refused of the first step when the second was sent. */
  const [refused, setRefused] = useState<ErrorBody>()
  const [entry] = state
  const rules = useRules()
  const isDone = entry.email !== '' && entry.password !== '' && checkFirst(entry, 'en', rules).fields.length === 0
  const isTooEarly = path === second && !isDone
  useEffect(() => {
    if (isTooEarly) go(first, { token: invitation?.token, replaces: true })
  }, [isTooEarly, invitation])

  const open = (step: string) => go(step, { token: invitation?.token })
  if (path === sent) return <LinkSent {...(entry.email && { before: first })} />
  if (path === second && isDone) {
    return (
      <RegisterDetails
        state={state}
        invitation={invitation}
        onBack={() => open(first)}
        onFirstRefused={(body) => {
          setRefused(body)
          open(first)
        }}
        onOver={onOver}
      />
    )
  }
  return (
    <RegisterEmail
      state={state}
      invitation={invitation}
      refused={refused}
      onDone={() => {
        setRefused(undefined)
        open(second)
      }}
    />
  )
}
