/** The filters of a list of accounts, put on together. */
import { type FormEvent, useState } from 'react'
import { states } from '../../core'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { Select } from '../../ui/Select'
import { Stack } from '../../ui/Stack'
import { useTranslation } from '../../words/useTranslation'
import { GroupSelect, noGroup } from '../groups/GroupSelect'
import styles from './Accounts.module.css'
import { type AccountSearch, listed } from './accountSearch'
import type { Source } from './source'

interface Props {
  source: Source
  search: AccountSearch
  onSearch: (change: Partial<AccountSearch>) => void
  hasGroup: boolean
  onDone: () => void
}

export function AccountFilters({ source, search, onSearch, hasGroup, onDone }: Props) {
  const { t } = useTranslation('accounts')
  const [group, setGroup] = useState<string | null>(search.ungrouped ? noGroup : (listed(search.group)[0] ?? null))
  const [supply, setSupply] = useState(search.active === undefined ? 'all' : search.active ? 'active' : 'inactive')
  const [inStates, setInStates] = useState(listed(search.state))

  function apply(event: FormEvent) {
    event.preventDefault()
    onSearch({
      group: group !== noGroup && group ? group : undefined,
      ungrouped: group === noGroup ? true : undefined,
      active: supply === 'all' ? undefined : supply === 'active',
      state: states.filter((state) => inStates.includes(state)).join(',') || undefined,
    })
    onDone()
  }

  return (
    <form onSubmit={apply} noValidate>
      <Stack gap={4}>
        {hasGroup && (
          <GroupSelect
            id={source.bulkId}
            label={t('filters.group')}
            placeholder={t('filters.anyGroup')}
            value={group}
            onChange={setGroup}
            hasNone
          />
        )}
        <Select
          label={t('columns.status')}
          options={(['all', 'active', 'inactive'] as const).map((id) => ({ id, label: id === 'all' ? t('filters.all') : t(id) }))}
          value={supply}
          onChange={setSupply}
        />
        <fieldset className={styles.states}>
          <legend>{t('filters.states')}</legend>
          {states.map((state) => (
            <Checkbox
              key={state}
              label={state}
              isChecked={inStates.includes(state)}
              onChange={(isIn) => setInStates((before) => (isIn ? [...before, state] : before.filter((one) => one !== state)))}
            />
          ))}
        </fieldset>
        <Stack direction="along" gap={2}>
          <Button type="submit" mode="primary">
            {t('filters.apply')}
          </Button>
          <Button mode="ghost" onPress={onDone}>
            {t('cancel')}
          </Button>
        </Stack>
      </Stack>
    </form>
  )
}
