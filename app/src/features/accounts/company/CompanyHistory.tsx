/** History of changes to a company, its address and its contacts: time, user, and the values before and after. */
import { instantShown, type ProfileChange } from '~/core/core'
import { useRead } from '~/kit/call/read'
import { Timeline } from '~/ui/text/Timeline'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import styles from './CompanyHistory.module.css'
import { useFieldLabel } from './useFieldLabel'

export function CompanyHistory({ bulkId }: { bulkId: string }) {
  const { t } = useTranslation('accounts')
  const changes = useRead('GetProfileHistory', { id: bulkId })
  return changes.length > 0 ? <Changes changes={changes} /> : <p className={styles.none}>{t('company.noHistory')}</p>
}

function Changes({ changes }: { changes: readonly ProfileChange[] }) {
  const { t } = useTranslation('accounts')
  const language = useLanguage()
  const shown = (text: string) => text || t('company.nothing')
  const labelOf = useFieldLabel()
  return (
    <Timeline
      label={t('company.history')}
      items={together(changes).map((group) => ({
        id: `${group.at} ${group.by}`,
        tone: 'neutral',
        title: t('company.changed', { count: group.changes.length, who: group.by }),
        meta: instantShown(group.at, language),
        children: (
          <dl className={styles.changes}>
            {group.changes.map(({ field, before, after }) => (
              <div key={field}>
                <dt>{labelOf(field)}</dt>
                <dd>{t('company.became', { before: shown(before), after: shown(after) })}</dd>
              </div>
            ))}
          </dl>
        ),
      }))}
    />
  )
}

interface Together {
  at: string
  by: string
  changes: ProfileChange[]
}

/** Groups changes that were saved together. */
function together(changes: readonly ProfileChange[]): Together[] {
  const groups: Together[] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last && last.at === change.at && last.by === change.by) last.changes.push(change)
    else groups.push({ at: change.at, by: change.by, changes: [change] })
  }
  return groups
}
