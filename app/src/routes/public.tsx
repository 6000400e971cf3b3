/** The pages that anybody may open. All but signing in come when they are asked for. */
import { type ComponentType, lazy, StrictMode, Suspense, startTransition, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { SignIn } from '../features/identity/SignIn'
import { PublicFailure } from '../kit/public/PublicFailure'
import { PublicFrame } from '../kit/public/PublicFrame'
import { PublicMessage } from '../kit/public/PublicMessage'
import { currentAddress, watchPublicPages } from '../kit/public/publicPages'
import { UiWords } from '../words/UiWords'

const later = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }))

const Registering = later(async () => (await import('../features/identity/Registering')).Registering)
const LinkSent = later(async () => (await import('../features/identity/LinkSent')).LinkSent)
const Activate = later(async () => (await import('../features/identity/Activate')).Activate)
const VerifyActivation = later(async () => (await import('../features/identity/VerifyActivation')).VerifyActivation)
const ExpiredLink = later(async () => (await import('../features/identity/ExpiredLink')).ExpiredLink)
const ForgotPassword = later(async () => (await import('../features/identity/ForgotPassword')).ForgotPassword)
const ResetPassword = later(async () => (await import('../features/identity/ResetPassword')).ResetPassword)
const ChangePassword = later(async () => (await import('../features/identity/ChangePassword')).ChangePassword)
const MasterTransferred = later(async () => (await import('../features/identity/MasterTransferred')).MasterTransferred)
const LearnMore = later(async () => (await import('../features/identity/LearnMore')).LearnMore)

const pages: Record<string, ComponentType> = {
  '/': SignIn,
  '/admin/login': SignIn,
  '/learnMore': LearnMore,
  '/account/register': Registering,
  '/account/registerDetails': Registering,
  '/account/activateLinkSent': Registering,
  '/account/activate': Activate,
  '/account/expiredLink': ExpiredLink,
  '/account/forgotPassword': ForgotPassword,
  '/account/forgotPasswordSent': LinkSent,
  '/account/resetPassword': ResetPassword,
  '/account/changePassword': ChangePassword,
  '/account/transferMasterRoleSuccess': MasterTransferred,
  '/admin/verifyActivation': VerifyActivation,
  '/admin/forgotPassword': ForgotPassword,
  '/admin/forgotPasswordSent': LinkSent,
  '/admin/resetPassword': ResetPassword,
}

/** The steps of registering are one page, which keeps what was typed. */
const keyOf = (path: string) => (pages[path] === Registering ? 'registering' : path)

function PublicPages() {
  const [{ path, token }, setAddress] = useState(currentAddress)
  // The page before stays until the next one has come.
  useEffect(() => watchPublicPages((address) => startTransition(() => setAddress(address))), [])
  const Screen = pages[path]
  return (
    // Not a new one for each page: a new boundary would show nothing while its page is fetched.
    <Suspense>
      <PublicFailure key={keyOf(path)}>
        {Screen ? (
          <Screen key={`${keyOf(path)} ${token ?? ''}`} />
        ) : (
          <PublicMessage about={path === '/unauthorized' ? 'unauthorized' : 'notFound'} />
        )}
      </PublicFailure>
    </Suspense>
  )
}

export function open(root: HTMLElement) {
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
