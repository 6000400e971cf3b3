// Company sign-in with identity providers of other houses, as they are: each is tried by the Master, a user connects, signs in and
// confirms the identity, the provider's keys are replaced, and the portal's clock is two minutes off in both directions.
// sso-providers.mjs starts the providers. SSO="canaille glewlwyd" tries only these.
// Debian: faketime sqlite3 python3-venv glewlwyd-common libcbor0.8 libconfig9 libhoel1.4 libiddawc1.1 libldap-2.5-0 liboath0 liborcania2.3 librhonabwy1.1 libulfius2.7 libyder2.0 liblemonldap-ng-portal-perl starman libgd-securityimage-perl libgd-perl libimage-magick-perl libstring-random-perl libio-string-perl libcrypt-openssl-rsa-perl libcrypt-openssl-x509-perl libconvert-pem-perl libmime-tools-perl libemail-sender-perl libemail-date-format-perl libtext-unidecode-perl libhtml-template-perl libnet-cidr-lite-perl
import { createServer } from 'node:net'
import { atEnd, freePort, prove, startPortal } from './house.mjs'
import { Browser, providers } from './sso-providers.mjs'

const [company, domain] = ['3000000001', 'sinar.example']
const [master, user] = ['master@sinar.example', 'payer@sinar.example']
/** Seconds by which the portal's clock is wrong. Tokens may be 120 seconds off, and the calls themselves take a while. */
const skew = 110

let hasFailed = false
function row({ name, version }, tried, result, passed = true) {
  hasFailed ||= !passed
  console.log(JSON.stringify({ program: name, version, tried, result: passed ? result : `FAILED: ${result}` }))
}

