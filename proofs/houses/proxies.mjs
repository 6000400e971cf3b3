// The portal behind each proxy of deploy/proxies/, over TLS and HTTP/2: an upload of 5 MiB, events with compression on, cookies, the
// client's address, a download. Then in front of a small server: the streams of many open pages, and a call of each page.
// Debian: nginx apache2 caddy haproxy openssl
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import http2 from 'node:http2'
import { createGunzip } from 'node:zlib'
import { atEnd, folder, freePort, prove, root, row, start, startPortal, until, wait } from './house.mjs'

const host = 'portal.example'
const certificate = `${folder}/portal.pem`

/** Reads a file of deploy/proxies/, with the certificate, the portal's port and a free port of this machine. */
async function configuration(name, portal, more = []) {
  const port = await freePort()
  const replaced = [['/etc/gridbill/portal.pem', certificate], ['127.0.0.1:8080', `127.0.0.1:${portal.port}`], ...more.map(([from, to]) => [from, to.replace('PORT', port)])]
  const text = replaced.reduce((all, [from, to]) => {
    if (!all.includes(from)) throw new Error(`${name} does not contain ${from}`)
    return all.replaceAll(from, to)
  }, readFileSync(`${root}/deploy/proxies/${name}`, 'utf8'))
  return { port, text }
}

/** Each proxy compresses everything that it may. */
const proxies = {
  async nginx(portal) {
    const { port, text } = await configuration('nginx.conf', portal, [['listen 443', 'listen 127.0.0.1:PORT']])
    writeFileSync(
      `${folder}/nginx.conf`,
      `pid ${folder}/nginx.pid;\nerror_log ${folder}/nginx-error.log;\nworker_rlimit_nofile 4096;\nevents { worker_connections 4096; }\nhttp {\naccess_log off;\ngzip on;\ngzip_proxied any;\ngzip_min_length 1;\ngzip_types *;\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder}/${one};`).join('\n')}\n${text}}\n`,
    )
    return { port, program: start('nginx', '/usr/sbin/nginx', ['-c', `${folder}/nginx.conf`, '-g', 'daemon off;']) }
  },
  async apache2(portal) {
    const { port, text } = await configuration('apache.conf', portal, [['*:443', '127.0.0.1:PORT']])
    const modules = ['mpm_event', 'authz_core', 'deflate', 'filter', 'headers', 'http2', 'proxy', 'proxy_http', 'socache_shmcb', 'ssl']
    writeFileSync(
      `${folder}/apache.conf`,
      `ServerRoot ${folder}\nServerName ${host}\nListen 127.0.0.1:${port}\nPidFile ${folder}/apache.pid\nErrorLog ${folder}/apache-error.log\n${modules.map((one) => `LoadModule ${one}_module /usr/lib/apache2/modules/mod_${one}.so`).join('\n')}\nInclude /etc/apache2/mods-available/mpm_event.conf\nSetOutputFilter DEFLATE\n${text}`,
    )
    return { port, program: start('apache', '/usr/sbin/apache2', ['-f', `${folder}/apache.conf`, '-DFOREGROUND']) }
  },
  async caddy(portal) {
    const { port, text } = await configuration('Caddyfile', portal, [['portal.example {', 'https://portal.example:PORT {\n\tencode gzip']])
    writeFileSync(`${folder}/Caddyfile`, `{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system ${folder}/caddy\n}\n${text}`)
    return { port, program: start('caddy', '/usr/bin/caddy', ['run', '--adapter', 'caddyfile', '--config', `${folder}/Caddyfile`], { HOME: folder }) }
  },
  async haproxy(portal) {
    const { port, text } = await configuration('haproxy.cfg', portal, [
      ['bind :443', 'bind 127.0.0.1:PORT'],
      ['option http-no-delay\n    # Replaces', 'option http-no-delay\n    compression algo gzip\n    # Replaces'],
    ])
    writeFileSync(`${folder}/haproxy.cfg`, text)
    return { port, program: start('haproxy', '/usr/sbin/haproxy', ['-db', '-f', `${folder}/haproxy.cfg`]) }
  },
}

/** Opens a connection by HTTP/2 from an address of this machine. */
async function connect(port) {
  const session = http2.connect(`https://${host}:${port}`, {
    ca: readFileSync(certificate),
    host: '127.0.0.1',
    lookup: (_, options, done) => (options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)),
    localAddress: '127.0.0.2',
  })
  session.on('error', () => {})
  await new Promise((resolve, reject) => session.once('connect', resolve).once('error', reject))
  return session
}

