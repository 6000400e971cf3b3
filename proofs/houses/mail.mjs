// Two mail servers of other houses, Postfix and Exim, give the portal the answers that mail servers give: a greylist, a closed
// connection, a full mailbox, and refusals of each class. Postfix has a certificate of a private authority. The e-mails that arrive
// are counted, and the address in List-Unsubscribe stops them. Exim is unpacked, because Debian installs one mail server only.
// Debian: postfix libidn12 libgnutls-dane0 libnsl2 openssl
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { ask, read } from '../bench/portal.mjs'
import { atEnd, folder, freePort, prove, signIn, start, startPortal, until, versionOf } from './house.mjs'

const domain = 'company.example'
const publicUrl = 'https://portal.example'
/** Answers by the name before the @. The portal repeats each: 4xx for three days, 5xx ten times. */
const refusals = {
  unknown: '550 5.1.1 No such user',
  full: '552 5.2.2 Mailbox full',
  policy: '554 5.7.1 Refused by policy',
  syntax: '501 5.1.3 Bad address',
  storage: '452 4.3.1 Insufficient storage',
}
const accepted = ['first', 'grey', 'closed', 'second', 'third', 'fourth', 'fifth', 'last']
const names = [...accepted.slice(0, 3), ...Object.keys(refusals), ...accepted.slice(3)]

let failures = 0
function report(program, version, tried, result, passed) {
  failures += passed ? 0 : 1
  console.log(JSON.stringify({ program, version, tried, result: passed ? result : `FAILED: ${result}` }))
}

const answerTo = (recipient) => refusals[recipient.replace(/@.*/, '')] ?? 'none'

const openssl = (...args) => execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })

/** Makes an authority and a certificate for localhost, as a company does for its own servers. */
function makeCertificates() {
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '2', '-subj', '/CN=Private authority')
  openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost')
  writeFileSync(`${folder}/names`, 'subjectAltName=DNS:localhost\n')
  openssl('x509', '-req', '-in', 'server.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-out', 'server.pem', '-days', '2', '-extfile', 'names')
}

/** Returns the e-mails that a server has delivered to its folder. */
const delivered = (maildir) =>
  existsSync(`${maildir}/new`) ? readdirSync(`${maildir}/new`).map((name) => readFileSync(`${maildir}/new/${name}`, 'utf8')) : []
