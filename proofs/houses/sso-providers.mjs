// Identity providers of other houses for sso.mjs: how each is installed, started, and used by a person with a browser.
import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { folder, freePort, root, start, until, versionOf } from './house.mjs'

/** Waits until a provider answers. Some take long on a busy machine. */
const ready = (issuer, of) =>
  until(issuer, async () => (await fetch(`${issuer}/.well-known/openid-configuration`)).ok, { seconds: 240, of })

/** Packages are kept between runs. */
const kept = `${root}/target/houses-kept`
mkdirSync(kept, { recursive: true })

/** A secret with characters that must be encoded for a header. */
const secret = 's3cret:/+of=the&client-0123456789'
const client = { id: 'gridbill', secret }
const person = { name: 'aina', password: 'Rahsia-panjang-1' }

/** Installs a package of PyPI with its dependencies. Returns the folder of its programs. */
function fromPyPI(name, wanted) {
  const at = `${kept}/${name}`
  if (!existsSync(`${at}/done`)) {
    execFileSync('python3', ['-m', 'venv', at])
    execFileSync(`${at}/bin/pip`, ['-q', 'install', wanted], { stdio: ['ignore', 'ignore', 'inherit'] })
    writeFileSync(`${at}/done`, wanted)
  }
  return `${at}/bin`
}

