/** The activity log of all bulk accounts and of the utility's users, for staff, with the result of the integrity check. */
import { getRouteApi } from '@tanstack/react-router'
import { constants, dayShown, instantShown, numberShown } from '~/core/core'
import { paths } from '~/core/links'
import { useRead } from '~/kit/call/read'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { Boundary } from '~/kit/page/Boundary'
import { useDialogRow } from '~/kit/page/dialogRow'
import { useTitle } from '~/kit/page/useTitle'
import { Notice } from '~/ui/feedback/Notice'
import { Page } from '~/ui/layout/Page'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { staffActivityList } from './activityList'
import { Details } from './Details'
import styles from './StaffActivity.module.css'
import { useActivityMenu } from './useActivityMenu'

const route = getRouteApi(paths.staffActivity)

export function StaffActivity() {
  const { t } = useTranslation('activity')
  useTitle(t('title'))
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const log = useList(staffActivityList, { search, onSearch })
  useFocusBack({ open: search.open, row: search.entry })
  const found = log.rows.find(({ id }) => id === search.entry)
  const entry = useDialogRow(search.entry, found)
  return (
    <Page title={t('title')} about={t('staffLead', { months: constants.activityMonths })}>
      <Boundary isPart waiting={<p className={styles.quiet} />}>
        <IntegrityCheck />
      </Boundary>
      <List list={log} menu={useActivityMenu(onSearch)} />
      {search.open === 'details' && entry && <Details entry={entry} onClose={() => onSearch({ open: undefined, entry: undefined })} />}
    </Page>
  )
}

/** The result of the last integrity check of the activity log. */
function IntegrityCheck() {
  const { t } = useTranslation('activity')
  const language = useLanguage()
  const { checkedAt, facts, broken, findings, sealedDay } = useRead('GetActivityCheck', {})
  if (checkedAt === null) return <p className={styles.quiet}>{t('check.never')}</p>
  const when = instantShown(checkedAt, language)
  if (broken === 0) {
    return (
      <p className={styles.quiet}>
        {t('check.holds', { when, count: facts, shown: numberShown(facts) })}
        {sealedDay && ` ${t('check.sealed', { day: dayShown(sealedDay, language) })}`}
      </p>
    )
  }
  return (
    <div className={styles.broken}>
      <Notice tone="bad" title={t('check.broken', { count: broken, shown: numberShown(broken), when })}>
        <p>{t('check.brokenBody')}</p>
        {findings.length > 0 && (
          <ul className={styles.findings}>
            {findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )
}
