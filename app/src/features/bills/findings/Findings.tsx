/** The findings on the company's bills: open findings and the money at stake, then the list. */
import { getRouteApi } from '@tanstack/react-router'
import { Settings2 } from 'lucide-react'
import { useCallback } from 'react'
import { amountShown, type FindingsSummary, type ListedFinding, numberShown } from '~/core/core'
import { link, paths } from '~/core/links'
import { callQuery, useOptionalRead } from '~/kit/call/read'
import { FiguresOf } from '~/kit/figures/Figures'
import { viewOf } from '~/kit/list/declare'
import { List } from '~/kit/list/List'
import { type ChangeOf, useChangeSearch } from '~/kit/list/useChangeSearch'
import { type ListState, useList } from '~/kit/list/useList'
import { useTicked } from '~/kit/list/useTicked'
import { useDialogRow } from '~/kit/page/dialogRow'
import { useBulkId } from '~/kit/session/useProfile'
import { Button } from '~/ui/button/Button'
import { LinkButton } from '~/ui/button/LinkButton'
import { Notice } from '~/ui/feedback/Notice'
import { Stack } from '~/ui/layout/Stack'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import { Views } from '~/ui/layout/Views'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { SelectionBar } from '~/ui/table/SelectionBar'
import { useTranslation } from '~/words/useTranslation'
import { BillsFrame } from '../BillsFrame'
import styles from '../BillViews.module.css'
import { type FindingSearch, type FindingView, findingList, findingViews, statesOfView } from '../findingList'
import { askAddress } from '../queries/useAsk'
import { DismissFindings } from './DismissFindings'
import { keyOfFinding } from './findingKey'
import { MuteRule } from './MuteRule'
import { canDismiss, canReopen, useMayDecide, useReopen } from './useFindingActions'

const route = getRouteApi(paths.findings)

export function Findings() {
  const { t } = useTranslation('findings')
  const id = useBulkId()
  const search = route.useSearch()
  const change = useChangeSearch(route.useNavigate())
  const onSearch: ChangeOf<FindingSearch> = (next, isStep = true) => change(next, isStep)
  const findings = useList(findingList, { search, onSearch, of: { id } })
  const mayDecide = useMayDecide()
  const { ticked, selection, clear, untick } = useTicked(findings)
  const { reopen, isReopening } = useReopen()
  useFocusBack({ open: search.open, row: search.finding })
  const chosen = [...ticked.values()]
  const open = chosen.filter(canDismiss)
  const decided = chosen.filter(canReopen)
  const found = useDialogRow(
    search.open && search.finding,
    findings.rows.find((row) => keyOfFinding(row) === search.finding),
  )
  const about = search.finding ? (found ? [found] : []) : open
  // A decided row leaves the list of open findings, so the bar must not count it.
  const { finding } = search
  const onDecided = finding === undefined ? clear : () => untick([finding])
  const close = () => onSearch({ open: undefined, finding: undefined }, false)
  const bar =
    mayDecide && ticked.size > 0 ? (
      <SelectionBar
        isShown
        text={t('bar.text', { count: ticked.size, shown: numberShown(ticked.size) })}
        onClear={clear}
        actions={
          <>
            {decided.length > 0 && (
              <Button isLoading={isReopening} onPress={() => void reopen(decided).then((isDone) => isDone && clear())}>
                {t('bar.reopen', { count: decided.length, shown: numberShown(decided.length) })}
              </Button>
            )}
            {(open.length > 0 || decided.length === 0) && (
              <Button
                mode="primary"
                isDisabled={open.length === 0}
                why={t('row.notOpen')}
                onPress={() => onSearch({ open: 'dismiss', finding: undefined })}
              >
                {t('bar.dismiss', { count: open.length, shown: numberShown(open.length) })}
              </Button>
            )}
          </>
        }
      />
    ) : undefined
  return (
    <BillsFrame tab="findings" bar={bar}>
      <Stack gap={3}>
        <FiguresOf
          of={callQuery('GetFindingsSummary', { id })}
          figures={[
            {
              label: t('figures.open'),
              href: link('findings'),
              value: ({ openFindings }: FindingsSummary) => numberShown(openFindings),
              meta: ({ bills }: FindingsSummary) =>
                t('figures.onBills', { bills: t('bills', { count: bills, shown: numberShown(bills) }) }),
              tone: ({ openFindings }: FindingsSummary) => (openFindings > 0 ? 'warning' : undefined),
            },
            {
              label: t('figures.atStake'),
              href: link('findings', { stake: 'some' }),
              value: ({ atStake }: FindingsSummary) => amountShown(atStake),
              meta: t('figures.atStakeMeta'),
            },
          ]}
        />
        <Auditing id={id} />
        <div>
          <div className={styles.views}>
            <LinkButton size="small" icon={<Settings2 />} href={link('auditSettings')}>
              {t('settings.open')}
            </LinkButton>
            <FindingViews findings={findings} />
          </div>
          <List
            list={findings}
            selection={mayDecide ? selection : undefined}
            menu={useFindingMenu({ mayDecide, reopen, untick, onSearch: change })}
          />
        </div>
      </Stack>
      {mayDecide && (
        <>
          {search.open === 'dismiss' && about.length > 0 && <DismissFindings findings={about} onClose={close} onDone={onDecided} />}
          {search.open === 'mute' && found && <MuteRule key={search.finding} finding={found} onClose={close} />}
        </>
      )}
    </BillsFrame>
  )
}

