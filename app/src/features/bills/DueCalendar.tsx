/**
 * Amounts due by week, also as of a future day. A single response holds every bill that is unpaid at its due date. Core computes
 * the figures for any chosen day in the browser, without another request.
 */
import { getRouteApi } from '@tanstack/react-router'
import { CalendarPlus, ChevronLeft, ChevronRight } from 'lucide-react'
import {
  amountShown,
  check,
  type DueCalendar as Due,
  type DueOn,
  dayPlusDays,
  dayShown,
  daysBetween,
  dueOn,
  numberShown,
} from '~/core/core'
import { link, paths } from '~/core/links'
import { callFile } from '~/kit/call/api'
import { useRead } from '~/kit/call/read'
import { useDownload } from '~/kit/call/useDownload'
import { DateField } from '~/kit/form/DateField'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { Boundary } from '~/kit/page/Boundary'
import { useBulkId } from '~/kit/session/useProfile'
import { useToday } from '~/kit/session/useToday'
import { Button } from '~/ui/button/Button'
import { EmptyState } from '~/ui/feedback/EmptyState'
import { Notice } from '~/ui/feedback/Notice'
import { Card } from '~/ui/layout/Card'
import { Stack } from '~/ui/layout/Stack'
import { StatCard, StatStrip } from '~/ui/text/StatCard'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { BillsFrame } from './BillsFrame'
import { DueBars } from './DueBars'
import styles from './DueCalendar.module.css'
import { DueBatches, DueWeeks } from './DueTables'
import { useBillCount } from './useBillCount'

const route = getRouteApi(paths.dueCalendar)

/** How many days ahead a user may look. */
const FURTHEST_DAYS = 366

export function DueCalendar() {
  const id = useBulkId()
  return (
    <BillsFrame tab="calendar">
      <Boundary of={id}>
        <Calendar id={id} />
      </Boundary>
    </BillsFrame>
  )
}

function Calendar({ id }: { id: string }) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const calendar = useRead('GetDueCalendar', { id })
  const today = useToday()
  const { on } = route.useSearch()
  const { day, problem } = useDay(on, today)
  if (calendar.due.length === 0)
    return (
      <EmptyState kind="nothing" title={t('empty.title')}>
        {t('empty.body')}
      </EmptyState>
    )
  return (
    <Stack gap={5}>
      <div className={styles.over}>
        <Chosen typed={on ?? today} day={day} today={today} problem={problem} />
        <CalendarFile
          id={id}
          hasDates={calendar.due.some(({ standing, dueDate }) => standing === 'payable' && dueDate !== null && dueDate >= today)}
        />
      </div>
      <p className={styles.said} aria-live="polite">
        {day === today ? t('calendar.today', { day: dayShown(day, language) }) : t('calendar.then', { day: dayShown(day, language) })}
      </p>
      <OnDay calendar={calendar} day={day} today={today} />
    </Stack>
  )
}

/** Exports the due dates from today on as a file for the user's own calendar. */
function CalendarFile({ id, hasDates }: { id: string; hasDates: boolean }) {
  const { t } = useTranslation('bills')
  const download = useDownload(() => callFile('GetDueCalendarFile', { id }))
  return (
    <Button
      icon={<CalendarPlus />}
      onPress={() => download.mutate(undefined)}
      isLoading={download.isPending}
      isDisabled={!hasDates}
      why={t('calendar.noDates')}
    >
      {t('calendar.file')}
    </Button>
  )
}

/** The day from the address, or today with a message if it is invalid or out of range. */
function useDay(on: string | undefined, today: string): { day: string; problem: string | undefined } {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  if (on === undefined) return { day: today, problem: undefined }
  const checked = check('day', on, language)
  if (checked.error) return { day: today, problem: checked.error.errorMessage }
  const ahead = daysBetween(today, checked.value)
  if (ahead >= 0 && ahead <= FURTHEST_DAYS) return { day: checked.value, problem: undefined }
  return {
    day: today,
    problem: t('calendar.outside', { from: dayShown(today, language), to: dayShown(dayPlusDays(today, FURTHEST_DAYS), language) }),
  }
}

