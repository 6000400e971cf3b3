/** The bills of the last six months, paid and unpaid, with search, filters and order. */

import { getRouteApi } from '@tanstack/react-router'
import { constants, dayMinusMonths, dayShown } from '~/core/core'
import { paths } from '~/core/links'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useBulkId } from '~/kit/session/useProfile'
import { useToday } from '~/kit/session/useToday'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { BillsFrame } from './BillsFrame'
import { useBillMenu } from './bill/useBillMenu'
import styles from './History.module.css'
import { historyList } from './historyList'

const route = getRouteApi(paths.billHistory)

export function History() {
  const { t } = useTranslation('bills')
  const language = useLanguage()
  const today = useToday()
  const onSearch = useChangeSearch(route.useNavigate())
  const bills = useList(historyList, {
    search: route.useSearch(),
    onSearch: (change, isStep = true) => onSearch(change, isStep),
    of: { id: useBulkId() },
  })
  const begins = dayShown(dayMinusMonths(today, constants.historyMonths), language)
  return (
    <BillsFrame tab="history">
      <p className={styles.lead}>{t('history.lead', { day: begins })}</p>
      <List list={bills} menu={useBillMenu()} />
    </BillsFrame>
  )
}
