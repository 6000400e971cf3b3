/** The list of findings on the company's bills, by the amount at stake. Open findings come first. */
import {
  type AuditRule,
  amountShown,
  compareAmounts,
  dayAt,
  dayShown,
  type FindingState,
  type ListedFinding,
  type RuleGroup,
} from '~/core/core'
import { link } from '~/core/links'
import { useOwnGroupOptions } from '~/kit/accounts/useGroups'
import { oneOf, parseText } from '~/kit/list/address'
import type { Context } from '~/kit/list/context'
import { list } from '~/kit/list/declare'
import { choiceOf, dayFrom, dayTo, numbers, picked, text, view } from '~/kit/list/filters'
import { searched } from '~/kit/list/searched'
import { deferComponent } from '~/ui/base/deferred'
import { TwoLines } from '~/ui/text/TwoLines'
import { withWords } from '~/words/store'
import { FindingStatus } from './findings/FindingStatus'
import { billOfKey, keyOfFinding } from './findings/findingKey'

/** The views of the list, each with the states that it asks for. */
export const statesOfView = {
  open: ['open', 'asked', 'answered'],
  dismissed: ['dismissed'],
  settled: ['settled'],
  all: [],
} as const satisfies Record<string, readonly FindingState[]>
export type FindingView = keyof typeof statesOfView
export const findingViews = Object.keys(statesOfView) as FindingView[]

/** Every rule with its group, in the order of the filter. A rule without a group does not compile. */
const groupOf: Record<AuditRule, RuleGroup> = {
  gap: 'dates',
  overlap: 'dates',
  periodLength: 'dates',
  periodInFuture: 'dates',
  dueDate: 'dates',
  periodOld: 'dates',
  missingBill: 'dates',
  duplicateAmount: 'duplicates',
  duplicateNumber: 'duplicates',
  hiddenEstimate: 'readings',
  estimatedRun: 'readings',
  readingBroken: 'readings',
  readingBackwards: 'readings',
  useHigh: 'usage',
  useLow: 'usage',
  useHighYear: 'usage',
  useLowYear: 'usage',
  useRecord: 'usage',
  useFloor: 'usage',
  demandRecord: 'usage',
  zeroUse: 'usage',
  useAfterClose: 'usage',
  unitCost: 'cost',
  rounding: 'cost',
  carriedButPaid: 'cost',
  carriedStillOpen: 'cost',
  lateCharge: 'cost',
  taxUnexpected: 'cost',
  costHigh: 'cost',
  costLow: 'cost',
  tariffMismatch: 'tariff',
  priceMismatch: 'tariff',
  cheaperTariff: 'tariff',
  exportCredit: 'tariff',
}
const auditRuleNames = Object.keys(groupOf) as AuditRule[]
const ruleGroups = [...new Set(Object.values(groupOf))]

/** The smallest amounts at stake that the filter offers. */
const stakes = { some: '0.01', hundred: '100.00', thousand: '1000.00', tenThousand: '10000.00' } as const

const FindingPanel = deferComponent(withWords(['bills'], async () => (await import('./findings/FindingPanel')).FindingPanel))

