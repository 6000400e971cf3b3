/** The findings on a bill, each with its evidence and the bill to compare: those to decide, and those that ended. */
import { useState } from 'react'
import {
  amountShown,
  compareAmounts,
  instantShown,
  type ListedFinding,
  type NotChecked,
  numberShown,
  type UncheckedRule,
} from '~/core/core'
import { useRead } from '~/kit/call/read'
import { Button } from '~/ui/button/Button'
import { Notice } from '~/ui/feedback/Notice'
import { Card } from '~/ui/layout/Card'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './BillFindings.module.css'
import { Comparison } from './Comparison'
import { FindingActions } from './FindingActions'
import { FindingStatus, nextStepOf } from './FindingStatus'
import { LineDifferencesOf } from './LineDifferences'
import { OtherRules } from './OtherRules'

const isOpen = ({ state }: ListedFinding) => state === 'open' || state === 'asked' || state === 'answered'

/** The findings that a user has to decide, in the head of the bill, and whether the bill is being checked. */
export function OpenFindings({ invoiceNo }: { invoiceNo: string }) {
  const { t } = useTranslation('findings')
  const { findings, unchecked, isAuditing } = useRead('GetBillFindings', { invoiceNo })
  const open = findings.filter(isOpen)
  if (open.length === 0 && !isAuditing) return null
  // Without a result of an earlier check, nothing shows whether there was one.
  const wasChecked = findings.length + unchecked.length > 0
  return (
    <Card title={t('ofBill.title')}>
      {isAuditing && <Notice tone="progress" title={t(wasChecked ? 'ofBill.checkedAgain' : 'ofBill.isChecked')} />}
      <Findings findings={open} />
    </Card>
  )
}

/** The findings that ended, and the rules that could not be checked. */
export function ClosedFindings({ invoiceNo }: { invoiceNo: string }) {
  const { t } = useTranslation('findings')
  const { findings, unchecked, isAuditing } = useRead('GetBillFindings', { invoiceNo })
  const closed = findings.filter((finding) => !isOpen(finding))
  const count = unchecked.length
  // Open findings are in the head of the bill, and so is whether it is being checked.
  if (closed.length + count === 0 && (findings.length > 0 || isAuditing)) return null
  return (
    <Card title={t('ofBill.checks')}>
      {findings.length === 0 && !isAuditing && (
        <p className={styles.none}>{t(count > 0 ? 'ofBill.noneOfChecked' : 'ofBill.none', { count, shown: numberShown(count) })}</p>
      )}
      <Findings findings={closed} />
      {count > 0 && <Unchecked rules={unchecked} />}
    </Card>
  )
}

function Findings({ findings }: { findings: readonly ListedFinding[] }) {
  if (findings.length === 0) return null
  return (
    <ul className={styles.findings}>
      {findings.map((finding) => (
        <li key={finding.findingId}>
          <OneFinding finding={finding} />
        </li>
      ))}
    </ul>
  )
}

/** One finding. The other bill is shown on demand. */
function OneFinding({ finding }: { finding: ListedFinding }) {
  const { t } = useTranslation('findings')
  const language = useLanguage()
  const [shows, setShows] = useState(false)
  const { title, sentence, also, state, atStake, decidedBy, decidedAt, reason } = finding
  return (
    <article className={styles.finding} aria-label={title}>
      <div className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        {state !== 'open' && <FindingStatus state={state} />}
        {compareAmounts(atStake, '0.00') > 0 && (
          <strong className={styles.stake}>{t('ofBill.atStake', { amount: amountShown(atStake) })}</strong>
        )}
      </div>
      <p>{sentence}</p>
      {isOpen(finding) && <p className={styles.next}>{nextStepOf(finding, t)}</p>}
      {decidedBy && decidedAt && (
        <p className={styles.next}>
          {t(state === 'dismissed' ? 'facts.dismissedBy' : 'facts.decidedBy', { name: decidedBy, when: instantShown(decidedAt, language) })}
          {reason && ` ${t('facts.because', { reason })}`}
        </p>
      )}
      {also.length > 0 && (
        <>
          <p className={styles.next}>{t('also')}</p>
          <OtherRules also={also} />
        </>
      )}
      {finding.evidence.rule === 'priceMismatch' && <LineDifferencesOf invoiceNo={finding.invoiceNo} evidence={finding.evidence} />}
      <div className={styles.actions} data-print="hide">
        <Button size="small" onPress={() => setShows(!shows)} aria-expanded={shows}>
          {t(shows ? 'ofBill.hideOther' : finding.proof ? 'ofBill.showProof' : 'ofBill.showPrevious')}
        </Button>
        <FindingActions finding={finding} />
      </div>
      {shows && <Comparison finding={finding} />}
    </article>
  )
}

const reasons = ['notEnoughHistory', 'priceUnknown', 'notOnBill'] as const satisfies NotChecked[]

/** The rules that could not be checked, by reason, each reason explained. */
function Unchecked({ rules }: { rules: readonly UncheckedRule[] }) {
  const { t } = useTranslation('findings')
  return (
    <details className={styles.unchecked}>
      <summary>{t('ofBill.unchecked', { count: rules.length, shown: numberShown(rules.length) })}</summary>
      <dl>
        {reasons.map((reason) => {
          const titles = rules.filter((rule) => rule.reason === reason).map(({ title }) => title)
          return (
            titles.length > 0 && (
              <div key={reason}>
                <dt>{t(`reasons.${reason}.title`)}</dt>
                <dd>
                  {t(`reasons.${reason}.body`)} <span className={styles.titles}>{titles.join(' · ')}</span>
                </dd>
              </div>
            )
          )
        })}
      </dl>
    </details>
  )
}
