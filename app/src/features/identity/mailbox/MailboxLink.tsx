/** Page behind a link in an e-mail to an address of a company. It shows the address masked, because anyone who holds the e-mail can open it. */
import { type ReactNode, useCallback } from 'react'
import type { CheckedMailboxLink, MailboxLinkKind } from '~/core/generatedData'
import { type CallError, call } from '~/kit/call/api'
import { useTranslation } from '~/words/useTranslation'
import { EmailedLink } from '../link/EmailedLink'

interface Props {
  kind: MailboxLinkKind
  title: string
  /** `refuse` reports that a later call refused the link. */
  children: (link: CheckedMailboxLink, token: string, refuse: (error: CallError) => void) => ReactNode
}

export function MailboxLink({ kind, title, children }: Props) {
  const { t } = useTranslation('mailboxes')
  const check = useCallback((token: string) => call('CheckMailboxLink', { kind, token }), [kind])
  return (
    <EmailedLink title={title} over={{ title: t('link.over'), body: t(`link.${kind}`) }} check={check}>
      {children}
    </EmailedLink>
  )
}
