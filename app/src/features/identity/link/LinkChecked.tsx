/** Page of an e-mailed link: a placeholder while the server checks the link, then its problem or its content. */
import { type ReactNode, useCallback, useState } from 'react'
import type { CheckedLink, Code, LinkKind } from '~/core/generatedData'
import { CallError, call } from '~/kit/call/api'
import { PublicPage } from '~/kit/public/PublicPage'
import { currentAddress } from '~/kit/public/publicPages'
import { Skeleton } from '~/ui/feedback/Skeleton'
import { useDelayed } from '~/ui/feedback/useDelayed'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'
import { LinkProblem } from './LinkProblem'
import { useLinkCheck } from './useLinkCheck'

/** Codes that mean that the link cannot be used. Any call may return them. */
const linkRefusals: Code[] = ['linkInvalid', 'linkExpired', 'linkUsed', 'accountAlreadyActivated']
export const isLinkRefusal = (error: unknown): error is CallError => error instanceof CallError && linkRefusals.includes(error.body.code)

interface Props {
  kind: LinkKind
  /** Title while the link is being checked. */
  title: string
  /** `refuse` reports that a later call refused the link. */
  children: (link: CheckedLink, token: string, refuse: (error: CallError) => void) => ReactNode
}

export function LinkChecked(props: Props) {
  const [{ token }] = useState(currentAddress)
  // There is no token if the user typed the address or reloaded the page.
  return token ? <Checked {...props} token={token} /> : <LinkProblem kind={props.kind} code="linkInvalid" />
}

function Checked({ kind, title, token, children }: Props & { token: string }) {
  const { link, error, retry } = useLinkCheck(useCallback(() => call('CheckLink', { kind, token }), [kind, token]))
  const [refused, refuse] = useState<CallError>()
  const failure = refused ?? error
  const isSlow = useDelayed(!link && !failure)
  if (isLinkRefusal(failure)) return <LinkProblem kind={kind} code={failure.body.code} token={token} />
  if (failure) return <LinkProblem kind={kind} error={failure} retry={retry} />
  if (link) return children(link, token, refuse)
  return <LinkChecking title={title} isSlow={isSlow} />
}

/** The page while a link is being checked. */
export function LinkChecking({ title, isSlow }: { title: string; isSlow: boolean }) {
  const { t } = useTranslation('identityPages')
  return (
    <PublicPage title={title}>
      <div aria-busy="true" aria-label={t('link.checking')} role="status">
        {isSlow && (
          <Stack gap={5}>
            <Skeleton width="90%" height="1.25rem" />
            <Skeleton width="60%" height="1.25rem" />
            <Skeleton width="40%" height="2.75rem" />
          </Stack>
        )}
      </div>
    </PublicPage>
  )
}
