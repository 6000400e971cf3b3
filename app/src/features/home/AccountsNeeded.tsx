/**
 * Page for users whose bulk account has no usable electricity account: why other pages are closed, and what to do. Redirects once an
 * account is usable.
 */
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sentence } from '~/core/core'
import { link, paths } from '~/core/links'
import { useTitle } from '~/kit/page/useTitle'
import { useFollowedProfile } from '~/kit/registration/useFollowedProfile'
import { useMay, useProfile } from '~/kit/session/useProfile'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { CareLine } from './CareLine'

const route = getRouteApi(paths.accountsNeeded)

export function AccountsNeeded() {
  const { t } = useTranslation('registration')
  const { from } = route.useSearch()
  const { bulkId, hasValidContractAccount } = useProfile()
  useTitle(t('needed.title'))
  useFollowedProfile()
  const router = useRouter()
  const isOpen = !bulkId || hasValidContractAccount
  useEffect(() => {
    if (isOpen) void router.navigate({ href: from ?? link('home'), replace: true })
  }, [isOpen, from, router])
  if (isOpen) return null
  return (
    <Page width="form" title={t('needed.title')}>
      <AccountsNeededNotice />
    </Page>
  )
}

/** The page's notice, which home shows as well. */
export function AccountsNeededNotice() {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const mayChange = useMay('account', 'update')
  return (
    <Stack gap={5}>
      <Notice
        tone="warning"
        title={sentence('noWorkingAccount', language)}
        actions={
          <>
            <LinkButton mode="primary" href={link('pendingAccounts')}>
              {t('act.pending')}
            </LinkButton>
            <LinkButton href={link('accounts')}>{t('needed.all')}</LinkButton>
          </>
        }
      >
        <p>{t(mayChange ? 'needed.body' : 'needed.askMaster')}</p>
        <CareLine>{(careLine) => t('needed.help', { careLine })}</CareLine>
      </Notice>
    </Stack>
  )
}