/** Calls the portal. Throws the sentence of a refusal. */
async function call(portal, path, token, body) {
  const answer = await fetch(portal.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const { Data, Error: error } = await answer.json()
  if (!answer.ok) throw new Error(error?.errorMessage ?? `${path}: ${answer.status}`)
  return Data
}

const signIn = async (portal, username) =>
  (await call(portal, '/user-svc/api/v1/User/Login', undefined, { username, password: 'Gridbill-demo1' })).accessToken

/** Starts a DNS server over TCP, with one TXT record for every name. Returns its port and a function that sets the record. */
async function startDns() {
  let text = ''
  const server = createServer((connection) => {
    connection.on('error', () => undefined)
    connection.once('data', (query) => {
      const question = query.subarray(14)
      const record = [0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, text.length + 1, text.length]
      const head = [0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]
      const message = Buffer.concat([query.subarray(2, 4), Buffer.from(head), question, Buffer.from(record), Buffer.from(text)])
      connection.end(Buffer.concat([Buffer.from([message.length >> 8, message.length & 255]), message]))
    })
  })
  const port = await freePort()
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
  atEnd(() => server.close())
  return { port, publish: (value) => void (text = value) }
}

/** Stores a provider's settings and tries them, as the Master does. */
async function trySettings(portal, { issuer, client, user: account }) {
  const token = await signIn(portal, master)
  const { id: clientId, secret: clientSecret } = client
  await call(portal, `/portal/api/v1/Sso/${company}`, token, { issuer, clientId, clientSecret })
  const { address, handle } = await call(portal, `/portal/api/v1/Sso/Trial/Begin/${company}`, token, {})
  const answer = await new Browser(portal.url).signIn(address, account)
  await call(portal, `/portal/api/v1/Sso/Trial/Finish/${company}`, token, { handle, ...answer })
  await call(portal, `/portal/api/v1/Sso/Mode/${company}`, token, { mode: 'optional' })
}

/** Connects the user, or confirms the identity. */
async function proveAt(portal, purpose, browser, { user: account }) {
  const token = await signIn(portal, user)
  const { address, handle } = await call(portal, '/portal/api/v1/SignIn/Company/BeginProof', token, { purpose })
  const answer = await browser.signIn(address, account)
  await call(portal, '/portal/api/v1/SignIn/Company/FinishProof', token, { handle, ...answer })
}

/** Confirms the identity. A provider that cannot must be refused with the reason. */
async function confirm(portal, browser, provider) {
  const refused = await proveAt(portal, 'confirm', browser, provider).then(() => undefined, ({ message }) => message)
  if (provider.cannotConfirm ? !refused?.includes('does not say when you signed in (auth_time)') : refused)
    throw new Error(refused ?? 'confirmed, although the provider does not say when the user signed in')
}

async function signInAt(portal, browser, { user: account }) {
  const { address, handle } = await call(portal, '/portal/api/v1/SignIn/Company/Begin', undefined, { email: user })
  const answer = await browser.signIn(address, account)
  const { accessToken } = await call(portal, '/portal/api/v1/SignIn/Company/Finish', undefined, { handle, ...answer })
  const { email } = await call(portal, '/user-svc/api/v1/User/GetUserProfile', accessToken)
  if (email !== user) throw new Error(`signed in as ${email}`)
}

/** Tries something, and reports it. */
async function tried(provider, what, act, result) {
  try {
    const said = await act()
    row(provider, what, said ?? result)
    return true
  } catch (error) {
    row(provider, what, error.message, false)
    return false
  }
}

await prove(async () => {
  const dns = await startDns()
  const port = await freePort()
  const settings = {
    GRIDBILL_DNS_SERVER: `127.0.0.1:${dns.port}`,
    GRIDBILL_OUTBOUND_LOOPBACK: 'true',
    GRIDBILL_PUBLIC_URL: `http://127.0.0.1:${port}`,
    GRIDBILL_LISTEN: `127.0.0.1:${port}`,
    GRIDBILL_SIGN_INS_PER_ADDRESS: '1000',
  }
  const startAt = async (more, data) => ({ ...(await startPortal({ ...settings, ...more }, data)), url: settings.GRIDBILL_PUBLIC_URL })
  let portal = await startAt({})
  const token = await signIn(portal, master)
  const { recordValue } = await call(portal, `/portal/api/v1/Sso/Domains/Add/${company}`, token, { domain })
  dns.publish(recordValue)
  await call(portal, `/portal/api/v1/Sso/Domains/Prove/${company}`, token, { domain })

  const redirect = `${portal.url}/account/companySignIn`
  const wanted = process.env.SSO?.split(' ')
  const running = []
  for (const { name, start } of providers) {
    if (wanted && !wanted.includes(name)) continue
    const missing = { name, version: '' }
    await tried(missing, 'start', async () => {
      const provider = { name, ...(await start(redirect)) }
      missing.version = provider.version
      running.push(provider)
      return `issuer ${provider.issuer}`
    })
  }
  const works = []
  for (const provider of running) {
    if (!(await tried(provider, 'the trial of the Master', () => trySettings(portal, provider), 'the settings are used'))) continue
    if (!(await tried(provider, 'connecting a user', () => proveAt(portal, 'link', new Browser(redirect), provider), 'connected'))) continue
    const browser = new Browser(redirect)
    await tried(provider, 'signing in', () => signInAt(portal, browser, provider), 'signed in')
    await tried(provider, 'confirming the identity, with a session at the provider', async () => {
      const before = browser.passwords
      await confirm(portal, browser, provider)
      const isAsked = browser.passwords > before ? 'after the password' : 'without asking for the password'
      return provider.cannotConfirm ? 'refused: the provider never says when the user signed in' : `confirmed, ${isAsked}`
    })
    if (provider.rotate) {
      await tried(provider, 'new keys', async () => {
        await provider.rotate()
        await signInAt(portal, new Browser(redirect), provider)
      }, 'signed in at once')
    }
    works.push(provider)
  }
  for (const seconds of [skew, -skew]) {
    await portal.stop()
    const faketime = { LD_PRELOAD: '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
    portal = await startAt({ ...faketime, FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}s` }, portal.data)
    for (const provider of works) {
      await tried(provider, `the portal's clock ${seconds > 0 ? 'fast' : 'slow'} by ${Math.abs(seconds)} s`, async () => {
        await trySettings(portal, provider)
        await signInAt(portal, new Browser(redirect), provider)
        await confirm(portal, new Browser(redirect), provider)
      }, provider.cannotConfirm ? 'tried and signed in' : 'tried, signed in and confirmed')
    }
  }
  if (hasFailed) throw new Error('a row failed')
})
