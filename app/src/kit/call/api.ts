/** Calls to the server, typed and addressed by core's endpoint table. */

import { beginActivity } from '~/core/activity'
import { type EndpointEntry, type Endpoints, type ErrorBody, publicEndpoints, type Topic } from '~/core/generatedData'
import { isStaffPath } from '~/core/links'
import { viewedId } from '~/core/viewed'
import { currentLanguage } from '~/words/language'
import { plainSentence } from '~/words/sentences'
import { takeEarly } from './early'
import { callWithRetry } from './retryCalls'

export type EndpointName = keyof Endpoints
export type RequestOf<Name extends EndpointName> = Endpoints[Name]['request']
export type ResponseOf<Name extends EndpointName> = Endpoints[Name]['response']

/** The error of a call that the server refused or did not answer. */
export class CallError extends Error {
  readonly body: ErrorBody
  /** 0 if the portal did not answer, for example because a program in front of it did. */
  readonly status: number
  /** The answer's X-Request-Id, which is also in the server's log. */
  readonly requestId: string | undefined

  constructor(body: ErrorBody, status: number, requestId?: string) {
    super(body.errorMessage)
    this.body = body
    this.status = status
    this.requestId = requestId
  }
}

/** Returns the sentence to show for an error of any kind. */
export const messageOf = (error: unknown): string => (error instanceof CallError ? error.message : plainSentence('unexpected'))

/** Whether the portal is under maintenance, as reported by the server or by a proxy in front. */
export const isMaintenance = (error: unknown) => error instanceof CallError && error.body.code === 'maintenance'

/** Whether the same call can succeed later. A filter in front of the portal refuses it again. */
export const isRetryable = (error: unknown) => !(error instanceof CallError && /^network(Refused|TooLarge)$/.test(error.body.code))

/** Describes a list that could not be loaded: what to say, and how to load it again where that helps. */
export const loadProblem = (title: string, error: unknown, refetch: () => unknown) => ({
  title,
  body: messageOf(error),
  onRetry: isRetryable(error) ? () => void refetch() : undefined,
})

/**
 * Returns the reference by which support finds a failure in the log. Refusals and maintenance have none, because their
 * sentences give the reason.
 */
export const referenceOf = (error: unknown): string | undefined =>
  error instanceof CallError && error.status >= 500 && !isMaintenance(error) ? error.requestId : undefined

interface Options {
  /** Idempotency key: the server runs a call with the same key only once. */
  key?: string
  /** For reads only: aborts when the caller no longer needs the answer. */
  signal?: AbortSignal
  /**
   * For writes: whether the screen that made the call is still open. A request that was sent continues, but is not
   * retried after the screen is closed.
   */
  isAwaited?: () => boolean
  /** Skips the refetch afterwards, because the call may end the user's session. */
  skipsRefetch?: boolean
  /** Sent as form data, together with the fields of the request. */
  file?: File
}

const endpointsByName = new Map<string, EndpointEntry>()
/** Registers endpoints, so that they can be called. The endpoints of public pages are registered when this file loads. */
export function registerEndpoints(endpoints: readonly EndpointEntry[]) {
  for (const endpoint of endpoints) endpointsByName.set(endpoint.name, endpoint)
}
registerEndpoints(publicEndpoints)

/** Writes a field of a request. Only the signed-in portal sets this; public pages send no long lists. */
let writeField = (_: string, value: unknown) => value
export function onWriteField(write: typeof writeField) {
  writeField = write
}

type ChangeListener = (topics: readonly Topic[], id: string | null | undefined) => void
/**
 * Called after each call, even if it failed, with the topics that it may have changed. The id is the answer's
 * X-Request-Id, if there was an answer.
 */
let changed: ChangeListener = () => {}
export function onChanged(listener: ChangeListener) {
  changed = listener
}

function notifyChanges(name: EndpointName, answer: Response | undefined) {
  const endpoint = endpointsByName.get(name)
  // Calls that sign a user in or out are public; no data on the page depends on them.
  if (endpoint && endpoint.caller !== 'public' && endpoint.changes.length > 0)
    changed(endpoint.changes, answer?.headers.get('X-Request-Id'))
}

/** Asks users to confirm their identity. Only the signed-in portal sets this; public pages have no dialogue for it. */
let confirmIdentity: () => Promise<boolean> = async () => false
export function onConfirmIdentity(ask: () => Promise<boolean>) {
  confirmIdentity = ask
}

