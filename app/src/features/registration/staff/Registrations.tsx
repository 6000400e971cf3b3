/** The applications of companies for a bulk account: those that wait first to be seen, each the way to its review. */

import { getRouteApi } from '@tanstack/react-router'
import { paths } from '../../../core/links'
import styles from '../../../kit/figures/Figures.module.css'
import { List } from '../../../kit/list/List'
import { useChangeSearch } from '../../../kit/list/useChangeSearch'
import { useList } from '../../../kit/list/useList'
import { useTitle } from '../../../kit/page/useTitle'
import { Page } from '../../../ui/layout/Page'
import { Stack } from '../../../ui/layout/Stack'
import { useTranslation } from '../../../words/useTranslation'
import { registrationList } from './registrationList'
import { StatusFigure } from './StatusFigure'

const route = getRouteApi(paths.registrations)
const figures = ['pending', 'requested', 'processing', 'withErrors'] as const

export function Registrations() {
  const { t } = useTranslation('registrationStaff')
  useTitle(t('title'))
  const registrations = useList(registrationList, { search: route.useSearch(), onSearch: useChangeSearch(route.useNavigate()) })
  return (
    <Page title={t('title')} subtitle={t('lead')}>
      <Stack gap={6}>
        <div className={styles.figures}>
          {figures.map((name) => (
            <StatusFigure key={name} name={name} />
          ))}
        </div>
        <List list={registrations} />
      </Stack>
    </Page>
  )
}
