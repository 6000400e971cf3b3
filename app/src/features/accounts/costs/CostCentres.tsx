/** The cost centres of the customer's bulk account. */
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type CostCentre, sentence } from '~/core/core'
import { paths } from '~/core/links'
import { List } from '~/kit/list/List'
import { useChangeSearch } from '~/kit/list/useChangeSearch'
import { useList } from '~/kit/list/useList'
import { useDialogRow } from '~/kit/page/dialogRow'
import { useBulkId, useMay } from '~/kit/session/useProfile'
import { deferComponent } from '~/ui/base/deferred'
import { Button } from '~/ui/button/Button'
import { useFocusBack } from '~/ui/layout/useFocusBack'
import type { MenuItem } from '~/ui/overlay/MenuPopover'
import { useLanguage } from '~/words/useLanguage'
import { useTranslation } from '~/words/useTranslation'
import { CostsFrame } from './CostsFrame'
import { costCentreList } from './costCentreList'
import { RemoveCentre } from './RemoveCentre'

const SaveCentre = deferComponent(async () => (await import('./SaveCentre')).SaveCentre)

const route = getRouteApi(paths.costCentres)

export function CostCentres() {
  const { t } = useTranslation('costs')
  const language = useLanguage()
  const id = useBulkId()
  const search = route.useSearch()
  const onSearch = useChangeSearch(route.useNavigate())
  const centres = useList(costCentreList, { search, onSearch, of: { id } })
  const mayUpdate = useMay('account', 'update')
  const whyNot = mayUpdate ? undefined : sentence('forbidden', language)
  const found = centres.rows.find(({ code }) => code === search.centre)
  const centre = useDialogRow(search.centre, found)
  useFocusBack({ open: search.open, row: search.centre })
  const close = () => onSearch({ open: undefined, centre: undefined })
  const menu = useCallback(
    ({ code }: CostCentre): MenuItem[] => [
      { id: 'edit', label: t('row.edit'), onAction: () => onSearch({ open: 'edit', centre: code }, true), whyNot },
      {
        id: 'remove',
        label: t('row.remove'),
        onAction: () => onSearch({ open: 'remove', centre: code }, true),
        isDanger: true,
        startsGroup: true,
        whyNot,
      },
    ],
    [t, onSearch, whyNot],
  )
  const add = (mode?: 'primary') => (
    <Button mode={mode} onPress={() => onSearch({ open: 'add' }, true)} isDisabled={!mayUpdate} why={whyNot}>
      {t('add.action')}
    </Button>
  )
  return (
    <CostsFrame tab="centres" actions={add('primary')}>
      <List list={centres} menu={menu} emptyAction={add()} />
      {mayUpdate && search.open === 'add' && <SaveCentre bulkId={id} onClose={close} />}
      {mayUpdate && search.open === 'edit' && centre && <SaveCentre key={centre.code} bulkId={id} centre={centre} onClose={close} />}
      {mayUpdate && search.open === 'remove' && centre && <RemoveCentre bulkId={id} centre={centre} onClose={close} />}
    </CostsFrame>
  )
}
