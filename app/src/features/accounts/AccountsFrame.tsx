/** Frame shared by the tabs of the accounts screen: title, tabs, the add button and the progress of account jobs. */
import type { ReactNode } from 'react'
import { sentence } from '~/core/core'
import { link } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { TabbedPage } from '~/kit/page/TabbedPage'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from './accountListSource'
import { ProgressNotice } from './ProgressNotice'

const tabs = [
  { id: 'all', href: link('accounts') },
  { id: 'groups', href: link('groups') },
  { id: 'pending', href: link('pendingAccounts') },
  { id: 'company', href: link('company') },
  { id: 'deposits', href: link('deposits') },
  { id: 'costs', href: link('costCentres') },
  { id: 'carbon', href: link('carbonReport') },
  { id: 'accounting', href: link('accounting') },
] as const

interface Props {
  source: AccountListSource
  tab: (typeof tabs)[number]['id']
  /** Shown before the button that adds accounts. */
  actions?: ReactNode
  children: ReactNode
}

export function AccountsFrame({ source, tab, actions, children }: Props) {
  const { t } = useTranslation('accounts')
  const cards = useOptionalRead('GetAccountCards', { id: source.bulkId })
  const counts = {
    all: cards?.total ?? null,
    groups: cards?.groups ?? null,
    pending: cards ? cards.pending + cards.errors : null,
  }
  return (
    <TabbedPage
      title={t('title')}
      about={t('lead')}
      tabs={tabs}
      current={tab}
      label={(id) => t(`tabs.${id}`)}
      counts={counts}
      actions={
        <>
          {actions}
          {tab !== 'company' && <AddButton source={source} />}
        </>
      }
    >
      <ProgressNotice source={source} />
      {children}
    </TabbedPage>
  )
}

/** Disabled, with a reason, for users who may only view. */
export function AddButton({ source }: { source: AccountListSource }) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  return source.mayAdd ? (
    <LinkButton mode="primary" href={source.addHref}>
      {t('add.action')}
    </LinkButton>
  ) : (
    <Button mode="primary" isDisabled why={sentence('forbidden', language)}>
      {t('add.action')}
    </Button>
  )
}
