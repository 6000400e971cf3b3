/** Selects a group of the bulk account, by typing part of its name. */
import { useGroupOptions } from '~/kit/accounts/useGroups'
import { Boundary } from '~/kit/page/Boundary'
import { deferComponent } from '~/ui/base/deferred'
import { useTranslation } from '~/words/useTranslation'
import { noGroup } from './noGroup'

const SearchSelect = deferComponent(async () => (await import('~/ui/form/SearchSelect')).SearchSelect)

interface Props {
  /** The bulk account's ID. */
  id: string
  fieldId?: string | undefined
  label: string
  hint?: string | undefined
  placeholder?: string | undefined
  value: string | null
  onChange: (groupId: string | null) => void
  onBlur?: (() => void) | undefined
  error?: string | undefined
  /** Whether "No group" is an option. */
  hasNone?: boolean | undefined
  /** A group to leave out, because the accounts are already in it. */
  without?: string | undefined
}

export function GroupSelect({ id, fieldId, hasNone, without, ...field }: Props) {
  return (
    <Boundary of={id} isPart waiting={<SearchSelect {...field} id={fieldId} options={[]} isDisabled />}>
      <Chooser {...field} id={id} fieldId={fieldId} hasNone={hasNone} without={without} />
    </Boundary>
  )
}

function Chooser({ id, fieldId, hasNone, without, ...field }: Props) {
  const { t } = useTranslation('groups')
  const groups = useGroupOptions(id)
  const options = [...(hasNone ? [{ id: noGroup, label: t('list:group.none') }] : []), ...groups.filter((group) => group.id !== without)]
  return <SearchSelect {...field} id={fieldId} options={options} />
}
