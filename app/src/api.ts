/** Calls of the server: typed by core's endpoint table, which also knows every path. */
import {
  type BillsEndpoints,
  type ErrorBody,
  endpoints,
  type IdentityEndpoints,
  type PaymentsEndpoints,
  type ProfileEndpoints,
  type RegisteringEndpoints,
  type StaffEndpoints,
  sentence,
  type TeamEndpoints,
  type UsersEndpoints,
} from './first'
import { currentLanguage } from './language'

type Endpoints = BillsEndpoints &
  IdentityEndpoints &
  PaymentsEndpoints &
  ProfileEndpoints &
  RegisteringEndpoints &
  StaffEndpoints &
  TeamEndpoints &
  UsersEndpoints
export type EndpointName = keyof Endpoints
export type RequestOf<Name extends EndpointName> = Endpoints[Name]['request']
export type ResponseOf<Name extends EndpointName> = Endpoints[Name]['response']

/** The server said no, or nothing at all. */
export class Refused extends Error {
  readonly body: ErrorBody
  readonly status: number

  constructor(body: ErrorBody, status: number) {
    super(body.errorMessage)
    this.body = body
    this.status = status
  }
}

/** What to show for whatever went wrong. */
export const messageOf = (error: unknown): string => (error instanceof Refused ? error.message : sentence('unexpected', currentLanguage()))

interface Options {
  /** Asked with the same key, a call that moves money is done once. */
  key?: string
  signal?: AbortSignal
}

const table = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]))

export async function call<Name extends EndpointName>(
  name: Name,
  request: RequestOf<Name>,
  options: Options = {},
): Promise<ResponseOf<Name>> {
  const answer = await send(name, request, options)
  // A session's access token is short-lived: once refreshed, the same call goes through.
  if (answer.status === 401 && isGuarded(name) && (await refresh(name))) return read(await send(name, request, options))
  return read(answer)
}

async function read<T>(response: Response): Promise<T> {
  const body = (await response.json().catch(() => null)) as { Data: T; Error: ErrorBody | null } | null
  if (response.ok && body) return body.Data
  throw new Refused(body?.Error ?? nothingHeard(), response.status)
}

async function send(name: EndpointName, request: object, { key, signal }: Options): Promise<Response> {
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
    if (value !== undefined && value !== null) query.set(parameter, String(value))
  }
  const headers = new Headers({ 'X-Session': 'cookie', 'Accept-Language': currentLanguage() })
  if (key) headers.set('Idempotency-Key', key)
  const body = endpoint.method === 'GET' ? null : JSON.stringify(rest)
  if (body) headers.set('Content-Type', 'application/json')
  try {
    return await fetch(query.size > 0 ? `${path}?${query}` : path, { method: endpoint.method, headers, body, ...(signal && { signal }) })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new Refused(nothingHeard(), 0)
  }
}

const nothingHeard = (): ErrorBody => ({
  code: 'unavailable',
  errorTopic: 'generic',
  errorMessage: sentence('unavailable', currentLanguage()),
  fields: [],
  params: {},
})

const isGuarded = (name: EndpointName) => table.get(name)?.caller !== 'public'

/** Asks for the next pair of tokens, one tab at a time, since all tabs share them. False when the session is over. */
export async function refresh(forCall?: EndpointName): Promise<boolean> {
  const isStaff = forCall ? table.get(forCall)?.caller === 'staff' : undefined
  const ask = async () => {
    const order: EndpointName[] =
      (isStaff ?? location.pathname.startsWith('/admin')) ? ['AdminRefreshToken', 'RefreshToken'] : ['RefreshToken', 'AdminRefreshToken']
    for (const name of order) {
      const answer = await send(name, {}, {})
      if (answer.ok) return true
      if (answer.status !== 401) throw new Refused(nothingHeard(), answer.status)
    }
    return false
  }
  return navigator.locks ? navigator.locks.request('gridbill-refresh', ask) : ask()
}
