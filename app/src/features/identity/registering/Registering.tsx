/**
 * Registration: e-mail address and password, then personal details, then the page that confirms the activation e-mail. An invitation
 * fixes the e-mail address; invited users who already have an account sign in instead. Entries stay in memory across the steps and
 * other public pages. Only the password is deleted when the user leaves.
 */

import { atom, getDefaultStore } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { CheckedLink, ErrorBody } from '~/core/generatedData'
import { useRules } from '~/core/lazyRules'
import { link } from '~/core/links'
import type { CallError } from '~/kit/call/api'
import { currentAddress, navigatePublic } from '~/kit/public/publicPages'
import { useTranslation } from '~/words/useTranslation'
import { LinkChecked } from '../link/LinkChecked'
import { LinkSent } from '../link/LinkSent'
import { InvitedSignIn } from './InvitedSignIn'
import { RegisterDetails } from './RegisterDetails'
import { RegisterEmail } from './RegisterEmail'
import { checkFirst, type Entry, emptyEntry, type Invitation } from './registration'

const store = getDefaultStore()
/** Entries of a user who opened another public page and may return. */
const storedEntryAtom = atom<Entry>(emptyEntry)

const [first, second, sent] = [link('register'), link('registerDetails'), link('activateLinkSent')]

export function Registering() {
  const { t } = useTranslation('identityPages')
  const [{ token }] = useState(currentAddress)
  if (token === undefined) return <Steps />
  return (
    <LinkChecked kind="invitation" title={t('invitation.title')}>
      {(link, token, refuse) => <Invited link={link} token={token} onLinkRefused={refuse} />}
    </LinkChecked>
  )
}

function Invited({ link, token, onLinkRefused }: { link: CheckedLink; token: string; onLinkRefused: (error: CallError) => void }) {
  const { email, isRegistered, companyName, isSsoOffered } = link
  const invitation = { email, token, companyName: companyName ?? '', isSsoOffered }
  return isRegistered ? (
    <InvitedSignIn invitation={invitation} onLinkRefused={onLinkRefused} />
  ) : (
    <Steps invitation={invitation} onLinkRefused={onLinkRefused} />
  )
}

interface Props {
  invitation?: Invitation
  onLinkRefused?: (error: CallError) => void
}

function Steps({ invitation, onLinkRefused }: Props) {
  const { path } = currentAddress()
  const state = useState({ ...store.get(storedEntryAtom), ...(invitation && { email: invitation.email }) })
  /** The server's refusal of fields of the first step, which arrives when the second step is sent. */
  const [refused, setRefused] = useState<ErrorBody>()
  const [entry] = state
  const clearEntries = useStoredEntries(entry, path)
  const rules = useRules()
  const isDone = entry.email !== '' && entry.password !== '' && checkFirst(entry, 'en', rules).fields.length === 0
  const isTooEarly = path === second && !isDone
  useEffect(() => {
    if (isTooEarly) navigatePublic(first, { token: invitation?.token, replaces: true })
  }, [isTooEarly, invitation])

  const open = (step: string) => navigatePublic(step, { token: invitation?.token })
  if (path === sent) return <LinkSent {...(entry.email && { before: first })} />
  if (path === second && isDone) {
    return (
      <RegisterDetails
        state={state}
        invitation={invitation}
        onBack={() => open(first)}
        onSent={clearEntries}
        onFirstRefused={(body) => {
          setRefused(body)
          open(first)
        }}
        onLinkRefused={onLinkRefused}
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

/**
 * Stores the entries for a user who returns, and asks before the tab is closed or reloaded. It asks only if fields of the second
 * step are filled: an e-mail address and a password are quickly typed again. There is no LeaveGuard: links between public pages
 * lose nothing, and it would load the portal's dialogues. Returns a function that deletes the entries. They are stored again if the user
 * comes back from the page that confirms the e-mail, for example because the address was wrong.
 */
function useStoredEntries(entry: Entry, path: string) {
  const isSent = useRef(false)
  useEffect(() => {
    if (path !== sent) isSent.current = false
    if (!isSent.current) store.set(storedEntryAtom, { ...entry, password: '', confirmation: '' })
    const hasDetails = entry.name !== '' || entry.identificationNo !== '' || entry.mobileNo !== ''
    const confirmUnload = (event: BeforeUnloadEvent) => {
      if (hasDetails && !isSent.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', confirmUnload)
    return () => window.removeEventListener('beforeunload', confirmUnload)
  }, [entry, path])
  return () => {
    isSent.current = true
    store.set(storedEntryAtom, emptyEntry)
  }
}
