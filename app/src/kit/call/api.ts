/** Calls of the server: typed by core's endpoint table, which also knows every path. */

import { isStaffPath } from '../../core/links'
import {
  type AccountsEndpoints,
  type ActivityEndpoints,
  type AnnouncementsEndpoints,
  type BankStatementsEndpoints,
  type BillsEndpoints,
  type ColleaguesEndpoints,
  type DownloadsEndpoints,
  type EndpointEntry,
  type ErrorBody,
  type GroupsEndpoints,
  type HomeEndpoints,
  type IdentityEndpoints,
  type NotificationsEndpoints,
  type OperationsEndpoints,
  type PaymentsEndpoints,
  type ProfileEndpoints,
  publicEndpoints,
  type RegisteringEndpoints,
  type RegistrationEndpoints,
  type StaffEndpoints,
  type StaffPaymentsEndpoints,
  type StatementsEndpoints,
  type TeamEndpoints,
  type Topic,
  type ViewsEndpoints,
} from '../../core/plain'
import { viewedId } from '../../core/viewed'
import { currentLanguage } from '../../words/language'
import { plainSentence } from '../../words/sentences'
import { beginActivity } from '../session/activity'
import { untilHeard } from './again'
import { takeEarly } from './early'

type Endpoints = AccountsEndpoints &
  ActivityEndpoints &
  AnnouncementsEndpoints &
  BankStatementsEndpoints &
  BillsEndpoints &
  ColleaguesEndpoints &
  DownloadsEndpoints &
  GroupsEndpoints &
  HomeEndpoints &
  IdentityEndpoints &
  NotificationsEndpoints &
  OperationsEndpoints &
  PaymentsEndpoints &
  ProfileEndpoints &
  RegisteringEndpoints &
  RegistrationEndpoints &
  StaffEndpoints &
  StaffPaymentsEndpoints &
  StatementsEndpoints &
  TeamEndpoints &
  ViewsEndpoints
export type EndpointName = keyof Endpoints
export type RequestOf<Name extends EndpointName> = Endpoints[Name]['request']
export type ResponseOf<Name extends EndpointName> = Endpoints[Name]['response']

/** The server said no, or nothing at all. */
export class Refused extends Error {
  readonly body: ErrorBody
  readonly status: number
  /** Of the answer, as the server's log has it. */
  readonly requestId: string | undefined

  constructor(body: ErrorBody, status: number, requestId?: string) {
    super(body.errorMessage)
    this.body = body
    this.status = status
    this.requestId = requestId
  }
}

/** What to show for whatever went wrong. */
export const messageOf = (error: unknown): string => (error instanceof Refused ? error.message : plainSentence('unexpected'))

/** The portal is worked on: it says so itself, or a proxy in its place. */
export const isMaintenance = (error: unknown) => error instanceof Refused && error.body.code === 'maintenance'

/** By what support finds the cause of a failure in the log. A refusal says itself why, and so does maintenance. */
export const referenceOf = (error: unknown): string | undefined =>
  error instanceof Refused && error.status >= 500 && !isMaintenance(error) ? error.requestId : undefined

interface Options {
  /** Asked with the same key, a call that moves money is done once. */
  key?: string
  /** For reads only: what somebody waits for, and may leave. */
  signal?: AbortSignal
  /** For writes: whether the screen that asked is still there. What was sent once goes on, but is not asked again for nobody. */
  isAwaited?: () => boolean
  /** Nothing is read again afterwards: the own session may be over. */
  isLast?: boolean
  /** Goes as form data, beside the fields of the request. */
  file?: File
}

const table = new Map<string, EndpointEntry>()
/** Makes endpoints known that may be called; those that public pages call are known from the beginning. */
export function knowEndpoints(endpoints: readonly EndpointEntry[]) {
  for (const endpoint of endpoints) table.set(endpoint.name, endpoint)
}
knowEndpoints(publicEndpoints)

type TellChanges = (topics: readonly Topic[], id: string | null | undefined) => void
/** Told what a call may have changed, whatever came of it, and the id of its answer, if there was one. */
let changed: TellChanges = () => {}
export function onChanged(tell: TellChanges) {
  changed = tell
}

function tellChanges(name: EndpointName, answer: Response | undefined) {
  const endpoint = table.get(name)
  // Whoever signs in or out sees nothing yet, or nothing any more.
  if (endpoint && endpoint.caller !== 'public' && endpoint.changes.length > 0)
    changed(endpoint.changes, answer?.headers.get('X-Request-Id'))
}

/** Asks the person to prove that it is them; only the portal behind the sign-in has something to ask with. */
let confirmIdentity: () => Promise<boolean> = async () => false
export function onConfirmIdentity(ask: () => Promise<boolean>) {
  confirmIdentity = ask
}

/** What begins a session of this browser: the one before, which may have ended, has nothing to do with it. */
const signingIn: readonly EndpointName[] = ['Login', 'AdminLogin', 'VerifyActivation']

export async function call<Name extends EndpointName>(
  name: Name,
  request: RequestOf<Name>,
  options: Options = {},
): Promise<ResponseOf<Name>> {
  let answer: Response | undefined
  const ask = async () => {
    answer = await answered(name, request, options)
    return read<ResponseOf<Name>>(answer)
  }
  const asked = ask().catch(async (error: unknown) => {
    // The same call goes through once it is known who asks.
    if (error instanceof Refused && error.body.code === 'confirmIdentity' && (await confirmIdentity())) return ask()
    throw error
  })
  const data = await asked.finally(() => options.isLast || tellChanges(name, answer))
  if (signingIn.includes(name)) beginActivity()
  return data
}

