/**
 * Amounts due as stacked bars, a bar for each week: overdue, past due and not yet due. Pressing a bar selects its bills in the
 * list.
 */
import { useNavigate } from '@tanstack/react-router'
import { amountShown, type DueBar, dayShown, numberShown } from '~/core/core'
import { link } from '~/core/links'
import { call, messageOf } from '~/kit/call/api'
import { useAction } from '~/kit/call/write'
import { heldNote } from '~/kit/paying/hold'
import { chosenFrom, mergeBills, useChosen } from '~/kit/paying/selection'
import { useBulkId } from '~/kit/session/useProfile'
import { useReadOnly } from '~/kit/session/useReadOnly'
import { ChartLegend } from '~/ui/chart/ChartLegend'
import { toasts } from '~/ui/feedback/toastQueue'
import { VisuallyHidden } from '~/ui/text/VisuallyHidden'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { barsOf } from './bars'
import styles from './DueBars.module.css'
import { useBillCount } from './useBillCount'

const tones = { overdue: 'bad', pastDue: 'warning', upcoming: 'value' } as const

export function DueBars({ bars, day }: { bars: readonly DueBar[]; day: string }) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const ofBills = useBillCount()
  const { select, isPending } = useSelectWeek()
  const { weeks, unit } = barsOf(bars)
  const nameOf = ({ from, to }: DueBar['days']) => t('calendar.days', { from: dayShown(from, language), to: dayShown(to, language) })
  return (
    <figure className={styles.figure} aria-label={t('calendar.bars')}>
      <ChartLegend
        keys={(['overdue', 'pastDue', 'upcoming'] as const).map((part) => ({ of: tones[part], label: t(`calendar.parts.${part}`) }))}
        unit={t(`calendar.unit.${unit.name}`)}
      />
      <p className={styles.hint}>{t('calendar.barsHint')}</p>
      <ul className={styles.bars}>
        {weeks.map(({ bar: { days, ...figures }, parts, bills, amount, height }) => {
          const isCurrent = days.from <= day && day <= days.to
          const late = [figures.overdue, figures.pastDue].filter(({ bills }) => bills > 0)
          return (
            <li key={days.from}>
              <button
                type="button"
                className={styles.column}
                data-current={isCurrent || undefined}
                aria-current={isCurrent ? 'date' : undefined}
                aria-disabled={isPending || undefined}
                title={`${nameOf(days)}: ${amountShown(amount)}`}
                onClick={() => !isPending && select(days)}
              >
                <VisuallyHidden>
                  {[
                    t('calendar.bar', { days: nameOf(days), bills: ofBills(bills), amount: amountShown(amount) }),
                    ...late.map((figure) =>
                      t(figure === figures.overdue ? 'calendar.barOverdue' : 'calendar.barPastDue', { amount: amountShown(figure.amount) }),
                    ),
                  ].join(' ')}
                </VisuallyHidden>
                <span className={styles.value} aria-hidden="true">
                  {unit.shown(amount)}
                </span>
                <span className={styles.bar} style={{ blockSize: `${height * 8}rem` }}>
                  {parts.map(({ part, share }) => (
                    <span key={part} className={styles.part} data-of={part} style={{ blockSize: `${share * 100}%` }} />
                  ))}
                </span>
                <span className={styles.label} aria-hidden="true">
                  {dayShown(days.from, language).replace(/ \d{4}$/, '')}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </figure>
  )
}

/** Adds the bills of a week to the selection and opens their list. Nothing is selected in customer view mode. */
function useSelectWeek() {
  const { t } = useTranslation('bills')
  const { t: ofPaying } = useTranslation('paying')
  const id = useBulkId()
  const navigate = useNavigate()
  const [, setChosen] = useChosen()
  const isViewed = useReadOnly() !== undefined
  const { mutate, isPending } = useAction(
    ({ from, to }: DueBar['days']) => call('SelectBills', { id, filter: { dueFrom: from, dueTo: to } }),
    {
      onSuccess: ({ bills, leftOut }, { from, to }) => {
        setChosen((before) => mergeBills(before, chosenFrom(bills)), { leftOut, batchIds: [] })
        toasts.add({
          title: t('calendar.selected', { count: bills.length, shown: numberShown(bills.length) }),
          tone: bills.length > 0 ? 'good' : 'warning',
          body: heldNote(bills.length, leftOut, ofPaying),
        })
        void navigate({ href: link('outstandingBills', { from, to }) })
      },
      onError: (error) => toasts.add({ title: messageOf(error), tone: 'bad' }),
    },
  )
  const select = ({ from, to }: DueBar['days']) =>
    isViewed ? void navigate({ href: link('outstandingBills', { from, to }) }) : mutate({ from, to })
  return { select, isPending }
}
