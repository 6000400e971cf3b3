/** Confirms that an e-mail was sent: an activation link after registering, or a link to set a new password. */

import { useState } from 'react'
import { link } from '~/core/links'
import { call } from '~/kit/call/api'
import { FormRefusal } from '~/kit/form/RefusalNotice'
import { useForm } from '~/kit/form/useForm'
import { usePortal } from '~/kit/public/PublicFrame'
import { PublicPage } from '~/kit/public/PublicPage'
import { currentAddress, pageData } from '~/kit/public/publicPages'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { FormActions } from '~/ui/form/Form'
import { useTranslation } from '~/words/useTranslation'

const kinds = {
  '/account/activateLinkSent': { words: 'activation', call: 'ResendActivation', before: link('expiredLink'), signIn: link('signIn') },
  '/account/forgotPasswordSent': { words: 'reset', call: 'ForgotPassword', before: link('forgotPassword'), signIn: link('signIn') },
  '/admin/forgotPasswordSent': {
    words: 'reset',
    call: 'AdminForgotPassword',
    before: link('staffForgotPassword'),
    signIn: link('staffSignIn'),
  },
} as const

/** `before` is the page on which the user typed the e-mail address. */
export function LinkSent({ before }: { before?: string }) {
  const { t } = useTranslation('identityPages')
  const [{ path }] = useState(currentAddress)
  const [{ email }] = useState(pageData)
  const kind = kinds[path as keyof typeof kinds]
  const isDemo = usePortal()?.isDemo
  const [resent, setResent] = useState(0)
  const form = useForm({})

  const resend = async () => {
    if (email === undefined) return
    await call(kind.call, { email })
    setResent(resent + 1)
  }
  return (
    <PublicPage
      title={t('sent.title')}
      subtitle={email === undefined ? t(`sent.${kind.words}.somewhere`) : t(`sent.${kind.words}.to`, { email })}
      others={
        <>
          <Link href={before ?? kind.before}>{t('sent.wrongAddress')}</Link>
          <Link href={kind.signIn}>{t('link.signIn')}</Link>
          {/* biome-ignore lint/plugin: the demo's outbox is the server's page, no screen */}
          {isDemo && <Link href="/dev/mail">{t('sent.demo')}</Link>}
        </>
      }
    >
      {resent > 0 && !form.refusal && <Notice key={resent} tone="good" title={t('sent.again')} isAnnounced />}
      <FormRefusal form={form} />
      <p>{t('sent.nothing')}</p>
      <FormActions>
        {email === undefined ? (
          <LinkButton href={kind.before}>{t('sent.resend')}</LinkButton>
        ) : (
          <Button onPress={() => void form.submit(resend)} isLoading={form.isBusy}>
            {t('sent.resend')}
          </Button>
        )}
      </FormActions>
    </PublicPage>
  )
}