export const findingList = list('findings', 'findings', {
  filters: {
    state: view(findingViews, {
      label: 'views.label',
      option: (name, { t }) => t(`views.${name}`),
      first: 'open',
      whole: 'all',
      asks: (name): FindingState[] => [...statesOfView[name]],
      caption: { open: 'list.open', dismissed: 'list.dismissed', settled: 'list.settled', all: 'list.caption' },
      empty: {
        open: { title: 'list.none.title', body: 'list.none.body' },
        dismissed: { title: 'list.noDismissed.title' },
        settled: { title: 'list.noSettled.title' },
        all: { title: 'list.nothing.title', body: 'list.nothing.body' },
      },
    }),
    search: text({
      label: 'filters.search',
      hint: 'filters.searchHint',
      chip: (typed, { t, language }) => {
        const { kind, ...found } = searched(typed, language)
        return t(`filters.${kind}`, found)
      },
    }),
    about: choiceOf(ruleGroups, {
      label: 'filters.about',
      any: 'filters.anyAbout',
      option: (name, { t }) => t(`groups.${name}`),
      asks: (name): RuleGroup[] => [name],
    }),
    rule: choiceOf(auditRuleNames, {
      label: 'filters.rule',
      any: 'filters.anyRule',
      option: (name, { t }) => t(`rules.${name}`),
      asks: (name): AuditRule[] => [name],
    }),
    account: numbers('accountNo', {
      label: 'filters.accounts',
      hint: 'filters.accountsHint',
      chip: (number, { t }) => t('filters.account', { number }),
    }),
    group: picked({
      label: 'filters.group',
      any: 'filters.anyGroup',
      useOptions: useOwnGroupOptions,
      chip: (group, { t }) => t('filters.inGroup', { group }),
      unknown: 'list:group.unknown',
    }),
    stake: choiceOf(Object.keys(stakes) as (keyof typeof stakes)[], {
      label: 'filters.stake',
      any: 'filters.anyStake',
      option: (name, { t }) => t('filters.stakeFrom', { amount: amountShown(stakes[name]) }),
      asks: (name): string => stakes[name],
    }),
    from: dayFrom({ label: 'filters.from', chip: (day, { t }) => t('filters.invoicedFrom', { day }) }),
    to: dayTo({ label: 'filters.to', chip: (day, { t }) => t('filters.invoicedTo', { day }) }),
  },
  /** The dialogue, for the finding in `finding`, or else for the ticked findings. */
  beside: { open: oneOf('dismiss', 'mute'), finding: parseText },
  rowKey: keyOfFinding,
  rowLabel: ({ title, invoiceNo }: ListedFinding, { t }: Context<'findings'>) => t('one', { title, invoiceNo }),
  rowHref: ({ invoiceNo }) => link('bill', { invoiceNo }),
  panel: {
    title: (key, { t }) => t('panel.title', { invoiceNo: billOfKey(key) }),
    href: (key) => link('bill', { invoiceNo: billOfKey(key) }),
    Body: FindingPanel,
  },
  columns: [
    {
      id: 'rule',
      header: 'columns.finding',
      priority: 'title',
      isRowHeader: true,
      minWidth: 17,
      wraps: true,
      cell: ({ title, sentence }) => <TwoLines first={title} second={sentence} />,
    },
    {
      id: 'accountNo',
      header: 'columns.account',
      width: 9,
      narrow: { width: 7.5, worth: 4 },
      worth: 4,
      isEssential: true,
      cell: ({ accountNo, referenceId, groupName }) => <TwoLines first={accountNo} second={referenceId} extra={groupName} />,
    },
    {
      id: 'invoiceDate',
      header: 'columns.bill',
      width: 8,
      narrow: { width: 6.875, worth: 3 },
      worth: 3,
      cell: ({ invoiceNo, invoiceDate }, { language }) => <TwoLines first={dayShown(invoiceDate, language)} second={invoiceNo} />,
    },
    {
      id: 'foundAt',
      header: 'columns.found',
      width: 7.5,
      worth: 1,
      isDate: true,
      cell: ({ foundAt }, { language }) => dayShown(dayAt(foundAt), language),
    },
    {
      id: 'state',
      header: 'columns.state',
      priority: 'status',
      width: 9.5,
      worth: 2,
      // An open finding is the normal case, and has no badge.
      cell: ({ state }, { t }) => (state === 'open' ? t('states.open') : <FindingStatus state={state} />),
    },
    {
      id: 'atStake',
      header: 'columns.atStake',
      align: 'end',
      width: 8,
      narrow: { width: 7, worth: 3 },
      priority: 'amount',
      cell: ({ atStake }) => stakeShown(atStake),
    },
  ],
  caption: ['list.caption', 'list.matching'],
  selecting: 'list.select',
  empty: { title: 'list.nothing.title', body: 'list.nothing.body' },
  unmatched: { title: 'list.unmatched.title', body: 'list.unmatched.body', clear: 'list.unmatched.action' },
})

export type FindingSearch = ReturnType<typeof findingList.read>

/** The amount at stake; a dash if the finding is not about an amount. */
export const stakeShown = (atStake: string) => amountShown(compareAmounts(atStake, '0.00') > 0 ? atStake : null)
