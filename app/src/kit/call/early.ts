/**
 * Requests that start before the code of the calls has loaded, so that the first screen opens sooner. Each answer is
 * used once.
 */

import { readActivity } from '~/core/activity'
import { firstEndpoints, type Profile, publicEndpoints } from '~/core/generatedData'
import { paths } from '~/core/links'
import { currentLanguage } from '~/words/language'
import { payableOverdue } from './overdue'

type Name = 'GetUserProfile' | 'GetAdminProfile' | 'GetUserPreferences'

/**
 * Milliseconds for which an early answer may be used. If the screen opens later, for example after the user agreed to
 * the terms, it is read again.
 */
const earlyAnswerLifetime = 20_000

/** By name of the call. A user has only one bulk account, so `rest`, the request, leaves out its id. */
const earlyAnswers = new Map<string, { at: number; rest: string; answer: Promise<Response | undefined> }>()
/** Request times of the early answers that were used. */
const usedRequestTimes = new Map<string, number>()
const headers = { 'X-Session': 'cookie' }

/**
 * Lifetime of an access token in milliseconds. If the user was inactive for longer, nothing is requested early, because
 * the portal's code first decides whether the session has ended.
 */
const accessTokenLifetime = 300_000

export function requestEarly(name: Name) {
  const activity = readActivity()
  if (activity && (activity.ended || Date.now() - activity.at > accessTokenLifetime)) return
  const path = publicEndpoints.find((endpoint) => endpoint.name === name)?.path
  if (path) earlyAnswers.set(name, { at: Date.now(), rest: '{}', answer: fetch(path, { headers }).catch(() => undefined) })
}

interface FirstCall {
  name: 'GetHome' | 'GetOutstandingBills' | 'GetOutstandingBillsCard' | 'CountBills'
  request: object
}

/**
 * Requests of the first screens, without the bulk account's id. `lists.test.ts` checks that they equal the requests of
 * those lists without filters.
 */
export const firstCalls: Record<string, FirstCall[]> = {
  [paths.home]: [{ name: 'GetHome', request: {} }],
  [paths.outstandingBills]: [
    { name: 'GetOutstandingBills', request: { filter: { payable: true }, sort: { by: 'dueDate', descending: false } } },
    { name: 'CountBills', request: { filter: payableOverdue } },
    { name: 'GetOutstandingBillsCard', request: {} },
  ],
}

/** Starts the requests of this address's screen, as soon as the early profile contains the bulk account. */
export function requestFirstScreenEarly({ pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  if (search) return
  const bulkId = readBulkId()
  for (const { name, request } of firstCalls[pathname] ?? []) {
    const answer = bulkId.then((id) => ask(name, request, id))
    earlyAnswers.set(name, { at: Date.now(), rest: JSON.stringify(request), answer: answer.catch(() => undefined) })
  }
}

async function readBulkId() {
  const profile = await earlyAnswers.get('GetUserProfile')?.answer
  if (!profile?.ok) return undefined
  const { Data } = (await profile.clone().json()) as { Data: Profile }
  return Data.hasValidContractAccount ? Data.bulkId : undefined
}

/**
 * Reads the whole answer, because an unread body would keep its connection busy. Some answers are never used, such as
 * the count of overdue bills for a user who may not pay.
 */
const readFully = async (answer: Response) => new Response(await answer.blob(), answer)

function ask(name: FirstCall['name'], request: object, bulkId: string | null | undefined) {
  const endpoint = firstEndpoints.find((one) => one.name === name)
  if (!endpoint || !bulkId) return undefined
  const { method, path } = endpoint
  const all = { ...headers, 'Accept-Language': currentLanguage(), 'Content-Type': 'application/json' }
  const body = method === 'GET' ? null : JSON.stringify(request)
  return fetch(path.replace('{id}', encodeURIComponent(bulkId)), { method, headers: all, body }).then(readFully)
}

/** Returns the time at which this call's early answer was requested, if the call used one. */
export const earlyRequestTime = (name: string): number | undefined => usedRequestTimes.get(name)

/** Drops early answers requested before this moment, so that they are requested again when needed. */
export function deleteEarlyBefore(before: number) {
  for (const [name, { at }] of earlyAnswers) if (at < before) earlyAnswers.delete(name)
}

/**
 * Returns the early answer to a call. Undefined if there is none or it failed: the call then runs as usual and reports
 * its own error.
 */
export async function takeEarly(name: string, request: object): Promise<Response | undefined> {
  const early = earlyAnswers.get(name)
  const { id: _, ...rest } = request as { id?: string }
  if (!early || early.rest !== JSON.stringify(rest)) return undefined
  earlyAnswers.delete(name)
  if (Date.now() - early.at > earlyAnswerLifetime) return undefined
  usedRequestTimes.set(name, early.at)
  const answer = await early.answer
  return answer?.ok ? answer : undefined
}
