/**
 * Page behind a link in an e-mail to an address of a company. Programs that scan e-mails open links, so only the buttons change
 * anything. The page shows the address masked, because anyone who holds the e-mail can open it.
 */
import { type ReactNode, useCallback, useState } from 'react'
import type { CheckedMailboxLink, MailboxLinkKind } from '../../../core/generatedData'
import { CallError, call, messageOf } from '../../../kit/call/api'
import { PublicPage } from '../../../kit/public/PublicPage'
import { currentAddress } from '../../../kit/public/publicPages'
import { Button } from '../../../ui/button/Button'
import { useDelayed } from '../../../ui/feedback/useDelayed'
import { useTranslation } from '../../../words/useTranslation'
import { isLinkRefusal, LinkChecking } from '../link/LinkChecked'
import { useLinkCheck } from '../link/useLinkCheck'

interface Props {
  kind: MailboxLinkKind
  title: string
  /** `refuse` reports that a later call refused the link. */
  children: (link: CheckedMailboxLink, token: string, refuse: (error: CallError) => void) => ReactNode
}

export function MailboxLink(props: Props) {
  const { t } = useTranslation('mailboxes')
  const [{ token }] = useState(currentAddress)
  // There is no token if the user typed the address or reloaded the page.
  return token ? <Checked {...props} token={token} /> : <PublicPage title={t('link.over')} subtitle={t(`link.${props.kind}`)} />
}

function Checked({ kind, title, token, children }: Props & { token: string }) {
  const { t } = useTranslation('mailboxes')
  const { t: common } = useTranslation()
  const { link, error, retry } = useLinkCheck(useCallback(() => call('CheckMailboxLink', { kind, token }), [kind, token]))
  const [refused, refuse] = useState<CallError>()
  const over = refused ?? error
  const isSlow = useDelayed(!link && !over)
  if (isLinkRefusal(over)) return <PublicPage title={t('link.over')} subtitle={t(`link.${kind}`)} />
  if (over) {
    return (
      <PublicPage title={common('problem.loading')} subtitle={messageOf(over)}>
        <div>
          <Button mode="primary" onPress={retry}>
            {common('ui.tryAgain')}
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
