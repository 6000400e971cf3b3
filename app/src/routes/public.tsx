/** The public part of the app. All pages except the sign-in page load on demand. */
import { type ComponentType, lazy, StrictMode, Suspense, startTransition, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { readActivity } from '../core/activity'
import type { publicScreens } from '../core/generatedData'
import { loadRules, loadRulesOnFocus } from '../core/lazyRules'
import { paths } from '../core/links'
import { SignIn } from '../features/identity/SignIn'
import { UiWords } from '../kit/page/UiWords'
import { PublicFailure } from '../kit/public/PublicFailure'
import { PublicFrame } from '../kit/public/PublicFrame'
import { PublicMessage } from '../kit/public/PublicMessage'
import { currentAddress, watchPublicPages } from '../kit/public/publicPages'
import { loadFont } from '../ui/base/font'
import { whenIdle } from '../ui/base/whenIdle'
import { loadWords } from '../words/store'

/** Returns a page that loads on demand, together with the words that these pages share. */
const lazyPage = (load: () => Promise<ComponentType>) =>
  lazy(async () => {
    const [page] = await Promise.all([load(), loadWords('identityPages')])
    return { default: page }
  })

const Registering = lazyPage(async () => (await import('../features/identity/registering/Registering')).Registering)
const LinkSent = lazyPage(async () => (await import('../features/identity/link/LinkSent')).LinkSent)
const ForgotPassword = lazyPage(async () => (await import('../features/identity/password/ForgotPassword')).ForgotPassword)
const ResetPassword = lazyPage(async () => (await import('../features/identity/password/ResetPassword')).ResetPassword)

type PublicScreen = (typeof publicScreens)[number]

/** The page of each public address in core's list. */
const pages: Record<PublicScreen, ComponentType> = {
  signIn: SignIn,
  staffSignIn: SignIn,
  learnMore: lazyPage(async () => (await Promise.all([import('../features/identity/LearnMore'), loadWords('help')]))[0].LearnMore),
  apiDocs: lazyPage(async () => (await Promise.all([import('../features/apiDocs/ApiDocs'), loadWords('apiDocs')]))[0].ApiDocs),
  verifyPack: lazyPage(
    async () => (await Promise.all([import('../features/verifyPack/VerifyPack'), loadWords('verifyPack')]))[0].VerifyPack,
  ),
  status: lazyPage(async () => (await import('../features/identity/status/Status')).Status),
  register: Registering,
  registerDetails: Registering,
  activateLinkSent: Registering,
  activate: lazyPage(async () => (await import('../features/identity/link/Activate')).Activate),
  expiredLink: lazyPage(async () => (await import('../features/identity/link/ExpiredLink')).ExpiredLink),
  forgotPassword: ForgotPassword,
  forgotPasswordSent: LinkSent,
  resetPassword: ResetPassword,
  companySignIn: lazyPage(async () => (await import('../features/identity/sso/CompanySignIn')).CompanySignIn),
  confirmMailbox: lazyPage(
    async () => (await Promise.all([import('../features/identity/mailbox/ConfirmMailbox'), loadWords('mailboxes')]))[0].ConfirmMailbox,
  ),
  stopMailbox: lazyPage(
    async () => (await Promise.all([import('../features/identity/mailbox/StopMailbox'), loadWords('mailboxes')]))[0].StopMailbox,
  ),
  accountingFile: lazyPage(async () => (await import('../features/identity/exportFile/ExportFile')).ExportFile),
  changePassword: lazyPage(async () => (await import('../features/identity/password/ChangePassword')).ChangePassword),
  masterTransferred: lazyPage(async () => (await import('../features/identity/link/MasterTransferred')).MasterTransferred),
  verifyActivation: lazyPage(async () => (await import('../features/identity/link/VerifyActivation')).VerifyActivation),
  staffForgotPassword: ForgotPassword,
  staffForgotPasswordSent: LinkSent,
  staffResetPassword: ResetPassword,
  unauthorized: () => <PublicMessage about="unauthorized" />,
  notFound: () => <PublicMessage about="notFound" />,
}
const named = Object.entries(pages) as [PublicScreen, ComponentType][]
const pagesByPath = new Map<string, ComponentType>(named.map(([name, page]) => [paths[name], page]))

const removeLateWorker = () => void import('../kit/session/offlineFiles').then((files) => files.removeLateWorker()).catch(() => undefined)

/** Returns the React key of a page. The steps of registering share one, so that their page keeps typed values. */
const keyOf = (path: string) => (pagesByPath.get(path) === Registering ? 'registering' : path)

function PublicPages() {
  const [{ path, token }, setAddress] = useState(currentAddress)
  // A transition, so that the old page stays visible until the next page has loaded.
  useEffect(() => {
    return watchPublicPages((address) => startTransition(() => setAddress(address)))
  }, [])
  const Screen = pagesByPath.get(path) ?? pages.notFound
  return (
    // All pages have the same Suspense boundary, because a new boundary would show nothing while its page loads.
    <Suspense>
      <PublicFailure key={keyOf(path)}>
        <Screen key={`${keyOf(path)} ${token ?? ''}`} />
      </PublicFailure>
    </Suspense>
  )
}

export function open(root: HTMLElement) {
  loadRulesOnFocus()
  whenIdle(loadRules)
  whenIdle(() => void loadFont())
  if (readActivity()?.ended === 'left') whenIdle(removeLateWorker)
  createRoot(root).render(
    <StrictMode>
      <UiWords>
        <PublicFrame>
          <PublicPages />
        </PublicFrame>
      </UiWords>
    </StrictMode>,
  )
}
