/** Confirms an e-mail address of a company, so that it receives e-mails. */
import { useState } from 'react'
import type { CheckedMailboxLink } from '~/core/generatedData'
import { type CallError, call } from '~/kit/call/api'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { PublicPage } from '~/kit/public/PublicPage'
import { Button } from '~/ui/button/Button'
import { useTranslation } from '~/words/useTranslation'
import { orRefuse } from '../link/EmailedLink'
import { MailboxLink } from './MailboxLink'

export function ConfirmMailbox() {
  const { t } = useTranslation('mailboxes')
  return (
    <MailboxLink kind="confirm" title={t('confirm.title')}>
      {(link, token, refuse) => <Ready link={link} token={token} onOver={refuse} />}
    </MailboxLink>
  )
}

function Ready({ link, token, onOver }: { link: CheckedMailboxLink; token: string; onOver: (error: CallError) => void }) {
  const { t } = useTranslation('mailboxes')
  const form = useForm({})
  const [isDone, setDone] = useState(false)
  const email = link.maskedEmail
  if (isDone) return <PublicPage title={t('confirm.done')} subtitle={t('confirm.doneBody', { email })} />
  const topics = link.topics.map((topic) => t(`topic.${topic}`)).join(', ')
  const confirm = async () => {
    if (await orRefuse(call('ConfirmMailbox', { token }), onOver)) setDone(true)
  }
  return (
    <PublicPage title={t('confirm.title')} subtitle={t('confirm.lead', { email, topics })}>
      <FormRefusal form={form} />
      <Button mode="primary" size="large" onPress={() => void form.submit(confirm)} isLoading={form.isBusy} isWide>
        {t('confirm.submit')}
      </Button>
    </PublicPage>
  )
}
