/** Answers that were asked for while the code of the calls was still on its way. Each is taken once. */
import { paths } from '../../core/links'
import { firstEndpoints, type Profile, publicEndpoints } from '../../core/plain'
import { currentLanguage } from '../../words/language'
import { payableOverdue } from '../paying/overdue'
import { readActivity } from '../session/activity'

type Name = 'GetUserProfile' | 'GetAdminProfile' | 'GetUserPreferences'

/** Whoever was kept from the screen for longer, as by terms to agree to, asks anew. */
const freshFor = 20_000

/** By name; a person has one bulk account, so whose it is needs no comparing. */
const asked = new Map<string, { at: number; rest: string; answer: Promise<Response | undefined> }>()
/** When those that were taken had been asked for. */
const takenOf = new Map<string, number>()
const headers = { 'X-Session': 'cookie' }

/** As long as a token of access holds. Whether a longer silence has ended the session, the portal's own code decides. */
const silentFor = 300_000

export function askEarly(name: Name) {
  const activity = readActivity()
  if (activity && (activity.ended || Date.now() - activity.at > silentFor)) return
  const path = publicEndpoints.find((endpoint) => endpoint.name === name)?.path
  if (path) asked.set(name, { at: Date.now(), rest: '{}', answer: fetch(path, { headers }).catch(() => undefined) })
}

interface FirstCall {
  name: 'GetHome' | 'GetOutstandingBills' | 'GetOutstandingBillsCard' | 'CountBills'
  request: object
}

/** What first screens ask for beside whose it is. A list asks so where its address narrows nothing: `lists.test.ts` compares. */
export const firstCalls: Record<string, FirstCall[]> = {
  [paths.home]: [{ name: 'GetHome', request: {} }],
  [paths.outstandingBills]: [
    { name: 'GetOutstandingBills', request: { filter: { payable: true }, sort: { by: 'dueDate', descending: false } } },
    { name: 'CountBills', request: { filter: payableOverdue } },
    { name: 'GetOutstandingBillsCard', request: {} },
  ],
}

/** What the screen of this address asks for, as soon as the profile that was asked for says of which bulk account. */
export function askFirstEarly({ pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  if (search) return
  const bulkId = idOfBulkAccount()
  for (const { name, request } of firstCalls[pathname] ?? []) {
    const answer = bulkId.then((id) => ask(name, request, id))
    asked.set(name, { at: Date.now(), rest: JSON.stringify(request), answer: answer.catch(() => undefined) })
  }
}

async function idOfBulkAccount() {
  const profile = await asked.get('GetUserProfile')?.answer
  if (!profile?.ok) return undefined
  const { Data } = (await profile.clone().json()) as { Data: Profile }
  return Data.hasValidContractAccount ? Data.bulkId : undefined
}

/** Read to its end, because nobody takes what only those who may pay ask for. */
const whole = async (answer: Response) => new Response(await answer.blob(), answer)

function ask(name: FirstCall['name'], request: object, bulkId: string | null | undefined) {
  const endpoint = firstEndpoints.find((one) => one.name === name)
  if (!endpoint || !bulkId) return undefined
  const { method, path } = endpoint
  const all = { ...headers, 'Accept-Language': currentLanguage(), 'Content-Type': 'application/json' }
  const body = method === 'GET' ? null : JSON.stringify(request)
  return fetch(path.replace('{id}', encodeURIComponent(bulkId)), { method, headers: all, body }).then(whole)
}

/** When the answer of this call was asked for that was there before the calls' own code. */
export const askedEarlyAt = (name: string): number | undefined => takenOf.get(name)

/** What was asked for before that moment is asked for anew by whoever wants it. */
export function forgetEarly(before: number) {
  for (const [name, { at }] of asked) if (at < before) asked.delete(name)
}

/** Undefined where it was not asked for, or did not go well: whoever wants it asks as usual, and says what went wrong. */
export async function takeEarly(name: string, request: object): Promise<Response | undefined> {
  const early = asked.get(name)
  const { id: _, ...rest } = request as { id?: string }
  if (!early || early.rest !== JSON.stringify(rest)) return undefined
  asked.delete(name)
  if (Date.now() - early.at > freshFor) return undefined
  takenOf.set(name, early.at)
  const answer = await early.answer
  return answer?.ok ? answer : undefined
}
