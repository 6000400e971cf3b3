/** Frame shared by the tabs of the accounts screen: title, tabs, the add button and the progress of account jobs. */
import type { ReactNode } from 'react'
import { numberShown, sentence } from '~/core/core'
import { link } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { useTitle } from '~/kit/page/useTitle'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Page } from '~/ui/layout/Page'
import { Tabs } from '~/ui/layout/Tabs'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import type { AccountListSource } from './accountListSource'
import { ProgressNotice } from './ProgressNotice'

const tabs = [
  { id: 'all', href: link('accounts') },
  { id: 'groups', href: link('groups') },
  { id: 'pending', href: link('pendingAccounts') },
  { id: 'company', href: link('company') },
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
    company: undefined,
    costs: undefined,
    carbon: undefined,
    accounting: undefined,
  }
  useTitle(`${t('title')}: ${t(`tabs.${tab}`)}`)
  return (
    <Page
      title={t('title')}
      about={t('lead')}
      actions={
        <>
          {actions}
          {tab !== 'company' && <AddButton source={source} />}
        </>
      }
    >
      <Tabs
        label={t('title')}
        current={tab}
        tabs={tabs.map(({ id, href }) => ({
          id,
          href,
          label: t(`tabs.${id}`),
          count: typeof counts[id] === 'number' ? numberShown(counts[id]) : counts[id],
        }))}
      />
      <ProgressNotice source={source} />
      {children}
    </Page>
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
