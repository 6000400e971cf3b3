/** Answers that were asked for while the code of the calls was still on its way. Each is taken once. */
import { publicEndpoints } from '../../core/plain'

type Name = 'GetUserProfile' | 'GetAdminProfile' | 'GetUserPreferences'

const asked = new Map<string, Promise<Response | undefined>>()

export function askEarly(name: Name) {
  const path = publicEndpoints.find((endpoint) => endpoint.name === name)?.path
  if (path)
    asked.set(
      name,
      fetch(path, { headers: { 'X-Session': 'cookie' } }).catch(() => undefined),
    )
}

/** Undefined where it was not asked for, or did not go well: whoever wants it asks as usual, and says what went wrong. */
export async function takeEarly(name: string): Promise<Response | undefined> {
  const answer = await asked.get(name)
  asked.delete(name)
  return answer?.ok ? answer : undefined
}
