/** A company's OpenID Connect provider, and the DNS server with the records of mail domains. */
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer, type Server as TcpServer } from 'node:net'
import Provider from 'oidc-provider'
import { baseURL, dnsPort, providerURL } from '../playwright.config'

export const client = { id: 'gridbill', secret: 'rahsia-klien-yang-panjang-0123456789' }
/** A client whose tokens the portal must refuse: they are signed with the client's own secret. */
export const hmacClient = { ...client, id: 'gridbill-hmac' }

const listening = <Listener extends Server | TcpServer>(server: Listener, port: number) =>
  new Promise<Listener>((done, fail) => server.once('error', fail).listen(port, () => done(server)))

const closed = (server: Server | TcpServer) =>
  new Promise<void>((done) => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close(() => done())
  })

export interface CompanyProvider {
  /** Sets whether the provider answers the portal. Users still reach its pages. */
  answerPortal: (answers: boolean) => void
  stop: () => Promise<void>
}

/** Starts the provider. Its pages accept any name with any password; the name is the subject. */
export async function startProvider(): Promise<CompanyProvider> {
  const redirects = { redirect_uris: [`${baseURL}/account/companySignIn`] }
  const provider = new Provider(providerURL, {
    clients: [
      { client_id: client.id, client_secret: client.secret, ...redirects },
      { client_id: hmacClient.id, client_secret: hmacClient.secret, ...redirects, id_token_signed_response_alg: 'HS256' },
    ],
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'HS256'] },
    cookies: { keys: ['a key of the journeys'] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_, subject) => ({ accountId: subject, claims: () => ({ sub: subject, name: subject }) }),
    // The company's administrator consented for all users, so the provider does not ask them.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  let answers = true
  const answer = provider.callback()
  const server = createHttpServer((request, response) => {
    if (answers || request.url?.startsWith('/token') !== true) return answer(request, response)
    response.writeHead(503).end()
  })
  await listening(server, Number(new URL(providerURL).port))
  return {
    answerPortal: (does) => {
      answers = does
    },
    stop: () => closed(server),
  }
}

export interface DnsServer {
  /** Publishes a TXT record. */
  publish: (name: string, text: string) => void
  stop: () => Promise<void>
}

/** Starts a DNS server over TCP, with TXT records only. */
export async function startDns(): Promise<DnsServer> {
  const records = new Map<string, string>()
  const server = createServer((connection) => {
    let query: Buffer = Buffer.alloc(0)
    // The portal closes the connection once it has the answer.
    connection.on('error', () => undefined)
    connection.on('data', (part: Buffer) => {
      query = Buffer.concat([query, part])
      if (query.length < 2 || query.length < 2 + query.readUInt16BE(0)) return
      const answer = answerTo(query.subarray(2), records)
      connection.end(Buffer.concat([uint16(answer.length), answer]))
    })
  })
  await listening(server, dnsPort)
  return { publish: (name, text) => void records.set(name, text), stop: () => closed(server) }
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** Returns the answer to a query (RFC 1035): its header, its question, and the record if there is one. */
function answerTo(query: Buffer, records: ReadonlyMap<string, string>): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  // The end of the name, the type and the class follow.
  const question = query.subarray(12, at + 5)
  const text = records.get(labels.join('.'))
  // The code 3 means that the name does not exist.
  const head = Buffer.concat([query.subarray(0, 2), Buffer.from([0x81, text === undefined ? 0x83 : 0x80]), uint16(1)])
  const counts = [uint16(text === undefined ? 0 : 1), uint16(0), uint16(0)]
  if (text === undefined) return Buffer.concat([head, ...counts, question])
  const data = Buffer.from(text, 'latin1')
  // A pointer to the name of the question, type TXT, class internet, and a time to live of one minute.
  const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60])
  return Buffer.concat([head, ...counts, question, record, uint16(data.length + 1), Buffer.from([data.length]), data])
}
