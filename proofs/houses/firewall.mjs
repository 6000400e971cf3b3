// The portal behind a web application firewall as Debian packages it: Apache, ModSecurity and the OWASP Core Rule Set, which blocks at
// paranoia level 1. Once with the packages' own configuration, and once with that of deploy/firewall/.
// Debian: apache2 libapache2-mod-security2 modsecurity-crs
import { readFileSync, writeFileSync } from 'node:fs'
import { answers, folder, freePort, prove, request, root, row, signIn, start, startPortal } from './house.mjs'

/** The name by which clients know the portal. A numeric address alone makes the rules suspicious. */
const host = 'portal.example'
const sentences = JSON.parse(readFileSync(`${root}/proofs/houses/sentences.json`))
/** A name that people give to a file. */
const fileName = "Bil O'Connor & anak; Okt (2026).xlsx"

/** The fields in which people write sentences. */
const sentenceFields = [
  'message', 'answer', 'text', 'textEn', 'textMs', 'titleEn', 'titleMs', 'servicesEn', 'servicesMs', 'note', 'reason', 'remark', 'summary',
  'causes', 'measures', 'data',
]
/** The fields with names and addresses, and what people write there. */
const nameFields = [
  'name', 'nickname', 'personName', 'companyName', 'groupName', 'department', 'jobTitle', 'building', 'street', 'unitFloor', 'city',
  'referenceId', 'heading', 'constant', 'search', 'searchString', 'criteria', 'lineSearch',
]
const names = ["O'Connor & Sons Sdn. Bhd.", 'No. 7; Lot 12, Jalan 3/4', 'Kilang (Blok A) - tingkat 2', 'Operations & System', 'PO#2026/1187']

async function startFirewall(portal, name, isTuned) {
  const port = await freePort()
  const modules = ['mpm_event', 'authz_core', 'headers', 'proxy', 'proxy_http', 'unique_id']
  writeFileSync(
    `${folder}/${name}.conf`,
    `ServerRoot ${folder}
ServerName ${host}
Listen 127.0.0.1:${port}
PidFile ${folder}/${name}.pid
ErrorLog ${folder}/${name}-error.log
${modules.map((one) => `LoadModule ${one}_module /usr/lib/apache2/modules/mod_${one}.so`).join('\n')}
LoadFile libxml2.so.2
LoadModule security2_module /usr/lib/apache2/modules/mod_security2.so
SecDataDir ${folder}
Include /etc/modsecurity/modsecurity.conf-recommended
SecAuditEngine Off
SecRuleEngine On
${isTuned ? `Include ${root}/deploy/firewall/portal-before.conf` : ''}
Include /etc/modsecurity/crs/crs-setup.conf
Include /usr/share/modsecurity-crs/rules/*.conf
${isTuned ? `Include ${root}/deploy/firewall/portal-after.conf` : ''}
ProxyPreserveHost On
ProxyPass / http://127.0.0.1:${portal.port}/ flushpackets=on
`,
  )
  const apache = start(name, '/usr/sbin/apache2', ['-f', `${folder}/${name}.conf`, '-DFOREGROUND'])
  const url = `http://127.0.0.1:${port}`
  await answers(`${url}/healthz`, apache)
  return url
}

/** Sends a request, and returns whether the portal answered it. It gives each of its answers an id. */
async function reaches(url, asked) {
  const { status, headers, bytes } = await request(url + asked.path, {
    ...asked,
    headers: { host, accept: 'application/json', 'user-agent': 'Mozilla/5.0', ...asked.headers },
  })
  const isForeign = headers['content-type']?.startsWith('text/html') && /Apache|Forbidden|Too Large|Bad Request/.test(bytes)
  return { isPortals: !isForeign, status, bytes }
}