interface ChosenProps {
  typed: string
  day: string
  today: string
  problem: string | undefined
}

/** The chosen day, with buttons that move by a week. */
function Chosen({ typed, day, today, problem }: ChosenProps) {
  const { t } = useTranslation('bills')
  const onSearch = useChangeSearch(route.useNavigate())
  const choose = (chosen: string) => onSearch({ on: chosen === '' || chosen === today ? undefined : chosen })
  const ahead = daysBetween(today, day)
  const earlier = ahead > 7 ? dayPlusDays(day, -7) : today
  return (
    <div className={styles.chosen}>
      <DateField id="on" label={t('calendar.on')} value={typed} onChange={choose} error={problem} />
      <div className={styles.steps}>
        <Button icon={<ChevronLeft />} onPress={() => choose(earlier)} isDisabled={ahead === 0}>
          {t('calendar.earlier')}
        </Button>
        <Button icon={<ChevronRight />} onPress={() => choose(dayPlusDays(day, 7))} isDisabled={ahead + 7 > FURTHEST_DAYS}>
          {t('calendar.later')}
        </Button>
        {typed !== today && (
          <Button mode="ghost" onPress={() => choose(today)}>
            {t('calendar.toToday')}
          </Button>
        )}
      </div>
    </div>
  )
}

function OnDay({ calendar, day, today }: { calendar: Due; day: string; today: string }) {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const { value: on, error } = dueOn(calendar.due, day, language)
  const now = dueOn(calendar.due, today, language).value
  // Core refuses a day only if a sum would overflow, which real bills never reach.
  if (error || !now) return <Notice tone="bad" title={error?.errorMessage ?? ''} />
  return (
    <>
      <Sums on={on} now={now} day={day} />
      <Card title={t('calendar.byWeek')}>
        {on.bars.length > 0 && <DueBars bars={on.bars} day={day} />}
        <DueWeeks weeks={on.weeks} day={day} />
      </Card>
      <Card title={t('calendar.byBatch')}>
        <DueBatches batches={on.batches} />
      </Card>
    </>
  )
}

/** The payable amounts, by how late they would be, with the change until the chosen day. */
function Sums({ on, now, day }: { on: DueOn; now: DueOn; day: string }) {
  const { t } = useTranslation(['bills', 'paying'])
  const ofBills = useBillCount()
  const changed = (which: 'overdue' | 'pastDue') => {
    const more = on[which].bills - now[which].bills
    if (more === 0) return ofBills(on[which].bills)
    return t(more > 0 ? 'calendar.more' : 'calendar.fewer', { bills: ofBills(on[which].bills), shown: numberShown(Math.abs(more)) })
  }
  const beside = [
    { words: 'calendar.inPayment', figure: on.inPayment },
    { words: 'paying:notPaid.credit', figure: on.credit },
    { words: 'paying:notPaid.notPayable', figure: on.notPayable },
  ] as const
  return (
    <div>
      <StatStrip>
        <StatCard
          label={t('figures.owed')}
          value={amountShown(on.payable.amount)}
          href={link('outstandingBills')}
          meta={ofBills(on.payable.bills)}
        />
        <StatCard
          label={t('calendar.overdue')}
          value={amountShown(on.overdue.amount)}
          href={link('outstandingBills', { to: dayPlusDays(day, -31) })}
          meta={changed('overdue')}
          tone={on.overdue.bills > 0 ? 'bad' : undefined}
        />
        <StatCard
          label={t('calendar.pastDue')}
          value={amountShown(on.pastDue.amount)}
          href={link('outstandingBills', { from: dayPlusDays(day, -30), to: dayPlusDays(day, -1) })}
          meta={changed('pastDue')}
          tone={on.pastDue.bills > 0 ? 'warning' : undefined}
        />
      </StatStrip>
      <p className={styles.beside}>
        {beside.map(
          ({ words, figure }) =>
            figure.bills > 0 && (
              <span key={words}>{t(words, { bills: ofBills(figure.bills), amount: amountShown(figure.amount.replace(/^-/, '')) })}</span>
            ),
        )}
      </p>
    </div>
  )
}
