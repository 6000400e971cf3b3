/**
 * Stops e-mails by the link of one of them: to an address of a company its topic, or all; to a user the notifications by e-mail.
 */
import { useState } from 'react'
import type { CheckedMailboxLink } from '~/core/generatedData'
import { type CallError, call } from '~/kit/call/api'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { PublicPage } from '~/kit/public/PublicPage'
import { Button } from '~/ui/button/Button'
import { Stack } from '~/ui/layout/Stack'
import { useTranslation } from '~/words/useTranslation'
import { orRefuse } from '../link/EmailedLink'
import { MailboxLink } from './MailboxLink'

export function StopMailbox() {
  const { t } = useTranslation('mailboxes')
  return (
    <MailboxLink kind="stop" title={t('stop.title')}>
      {(link, token, refuse) => <Ready link={link} token={token} onOver={refuse} />}
    </MailboxLink>
  )
}

function Ready({ link, token, onOver }: { link: CheckedMailboxLink; token: string; onOver: (error: CallError) => void }) {
  const { t } = useTranslation('mailboxes')
  const form = useForm({})
  const [stopped, setStopped] = useState<'topic' | 'all'>()
  const [email, topic] = [link.maskedEmail, link.topics[0]]
  const named = topic ? t(`topic.${topic}`) : ''
  if (stopped) {
    const done = stopped === 'topic' ? t('stop.doneTopic', { email, topic: named }) : t('stop.doneAll', { email })
    return <PublicPage title={t('stop.done')} subtitle={link.isOfUser ? t('stop.doneNews', { email }) : done} />
  }
  const stop = async (what: 'topic' | 'all') => {
    if (await orRefuse(call('StopMailbox', { token, all: what === 'all' }), onOver)) setStopped(what)
  }
  return (
    <PublicPage title={t('stop.title')} subtitle={t(link.isOfUser ? 'stop.leadNews' : 'stop.lead', { email })}>
      <FormRefusal form={form} />
      <Stack gap={3}>
        {topic && (
          <Button mode="primary" size="large" onPress={() => void form.submit(() => stop('topic'))} isLoading={form.isBusy} isWide>
            {t('stop.topic', { topic: named })}
          </Button>
        )}
        <Button
          mode={topic ? 'secondary' : 'primary'}
          size="large"
          onPress={() => void form.submit(() => stop('all'))}
          isLoading={form.isBusy}
          isWide
        >
          {t(link.isOfUser ? 'stop.news' : 'stop.all')}
        </Button>
      </Stack>
    </PublicPage>
  )
}
