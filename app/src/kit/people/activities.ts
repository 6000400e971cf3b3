/** The activity and the activation of people, under the names that addresses and words use. */
import type { ActivationStatus, Activity, PeopleFilter } from '../../core/core'

export const activities = { active: 1, inactive: 2, pending: 3 } as const satisfies Record<string, Activity>
type ActivityName = keyof typeof activities
const activityNames = Object.keys(activities) as ActivityName[]

/** One filter offers these beside the activities. */
const activations = ['created', 'activated', 'notActivated', 'pendingApproval'] as const satisfies ActivationStatus[]
export type StandingName = ActivityName | (typeof activations)[number]
export const standingNames: readonly StandingName[] = [...activityNames, ...activations]

/** The name of an activity. */
export const nameOf = (activity: Activity): ActivityName => activityNames.find((name) => activities[name] === activity) ?? 'inactive'

/** The server's filter for a choice: there is one for activities and one for activations. */
export function standing(name: StandingName): Pick<PeopleFilter, 'activity' | 'activationStatus'> {
  const activity = activityNames.find((one) => one === name)
  const activationStatus = activations.find((one) => one === name)
  return { ...(activity && { activity: activities[activity] }), ...(activationStatus && { activationStatus }) }
}
