/** The facts of a finding: its bill and account, the amount at stake, and the last decision. */
import { amountShown, compareAmounts, instantShown, type Language, type ListedFinding } from '~/core/core'
import { link } from '~/core/links'
import { Link } from '~/ui/button/Link'
import { Description, type DescriptionItem } from '~/ui/text/Description'
import { useLanguage } from '~/words/useLanguage'
import { type Translate, useTranslation } from '~/words/useTranslation'

export function FindingFacts({ finding }: { finding: ListedFinding }) {
  const { t } = useTranslation('findings')
  const language = useLanguage()
  const { invoiceNo, accountNo, referenceId, groupName, atStake, foundAt } = finding
  return (
    <Description
      items={[
        {
          id: 'atStake',
          label: t('facts.atStake'),
          value: compareAmounts(atStake, '0.00') > 0 ? amountShown(atStake) : t('facts.noAmount'),
        },
        { id: 'invoice', label: t('facts.invoice'), value: <Link href={link('bill', { invoiceNo })}>{invoiceNo}</Link> },
        {
          id: 'account',
          label: t('facts.account'),
          value: (
            <>
              <Link href={link('account', { accountNo })}>{accountNo}</Link>
              {referenceId && ` · ${referenceId}`}
            </>
          ),
        },
        { id: 'group', label: t('facts.group'), value: groupName },
        { id: 'found', label: t('facts.found'), value: instantShown(foundAt, language) },
        ...decisionItems(finding, t, language),
      ]}
    />
  )
}

/** The user who last dismissed or reopened the finding, and the reason. */
function decisionItems(
  { state, decidedBy, decidedAt, reason }: ListedFinding,
  t: Translate<'findings'>,
  language: Language,
): DescriptionItem[] {
  if (!decidedBy || !decidedAt) return []
  const label = t(state === 'dismissed' ? 'facts.dismissed' : 'facts.decided')
  return [
    { id: 'decided', label, value: t('facts.by', { name: decidedBy, when: instantShown(decidedAt, language) }) },
    ...(reason ? [{ id: 'reason', label: t('facts.reason'), value: reason }] : []),
  ]
}
