/** The staff's list of batches: how many bills have findings, and the release of a batch that waits. */
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type ListedBatch, sentence } from '~/core/core'
import { paths } from '~/core/links'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useDialogRow } from '~/kit/page/dialogRow'
import { SteadyContent } from '~/kit/page/SteadyContent'
import { useTitle } from '~/kit/page/useTitle'
import { useMay } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Notice } from '~/ui/feedback/Notice'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { batchReviewList } from './batchReviewList'

const ReleaseBatch = deferComponent(async () => (await import('./ReleaseBatch')).ReleaseBatch)
const TurnDownRelease = deferComponent(async () => (await import('./TurnDownRelease')).TurnDownRelease)

const route = getRouteApi(paths.batchReviews)

export function BatchReviews() {
  const { t } = useTranslation('batches')
  const language = useLanguage()
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const batches = useList(batchReviewList, { search, onSearch })
  const mayRelease = useMay('pendingApproval', 'update')
  const forbidden = mayRelease ? undefined : sentence('forbidden', language)
  useTitle(t('title'))
  useFocusBack({ open: search.open, row: search.batch })
  const menu = useCallback(
    ({ billBatchId, state, proposedBy, isOwnProposal }: ListedBatch): MenuItem[] =>
      state === 'released'
        ? []
        : [
            {
              id: 'release',
              label: proposedBy === null ? t('release.action') : t('release.confirmAction'),
              onAction: () => onSearch({ open: 'release', batch: billBatchId }, true),
              whyNot: forbidden ?? (isOwnProposal ? t('release.own') : undefined),
            },
            ...(proposedBy === null
              ? []
              : [
                  {
                    id: 'turnDown',
                    label: t(isOwnProposal ? 'withdraw.action' : 'turnDown.action'),
                    onAction: () => onSearch({ open: 'turnDown', batch: billBatchId }, true),
                    whyNot: forbidden,
                  },
                ]),
          ],
    [t, forbidden, onSearch],
  )
  const found = useDialogRow(
    search.open && search.batch,
    batches.rows.find(({ billBatchId }) => billBatchId === search.batch),
  )
  const close = () => onSearch({ open: undefined, batch: undefined })
  const hasNoLimit = batches.rows.length > 0 && batches.rows.every(({ limit }) => limit === null)
  return (
    <Page title={t('title')} about={t('lead')}>
      <Stack gap={3}>
        {hasNoLimit && (
          <Notice tone="neutral" title={t('off.title')}>
            {t('off.body')}
          </Notice>
        )}
        <SteadyContent isSettled={!batches.query.isPending}>
          <List list={batches} menu={menu} />
        </SteadyContent>
      </Stack>
      {mayRelease && search.open === 'release' && found && <ReleaseBatch key={found.billBatchId} batch={found} onClose={close} />}
      {mayRelease && search.open === 'turnDown' && found && <TurnDownRelease key={found.billBatchId} batch={found} onClose={close} />}
    </Page>
  )
}