/** Calls that start a session in this browser. They reset the recorded activity, which may belong to an earlier session. */
const signInCalls: readonly EndpointName[] = [
  'Login',
  'AdminLogin',
  'CompleteSignIn',
  'FinishPasskeySignIn',
  'FinishSso',
  'VerifyActivation',
]
/** Whether a sign-in still needs a second factor. */
const isChallenged = (data: unknown) => typeof data === 'object' && data !== null && 'challenge' in data

export async function call<Name extends EndpointName>(
  name: Name,
  request: RequestOf<Name>,
  options: Options = {},
): Promise<ResponseOf<Name>> {
  let answer: Response | undefined
  const ask = async () => {
    answer = await fetchAnswer(name, request, options)
    return read<ResponseOf<Name>>(answer)
  }
  const asked = ask().catch(async (error: unknown) => {
    // After the user has confirmed their identity, the same call succeeds.
    if (error instanceof CallError && error.body.code === 'confirmIdentity' && (await confirmIdentity())) return ask()
    throw error
  })
  const data = await asked.finally(() => options.skipsRefetch || notifyChanges(name, answer))
  if (signInCalls.includes(name) && !isChallenged(data)) beginActivity()
  return data
}

/** Whether an answer is a file of the portal: each has a name. What else comes with 200 is another program's. */
const isFile = (answer: Response) => answer.ok && answer.headers.has('Content-Disposition')

/** Calls an endpoint that answers with a file, and returns the file and its name. */
export async function callFile<Name extends EndpointName>(name: Name, request: RequestOf<Name>): Promise<{ blob: Blob; name: string }> {
  const answer = await fetchAnswer(name, request, {})
  if (!isFile(answer)) return read(answer)
  const [, encodedName] = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('Content-Disposition') ?? '') ?? []
  return { blob: await answer.blob(), name: decodeURIComponent(encodedName ?? 'file') }
}

/** Begins to receive a file and stops, so that a refusal is shown before the browser streams the file to disk. */
export async function checkFile<Name extends EndpointName>(name: Name, request: RequestOf<Name>): Promise<void> {
  const received = new AbortController()
  const answer = await fetchAnswer(name, request, { signal: received.signal })
  if (!isFile(answer)) await read(answer)
  received.abort()
}

/** Uploads a file together with the fields of the request. */
export async function callUpload<Name extends EndpointName>(name: Name, request: RequestOf<Name>, file: File): Promise<ResponseOf<Name>> {
  let answer: Response | undefined
  try {
    answer = await fetchAnswer(name, request, { file })
    return await read<ResponseOf<Name>>(answer)
  } finally {
    notifyChanges(name, answer)
  }
}

/** Makes a call. Retries reads and calls with a key while the server is unavailable, because they are safe to repeat. */
function fetchAnswer(name: EndpointName, request: object, options: Options): Promise<Response> {
  const isRepeatable = options.key !== undefined || options.signal !== undefined || endpointsByName.get(name)?.method === 'GET'
  const ask = () => askWithSession(name, request, options)
  return isRepeatable ? callWithRetry(ask, hasNoAnswer, options.signal, options.isAwaited) : ask()
}

/** Whether there was no answer, or the server or a service behind it is unavailable. */
const hasNoAnswer = (error: unknown) =>
  error instanceof CallError && (error.status >= 502 || (error.status === 0 && error.body.code === 'unavailable'))

/** Makes a call. If the short-lived access token has expired, refreshes it and repeats the call. */
async function askWithSession(name: EndpointName, request: object, options: Options): Promise<Response> {
  const answer = (await takeEarly(name, request)) ?? (await send(name, request, options))
  if (answer.status !== 401 || !isGuarded(name)) return answer
  // A request stays open until its answer is read.
  void answer.text().catch(() => undefined)
  const endReason = await refreshSession(name)
  if (endReason) throw new CallError(endReason, 401)
  return send(name, request, options)
}

