/** The events of a payment in order, with user, time and amount. */

import { type ActivityEntry, amountShown, instantShown, paymentStatus } from '~/core/core'
import { Timeline } from '~/ui/text/Timeline'
import { useLanguage } from '~/words/useLanguage'
import { type Translate, useTranslation } from '~/words/useTranslation'

export function History({ entries }: { entries: readonly ActivityEntry[] }) {
  const { t } = useTranslation('payments')
  const language = useLanguage()
  return (
    <Timeline
      label={t('history.label')}
      items={entries.map((entry) => ({
        id: `${entry.at} ${entry.event}`,
        tone: paymentStatus(entry.to, language).tone,
        title: t(`event.${entry.event}`, { amount: amountShown(entry.amount) }),
        meta: t('history.whoWhen', { who: entry.by, when: instantShown(entry.at, language) }),
        children: details(entry, t),
      }))}
    />
  )
}

function details({ paidAmount, note, event }: ActivityEntry, t: Translate<'payments'>) {
  const lines = [
    (event === 'insufficientRequested' || event === 'overpaymentRequested') &&
      paidAmount &&
      t('history.paid', { amount: amountShown(paidAmount) }),
    note,
  ].filter(Boolean)
  return lines.length > 0 && lines.map((line) => <p key={String(line)}>{line}</p>)
}
