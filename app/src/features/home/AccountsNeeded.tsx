/** Where whoever has no electricity account without errors lands: why, and the way out. It opens by itself once there is one. */

import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sentence } from '../../core/core'
import { link, paths } from '../../core/links'
import { useCall } from '../../kit/call/useCall'
import { useTitle } from '../../kit/page/useTitle'
import { pendingAccounts } from '../../kit/registration/addresses'
import { useFollowedProfile } from '../../kit/registration/useFollowedProfile'
import { useMay, useProfile } from '../../kit/session/useProfile'
import { LinkButton } from '../../ui/button/LinkButton'
import { Notice } from '../../ui/feedback/Notice'
import { Page } from '../../ui/layout/Page'
import { Stack } from '../../ui/layout/Stack'
import { useLanguage } from '../../words/useLanguage'
import { useTranslation } from '../../words/useTranslation'

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
      <Needed />
    </Page>
  )
}

/** Why, and the way out, for Home too. */
export function Needed() {
  const { t } = useTranslation('registration')
  const language = useLanguage()
  const mayChange = useMay('account', 'update')
  const { data: portal } = useCall('GetPortal', {})
  return (
    <Stack gap={5}>
      <Notice
        tone="warning"
        title={sentence('noWorkingAccount', language)}
        actions={
          <>
            <LinkButton mode="primary" href={pendingAccounts}>
              {t('act.pending')}
            </LinkButton>
            <LinkButton href={link('accounts')}>{t('needed.all')}</LinkButton>
          </>
        }
      >
        <p>{t(mayChange ? 'needed.body' : 'needed.askMaster')}</p>
        <p>{t('needed.help', { careLine: portal?.careLine ?? '' })}</p>
      </Notice>
    </Stack>
  )
}
