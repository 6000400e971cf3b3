/**
 * The activity as a sentence that links to its record, with the first changed value. Entries that fail the integrity check are
 * marked.
 */
import type { ActivityChange, ActivityLog } from '../../core/core'
import { link } from '../../core/links'
import { viewedId } from '../../core/viewed'
import { Link } from '../../ui/button/Link'
import { StatusBadge } from '../../ui/feedback/StatusBadge'
import { TwoLines } from '../../ui/text/TwoLines'
import { useTranslation } from '../../words/useTranslation'

export function ActivitySummary({ entry: { title, link: leads, changes, damage } }: { entry: ActivityLog }) {
  const { t } = useTranslation('activity')
  const [first, ...more] = changes
  const change = first && t(changeWording(first), { label: first.label, before: first.before ?? '', after: first.after ?? '' })
  // Core chooses the screen and checks that its address is complete. In customer view mode there is no link, because it would lead
  // to a staff screen.
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

/** The wording of a change, by which of the two values are present. */
const changeWording = ({ before, after }: ActivityChange) => (before === null ? 'is' : after === null ? 'was' : 'became')
