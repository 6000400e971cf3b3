/** The calendar of a month, to choose a day. */
import { CalendarDate, parseDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar as AriaCalendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { Heading } from 'react-aria-components/Heading'
import { classes } from '../base/classes'
import styles from './Calendar.module.css'

interface Props {
  label: string
  value: string | undefined
  /** Today in the portal's time zone, which may differ from the browser's date. */
  today: string
  onChange: (day: string) => void
}

export function Calendar({ label, value, today, onChange }: Props) {
  return (
    <AriaCalendar
      className={classes(styles.calendar)}
      aria-label={label}
      autoFocus
      value={value ? parseDate(value) : null}
      defaultFocusedValue={parseDate(value ?? today)}
      minValue={firstDay}
      maxValue={lastDay}
      onChange={(day) => onChange(day.toString())}
    >
      <header className={styles.header}>
        <Button slot="previous" className={classes(styles.turn)}>
          <ChevronLeft aria-hidden="true" />
        </Button>
        <Heading className={classes(styles.month)} />
        <Button slot="next" className={classes(styles.turn)}>
          <ChevronRight aria-hidden="true" />
        </Button>
      </header>
      <CalendarGrid className={classes(styles.grid)} weekdayStyle="short">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className={classes(styles.weekday)}>{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => <CalendarCell date={date} className={classes(styles.day)} data-is-today={date.toString() === today || undefined} />}
        </CalendarGridBody>
      </CalendarGrid>
    </AriaCalendar>
  )
}

const firstDay = new CalendarDate(2000, 1, 1)
const lastDay = new CalendarDate(2099, 12, 31)
