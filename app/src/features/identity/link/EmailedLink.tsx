/**
 * Page behind a link in an e-mail to a reader who may have no account. Programs that scan e-mails open links, so only the page's
 * buttons do anything.
 */
import { type ReactNode, useCallback, useState } from 'react'
import { CallError, messageOf } from '~/kit/call/api'
import { PublicPage } from '~/kit/public/PublicPage'
import { currentAddress } from '~/kit/public/publicPages'
import { Button } from '~/ui/button/Button'
import { useDelayed } from '~/ui/feedback/useDelayed'
import { useTranslation } from '~/words/useTranslation'
import { isLinkRefusal, LinkChecking } from './LinkChecked'
import { useLinkCheck } from './useLinkCheck'

interface Props<Link> {
  /** Title while the link is being checked. */
  title: string
  /** The page of a link that no longer works. */
  over: { title: string; body: string }
  /** Checks the link. It must be the same function while the link is the same. */
  check: (token: string) => Promise<Link>
  /** `refuse` reports that a later call refused the link. */
  children: (link: Link, token: string, refuse: (error: CallError) => void) => ReactNode
}

export function EmailedLink<Link>(props: Props<Link>) {
  const [{ token }] = useState(currentAddress)
  // There is no token if the user typed the address or reloaded the page.
  return token ? <Checked {...props} token={token} /> : <PublicPage title={props.over.title} subtitle={props.over.body} />
}

function Checked<Link>({ title, over, check, token, children }: Props<Link> & { token: string }) {
  const { t } = useTranslation()
  const { link, error, retry } = useLinkCheck(useCallback(() => check(token), [check, token]))
  const [refused, refuse] = useState<CallError>()
  const failure = refused ?? error
  const isSlow = useDelayed(!link && !failure)
  if (isLinkRefusal(failure)) return <PublicPage title={over.title} subtitle={over.body} />
  if (failure) {
    return (
      <PublicPage title={t('problem.loading')} subtitle={messageOf(failure)}>
        <div>
          <Button mode="primary" onPress={retry}>
            {t('ui.tryAgain')}
          </Button>
        </div>
      </PublicPage>
    )
  }
  if (link) return children(link, token, refuse)
  return <LinkChecking title={title} isSlow={isSlow} />
}

/** Passes a refusal of the link to `refuse`; any other error is the form's. */
export async function orRefuse(action: Promise<unknown>, refuse: (error: CallError) => void): Promise<boolean> {
  try {
    await action
    return true
  } catch (error) {
    if (!(error instanceof CallError && isLinkRefusal(error))) throw error
    refuse(error)
    return false
  }
}
