/** Every group of a bulk account, for choosing one and for naming it. */
import { type Group, numberShown } from '../../core/core'
import type { Option } from '../../ui/form/Options'
import { useTranslation } from '../../words/useTranslation'
import { composed, useLookup, useReading, useReadingHint } from '../call/read'
import { everyRow } from '../list/pages'
import { useBulkId } from '../session/useProfile'

const none: readonly Group[] = []
const groupsOf = (bulkId: string) => composed('GetGroupsTable', ['every', bulkId], () => everyRow('GetGroupsTable', { id: bulkId }))

function useOptionOf() {
  const { t } = useTranslation('list')
  return ({ groupId, groupName, totalAccounts }: Group): Option => ({
    id: groupId,
    label: groupName,
    description: t('group.accounts', { count: totalAccounts, shown: numberShown(totalAccounts) }),
  })
}

/** The groups to choose from. */
export const useGroupOptions = (bulkId: string): Option[] => useReading(groupsOf(bulkId)).map(useOptionOf())

/** The own groups, for a list's filter and for the names on its chips; none until they are known. */
export const useOwnGroupOptions = (): Option[] => (useReadingHint(groupsOf(useBulkId())) ?? none).map(useOptionOf())

/** What a group is called; a general word for one that is not known, or not yet. */
export function useGroupNames(bulkId: string, isWanted = true): (groupId: string) => string {
  const { t } = useTranslation('list')
  const groups = useLookup(groupsOf(bulkId), isWanted).found ?? none
  return (groupId) => groups.find((group) => group.groupId === groupId)?.groupName ?? t('group.unknown')
}