const header = (email, name) =>
  new RegExp(`^${name}:\\s*(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(email.split(/\r?\n\r?\n/)[0])?.[1].replace(/\s+/g, ' ')

/** A policy service for Postfix (postfix.org/SMTPD_POLICY_README.html), as greylists are: `grey` and `closed` are refused once. */
async function startPolicy() {
  const seen = new Set()
  const once = { grey: '451 4.7.1 Greylisted, try again later', closed: '421 4.7.0 Too many messages, closing' }
  const server = createServer((socket) => {
    let text = ''
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      text += bytes
      while (text.includes('\n\n')) {
        const [request] = text.split('\n\n')
        text = text.slice(request.length + 2)
        const name = /^recipient=([^@]*)@/m.exec(request)?.[1]
        const answer = seen.has(name) ? undefined : once[name]
        seen.add(name)
        socket.write(`action=${answer ?? 'DUNNO'}\n\n`)
      }
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close())
  return server.address().port
}

async function startPostfix() {
  const [port, policy, home] = [await freePort(), await startPolicy(), `${folder}/postfix`]
  for (const name of ['config', 'queue', 'data', 'mail']) mkdirSync(`${home}/${name}`, { recursive: true })
  const id = (flag) => execFileSync('id', [flag, 'postfix'], { encoding: 'utf8' }).trim()
  execFileSync('chown', ['postfix', `${home}/data`, `${home}/mail`])
  const static_ = Object.entries(refusals).map(([name, answer]) => `{ ${name}@${domain} = ${answer} }`)
  writeFileSync(
    `${home}/config/main.cf`,
    `compatibility_level = 3.6
queue_directory = ${home}/queue
data_directory = ${home}/data
maillog_file = ${home}/postfix.log
maillog_file_prefixes = ${home}
myhostname = localhost
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks =
smtpd_tls_security_level = may
smtpd_tls_cert_file = ${folder}/server.pem
smtpd_tls_key_file = ${folder}/server.key
virtual_mailbox_domains = ${domain}
virtual_mailbox_base = ${home}/mail
virtual_mailbox_maps = static:all/
virtual_uid_maps = static:${id('-u')}
virtual_gid_maps = static:${id('-g')}
virtual_minimum_uid = 1
smtpd_relay_restrictions = reject_unauth_destination
smtpd_recipient_restrictions = check_recipient_access inline:{ ${static_.join(', ')} }, check_policy_service inet:127.0.0.1:${policy}
smtpd_client_message_rate_limit = 0
`,
  )
  writeFileSync(
    `${home}/config/master.cf`,
    `127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
virtual unix - n n - - virtual
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
`,
  )
  const postfix = (command) => execFileSync('postfix', ['-c', `${home}/config`, command], { stdio: ['ignore', 'ignore', 'inherit'] })
  postfix('start')
  atEnd(() => postfix('stop'))
  return { program: 'postfix', version: versionOf('postfix'), port, maildir: `${home}/mail/all`, isGreyKnown: () => undefined }
}

/** Unpacks Exim's packages, and starts it with a configuration of its own. */
async function startExim() {
  const [port, home] = [await freePort(), `${folder}/exim`]
  for (const name of ['packages', 'spool', 'mail']) mkdirSync(`${home}/${name}`, { recursive: true })
  chmodSync(home, 0o755)
  execFileSync('apt-get', ['download', 'exim4-daemon-light', 'exim4-base'], { cwd: `${home}/packages`, stdio: 'ignore' })
  for (const name of readdirSync(`${home}/packages`)) execFileSync('dpkg-deb', ['-x', `${home}/packages/${name}`, `${home}/root`])
  execFileSync('chown', ['mail:mail', `${home}/spool`, `${home}/mail`])
  // The program looks for the user of its packages, although the configuration names another.
  if (spawnSync('id', ['Debian-exim']).status !== 0) execFileSync('useradd', ['--system', '--no-create-home', 'Debian-exim'])
  const deny = ([name, answer]) => `  ${answer.startsWith('4') ? 'defer' : 'deny'} local_parts = ${name}\n    message = ${answer}\n`
  writeFileSync(
    `${home}/exim.conf`,
    `exim_path = ${home}/root/usr/sbin/exim4
exim_user = mail
exim_group = mail
never_users =
spool_directory = ${home}/spool
log_file_path = ${home}/spool/%slog
pid_file_path = ${home}/exim.pid
keep_environment =
primary_hostname = localhost
domainlist local_domains = ${domain}
local_interfaces = 127.0.0.1
tls_advertise_hosts =
smtp_accept_max_per_connection = 1
acl_smtp_rcpt = rcpt
acl_smtp_data = accept
begin acl
rcpt:
${Object.entries(refusals).map(deny).join('')}  defer local_parts = grey : closed
    condition = \${if !exists{${home}/known}}
    message = 451 4.7.1 Greylisted, try again later
  accept domains = +local_domains
  deny message = 550 5.7.1 Relaying denied
begin routers
local:
  driver = accept
  transport = folder
begin transports
folder:
  driver = appendfile
  directory = ${home}/mail/all
  maildir_format
  user = mail
  group = mail
`,
  )
  const program = `${home}/root/usr/sbin/exim4`
  start('exim', program, ['-bdf', '-q10s', '-C', `${home}/exim.conf`, '-oX', `127.0.0.1.${port}`])
  const [, version] = /Exim version (\S+)/.exec(execFileSync(program, ['-C', `${home}/exim.conf`, '-bV'], { encoding: 'utf8' }))
  return { program: 'exim4', version, port, maildir: `${home}/mail/all`, isGreyKnown: () => writeFileSync(`${home}/known`, '') }
}

async function tryServer({ program, version, port, maildir, isGreyKnown }, portal, company) {
  const tried = (what, result, passed) => report(program, version, what, result, passed)
  const [master, officer] = [await signIn(portal.url, company), await signIn(portal.url, 'ict@utility.example', 'Admin')]
  const id = (await read(portal.url, '/user-svc/api/v1/User/GetUserProfile', master)).bulkId
  const before = new Set((await unsent()).map(({ mailId }) => mailId))
  async function unsent() {
    return (await ask(portal.url, '/portal/api/v1/Operations/Outbox', officer, { recordCount: 100 })).items
  }
  const arrived = () => delivered(maildir).map((email) => header(email, 'To').replace(/@.*/, '').replace(/.*</, ''))
  for (const name of names) {
    const request = { id, email: `${name}@${domain}`, language: 'en', topics: ['remittance'] }
    await ask(portal.url, `/portal/api/v1/Mailboxes/Add/${id}`, master, request)
  }
  await until(`${program}: grey is refused`, async () =>
    arrived().includes('grey') || (await unsent()).some(({ recipient, attempts }) => recipient.startsWith('grey@') && attempts > 0))
  isGreyKnown()
  await until(`${program}: the accepted arrive`, () => accepted.every((name) => arrived().includes(name)), 90)
  tried('e-mails after refused ones', `${accepted.join(', ')} arrived, though others are refused`, true)
  const rows = await until(`${program}: each refusal is repeated`, async () => {
    const open = (await unsent()).filter(({ mailId }) => !before.has(mailId))
    // Exim closes a connection that was used before, so that a refusal may be its 421 for once.
    const isRefused = ({ attempts, error, recipient }) => attempts >= 3 && error.startsWith(answerTo(recipient).slice(0, 9))
    return open.length === Object.keys(refusals).length && open.every(isRefused) && open
  }, 120)
  for (const { recipient, attempts, state } of rows) tried(answerTo(recipient), `tried ${attempts} times, ${state}`, state === 'refused')
  const ids = delivered(maildir).map((email) => header(email, 'Message-ID'))
  const isOnce = ids.length === accepted.length && new Set(ids).size === ids.length
  tried('greylist (451), then accepted', `${ids.length} e-mails arrived, each once`, isOnce)
  return { id, master, first: delivered(maildir).find((email) => header(email, 'To').startsWith('first@')) }
}

/** Posts as a mail program does (RFC 8058), and reads what the address still receives. */
async function tryOneClick({ program, version }, portal, { id, master, first }) {
  const [list, post] = [header(first, 'List-Unsubscribe'), header(first, 'List-Unsubscribe-Post')]
  const address = /^<(https:\/\/[^>]+)>$/.exec(list)?.[1] ?? ''
  report(program, version, 'headers of RFC 8058', `${list.slice(0, 44)}…, ${post}`, address.startsWith(publicUrl) && post === 'List-Unsubscribe=One-Click')
  const answers = []
  for (let round = 0; round < 2; round++) {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    answers.push((await fetch(address.replace(publicUrl, portal.url), { method: 'POST', body, redirect: 'manual' })).status)
  }
  const { items } = await read(portal.url, `/portal/api/v1/Mailboxes/List/${id}`, master)
  const state = items.find(({ email }) => email.startsWith('first@')).state
  report(program, version, 'two POSTs to that address', `${answers.join(', ')}; the address is ${state}`, answers.join() === '200,200' && state === 'stopped')
}

prove(async () => {
  makeCertificates()
  const postfix = await startPostfix()
  const settings = { GRIDBILL_PUBLIC_URL: publicUrl, SMTP_URL: `smtp://localhost:${postfix.port}?tls=required` }
  let portal = await startPortal({ ...settings, SSL_CERT_FILE: `${folder}/ca.pem` })
  const stopped = await tryServer(postfix, portal, 'master@sinar.example')
  report(postfix.program, postfix.version, 'STARTTLS with a private authority in SSL_CERT_FILE', 'all of these e-mails', true)
  await tryOneClick(postfix, portal, stopped)
  await portal.stop()

  // Without the authority the certificate is refused, and e-mails wait.
  portal = await startPortal(settings, portal.data)
  const officer = await signIn(portal.url, 'ict@utility.example', 'Admin')
  await ask(portal.url, '/user-svc/api/v1/User/ForgotPassword', undefined, { username: 'payer@sinar.example' }).catch(() => undefined)
  const waiting = await until('an e-mail without the authority', async () => {
    const { items } = await ask(portal.url, '/portal/api/v1/Operations/Outbox', officer, { recordCount: 100 })
    return items.find(({ error }) => error?.startsWith('no answer'))
  }, 60)
  report(postfix.program, postfix.version, 'the same without the authority', waiting.error.slice(0, 60), /certificate|issuer/i.test(waiting.error))
  await portal.stop()

  const exim = await startExim()
  portal = await startPortal({ ...settings, SMTP_URL: `smtp://127.0.0.1:${exim.port}` }, portal.data)
  await tryServer(exim, portal, 'master@majlis.example')
  const log = readFileSync(`${folder}/exim/spool/mainlog`, 'utf8')
  const closed = /too many messages in one connection/i.test(log)
  report(exim.program, exim.version, '421 after one message of a connection', closed ? 'the rest went by other connections' : log.slice(-200), closed)
  if (failures > 0) throw new Error(`${failures} rows failed`)
})
