/** Every group of a bulk account, for choosing one and for naming it. */
import { countShown, type Group } from '../../core/core'
import type { Option } from '../../ui/form/Options'
import { useTranslation } from '../../words/useTranslation'
import { useCall } from '../call/useCall'
import { useBulkId } from '../session/useProfile'

const none: readonly Group[] = []

export function useGroups(bulkId: string, enabled = true): readonly Group[] {
  const { data } = useCall('GetGroupsTable', { id: bulkId, recordCount: 1000 }, { enabled })
  return data?.items ?? none
}

/** The groups to choose from. */
export function useGroupOptions(bulkId: string): Option[] {
  const { t } = useTranslation('groups')
  return useGroups(bulkId).map(({ groupId, groupName, totalAccounts }) => ({
    id: groupId,
    label: groupName,
    description: t('accounts', { count: totalAccounts, shown: countShown(totalAccounts) }),
  }))
}

export const useOwnGroupOptions = () => useGroupOptions(useBulkId())

/** What a group is called; whatever stands for one that is not known, or not yet. */
export function useGroupNames(bulkId: string, enabled: boolean): (groupId: string) => string {
  const { t } = useTranslation('groups')
  const groups = useGroups(bulkId, enabled)
  return (groupId) => groups.find((group) => group.groupId === groupId)?.groupName ?? t('unknown')
}
