/** The company's proposals to pay: those that the user can approve, and all others by state. */
import { getRouteApi } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useCallback } from 'react'
import { numberShown, type ProposalRow } from '~/core/core'
import { link, paths } from '~/core/links'
import { useIsReadPending, useOptionalRead } from '~/kit/call/read'
import { viewOf } from '~/kit/list/declare'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { type ListState, useList } from '~/kit/list/useList'
import { SteadyContent } from '~/kit/page/SteadyContent'
import { useTitle } from '~/kit/page/useTitle'
import { useInQueue, useQueued } from '~/kit/queue/origin'
import { useBulkId } from '~/kit/session/useProfile'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { Page } from '~/ui/layout/Page'
import { Stack } from '~/ui/layout/Stack'
import { Views } from '~/ui/layout/Views'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useTranslation } from '~/words/useTranslation'
import styles from './Proposal.module.css'
import { type ProposalView, proposalList, proposalViews, type StateView, statesOfView } from './proposalList'

const route = getRouteApi(paths.proposals)

export function Proposals() {
  const { t } = useTranslation('proposals')
  useTitle(t('title'))
  const change = useChangeSearch(route.useNavigate())
  const id = useBulkId()
  const isPolicyPending = useIsReadPending('GetApprovalPolicy', { id })
  const proposals = useList(proposalList, {
    search: route.useSearch(),
    onSearch: (next, isStep = true) => change(next, isStep),
    of: { id },
  })
  return (
    <Page
      title={t('title')}
      about={t('lead')}
      actions={
        <LinkButton icon={<ShieldCheck />} href={link('approvalPolicy')}>
          {t('policy.title')}
        </LinkButton>
      }
    >
      <Stack gap={3}>
        <PolicyNotice />
        <SteadyContent isSettled={!isPolicyPending}>
          <div className={styles.views}>
            <ProposalViews proposals={proposals} />
          </div>
          <List
            list={useQueued(proposals)}
            menu={useProposalMenu()}
            emptyAction={<LinkButton href={link('outstandingBills')}>{t('list.toBills')}</LinkButton>}
          />
        </SteadyContent>
      </Stack>
    </Page>
  )
}

/** Says that payments need no approval, or that a new policy awaits the user's decision. */
function PolicyNotice() {
  const { t } = useTranslation('proposals')
  const company = useOptionalRead('GetApprovalPolicy', { id: useBulkId() })
  if (!company) return null
  const action = (label: string) => (
    <LinkButton size="small" href={link('approvalPolicy')}>
      {label}
    </LinkButton>
  )
  if (company.pending?.canDecide)
    return <Notice tone="warning" title={t('policy.pending.awaitsYou')} actions={action(t('policy.pending.check'))} />
  if (company.isOn) return null
  return (
    <Notice title={t('off.title')} actions={action(t(company.canChange ? 'off.setUp' : 'off.view'))}>
      {t(company.canChange ? 'off.body' : 'off.bodyOther')}
    </Notice>
  )
}

/** The views of the list with their counts, for the current filters. */
function ProposalViews({ proposals }: { proposals: ListState<ProposalRow, 'proposals'> }) {
  const { t } = useTranslation('proposals')
  const { id, filter: { states: _, awaitsMe: __, ...filter } = {} } = proposals.request
  const count = (view: StateView) => ({
    id,
    recordCount: 1,
    filter: { ...filter, ...(statesOfView[view].length > 0 && { states: [...statesOfView[view]] }) },
  })
  const counts: Record<ProposalView, number | undefined> = {
    awaitsMe: useOptionalRead('GetProposals', { id, recordCount: 1, filter: { ...filter, awaitsMe: true } })?.total,
    open: useOptionalRead('GetProposals', count('open'))?.total,
    approved: useOptionalRead('GetProposals', count('approved'))?.total,
    ended: useOptionalRead('GetProposals', count('ended'))?.total,
    all: useOptionalRead('GetProposals', count('all'))?.total,
  }
  return (
    <Views
      label={t('views.label')}
      current={proposals.params.awaits === true ? 'awaitsMe' : (viewOf(proposals.list, proposals.params)?.name ?? 'open')}
      onChange={(show) =>
        proposals.changeParams(show === 'awaitsMe' ? { state: undefined, awaits: true } : { state: show, awaits: undefined })
      }
      views={proposalViews.map((id) => ({
        id,
        label: t(`views.${id}`),
        count: counts[id] === undefined ? undefined : numberShown(counts[id]),
      }))}
    />
  )
}

function useProposalMenu() {
  const { t } = useTranslation('proposals')
  const inQueue = useInQueue()
  return useCallback(
    ({ proposalId, transactionNo }: ProposalRow): MenuItem[] => [
      { id: 'proposal', label: t('row.open'), href: inQueue(link('proposal', { proposalId })) },
      ...(transactionNo ? [{ id: 'payment', label: t('row.payment'), href: link('payment', { transactionNo }) }] : []),
    ],
    [t, inQueue],
  )
}
