/** A finding in the side panel: its sentence, the bill that proves it, and the actions. The key contains bill and finding. */
import { useRead } from '~/kit/call/read'
import { EmptyState } from '~/ui/feedback/EmptyState'
import { PanelActions, PanelPart } from '~/ui/overlay/PanelParts'
import { useTranslation } from '~/words/useTranslation'
import { Comparison } from './Comparison'
import { FindingActions } from './FindingActions'
import { FindingFacts } from './FindingFacts'
import { FindingStatus, nextStepOf } from './FindingStatus'
import { billOfKey, keyOfFinding } from './findingKey'
import { LineDifferencesOf } from './LineDifferences'
import { OtherRules } from './OtherRules'

export function FindingPanel({ id: key }: { id: string }) {
  const { t } = useTranslation('findings')
  const invoiceNo = billOfKey(key)
  const { findings } = useRead('GetBillFindings', { invoiceNo })
  const finding = findings.find((one) => keyOfFinding(one) === key)
  if (!finding) return <EmptyState kind="unmatched" title={t('panel.gone')} />
  return (
    <>
      <PanelActions>
        {finding.state !== 'open' && <FindingStatus state={finding.state} />}
        <strong>{finding.title}</strong>
      </PanelActions>
      <p>{finding.sentence}</p>
      <FindingActions finding={finding} />
      <PanelPart title={t('panel.next')}>
        <p>{nextStepOf(finding, t)}</p>
      </PanelPart>
      {finding.also.length > 0 && (
        <PanelPart title={t('also')}>
          <OtherRules also={finding.also} />
        </PanelPart>
      )}
      {finding.evidence.rule === 'priceMismatch' && <LineDifferencesOf invoiceNo={finding.invoiceNo} evidence={finding.evidence} />}
      <Comparison finding={finding} />
      <PanelPart title={t('panel.facts')}>
        <FindingFacts finding={finding} />
      </PanelPart>
    </>
  )
}