/** A notice that the audit of some bills is pending, so the list may grow. */
function Auditing({ id }: { id: string }) {
  const { t } = useTranslation('findings')
  const isAuditing = useOptionalRead('GetFindingsSummary', { id })?.isAuditing ?? false
  return isAuditing && <Notice tone="progress" title={t('auditing.title')} />
}

/** The views of the list with their counts, for the current filters. */
function FindingViews({ findings }: { findings: ListState<ListedFinding, 'findings'> }) {
  const { t } = useTranslation('findings')
  const { id, filter: { states: _, ...filter } = {} } = findings.request
  const count = (view: FindingView) => ({
    id,
    recordCount: 1,
    filter: { ...filter, ...(statesOfView[view].length > 0 && { states: [...statesOfView[view]] }) },
  })
  const counts = {
    open: useOptionalRead('GetFindings', count('open'))?.total,
    dismissed: useOptionalRead('GetFindings', count('dismissed'))?.total,
    settled: useOptionalRead('GetFindings', count('settled'))?.total,
    all: useOptionalRead('GetFindings', count('all'))?.total,
  }
  return (
    <Views
      label={t('views.label')}
      current={viewOf(findings.list, findings.params)?.name ?? 'open'}
      onChange={(state) => findings.changeParams({ state })}
      views={findingViews.map((id) => ({
        id,
        label: t(`views.${id}`),
        count: counts[id] === undefined ? undefined : numberShown(counts[id]),
      }))}
    />
  )
}

interface MenuOptions {
  mayDecide: boolean
  reopen: (findings: readonly ListedFinding[]) => Promise<boolean>
  untick: (keys: readonly string[]) => void
  onSearch: ChangeOf<FindingSearch>
}

/** The menu of a finding. Viewers have links only. */
function useFindingMenu({ mayDecide, reopen, untick, onSearch }: MenuOptions) {
  const { t } = useTranslation('findings')
  return useCallback(
    (finding: ListedFinding): MenuItem[] => {
      const key = keyOfFinding(finding)
      const links: MenuItem[] = [
        { id: 'bill', label: t('row.bill'), href: link('bill', { invoiceNo: finding.invoiceNo }) },
        { id: 'account', label: t('row.account'), href: link('account', { accountNo: finding.accountNo }) },
      ]
      if (!mayDecide) return links
      return [
        ...links,
        canReopen(finding)
          ? {
              id: 'reopen',
              label: t('row.reopen'),
              onAction: () => void reopen([finding]).then((isDone) => isDone && untick([key])),
              startsGroup: true,
            }
          : {
              id: 'dismiss',
              label: t('row.dismiss'),
              onAction: () => onSearch({ open: 'dismiss', finding: key }, true),
              startsGroup: true,
              whyNot: canDismiss(finding) ? undefined : t('row.notOpen'),
            },
        ...(canDismiss(finding)
          ? [{ id: 'ask', label: t('row.ask'), href: askAddress(finding.invoiceNo, { finding: finding.findingId }) }]
          : []),
        { id: 'mute', label: t('row.mute'), onAction: () => onSearch({ open: 'mute', finding: key }, true) },
      ]
    },
    [t, mayDecide, reopen, untick, onSearch],
  )
}
