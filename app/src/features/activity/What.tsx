/** What was done: the sentence, which leads to the record, and the first value that it changed; a mark where it cannot be believed. */
import type { ActivityChange, ActivityLog } from '../../core/core'
import { link } from '../../core/links'
import { viewedId } from '../../core/viewed'
import { Link } from '../../ui/button/Link'
import { StatusBadge } from '../../ui/feedback/StatusBadge'
import { TwoLines } from '../../ui/text/TwoLines'
import { useTranslation } from '../../words/useTranslation'

export function What({ entry: { title, link: leads, changes, damage } }: { entry: ActivityLog }) {
  const { t } = useTranslation('activity')
  const [first, ...more] = changes
  const change = first && t(wayOf(first), { label: first.label, before: first.before ?? '', after: first.after ?? '' })
  // Which screen it is, and that its address is whole, is core's; in customer view mode it would be one of staff.
  const sentence = leads && viewedId === undefined ? <Link href={link(leads.screen as 'home', leads.params)}>{title}</Link> : title
  return (
    <TwoLines
      first={
        damage ? (
          <>
            <StatusBadge tone="bad">{t('damage.mark')}</StatusBadge> {sentence}
          </>
        ) : (
          sentence
        )
      }
      second={change && (more.length > 0 ? t('andMore', { change, count: more.length }) : change)}
    />
  )
}

/** How a change is said: with what was before, with what is since, or with both. */
const wayOf = ({ before, after }: ActivityChange) => (before === null ? 'is' : after === null ? 'was' : 'became')