/** Returns the portal's envelope; null if the text is none. */
function envelopeOf<T>(text: string | undefined): { Data?: T; Error?: ErrorBody | null } | null {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text().catch(() => undefined)
  const body = envelopeOf<T>(text)
  const requestId = response.headers.get('X-Request-Id') ?? undefined
  if (body?.Error) throw new CallError(body.Error, response.status, requestId)
  if (response.ok && body?.Data !== undefined) return body.Data
  const foreign = await import('./foreign').then(({ foreignRefusal }) => foreignRefusal(response, text)).catch(() => undefined)
  if (foreign) throw new CallError(foreign, 0)
  // During maintenance a proxy may answer 503 without the portal's JSON body.
  throw new CallError(plainRefusal(response.status === 503 ? 'maintenance' : 'unavailable'), response.status, requestId)
}

async function send(name: EndpointName, request: object, { key, signal, file }: Options): Promise<Response> {
  const endpoint = endpointsByName.get(name)
  if (!endpoint) throw new Error(`core has no endpoint ${name}`)
  const rest: Record<string, unknown> = { ...request }
  const takeValue = (parameter: string) => {
    const value = rest[parameter]
    delete rest[parameter]
    return value
  }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(String(takeValue(parameter))))
  const inQuery = endpoint.method === 'GET' ? Object.keys(rest) : endpoint.queryNames
  const query = new URLSearchParams()
  for (const parameter of inQuery) {
    const value = takeValue(parameter)
    if (value === undefined || value === null) continue
    query.set(parameter, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const headers = new Headers({ 'X-Session': 'cookie', 'Accept-Language': currentLanguage() })
  if (viewedId !== undefined) headers.set('X-Bulk-Account', viewedId)
  if (key) headers.set('Idempotency-Key', key)
  const body = endpoint.method === 'GET' ? null : file ? formData(rest, file) : JSON.stringify(rest, writeField)
  if (typeof body === 'string') headers.set('Content-Type', 'application/json')
  try {
    return await fetch(query.size > 0 ? `${path}?${query}` : path, { method: endpoint.method, headers, body, ...(signal && { signal }) })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError(plainRefusal('unavailable'), 0)
  }
}

function formData(fields: Record<string, unknown>, file: File): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, String(value))
  // Firewalls refuse some names of files, such as one with an apostrophe, so the user's name for the file is a field.
  data.set('File', file, 'file')
  data.set('FileName', file.name)
  return data
}

/** Returns a refusal made in the browser, for a call without a readable answer. */
export const plainRefusal = (code: 'unexpected' | 'unavailable' | 'maintenance'): ErrorBody => ({
  code,
  errorTopic: 'generic',
  errorMessage: plainSentence(code),
  fields: [],
  params: {},
})

/** Returns the path of an endpoint without parameters, for requests made outside `call`. */
export const pathOf = (name: EndpointName): string => endpointsByName.get(name)?.path ?? ''

/** Whether a call runs once for each idempotency key (docs/http.md). */
export const needsIdempotencyKey = (name: EndpointName) => endpointsByName.get(name)?.once === true

const isGuarded = (name: EndpointName) => endpointsByName.get(name)?.caller !== 'public'

/**
 * Refreshes the session's tokens. All tabs share the tokens, so only one tab does this at a time. Returns the reason if
 * the session is over, otherwise null.
 */
export async function refreshSession(forCall?: EndpointName): Promise<ErrorBody | null> {
  const isStaff = viewedId !== undefined || (forCall ? endpointsByName.get(forCall)?.caller === 'staff' : undefined)
  const ask = async () => {
    const order: EndpointName[] =
      (isStaff ?? isStaffPath(location.pathname)) ? ['AdminRefreshToken', 'RefreshToken'] : ['RefreshToken', 'AdminRefreshToken']
    const refusals: ErrorBody[] = []
    for (const name of order) {
      const refusal = await read(await send(name, {}, {})).then(() => null, refusalOf)
      if (!refusal) return null
      refusals.push(refusal)
    }
    // One of the two endpoints belongs to the other audience and does not know this session, so prefer `sessionExpired`.
    return refusals.find(({ code }) => code === 'sessionExpired') ?? refusals[0] ?? null
  }
  return navigator.locks ? navigator.locks.request('gridbill-refresh', ask) : ask()
}

/** Returns the reason why a session is over. Throws any other error, which does not mean that it is over. */
function refusalOf(error: unknown): ErrorBody {
  if (error instanceof CallError && error.status === 401) return error.body
  // Another program's answer says itself what to do.
  if (!(error instanceof CallError) || error.status === 0) throw error
  throw new CallError(plainRefusal('unavailable'), error.status, error.requestId)
}