/** Sends a request on the connection. The host is the one of the certificate, without the port of this machine. */
function ask(session, path, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':method': method, ':path': path, ':authority': host, ...headers })
    const parts = []
    let answer
    stream.on('response', (got) => {
      answer = got
    })
    stream.on('data', (part) => parts.push(part))
    stream.on('error', reject)
    stream.on('end', () => resolve({ status: answer?.[':status'], headers: answer ?? {}, buffer: Buffer.concat(parts) }))
    stream.end(body)
  })
}

const json = (body, headers = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-session': 'cookie', ...headers },
  body: JSON.stringify(body),
})

const cookieOf = (headers) => (headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ')

/** Opens the stream of events with compression, changes a preference, and returns the milliseconds until the event. */
async function eventDelay(session, cookie) {
  const stream = session.request({
    ':path': '/portal/api/v1/Live',
    ':authority': host,
    'x-session': 'cookie',
    'accept-encoding': 'gzip',
    accept: 'text/event-stream',
    cookie,
  })
  let text = ''
  let encoding
  await new Promise((resolve, reject) => {
    stream.once('error', reject)
    stream.once('response', (headers) => {
      encoding = headers['content-encoding']
      // The stream is closed in the middle, which the decoder reports as an error.
      const plain = encoding === 'gzip' ? stream.pipe(createGunzip()).on('error', () => {}) : stream
      plain.on('data', (part) => {
        text += part
      })
      resolve()
    })
  })
  await until('the first event', () => text.includes('event: '))
  const began = performance.now()
  const changed = await ask(session, '/user-svc/api/v1/User/UserTutorialCompleted', json({ userTutorialId: 'home' }, { cookie }))
  if (changed.status !== 200) throw new Error(`the change: ${changed.status} ${changed.buffer}`)
  // The event names the call, so that an earlier event that was held back does not count.
  const id = changed.headers['x-request-id']
  const came = await until('the event', () => text.includes(id) && performance.now(), { seconds: 20 }).catch(() => Number.POSITIVE_INFINITY)
  stream.close()
  return { milliseconds: Math.round(came - began), encoding }
}

function declaration(bytes) {
  const boundary = '----house'
  const field = (name, value) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const head = `${field('FileName', "Declaration of O'Connor.pdf")}--${boundary}\r\nContent-Disposition: form-data; name="File"; filename="file"\r\nContent-Type: application/pdf\r\n\r\n`
  const pdf = Buffer.from(JSON.parse(readFileSync(`${root}/fixtures/declarations.json`))['a plain pdf'].file, 'hex')
  const padding = Buffer.alloc(bytes - pdf.length, ' ')
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), pdf, padding, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** Pages that are open at the same time, each of another browser. */
const openPages = 500

/** Starts a server that holds event streams as the program does, and answers calls at once. */
async function startUpstream() {
  const server = http.createServer((asked, answer) => {
    if (asked.url !== '/portal/api/v1/Live') return void asked.resume().on('end', () => answer.end('{}'))
    answer.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
    const beat = () => answer.write('event: beat\ndata: {}\n\n')
    const timer = setInterval(beat, 15_000)
    answer.on('close', () => clearInterval(timer))
    beat()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.closeAllConnections())
  return { port: server.address().port }
}

/** Opens a page's stream of events on a connection of its own, and returns the connection after the first event. */
async function openPage(port) {
  const session = await connect(port)
  const stream = session.request({ ':path': '/portal/api/v1/Live', ':authority': host, accept: 'text/event-stream' })
  await new Promise((resolve, reject) => stream.once('data', resolve).once('error', reject).once('close', () => reject(new Error('closed'))))
  return session
}

/** Waits for the promises, and returns the values of those that succeeded within the time. */
async function within(seconds, promises) {
  const done = []
  const all = Promise.all(promises.map((one) => one.then((value) => done.push(value)).catch(() => {})))
  await Promise.race([all, wait(seconds * 1_000)])
  return [...done]
}

/** Opens pages, then makes a call in each of them and one of a new browser. Returns how many succeeded, and the slowest call. */
async function tryOpenPages(port) {
  const sessions = await within(30, Array.from({ length: openPages }, () => openPage(port)))
  const began = performance.now()
  const call = async (session) => {
    const { status } = await ask(session, '/user-svc/api/v1/User/UserTutorialCompleted', json({ userTutorialId: 'home' }))
    if (status !== 200) throw new Error(`${status}`)
    return performance.now() - began
  }
  const calls = within(20, sessions.map(call))
  const [fresh] = await within(20, [connect(port).then(call)])
  const times = await calls
  for (const session of sessions) session.destroy()
  return { streams: sessions.length, calls: times.length, slowest: Math.round(Math.max(0, ...times)), fresh: fresh && Math.round(fresh) }
}

await prove(async () => {
  execFileSync('openssl', [
    'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`,
    '-keyout', `${folder}/key.pem`, '-out', `${folder}/cert.pem`,
  ], { stdio: 'ignore' })
  writeFileSync(certificate, readFileSync(`${folder}/cert.pem`, 'utf8') + readFileSync(`${folder}/key.pem`, 'utf8'))
  const portal = await startPortal({ GRIDBILL_PUBLIC_URL: `https://${host}`, GRIDBILL_ADDRESS_HEADER: 'X-Forwarded-For', GRIDBILL_ACCESS_LOG: 'true' })
  const template = '/account-svc/api/v1/BulkRegistration/DownloadAddAccountTemplate'
  for (const [name, startProxy] of Object.entries(proxies)) {
    const { port, program } = await startProxy(portal)
    const session = await until(name, async () => {
      const session = await connect(port)
      const { status } = await ask(session, '/healthz')
      return status === 200 && session
    }, { of: program })
    const forged = { 'x-forwarded-for': '203.0.113.9' }
    const login = await ask(session, '/user-svc/api/v1/User/Login', json({ username: 'new@baru.example', password: 'Gridbill-demo1' }, forged))
    const cookie = cookieOf(login.headers)
    const isSecure = (login.headers['set-cookie'] ?? []).length > 0 && login.headers['set-cookie'].every((one) => /^__Host-.*; *Secure/i.test(one))
    row(name, 'cookies over HTTP/2', isSecure ? '__Host- and Secure arrive' : `${login.status} ${login.headers['set-cookie']}`, isSecure)
    const lines = await until('the log', () => {
      const found = portal.log().split('\n').filter((line) => line.includes('User/Login'))
      return found.length > 0 && found
    })
    const address = /"?address"?[=:]\s*"?([\d.]+)/.exec(lines.at(-1))?.[1] ?? lines.at(-1)
    row(name, 'client address, with a forged header', address, address === '127.0.0.2')
    const { headers, body } = declaration(5 * 1024 * 1024 - 1024)
    const sent = await ask(session, '/account-svc/api/v1/BulkRegistration/UploadDeclaration', {
      method: 'POST',
      headers: { ...headers, cookie, 'x-session': 'cookie', 'content-length': body.length },
      body,
    }).catch((error) => ({ status: error.message, buffer: '' }))
    row(name, 'upload of 5 MiB', `${sent.status}`, sent.status === 200)
    if (sent.status !== 200) console.error(`${name}: ${sent.buffer}`)
    const { milliseconds, encoding } = await eventDelay(session, cookie)
    row(name, 'event after a change, client accepts gzip', `${milliseconds} ms, ${encoding ?? 'not compressed'}`, milliseconds < 1_000)
    const file = await ask(session, template, { headers: { cookie, 'x-session': 'cookie' } })
    // A workbook is an archive, which ends with its directory of 22 bytes. Its bytes change with the time.
    const isWhole = file.status === 200 && file.buffer.subarray(-22, -18).toString('latin1') === 'PK\x05\x06'
    const caching = file.headers['cache-control']
    row(name, 'download', `${file.status}, ${isWhole ? 'whole' : 'cut off'}, ${caching}`, isWhole && caching === 'no-store')
    session.destroy()
    await program.stop()
  }
  await portal.stop()
  const upstream = await startUpstream()
  for (const [name, startProxy] of Object.entries(proxies)) {
    const { port, program } = await startProxy(upstream)
    await until(name, async () => (await ask(await connect(port), '/healthz')).status === 200, { of: program })
    const { streams, calls, slowest, fresh } = await tryOpenPages(port)
    const isRight = streams === openPages && calls === openPages && fresh !== undefined
    row(
      name,
      `${openPages} open pages, then a call of each and of a new browser`,
      `${streams} streams, ${calls} calls within ${slowest} ms, the new browser's ${fresh === undefined ? 'not answered' : `in ${fresh} ms`}`,
      isRight,
    )
    await program.stop()
  }
})
