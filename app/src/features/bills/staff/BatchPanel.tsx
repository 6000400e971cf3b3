/** A batch in the side panel: its figures, the rules as a chart with a table, and its release. */
import { amountShown, instantShown, type ListedBatch, numberShown } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { BarChart } from '~/ui/chart/BarChart'
import { ChartTable } from '~/ui/chart/ChartTable'
import { EmptyState } from '~/ui/feedback/EmptyState'
import { PanelActions, PanelPart } from '~/ui/overlay/PanelParts'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { BatchStatus } from './BatchStatus'
import { shareShown } from './share'

/** Bars of the chart. The table has all rules. */
const maxBars = 6

export function BatchPanel({ id }: { id: string }) {
  const { t } = useTranslation('batches')
  const { items } = useRead('GetBatchFindings', { filter: { search: id }, recordCount: 1 })
  const batch = items.find(({ billBatchId }) => billBatchId === id)
  if (!batch) return <EmptyState kind="unmatched" title={t('panel.gone')} />
  const figures = {
    flagged: numberShown(batch.flaggedBills),
    bills: numberShown(batch.totalBills),
    rate: shareShown(batch.flaggedBills, batch.totalBills),
    amount: amountShown(batch.atStake),
  }
  return (
    <>
      <PanelActions>
        <BatchStatus batch={batch} />
      </PanelActions>
      <p>
        {batch.isChecked ? t('panel.figures', figures) : t('panel.checking')}
        {batch.limit !== null && ` ${t('panel.limit', { limit: batch.limit })}`}
      </p>
      {batch.isChecked && (
        <PanelPart title={t('panel.rules')}>{batch.rules.length > 0 ? <Rules batch={batch} /> : <p>{t('panel.none')}</p>}</PanelPart>
      )}
      {(batch.proposedAt !== null || batch.releasedAt !== null) && (
        <PanelPart title={t('panel.release')}>
          <Release batch={batch} />
        </PanelPart>
      )}
    </>
  )
}

function Rules({ batch: { rules, totalBills } }: { batch: ListedBatch }) {
  const { t } = useTranslation('batches')
  const [most] = rules
  const bars = rules
    .slice(0, maxBars)
    .map(({ rule, title, bills }) => ({ id: rule, label: title, value: bills, shown: numberShown(bills), isCurrent: rule === most?.rule }))
  return (
    <>
      {most && <BarChart label={t('panel.chart', { title: most.title, count: most.bills, shown: numberShown(most.bills) })} bars={bars} />}
      <ChartTable caption={t('panel.rules')}>
        <thead>
          <tr>
            <th scope="col">{t('panel.rule')}</th>
            <th scope="col">{t('panel.bills')}</th>
            <th scope="col">{t('panel.rate')}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ rule, title, bills }) => (
            <tr key={rule}>
              <th scope="row">{title}</th>
              <td>{numberShown(bills)}</td>
              <td>{shareShown(bills, totalBills)}</td>
            </tr>
          ))}
        </tbody>
      </ChartTable>
    </>
  )
}

/** Who proposed and who released the batch, when and why. */
function Release({ batch }: { batch: ListedBatch }) {
  const { t } = useTranslation('batches')
  const language = useLanguage()
  const { proposedBy, proposedAt, proposedReason, releasedBy, releasedAt, reason } = batch
  return (
    <>
      {proposedBy !== null && proposedAt !== null && (
        <p>{t('panel.proposed', { name: proposedBy, when: instantShown(proposedAt, language), reason: proposedReason ?? '' })}</p>
      )}
      {releasedAt !== null && (
        <p>
          {releasedBy === null
            ? t('panel.releasedByPortal', { when: instantShown(releasedAt, language) })
            : t('panel.released', { name: releasedBy, when: instantShown(releasedAt, language), reason: reason ?? '' })}
        </p>
      )}
    </>
  )
}
