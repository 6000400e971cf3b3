/** Frame shared by the screens of the customer's accounts and company: title, the add button and the progress of account jobs. */
import type { ReactNode } from 'react'
import { sentence } from '~/core/core'
import { useTitle } from '~/kit/page/useTitle'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Page } from '~/ui/layout/Page'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from './accountListSource'
import { ProgressNotice } from './ProgressNotice'

interface Props {
  source: AccountListSource
  tab: 'all' | 'groups' | 'pending' | 'company'
  /** Shown before the button that adds accounts. */
  actions?: ReactNode
  children: ReactNode
}

export function AccountsFrame({ source, tab, actions, children }: Props) {
  const { t } = useTranslation('accounts')
  const title = t(`tabs.${tab}`)
  useTitle(title)
  return (
    <Page
      title={title}
      about={tab === 'all' ? t('lead') : undefined}
      actions={
        <>
          {actions}
          {tab !== 'company' && <AddButton source={source} mode="primary" />}
        </>
      }
    >
      <ProgressNotice source={source} />
      {children}
    </Page>
  )
}

/** Disabled, with a reason, for users who may only view. */
export function AddButton({ source, mode }: { source: AccountListSource; mode?: 'primary' }) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  return source.mayAdd ? (
    <LinkButton mode={mode} href={source.addHref}>
      {t('add.action')}
    </LinkButton>
  ) : (
    <Button mode={mode} isDisabled why={sentence('forbidden', language)}>
      {t('add.action')}
    </Button>
  )
}