const json = (path, body, method = 'POST', headers = {}) => ({
  method,
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Sends the requests to both firewalls, and reports how many each refused. */
async function compare(firewalls, tried, requests, { packagedMayRefuse = true } = {}) {
  const refused = { packaged: [], tuned: [] }
  for (const [name, url] of Object.entries(firewalls))
    for (const one of requests) {
      const { isPortals, status } = await reaches(url, one)
      if (!isPortals) refused[name].push(`${status} ${one.method} ${one.path} ${one.shown ?? ''}`)
    }
  const { packaged, tuned } = refused
  const isRight = tuned.length === 0 && (packagedMayRefuse || packaged.length === 0)
  for (const one of isRight ? [] : [...tuned, ...(packagedMayRefuse ? [] : packaged)].slice(0, 10)) console.error(`refused: ${one}`)
  row('modsecurity-crs', `${requests.length} ${tried}`, `as packaged ${packaged.length} refused, with deploy/firewall ${tuned.length}`, isRight)
}

/** Returns a value for a schema of /openapi.json: its example, or the simplest one. */
function sample(document, schema, depth = 0) {
  if (!schema || depth > 8) return null
  if (schema.$ref) return sample(document, schema.$ref.slice(2).split('/').reduce((part, name) => part[name], document), depth + 1)
  if (schema.example !== undefined) return schema.example
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const any = schema.anyOf ?? schema.oneOf
  if (any) return sample(document, any.find(({ type }) => type !== 'null'), depth + 1)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => sample(document, one, depth + 1)))
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (type === 'object' || schema.properties)
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, sample(document, one, depth + 1)]))
  if (type === 'array') return [sample(document, schema.items, depth + 1)]
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  const byFormat = {
    AccountNo: '210000000001',
    InvoiceNo: '510000000001',
    BatchId: '2800000001',
    BulkId: '3000000001',
    Email: 'aina@sinar.example',
    Money: '1234.50',
    date: '2026-11-30',
    'date-time': '2026-11-30T02:05:00Z',
  }
  return byFormat[schema.format] ?? 'text'
}

/** Returns a request for each operation of the document with a body of JSON. */
function callsOf(document) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const given = operation.parameters ?? []
      const valueOf = ({ schema, content }) => {
        const value = sample(document, schema ?? content?.['application/json']?.schema)
        return typeof value === 'object' ? JSON.stringify(value) : String(value)
      }
      const there = given.filter((one) => one.in === 'path').reduce((all, one) => all.replace(`{${one.name}}`, encodeURIComponent(valueOf(one))), path)
      const query = new URLSearchParams(given.filter((one) => one.in === 'query').map((one) => [one.name, valueOf(one)]))
      const content = operation.requestBody?.content ?? {}
      const address = query.size > 0 ? `${there}?${query}` : there
      const media = content['application/json']
      if (media) {
        const body = media.example ?? Object.values(media.examples ?? {})[0]?.value ?? sample(document, media.schema)
        return { ...json(address, body, method.toUpperCase()), sample: body, kind: 'json' }
      }
      const form = content['application/x-www-form-urlencoded']
      const kind = content['multipart/form-data'] ? 'upload' : operation.responses['200']?.content?.['text/event-stream'] ? 'events' : 'plain'
      const body = form && 'fpx_msgType=AC&fpx_sellerExOrderNo=1'
      return { method: method.toUpperCase(), path: address, body, headers: form && { 'content-type': 'application/x-www-form-urlencoded' }, kind }
    }),
  )
}

/** Returns the request once for each of its fields with one of these names, with the texts in turn. */
function* withTexts(call, fields, texts) {
  const places = []
  const look = (value, path) => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inside] of Object.entries(value)) {
      if (fields.includes(name) && (typeof inside === 'string' || inside === null)) places.push([...path, name])
      look(inside, [...path, name])
    }
  }
  look(call.sample, [])
  for (const place of places) {
    const text = texts.next().value
    const body = structuredClone(call.sample)
    place.slice(0, -1).reduce((part, name) => part[name], body)[place.at(-1)] = text
    yield { ...json(call.path, body, call.method), name: place.at(-1), shown: `${place.join('.')}: ${text}` }
  }
}

function* turn(texts) {
  for (;;) yield* texts
}

