/** A customer's payments: counts by status, then the list, newest first. */

import { getRouteApi } from '@tanstack/react-router'
import { FileArchive } from 'lucide-react'
import { useState } from 'react'
import { countShown, type TransactionsCards } from '~/core/core'
import { link, paths } from '~/core/links'
import { callQuery } from '~/kit/call/read'
import { FiguresOf } from '~/kit/figures/Figures'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { transactionList } from '../paymentList'
import { type CustomerStatus, customerStatuses, customerWord } from '../statuses'
import { PaymentGroups } from './group/PaymentGroups'

// Only users who open the dialogue load it.
const AuditPacks = deferComponent(async () => (await import('./AuditPacks')).AuditPacks)

const route = getRouteApi(paths.payments)
const names = Object.keys(customerStatuses) as CustomerStatus[]

export function Transactions() {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  const bulkId = useBulkId()
  const whyNot = useReadOnly()
  const [isAsking, setIsAsking] = useState(false)
  useTitle(t('list.title'))
  const payments = useList(transactionList, {
    search: route.useSearch(),
    onSearch: useChangeSearch(route.useNavigate()),
    of: { bulkId },
  })
  return (
    <Page
      title={t('list.title')}
      about={t('list.lead')}
      actions={
        <Button icon={<FileArchive />} onPress={() => setIsAsking(true)} isDisabled={whyNot !== undefined} why={whyNot}>
          {t('packs.open')}
        </Button>
      }
    >
      <Stack gap={3}>
        <FiguresOf
          of={callQuery('GetTransactionsCards', { bulkId })}
          figures={names.map((name) => ({
            label: customerWord(name, language),
            href: link('payments', { status: name }),
            value: (cards: TransactionsCards) => countShown(cards[name]),
            tone: (cards: TransactionsCards) => (name === 'actionRequired' && cards.actionRequired > 0 ? 'warning' : undefined),
          }))}
        />
        <PaymentGroups />
        <List list={payments} emptyAction={<LinkButton href={link('batches')}>{t('list.toBills')}</LinkButton>} />
      </Stack>
      {isAsking && <AuditPacks onClose={() => setIsAsking(false)} />}
    </Page>
  )
}