/** Installs packages of npm. Returns their folder. */
function fromNpm(...wanted) {
  const at = `${kept}/npm-${createHash('sha256').update(wanted.join()).digest('hex').slice(0, 8)}`
  if (!existsSync(`${at}/done`)) {
    mkdirSync(at, { recursive: true })
    writeFileSync(`${at}/package.json`, '{"private":true,"type":"module"}')
    const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']
    execFileSync('npm', ['install', ...flags, ...wanted], { cwd: at, stdio: ['ignore', 'ignore', 'inherit'] })
    writeFileSync(`${at}/done`, wanted.join())
  }
  return at
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'", '#34': '"', '#43': '+', '#61': '=' }
const plain = (text) => text.replace(/&(\w+|#\w+);/g, (all, name) => entities[name] ?? all)
const attribute = (tag, name) => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag)
  return found ? plain(found[1] ?? found[2] ?? found[3]) : undefined
}

/** A person's browser: it keeps cookies, follows redirects, and fills the provider's forms. */
export class Browser {
  /** How often a password was asked for. */
  passwords = 0
  #cookies = new Map()
  #redirect
  constructor(redirect) {
    this.#redirect = redirect
  }

  async open(address, { method = 'GET', body, type = 'application/x-www-form-urlencoded' } = {}) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, accept: type === 'application/json' ? type : 'text/html', ...(body && { 'content-type': type }), origin: new URL(address).origin }
    const answer = await fetch(address, { method, headers, body, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)
      if (value === '' || /max-age=0|1970/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return answer
  }

  /** Opens the address, fills the forms, and returns what the provider sends to the portal. */
  async signIn(address, user) {
    let [at, request] = [address, undefined]
    for (let step = 0; step < 20; step += 1) {
      if (at.startsWith(this.#redirect) && new URL(at).pathname.endsWith('/account/companySignIn')) {
        const query = new URL(at).searchParams
        return { state: query.get('state'), code: query.get('code'), error: query.get('error'), iss: query.get('iss') }
      }
      const answer = await this.open(at, request)
      const next = answer.headers.get('location')
      const html = await answer.text()
      if (next) {
        ;[at, request] = [new URL(next, at).href, undefined]
        continue
      }
      const filled = user.fill ? await user.fill(this, at, html) : this.#fill(at, html, user)
      if (!filled) throw new Error(`${at} answered ${answer.status}: ${html.replace(/<[^>]*>|\s+/g, ' ').trim().slice(0, 300)}`)
      ;[at, request] = filled
    }
    throw new Error(`no end of redirects: ${at}`)
  }

  #fill(at, html, user) {
    for (const [form] of html.matchAll(/<form[\s\S]*?<\/form>/gi)) {
      const fields = new URLSearchParams()
      let isFilled = false
      for (const [tag] of form.matchAll(/<(?:input|button)\b[^>]*>/gi)) {
        const [name, type, value] = [attribute(tag, 'name'), attribute(tag, 'type') ?? 'text', attribute(tag, 'value') ?? '']
        if (!name || type === 'button' || type === 'reset') continue
        if (type === 'password') {
          fields.set(name, user.password)
          this.passwords += 1
          isFilled = true
        } else if (type === 'submit' || tag.startsWith('<button')) {
          // The first button is the one to continue.
          if (!fields.has(name)) fields.set(name, value)
          isFilled = true
        } else if (type === 'text' || type === 'email') {
          fields.set(name, value || user.name)
          isFilled = true
        } else if (type !== 'checkbox') {
          fields.set(name, value)
          isFilled ||= type === 'hidden' && /<button|type="?submit/i.test(form)
        }
      }
      if (isFilled) {
        const to = new URL(attribute(/<form[^>]*>/i.exec(form)[0], 'action') || at, at).href
        const isPost = /post/i.test(attribute(/<form[^>]*>/i.exec(form)[0], 'method') ?? '')
        return isPost ? [to, { method: 'POST', body: fields.toString() }] : [`${to.split('?')[0]}?${fields}`, undefined]
      }
    }
    return undefined
  }
}

/** Canaille, in Python. Its `auth_time` has a fraction. */
async function canaille(redirect) {
  const bin = fromPyPI('canaille', 'canaille[front,oidc,server,sqlite]==0.3.6')
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const at = `${folder}/canaille`
  mkdirSync(at)
  const run = (args, env = {}) =>
    execFileSync(`${bin}/canaille`, args, { cwd: at, env: { ...process.env, ...env }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const newKey = () => {
    const fields = Object.entries(JSON.parse(run(['jwk', 'create', 'rsa']))).filter(([, value]) => typeof value === 'string')
    return `{${fields.map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join(', ')}}`
  }
  const env = { CANAILLE_CONFIG: `${at}/canaille.toml` }
  const configure = (key) =>
    writeFileSync(env.CANAILLE_CONFIG, `SECRET_KEY = "a key of the proof that is long enough"
SERVER_NAME = "127.0.0.1:${port}"
PREFERRED_URL_SCHEME = "http"
[CANAILLE_SQL]
DATABASE_URI = "sqlite:///${at}/canaille.db"
[CANAILLE_OIDC]
ACTIVE_JWKS = [${key}]
`)
  configure(newKey())
  run(['db', 'upgrade'], env)
  run(['create', 'user', '--user-name', person.name, '--password', person.password, '--emails', 'aina@sinar.example', '--family-name', 'Ali', '--formatted-name', 'Aina Ali'], env)
  const { id } = JSON.parse(run(['create', 'client', '--client-id', client.id, '--client-secret', secret, '--client-name', 'Gridbill', '--client-uri', 'http://127.0.0.1',
    '--redirect-uris', redirect, '--token-endpoint-auth-method', 'client_secret_basic', '--grant-types', 'authorization_code', '--response-types', 'code',
    ...['openid', 'profile', 'email'].flatMap((scope) => ['--scope', scope])], env))
  // Without an audience the tokens are for no client.
  run(['set', 'client', id, '--audience', id], env)
  const serve = () => start('canaille', `${bin}/canaille`, ['run', '--bind', `127.0.0.1:${port}`], env)
  let program = serve()
  await ready(issuer, program)
  return {
    version: '0.3.6',
    issuer,
    client,
    user: person,
    rotate: async () => {
      await program.stop()
      configure(newKey())
      program = serve()
      await ready(issuer, program)
    },
  }
}

/** The reference provider in Node. It counts `max_age` of zero, and takes the secret decoded. */
async function oidcProvider(redirect) {
  const at = fromNpm('oidc-provider@9.13.3')
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  writeFileSync(`${at}/oidc-provider.mjs`, `
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import Provider from 'oidc-provider'
const { privateKey } = generateKeyPairSync(process.env.KEY === 'rsa' ? 'rsa' : 'ed25519', { modulusLength: 2048 })
const alg = process.env.KEY === 'rsa' ? 'RS256' : 'EdDSA'
const provider = new Provider('${issuer}', {
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg }] },
  enabledJWA: { idTokenSigningAlgValues: [alg] },
  clients: [{ client_id: '${client.id}', client_secret: '${secret}', redirect_uris: ['${redirect}'], id_token_signed_response_alg: alg }],
  cookies: { keys: ['a key of the proof'] },
  features: { devInteractions: { enabled: true } },
  findAccount: (_, subject) => ({ accountId: subject, claims: () => ({ sub: subject, name: subject }) }),
})
provider.listen(${port}, '127.0.0.1')
`)
  const serve = (key) => start('oidc-provider', 'node', [`${at}/oidc-provider.mjs`], { KEY: key })
  let program = serve('rsa')
  await ready(issuer, program)
  return {
    version: '9.13.3',
    issuer,
    client,
    user: person,
    rotate: async () => {
      await program.stop()
      // From RSA to Ed25519.
      program = serve('ed25519')
      await ready(issuer, program)
    },
  }
}

/** A provider for tests, in Python. It makes a new key at each start. */
async function oidcProviderMock() {
  const bin = fromPyPI('oidc-provider-mock', 'oidc-provider-mock==0.3.4')
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  const serve = () => start('oidc-provider-mock', `${bin}/oidc-provider-mock`, ['--port', String(port)])
  let program = serve()
  await ready(issuer, program)
  return {
    version: '0.3.4',
    issuer,
    client,
    user: person,
    rotate: async () => {
      await program.stop()
      program = serve()
      await ready(issuer, program)
    },
  }
}

/** Extracts Debian's packages without configuring them. Returns the folder with their files. */
function fromDebian(...names) {
  const at = `${kept}/${names[0]}`
  if (!existsSync(`${at}/done`)) {
    mkdirSync(at, { recursive: true })
    execFileSync('apt-get', ['download', ...names], { cwd: at, stdio: ['ignore', 'ignore', 'ignore'] })
    for (const name of names) execFileSync('sh', ['-c', `for file in ${name}_*.deb; do dpkg-deb -x "$file" root; done`], { cwd: at })
    writeFileSync(`${at}/done`, names.join())
  }
  return `${at}/root`
}

/** Glewlwyd, in C. Its package cannot be configured without questions, so it is extracted. Its pages are a program in the browser. */
async function glewlwyd(redirect) {
  const files = fromDebian('glewlwyd', 'glewlwyd-common')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const at = `${folder}/glewlwyd`
  mkdirSync(at)
  execFileSync('sqlite3', [`${at}/glewlwyd.db`, `.read ${files}/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3`])
  writeFileSync(`${at}/glewlwyd.conf`, `
port=${port}
bind_address="127.0.0.1"
external_url="${url}"
login_url="login.html"
api_prefix="api"
static_files_path="${files}/usr/share/glewlwyd/webapp/"
log_mode="console"
log_level="INFO"
cookie_domain="127.0.0.1"
cookie_secure=0
session_expiration=2419200
session_key="GLEWLWYD2_SESSION_ID"
login_api_enabled=true
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="${files}/usr/lib/glewlwyd/user"
user_middleware_module_path="${files}/usr/lib/glewlwyd/user_middleware"
client_module_path="${files}/usr/lib/glewlwyd/client"
user_auth_scheme_module_path="${files}/usr/lib/glewlwyd/scheme"
plugin_module_path="${files}/usr/lib/glewlwyd/plugin"
hash_algorithm = "SHA512"
database = { type = "sqlite3" path = "${at}/glewlwyd.db" };
static_files_mime_types = ( { extension = ".html" mime_type = "text/html" compress = 1 } )
`)
  mkdirSync(`${files}/usr/lib/glewlwyd/user_middleware`, { recursive: true })
  const program = start('glewlwyd', `${files}/usr/bin/glewlwyd`, ['--config-file', `${at}/glewlwyd.conf`])
  await until('glewlwyd', async () => (await fetch(`${url}/config`)).ok, { of: program })
  const admin = new Browser(redirect)
  const send = async (path, body, method = 'POST', browser = admin) => {
    const answer = await browser.open(`${url}/api/${path}`, { method, body: JSON.stringify(body), type: 'application/json' })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  await send('auth/', { username: 'admin', password: 'password' })
  const newKeys = () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const jwk = { ...privateKey.export({ format: 'jwk' }), kid: randomBytes(8).toString('hex'), alg: 'RS256', use: 'sig' }
    return JSON.stringify({ keys: [jwk] })
  }
  const plugin = (keys) => ({
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    enabled: true,
    parameters: {
      iss: `${url}/api/oidc`,
      'jwks-private': keys,
      'jwks-show': true,
      'access-token-duration': 3600,
      'refresh-token-duration': 1209600,
      'code-duration': 600,
      'refresh-token-rolling': true,
      'allow-non-oidc': false,
      'auth-type-code-enabled': true,
      'auth-type-code-revoke-replayed': true,
      'auth-type-token-enabled': false,
      'auth-type-id-token-enabled': true,
      'auth-type-none-enabled': false,
      'auth-type-password-enabled': false,
      'auth-type-client-enabled': false,
      'auth-type-device-enabled': false,
      'auth-type-refresh-enabled': false,
      'pkce-allowed': true,
      'pkce-method-plain-allowed': false,
      'oauth-as-iss-id': true,
      'subject-type': 'public',
      scope: [],
      claims: [],
      'name-claim': 'on-demand',
      'email-claim': 'on-demand',
    },
  })
  await send('mod/plugin/', plugin(newKeys()))
  const openid = { name: 'openid', display_name: 'openid', description: 'openid', password_required: true, password_max_age: 0, scheme: {} }
  await send('scope/openid', openid, 'PUT')
  for (const name of ['profile', 'email']) await send('scope/', { name, display_name: name, description: name, password_required: false, scheme: {} })
  await send('user/', { username: person.name, password: person.password, name: 'Aina Ali', email: 'aina@sinar.example', enabled: true, scope: ['g_profile', 'openid', 'profile', 'email'] })
  await send('client/', {
    client_id: client.id,
    name: 'Gridbill',
    enabled: true,
    confidential: true,
    client_secret: secret,
    redirect_uri: [redirect],
    authorization_type: ['code'],
    token_endpoint_auth_method: ['client_secret_basic'],
    scope: [],
  })
  return {
    version: versionOf('glewlwyd-common'),
    issuer: `${url}/api/oidc`,
    client,
    // With its SQLite, `auth_time` is always 0.
    cannotConfirm: true,
    user: {
      ...person,
      // What the program in the browser does: it signs in, grants the scopes, and goes on.
      fill: async (browser, page) => {
        const query = new URL(page).searchParams
        const goOn = query.get('callback_url')
        if (!goOn) return undefined
        const [id, scopes] = [query.get('client_id'), query.get('scope') ?? 'openid']
        if (!browser.isSignedIn || query.get('prompt') === 'login' || query.get('refresh_login')) {
          await send('auth/', { username: person.name, password: person.password }, 'POST', browser)
          browser.passwords += 1
          browser.isSignedIn = true
        }
        await send(`auth/grant/${id}`, { scope: scopes.replaceAll(',', ' ') }, 'PUT', browser)
        return [`${goOn}&g_continue`, undefined]
      },
    },
    rotate: () => send('mod/plugin/oidc', plugin(newKeys()), 'PUT').then(() => send('mod/plugin/oidc/reset', {}, 'PUT').catch(() => undefined)),
  }
}

/** LemonLDAP::NG, in Perl. It cuts a secret in the header at a colon, and decodes nothing, so its secret has letters and digits only. */
async function lemonldap(redirect) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const at = `${folder}/lemonldap`
  const plainClient = { id: client.id, secret: 'abcdefghijklmnopqrstuvwxyz0123456789' }
  for (const name of ['conf', 'sessions', 'sessions/lock', 'cache']) mkdirSync(`${at}/${name}`, { recursive: true })
  const keys = () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    return {
      oidcServicePrivateKeySig: privateKey.export({ type: 'pkcs1', format: 'pem' }),
      oidcServicePublicKeySig: publicKey.export({ type: 'spki', format: 'pem' }),
      oidcServiceKeyIdSig: randomBytes(8).toString('hex'),
    }
  }
  let number = 1
  const configure = () =>
    writeFileSync(`${at}/conf/lmConf-${number++}.json`, JSON.stringify({
      cfgNum: number - 1,
      cfgAuthor: 'proof',
      cfgDate: 1,
      key: 'a key of the proof',
      domain: '127.0.0.1',
      portal: `${url}/`,
      cookieName: 'lemonldap',
      securedCookie: 0,
      authentication: 'Demo',
      userDB: 'Same',
      passwordDB: 'Demo',
      registerDB: 'Demo',
      demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
      globalStorage: 'Apache::Session::File',
      globalStorageOptions: { Directory: `${at}/sessions`, LockDirectory: `${at}/sessions/lock` },
      localSessionStorage: 'Cache::FileCache',
      localSessionStorageOptions: { namespace: 'proof', cache_root: `${at}/cache`, default_expires_in: 600 },
      whatToTrace: 'uid',
      requireToken: 1,
      loginHistoryEnabled: 0,
      issuerDBOpenIDConnectActivation: 1,
      issuerDBOpenIDConnectPath: '^/oauth2/',
      issuerDBOpenIDConnectRule: '1',
      oidcServiceMetaDataIssuer: url,
      oidcServiceAllowAuthorizationCodeFlow: 1,
      ...keys(),
      oidcRPMetaDataExportedVars: { gridbill: { name: 'cn', email: 'mail' } },
      oidcRPMetaDataOptions: {
        gridbill: {
          oidcRPMetaDataOptionsClientID: client.id,
          oidcRPMetaDataOptionsClientSecret: plainClient.secret,
          oidcRPMetaDataOptionsRedirectUris: redirect,
          oidcRPMetaDataOptionsBypassConsent: 1,
          oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
        },
      },
      locationRules: {},
      exportedHeaders: {},
    }))
  configure()
  writeFileSync(`${at}/lemonldap-ng.ini`, `[all]
logLevel = warn
checkTime = 1
[configuration]
type = File
dirName = ${at}/conf
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'proof-config', 'default_expires_in' => 1, 'cache_root' => '${at}/cache', 'cache_depth' => 1 }
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`)
  writeFileSync(`${at}/portal.psgi`, 'use Lemonldap::NG::Portal;\nLemonldap::NG::Portal->run({});\n')
  const serve = () =>
    start('lemonldap', 'starman', ['--listen', `127.0.0.1:${port}`, '--workers', '1', `${at}/portal.psgi`], { LLNG_DEFAULTCONFFILE: `${at}/lemonldap-ng.ini` })
  let program = serve()
  await ready(url, program)
  return {
    version: versionOf('liblemonldap-ng-portal-perl'),
    issuer: url,
    client: plainClient,
    // A user of its demo.
    user: { name: 'dwho', password: 'dwho' },
    rotate: async () => {
      await program.stop()
      configure()
      program = serve()
      await ready(url, program)
    },
  }
}

/** Better Auth, in Node. It signs with Ed25519, and makes the client's id and secret itself. */
async function betterAuth(redirect) {
  const at = fromNpm('better-auth@1.7.25', '@better-auth/oauth-provider@1.7.5')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const state = `${folder}/better-auth.json`
  writeFileSync(`${at}/better-auth.mjs`, `
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { oauthProvider } from '@better-auth/oauth-provider'
import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { toNodeHandler } from 'better-auth/node'
import { jwt } from 'better-auth/plugins'
const tables = { user: [], session: [], account: [], verification: [], jwks: [], oauthClient: [], oauthRefreshToken: [], oauthAccessToken: [], oauthConsent: [], oauthResource: [], oauthClientResource: [], oauthClientAssertion: [] }
const auth = betterAuth({
  baseURL: '${url}',
  secret: 'a secret of the proof that is long enough',
  database: memoryAdapter(tables),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  plugins: [jwt(), oauthProvider({ loginPage: '/login', consentPage: '/consent' })],
})
const { headers } = await auth.api.signUpEmail({
  body: { name: 'Aina Ali', email: 'aina@sinar.example', password: '${person.password}' },
  returnHeaders: true,
})
const client = await auth.api.adminCreateOAuthClient({
  headers: new Headers({ cookie: headers.getSetCookie().map((line) => line.split(';')[0]).join('; ') }),
  body: { client_name: 'Gridbill', redirect_uris: ['${redirect}'], token_endpoint_auth_method: 'client_secret_basic', skip_consent: true, application_type: 'native' },
})
writeFileSync('${state}', JSON.stringify({ id: client.client_id, secret: client.client_secret }))
const answer = toNodeHandler(auth)
createServer((request, response) => {
  if (request.url !== '/forget-keys') return answer(request, response)
  tables.jwks.length = 0
  response.end()
}).listen(${port}, '127.0.0.1')
`)
  const program = start('better-auth', 'node', [`${at}/better-auth.mjs`])
  await ready(`${url}/api/auth`, program)
  return {
    version: '1.7.25',
    issuer: `${url}/api/auth`,
    client: JSON.parse(readFileSync(state, 'utf8')),
    user: {
      ...person,
      // What the program of its sign-in page does.
      fill: async (browser, page, html) => {
        // It redirects a program by JSON.
        if (html.startsWith('{"redirect":true')) return [new URL(JSON.parse(html).url, url).href, undefined]
        const { pathname, search } = new URL(page)
        if (pathname !== '/login') return undefined
        const body = JSON.stringify({ email: 'aina@sinar.example', password: person.password, oauth_query: search.slice(1) })
        const answer = await browser.open(`${url}/api/auth/sign-in/email`, { method: 'POST', body, type: 'application/json' })
        browser.passwords += 1
        const text = await answer.text()
        const next = JSON.parse(text).url
        if (!next) throw new Error(`sign-in: ${answer.status} ${text}`)
        return [new URL(next, url).href, undefined]
      },
    },
    rotate: () => fetch(`${url}/forget-keys`),
  }
}

export const providers = [
  { name: 'oidc-provider', start: oidcProvider },
  { name: 'oidc-provider-mock', start: oidcProviderMock },
  { name: 'canaille', start: canaille },
  { name: 'glewlwyd', start: glewlwyd },
  { name: 'lemonldap-ng', start: lemonldap },
  { name: 'better-auth', start: betterAuth },
]
