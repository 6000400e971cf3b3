/* LaterCalendar(CalendarProps)  a calendar whose code comes when the first one is opened */
import { later, useLater } from '../base/later'
import type { CalendarProps } from './Calendar'

const drawn = later(async () => (await import('./Calendar')).Calendar)

export function LaterCalendar(props: CalendarProps) {
  const Drawn = useLater(drawn, true)
  return Drawn ? <Drawn {...props} /> : null
}