/** A file that is answered, and what it is to be called. */
export async function callFile<Name extends EndpointName>(name: Name, request: RequestOf<Name>): Promise<{ blob: Blob; name: string }> {
  const answer = await answered(name, request, {})
  if (!answer.ok) return read(answer)
  const [, called] = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('Content-Disposition') ?? '') ?? []
  return { blob: await answer.blob(), name: decodeURIComponent(called ?? 'file') }
}

/** Sends a file, with what is to be told about it. */
export async function callUpload<Name extends EndpointName>(name: Name, request: RequestOf<Name>, file: File): Promise<ResponseOf<Name>> {
  let answer: Response | undefined
  try {
    answer = await answered(name, request, { file })
    return await read<ResponseOf<Name>>(answer)
  } finally {
    tellChanges(name, answer)
  }
}

/** A call that may be asked twice, because it reads or has a key, is asked again while the server is away. */
function answered(name: EndpointName, request: object, options: Options): Promise<Response> {
  const isRepeatable = options.key !== undefined || options.signal !== undefined || table.get(name)?.method === 'GET'
  const ask = () => askWithSession(name, request, options)
  return isRepeatable ? untilHeard(ask, isUnheard, options.signal, options.isAwaited) : ask()
}

/** Neither a yes nor a no: the way to the server, or what it needs, is gone. */
const isUnheard = (error: unknown) => error instanceof Refused && (error.status === 0 || error.status >= 502)

/** A session's access token is short-lived: once refreshed, the same call goes through. */
async function askWithSession(name: EndpointName, request: object, options: Options): Promise<Response> {
  const answer = (await takeEarly(name, request)) ?? (await send(name, request, options))
  if (answer.status !== 401 || !isGuarded(name)) return answer
  const over = await refresh(name)
  if (over) throw new Refused(over, 401)
  return send(name, request, options)
}

async function read<T>(response: Response): Promise<T> {
  const body = (await response.json().catch(() => null)) as { Data: T; Error: ErrorBody | null } | null
  if (response.ok && body) return body.Data
  // A proxy that answers in the portal's place says so during maintenance.
  const refusal = body?.Error ?? plainRefusal(response.status === 503 ? 'maintenance' : 'unavailable')
  throw new Refused(refusal, response.status, response.headers.get('X-Request-Id') ?? undefined)
}

async function send(name: EndpointName, request: object, { key, signal, file }: Options): Promise<Response> {
  const endpoint = table.get(name)
  if (!endpoint) throw new Error(`core has no endpoint ${name}`)
  const rest: Record<string, unknown> = { ...request }
  const take = (parameter: string) => {
    const value = rest[parameter]
    delete rest[parameter]
    return value
  }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(String(take(parameter))))
  const inQuery = endpoint.method === 'GET' ? Object.keys(rest) : endpoint.queryNames
  const query = new URLSearchParams()
  for (const parameter of inQuery) {
    const value = take(parameter)
    if (value === undefined || value === null) continue
    query.set(parameter, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const headers = new Headers({ 'X-Session': 'cookie', 'Accept-Language': currentLanguage() })
  if (viewedId !== undefined) headers.set('X-Bulk-Account', viewedId)
  if (key) headers.set('Idempotency-Key', key)
  const body = endpoint.method === 'GET' ? null : file ? formData(rest, file) : JSON.stringify(rest)
  if (typeof body === 'string') headers.set('Content-Type', 'application/json')
  try {
    return await fetch(query.size > 0 ? `${path}?${query}` : path, { method: endpoint.method, headers, body, ...(signal && { signal }) })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Refused(plainRefusal('unavailable'), 0)
  }
}

function formData(fields: Record<string, unknown>, file: File): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, String(value))
  data.set('File', file)
  return data
}

/** What the portal says by itself, because nothing was heard of the server or nothing that it knows. */
export const plainRefusal = (code: 'unexpected' | 'unavailable' | 'maintenance'): ErrorBody => ({
  code,
  errorTopic: 'generic',
  errorMessage: plainSentence(code),
  fields: [],
  params: {},
})

/** The path of a call that has no parameters, for what the browser asks by itself. */
export const pathOf = (name: EndpointName): string => table.get(name)?.path ?? ''

/** Whether a call is done once for each key (docs/http.md). */
export const isDoneOnce = (name: EndpointName) => table.get(name)?.once === true

const isGuarded = (name: EndpointName) => table.get(name)?.caller !== 'public'

/** Asks for the next pair of tokens, one tab at a time, since all tabs share them. Answers why the session is over, if it is. */
export async function refresh(forCall?: EndpointName): Promise<ErrorBody | null> {
  const isStaff = viewedId !== undefined || (forCall ? table.get(forCall)?.caller === 'staff' : undefined)
  const ask = async () => {
    const order: EndpointName[] =
      (isStaff ?? isStaffPath(location.pathname)) ? ['AdminRefreshToken', 'RefreshToken'] : ['RefreshToken', 'AdminRefreshToken']
    const refusals: ErrorBody[] = []
    for (const name of order) {
      const refusal = await read(await send(name, {}, {})).then(() => null, refusalOf)
      if (!refusal) return null
      refusals.push(refusal)
    }
    // The door that the session did not come by knows nothing of it.
    return refusals.find(({ code }) => code === 'sessionExpired') ?? refusals[0] ?? null
  }
  return navigator.locks ? navigator.locks.request('gridbill-refresh', ask) : ask()
}

/** Why a session is over; whatever else went wrong says nothing about it. */
function refusalOf(error: unknown): ErrorBody {
  if (error instanceof Refused && error.status === 401) return error.body
  throw error instanceof Refused ? new Refused(plainRefusal('unavailable'), error.status, error.requestId) : error
}
