/** The groups of a bulk account, as options and by name. Reads all pages. */
import { type Group, numberShown } from '~/core/core'
import type { Option } from '~/ui/form/Options'
import { useTranslation } from '~/words/useTranslation'
import { composedQuery, useLookup, useOptionalQuery, useQueryData } from '../call/read'
import { fetchAllRows } from '../list/pages'
import { useBulkId } from '../session/useProfile'

const none: readonly Group[] = []
const groupsOf = (bulkId: string) =>
  composedQuery('GetGroupsTable', ['every', bulkId], () => fetchAllRows('GetGroupsTable', { id: bulkId }))

function useOptionOf() {
  const { t } = useTranslation('list')
  return ({ groupId, groupName, totalAccounts }: Group): Option => ({
    id: groupId,
    label: groupName,
    description: t('group.accounts', { count: totalAccounts, shown: numberShown(totalAccounts) }),
  })
}

export const useGroupOptions = (bulkId: string): Option[] => useQueryData(groupsOf(bulkId)).map(useOptionOf())

/** The groups of the user's bulk account, for a list's filter and its chips. Empty until loaded. */
export const useOwnGroupOptions = (): Option[] => (useOptionalQuery(groupsOf(useBulkId())) ?? none).map(useOptionOf())

/** Returns a function that names a group. It returns a general word if the group is unknown or not loaded. */
export function useGroupNames(bulkId: string, isWanted = true): (groupId: string) => string {
  const { t } = useTranslation('list')
  const groups = useLookup(groupsOf(bulkId), isWanted).found ?? none
  return (groupId) => groups.find((group) => group.groupId === groupId)?.groupName ?? t('group.unknown')
}
