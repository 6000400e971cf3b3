/** The events of one webhook with the last answer to each, and the action to send one again. */
import { getRouteApi } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useCallback } from 'react'
import { sentence, type WebhookDelivery } from '~/core/core'
import { link, paths } from '~/core/links'
import { useOptionalRead } from '~/kit/call/read'
import { useWrite } from '~/kit/call/write'
import { RefusalNotice } from '~/kit/form/RefusalNotice'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useTitle } from '~/kit/page/useTitle'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { toasts } from '~/ui/feedback/toastQueue'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { webhookDeliveryList } from './deliveryList'

const route = getRouteApi(paths.webhook)

export function WebhookLog() {
  const { t } = useTranslation('webhooks')
  const language = useLanguage()
  const id = useBulkId()
  const { webhookId } = route.useParams()
  const webhooks = useOptionalRead('GetWebhooks', { id })?.items
  const webhook = webhooks?.find((one) => one.webhookId === webhookId)
  const deliveries = useList(webhookDeliveryList, {
    search: route.useSearch(),
    onSearch: useChangeSearch(route.useNavigate()),
    of: { id, webhookId },
  })
  const { query } = deliveries
  const whyNot = useMay('manageUser', 'update') ? undefined : sentence('forbidden', language)
  const { mutate: replay, error } = useWrite('ReplayWebhook')
  useTitle(t('log'))
  const menu = useCallback(
    ({ eventId }: WebhookDelivery): MenuItem[] => {
      const onSuccess = () => toasts.add({ title: t('list.sent'), tone: 'good' })
      const again = () => replay({ id, webhookId, eventId }, { onSuccess })
      return [{ id: 'again', label: t('list.again'), onAction: again, whyNot }]
    },
    [t, id, webhookId, replay, whyNot],
  )
  return (
    <Page
      title={t('log')}
      subtitle={webhook?.address}
      breadcrumbs={[{ label: t('title'), href: link('webhooks') }]}
      actions={
        <Button icon={<RefreshCw />} onPress={() => void query.refetch()} isLoading={query.isRefetching}>
          {t('list.refresh')}
        </Button>
      }
    >
      <Stack gap={3}>
        {webhooks && !webhook && (
          <Notice tone="warning" title={t('gone')}>
            {t('goneBody')}
          </Notice>
        )}
        {error && <RefusalNotice error={error} />}
        <List list={deliveries} menu={menu} />
      </Stack>
    </Page>
  )
}
