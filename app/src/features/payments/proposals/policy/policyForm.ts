/**
 * The form of an approval policy. Its rows have keys of their own, so that a group can be renamed without losing its place in the
 * steps, and so that fields keep their focus when a row before them is removed.
 */
import { checkPolicy, describePolicy } from 'gridbill-core/finance'
import { type ApprovalPolicy, type ApproverMode, type CompanyApprovals, check, type Language, sentence } from '~/core/core'
import type { FormError } from '~/ui/form/ErrorSummary'

export interface GroupEntry {
  key: string
  name: string
  userIds: readonly string[]
}

export interface StepEntry {
  key: string
  mode: ApproverMode
  userIds: readonly string[]
  /** Keys of groups of approvers. */
  groups: readonly string[]
}

export interface LayerEntry {
  key: string
  /** Empty for all bills. */
  groupId: string
  from: string
  largest: string
  steps: readonly StepEntry[]
}

export interface PolicyEntry {
  groups: readonly GroupEntry[]
  layers: readonly LayerEntry[]
}

let keys = 0
const newKey = () => String(++keys)

export const newGroup = (): GroupEntry => ({ key: newKey(), name: '', userIds: [] })
export const newStep = (): StepEntry => ({ key: newKey(), mode: 'any', userIds: [], groups: [] })
export const newLayer = (): LayerEntry => ({ key: newKey(), groupId: '', from: '', largest: '', steps: [newStep()] })

/** Returns the form of a policy. Without layers it begins with one. */
export function entryOf({ approverGroups = [], layers = [] }: ApprovalPolicy): PolicyEntry {
  const groups = approverGroups.map(({ name, userIds }) => ({ ...newGroup(), name, userIds }))
  const keyOf = (name: string) => groups.filter((group) => group.name === name).map(({ key }) => key)
  return {
    groups,
    layers:
      layers.length === 0
        ? [newLayer()]
        : layers.map(({ groupId, from, largestBillFrom, steps }) => ({
            key: newKey(),
            groupId: groupId ?? '',
            from: from === '0.00' ? '' : from,
            largest: largestBillFrom ?? '',
            steps: steps.map(({ mode = 'any', userIds = [], groups = [] }) => ({
              key: newKey(),
              mode,
              userIds,
              groups: groups.flatMap(keyOf),
            })),
          })),
  }
}

const none = '0.00'

/** Returns the policy to check, describe and send. An amount that core cannot read counts as none, and is refused by `problemsOf`. */
export function policyOf({ groups, layers }: PolicyEntry, language: Language): ApprovalPolicy {
  const amount = (typed: string) => (typed.trim() === '' ? undefined : check('amount', typed.trim(), language).value)
  const nameOf = (key: string) => groups.filter((group) => group.key === key).map(({ name }) => name.trim())
  return {
    approverGroups: groups.map(({ name, userIds }) => ({ name: name.trim(), userIds: [...userIds] })),
    layers: layers.map(({ groupId, from, largest, steps }) => {
      const largestBillFrom = amount(largest)
      return {
        ...(groupId !== '' && { groupId }),
        from: amount(from) ?? none,
        ...(largestBillFrom !== undefined && { largestBillFrom }),
        steps: steps.map(({ mode, userIds, groups }) => ({ mode, userIds: [...userIds], groups: groups.flatMap(nameOf) })),
      }
    }),
  }
}

/** Returns the policy in words, one sentence for each layer. A layer with a step without approvers has `unfinished(number)` instead. */
export function sentencesOf(
  entry: PolicyEntry,
  { users, accountGroups }: Pick<CompanyApprovals, 'users' | 'accountGroups'>,
  language: Language,
  unfinished: (number: number) => string,
): string[] {
  const { approverGroups = [], layers = [] } = policyOf(entry, language)
  const hasPeople = (group: string) => approverGroups.some(({ name, userIds }) => name === group && userIds.length > 0)
  return layers.map((layer, place) =>
    layer.steps.every(({ userIds = [], groups = [] }) => userIds.length > 0 || groups.some(hasPeople))
      ? describePolicy({ approverGroups, layers: [layer] }, users, accountGroups, language).join(' ')
      : unfinished(place + 1),
  )
}

/** The names against which a policy is checked: users who can approve, and groups of accounts. */
export interface Known {
  userIds: readonly string[]
  accountGroupIds: readonly string[]
}

/** The field at which the form shows a refusal. Users and groups of a step share one field. */
export const fieldAt = (path: string) => path.replace(/(\.steps\.\d+)\..*$/, '$1')

/** Returns the refusals of the form, each with its field: amounts that cannot be read, then core's first refusal of the policy. */
export function problemsOf(entry: PolicyEntry, { userIds, accountGroupIds }: Known, language: Language): FormError[] {
  const unread = entry.layers.flatMap(({ from, largest }, place) =>
    Object.entries({ from, largestBillFrom: largest }).flatMap(([field, typed]) => {
      const refused = typed.trim() === '' ? undefined : check('amount', typed.trim(), language).error
      return refused ? [{ id: `policy.layers.${place}.${field}`, message: refused.errorMessage }] : []
    }),
  )
  if (unread.length > 0) return unread
  const refused = checkPolicy(policyOf(entry, language), [...userIds], [...accountGroupIds], language)
  // The sentences come from the `rules` package, because the `finance` package has none.
  return (refused?.fields ?? []).map(({ field, code, params }) => ({ id: fieldAt(field), message: sentence(code, language, params) }))
}
