/** The bills that were taken out of the payment, by reason. Those that can be paid can be put back. */
import { amountShown, compareAmounts, type InvoiceNo, numberShown, sentence } from '~/core/core'
import { link } from '~/core/links'
import styles from '~/kit/paying/Pay.module.css'
import { type ChosenBill, mergeBills, useChosen, useTakenOut } from '~/kit/paying/selection'
import { groupTakenOut, type TakenOutGroup } from '~/kit/paying/takenOut'
import { Button } from '~/ui/button/Button'
import { Link } from '~/ui/button/Link'
import { Card } from '~/ui/layout/Card'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'

/** Maximum bills of a reason that are named; the rest are counted. */
const MAX_NAMED = 5

export function TakenOutCard({ isSending }: { isSending: boolean }) {
  const { t } = useTranslation('paying')
  const language = useLanguage()
  const [takenOut] = useTakenOut()
  const groups = groupTakenOut(takenOut, language)
  if (groups.length === 0) return null
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  return (
    <Card title={t('takenOut.title', { count, shown: numberShown(count) })}>
      <ul className={styles.plan}>
        {groups.map((group) => (
          <Group key={group.reason} group={group} isSending={isSending} />
        ))}
      </ul>
    </Card>
  )
}

function Group({ group: { reason, count, invoiceNos, total }, isSending }: { group: TakenOutGroup; isSending: boolean }) {
  const { t } = useTranslation('paying')
  const language = useLanguage()
  const [{ bills }] = useTakenOut()
  const [, setBills] = useChosen()
  const canReturn = reason === 'finding' || reason === 'byHand'
  const why =
    reason === 'finding' || reason === 'asked' || reason === 'byHand' || reason === 'gone'
      ? t(`takenOut.${reason}`)
      : sentence(reason, language)
  const more = invoiceNos.length - MAX_NAMED

  function putBack() {
    const back = new Map<InvoiceNo, ChosenBill>()
    for (const invoiceNo of invoiceNos) {
      const taken = bills[invoiceNo]
      if (!taken) continue
      const { reason: _, ...bill } = taken
      back.set(invoiceNo, bill)
    }
    setBills((before) => mergeBills(before, back))
  }
  return (
    <li className={styles.pair}>
      <span>
        <strong>{t('bills', { count, shown: numberShown(count) })}</strong> {why}
        {invoiceNos.length > 0 && (
          <span className={styles.under}>
            {invoiceNos.slice(0, MAX_NAMED).map((invoiceNo, place) => (
              <span key={invoiceNo}>
                {place > 0 && ', '}
                <Link href={link('bill', { invoiceNo })}>{invoiceNo}</Link>
              </span>
            ))}
            {more > 0 && ` ${t('since.more', { count: more, shown: numberShown(more) })}`}
          </span>
        )}
      </span>
      <span>
        {compareAmounts(total, '0.00') > 0 && amountShown(total)}{' '}
        {canReturn && (
          <Button
            size="small"
            mode="ghost"
            onPress={putBack}
            isDisabled={isSending}
            label={t('takenOut.putBackOf', { count, shown: numberShown(count) })}
          >
            {t('takenOut.putBack')}
          </Button>
        )}
      </span>
    </li>
  )
}
