/** Answers that were asked for while the code of the calls was still on its way. Each is taken once. */
import { homeEndpoint, type Profile, publicEndpoints } from '../../core/plain'
import { readActivity } from '../session/activity'

type Name = 'GetUserProfile' | 'GetAdminProfile' | 'GetUserPreferences'

const asked = new Map<string, Promise<Response | undefined>>()
const headers = { 'X-Session': 'cookie' }

/** As long as a token of access holds. Whether a longer silence has ended the session, the portal's own code decides. */
const silentFor = 300_000

export function askEarly(name: Name) {
  const activity = readActivity()
  if (activity && (activity.ended || Date.now() - activity.at > silentFor)) return
  const path = publicEndpoints.find((endpoint) => endpoint.name === name)?.path
  if (path)
    asked.set(
      name,
      fetch(path, { headers }).catch(() => undefined),
    )
}

/** Home, as soon as the profile that was asked for says of which bulk account. */
export function askHomeEarly() {
  async function ask() {
    const profile = await asked.get('GetUserProfile')
    if (!profile?.ok) return undefined
    const { Data } = (await profile.clone().json()) as { Data: Profile }
    if (!Data.bulkId || !Data.hasValidContractAccount) return undefined
    const path = homeEndpoint.path.replace('{id}', encodeURIComponent(Data.bulkId))
    return fetch(path, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: '{}' })
  }
  asked.set(
    homeEndpoint.name,
    ask().catch(() => undefined),
  )
}

/** Undefined where it was not asked for, or did not go well: whoever wants it asks as usual, and says what went wrong. */
export async function takeEarly(name: string): Promise<Response | undefined> {
  const answer = await asked.get(name)
  asked.delete(name)
  return answer?.ok ? answer : undefined
}
