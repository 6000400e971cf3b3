/** Names for the activity and activation status of people, for addresses and translation keys. */
import type { ActivationStatus, Activity } from '~/core/core'

export const activities = { active: 1, inactive: 2, pending: 3 } as const satisfies Record<string, Activity>
type ActivityName = keyof typeof activities
const activityNames = Object.keys(activities) as ActivityName[]

/** Activation statuses, which are options of the same filter as the activities. */
const activations = ['created', 'activated', 'notActivated', 'pendingApproval'] as const satisfies ActivationStatus[]
export type PersonStatusName = ActivityName | (typeof activations)[number]
export const personStatusNames: readonly PersonStatusName[] = [...activityNames, ...activations]

export const nameOf = (activity: Activity): ActivityName => activityNames.find((name) => activities[name] === activity) ?? 'inactive'

/** Returns the request fields of a choice. Activity and activation status are separate fields. */
export function personStatusFilter(name: PersonStatusName): { activity?: Activity; activationStatus?: ActivationStatus } {
  const activity = activityNames.find((one) => one === name)
  const activationStatus = activations.find((one) => one === name)
  return { ...(activity && { activity: activities[activity] }), ...(activationStatus && { activationStatus }) }
}
