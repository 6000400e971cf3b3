/** What a list of people shows and which dialogue stands over it, as its address says it: back closes, and a copied link opens the same. */
import type { ActivationStatus, Activity, PeopleFilter, Role } from '../../core'

export const activities = { active: 1, inactive: 2, pending: 3 } as const satisfies Record<string, Activity>
type ActivityName = keyof typeof activities
const activityNames = Object.keys(activities) as ActivityName[]

/** How far somebody has come; offered beside the activities. */
const activations = ['created', 'activated', 'notActivated', 'pendingApproval'] as const satisfies ActivationStatus[]
type StandingName = ActivityName | ActivationStatus
export const standingNames: readonly StandingName[] = [...activityNames, ...activations]

/** The name under which addresses and words know an activity. */
export const nameOf = (activity: Activity): ActivityName => activityNames.find((name) => activities[name] === activity) ?? 'inactive'

const dialogs = ['add', 'edit', 'remove', 'transfer', 'limit'] as const
type Dialog = (typeof dialogs)[number]

export interface PeopleSearch {
  search?: string | undefined
  activity?: StandingName | undefined
  role?: Role | undefined
  open?: Dialog | undefined
  /** Whom the dialogue is about. */
  user?: string | undefined
}

export const teamRoles = ['master', 'member', 'viewer'] as const satisfies Role[]
export const staffRoles = ['pccrAdmin', 'glbAccountManager', 'ict'] as const satisfies Role[]

const oneOf = <Value extends string>(values: readonly Value[], raw: unknown) => values.find((value) => value === raw)

/** Reads an address; what it says and nobody understands is left out. */
export const readPeopleSearch =
  (roles: readonly Role[]) =>
  (raw: Record<string, unknown>): PeopleSearch => ({
    search: raw.search === undefined ? undefined : String(raw.search),
    activity: oneOf(standingNames, raw.activity),
    role: oneOf(roles, raw.role),
    open: oneOf(dialogs, raw.open),
    user: raw.user === undefined ? undefined : String(raw.user),
  })

/** The same as the server is asked for it. */
export const asked = ({ search, activity, role }: PeopleSearch): PeopleFilter => ({
  ...(search && { search }),
  ...standing(activity),
  ...(role && { role }),
})

/** What was chosen is one of two filters of the server. */
export function standing(name: StandingName | undefined): Pick<PeopleFilter, 'activity' | 'activationStatus'> {
  const activity = activityNames.find((one) => one === name)
  const activationStatus = activations.find((one) => one === name)
  return { ...(activity && { activity: activities[activity] }), ...(activationStatus && { activationStatus }) }
}

export const isNarrowed = ({ search, activity, role }: PeopleSearch) => Boolean(search || activity || role)