function upload(path, token, bytes, fields = {}) {
  const boundary = '----house'
  const all = { ...fields, FileName: fileName }
  const parts = Object.entries(all).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="File"; filename="file"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return {
    method: 'POST',
    path,
    shown: fileName,
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

const bills = (count) => Array.from({ length: count }, (_, place) => String(510_000_000_000 + place * 997))
/** The bills as one text: the last five digits of each are enough. */
const asText = (numbers) => numbers.map((number, place) => (place === 0 ? number : number.slice(-Math.max(5, differs(numbers[place - 1], number))))).join(',')
const differs = (before, number) => number.length - [...number].findIndex((digit, place) => digit !== before[place])

await prove(async () => {
  const portal = await startPortal({ GRIDBILL_ADDRESS_HEADER: 'X-Forwarded-For' })
  const firewalls = { packaged: await startFirewall(portal, 'packaged', false), tuned: await startFirewall(portal, 'tuned', true) }
  const document = await (await fetch(`${portal.url}/openapi.json`)).json()
  const calls = callsOf(document)
  const master = await signIn(portal.url, 'master@sinar.example')
  const staff = await signIn(portal.url, 'pccr@utility.example', 'Admin')
  const { bulkId } = JSON.parse((await reaches(portal.url, { path: '/user-svc/api/v1/User/GetUserProfile', headers: { authorization: `Bearer ${master}` } })).bytes).Data

  const served = calls.filter(({ kind }) => kind === 'json' || kind === 'plain')
  await compare(firewalls, 'calls of the table, with sample bodies', served)
  const posted = ['/portal/api/v1/Password/Change', '/portal/api/v1/Password/SetFirst']
  await compare(firewalls, 'changes of a password with POST', posted.map((path) => json(path, { oldPassword: "P@ss;word'1 or 2", newPassword: 'N3w--pass"word' })))

  const pages = ['/', '/signIn', '/openapi.json', '/manifest.webmanifest', '/robots.txt'].map((path) => ({ method: 'GET', path }))
  await compare(firewalls, 'pages and files of the app', pages, { packagedMayRefuse: false })

  const query = calls.find(({ path }) => path.startsWith('/portal/api/v1/Queries/Open'))
  for (const [language, texts] of Object.entries(sentences))
    await compare(
      firewalls,
      `ordinary sentences of queries (${language})`,
      texts.map((message) => ({ ...json(query.path, { ...query.sample, message }), shown: message })),
    )
  const texts = turn([...sentences.en, ...sentences.ms])
  const inFields = calls.flatMap((call) => (call.kind === 'json' ? [1, 2, 3].flatMap(() => [...withTexts(call, sentenceFields, texts)]) : []))
  const inNames = calls.flatMap((call) => (call.kind === 'json' ? [...withTexts(call, nameFields, turn(names))] : []))
  for (const [fields, requests] of [[sentenceFields, inFields], [nameFields, inNames]]) {
    const unknown = fields.filter((field) => !requests.some(({ name }) => name === field))
    if (unknown.length > 0) throw new Error(`no call has the fields ${unknown}`)
  }
  await compare(firewalls, 'sentences in all fields for sentences', inFields)
  await compare(firewalls, 'names and addresses in all fields for them', inNames)

  const plan = '/billpayment-svc/api/v1/Payment/PlanPayments'
  const planned = calls.find(({ path }) => path.includes('PlanPayments'))?.path.split('?')[0] ?? plan
  const sized = [1_001, 20_000].map((count) => json(planned, { id: bulkId, invoiceNos: asText(bills(count)) }))
  await compare(firewalls, 'lists of 1,001 and 20,000 bills as one text', sized, { packagedMayRefuse: false })
  await compare(firewalls, 'array of 1,001 bills, as other clients send it', [json(planned, { id: bulkId, invoiceNos: bills(1_001) })])
  const accounts = Array.from({ length: 20_000 }, (_, place) => ({ accountNo: String(210_000_000_000 + place), referenceId: `Shop ${place}`, isSelect: true, source: 'upload' }))
  await compare(firewalls, 'application with 20,000 accounts', [json('/portal/api/v1/Registration/SaveDraft', { accounts })])

  const template = await request(`${portal.url}/account-svc/api/v1/BulkRegistration/DownloadAddAccountTemplate`, { headers: { authorization: `Bearer ${master}` } })
  const camt = readFileSync(`${root}/fixtures/bank_statements/camt.053.001.08.xml`)
  const photo = readFileSync(`${root}/docs/phone.png`)
  const uploads = calls
    .filter(({ kind }) => kind === 'upload')
    .flatMap(({ path }) => [template.buffer, camt, photo, Buffer.from('%PDF-1.4\n%%EOF\n')].map((bytes) => upload(path, path.includes('BankStatements') ? staff : master, bytes)))
  await compare(firewalls, 'uploads of a workbook, a statement, a photo and a PDF to each call', uploads, { packagedMayRefuse: false })
})
