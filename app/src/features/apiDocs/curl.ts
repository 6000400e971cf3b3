/** Writes a call as a `curl` command. */
import { type ApiCall, type ApiDocument, contentOf, type Parameter } from './apiDocument'
import { sampleOf } from './sample'

/** Quotes a text for a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function textOf(document: ApiDocument, { example, schema }: Parameter): string {
  return text(example ?? sampleOf(document, schema?.contentSchema ?? schema ?? {}))
}

/** Returns the command, with one option on each line. `origin` is the portal's origin. The access token is in `$token`. */
export function curlOf(document: ApiDocument, call: ApiCall, origin: string): string {
  const { method, parameters, requestBody, responses, security } = call
  const value = (parameter: Parameter) => textOf(document, parameter)
  const inPath = parameters.filter((one) => one.in === 'path')
  const path = inPath.reduce((address, one) => address.replace(`{${one.name}}`, encodeURIComponent(value(one))), call.path)
  const inQuery = parameters.filter((one) => one.in === 'query' && (one.required || one.example !== undefined))
  const query = new URLSearchParams(inQuery.map((one) => [one.name, value(one)]))
  const options: string[] = []
  const answer = contentOf(responses['200']?.content)?.mediaType
  if (answer !== undefined && answer !== 'application/json' && answer !== 'text/event-stream' && answer !== 'text/plain')
    options.push('-OJ')
  if (answer === 'text/event-stream') options.push('-N')
  if (security.length > 0) options.push('-H "Authorization: Bearer $token"')
  if (parameters.some((one) => one.in === 'header')) options.push('-H "Idempotency-Key: $(uuidgen)"')
  const body = contentOf(requestBody?.content)
  if (body?.mediaType === 'application/json') {
    if (method !== 'POST') options.push(`-X ${method}`)
    options.push(`--json ${quoted(JSON.stringify(body.content.example ?? sampleOf(document, body.content.schema ?? {})))}`)
  } else if (body?.mediaType === 'multipart/form-data') {
    options.push("-F 'File=@file.pdf'")
  } else if (body) {
    options.push("-d 'name=value'")
  }
  const address = quoted(`${origin}${path}${query.size > 0 ? `?${query}` : ''}`)
  return [`curl ${address}`, ...options].join(' \\\n  ')
}
