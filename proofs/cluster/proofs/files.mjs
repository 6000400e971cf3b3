// Checks the files of deploy/ that the cluster does not run unchanged: systemd's units, and the proxy's redirect and own answers.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { wait } from '../../bench/portal.mjs'
import { answers, place, port, rows, run, scripts, somePrimary } from './cluster.mjs'

const units = join(scripts, '../systemd')

/** Returns the output of `systemd-analyze verify` for the units, with existing programs. */
const verified = () => {
  const folder = mkdtempSync(join(place, 'run/units-'))
  const programs = { '/usr/local/bin/gridbill': 'bin/gridbill', '/opt/patroni/bin/patroni': 'venv/bin/patroni' }
  for (const name of readdirSync(units)) {
    let text = readFileSync(join(units, name), 'utf8')
    for (const [path, program] of Object.entries(programs)) text = text.replaceAll(path, join(place, program))
    writeFileSync(join(folder, name), text)
  }
  const instances = readdirSync(folder).map((name) => join(folder, name.replace('@.service', '@8080.service')))
  const { stdout, stderr, status } = spawnSync('systemd-analyze', ['verify', ...instances], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  return { units: instances.length, said: `${stdout}${stderr}`.trim(), status }
}

/** Returns metrics in the rules that neither Patroni, the proxy nor the nodes' timer writes. Those of node_exporter are not checked. */
const unwritten = async () => {
  const rules = readFileSync(join(scripts, '../database-alerts.yml'), 'utf8')
  const named = new Set(rules.match(/\b(patroni|haproxy|pgbackrest|postgres)_[a-z_]+/g))
  const asked = ['patroni1', 'metrics-haproxy'].map(async (at) => (await fetch(`http://127.0.0.1:${port(at)}/metrics`)).text())
  const texts = [...(await Promise.all(asked)), await run('run.sh', 'figures', await somePrimary())].map((text) => `\n${text}`)
  const isWritten = (name) => texts.some((text) => text.includes(`\n${name}{`) || text.includes(`\n${name} `))
  const [, newest] = /^pgbackrest_newest_backup_seconds (\d+)$/m.exec(texts.at(-1)) ?? []
  return { named: named.size, missing: [...named].filter((name) => !isWritten(name)), age: Date.now() / 1_000 - Number(newest) }
}

/** Returns anchors in the rules for which docs/operations.md has no heading. */
const unexplained = () => {
  const rules = readFileSync(join(scripts, '../database-alerts.yml'), 'utf8')
  const book = readFileSync(join(scripts, '../../docs/operations.md'), 'utf8')
  const headings = [...book.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading.toLowerCase().replaceAll(' ', '-'))
  return [...rules.matchAll(/operations\.md#([a-z-]+)/g)].map(([, anchor]) => anchor).filter((anchor) => !headings.includes(anchor))
}

/** Returns the proxy's environment for this test. */
const environment = () => ({
  ...process.env,
  PATH: `${process.env.PATH}:/usr/sbin`,
  ...Object.fromEntries(
    readFileSync(join(place, 'etc/haproxy.env'), 'utf8')
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => line.split(/=(.*)/s)),
  ),
})

/** Returns HAProxy's check of the shipped file, including the lines that an ordinary user cannot start with. */
const shipped = () => {
  const file = join(place, 'run/shipped.cfg')
  const text = readFileSync(join(scripts, '../haproxy.cfg'), 'utf8').replaceAll('/etc/gridbill', join(place, 'etc'))
  writeFileSync(file, text)
  const { stdout, stderr, status } = spawnSync('haproxy', ['-c', '-f', file], { env: environment(), encoding: 'utf8' })
  rmSync(file)
  const unprivileged = ['user', 'group', 'chroot'].every((word) => new RegExp(`^ +${word} \\S+$`, 'm').test(text))
  return { said: `${stdout}${stderr}`.trim(), status, unprivileged }
}

/** Whether a proxy speaks TLS 1.2 by that cipher. */
const speaks = (at, ciphers) =>
  new Promise((resolve) => {
    const ca = readFileSync(join(place, 'etc/tls/ca.crt'))
    const socket = connect({ host: '127.0.0.1', port: at, ca, ciphers, maxVersion: 'TLSv1.2' })
    const end = (does) => {
      socket.destroy()
      resolve(does)
    }
    socket.on('secureConnect', () => end(true))
    socket.on('error', () => end(false))
  })

/** Starts a second proxy, without servers behind it. */
const alone = async () => {
  const http = Number(port('http')) + 3
  const settings = {
    ...environment(),
    GRIDBILL_PROXY_HTTP: `127.0.0.1:${http}`,
    GRIDBILL_PROXY_HTTPS: `127.0.0.1:${http + 1}`,
    GRIDBILL_PROXY_DATABASE: `127.0.0.1:${http + 2}`,
    GRIDBILL_PROXY_REPORTS: `127.0.0.1:${http + 3}`,
    GRIDBILL_PROXY_METRICS: `127.0.0.1:${http + 4}`,
    GRIDBILL_PROXY_SOCKET: join(place, 'run/second.sock'),
    GRIDBILL_PROXY_REDIRECT: 'on',
    GRIDBILL_SERVE1: '127.0.0.1:9',
    GRIDBILL_SERVE2: '127.0.0.1:9',
  }
  const proxy = spawn('haproxy', ['-db', '-f', join(place, 'etc/haproxy.cfg')], { env: settings, stdio: 'ignore' })
  try {
    for (
      let tries = 0;
      tries < 50 && !(await fetch(`http://127.0.0.1:${http}/x`, { redirect: 'manual' }).catch(() => false));
      tries++
    )
      await wait(100)
    await wait(1_000)
    const plain = await fetch(`http://127.0.0.1:${http}/bills?a=1`, { redirect: 'manual' })
    const calls = { POST: '/user-svc/api/v1/User/Login', GET: '/portal/api/v1/Live', PUT: '/bills' }
    const refused = await Promise.all(
      Object.entries(calls).map(async ([method, path]) => {
        const { status } = await fetch(`http://127.0.0.1:${http}${path}`, { method, redirect: 'manual' })
        return status
      }),
    )
    const curl = execFileSync(
      'curl',
      ['--silent', '--include', '--cacert', join(place, 'etc/tls/ca.crt'), `https://127.0.0.1:${http + 1}/x`],
      { encoding: 'utf8' },
    )
    const ciphers = {
      forward: await speaks(http + 1, 'ECDHE-RSA-AES128-GCM-SHA256'),
      other: await speaks(http + 1, 'AES128-GCM-SHA256'),
    }
    return { status: plain.status, to: plain.headers.get('location'), refused, own: curl, ciphers }
  } finally {
    proxy.kill('SIGKILL')
  }
}

/** Returns the recorded address of a user who signs in with a forged address header. */
const recorded = async () => {
  const agent = `Gridbill proof ${Date.now()}`
  const answer = await fetch(`http://127.0.0.1:${port('http')}/user-svc/api/v1/User/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent, 'x-forwarded-for': '203.0.113.7' },
    body: JSON.stringify({ username: 'payer@sinar.example', password: 'Gridbill-demo1' }),
  })
  if (!answer.ok) throw new Error(`signing in: ${answer.status} ${await answer.text()}`)
  // The event is written after the answer.
  for (let left = 50; left > 0; left--) {
    const [found] = await rows(`select address from security_event where user_agent = '${agent}'`)
    if (found) return found[0]
    await wait(200)
  }
  return 'none'
}

export const files = async (show) => {
  const wrong = []
  if (spawnSync('systemd-analyze', ['--version']).error) show('systemd-analyze is not here: the units are not looked at')
  else {
    const { units: number, said, status } = verified()
    show(`systemd-analyze verify           ${number} units, ${said ? `says: ${said}` : 'nothing to say'}`)
    if (status !== 0 || said) wrong.push('a unit is wrong')
  }
  await run('backup.sh', 'diff')
  const { named, missing, age } = await unwritten()
  show(`metrics in database-alerts.yml   ${named}, ${missing.length} of them not written`)
  if (missing.length > 0) wrong.push(`nothing writes ${missing.join(', ')}`)
  for (const anchor of unexplained()) wrong.push(`docs/operations.md has nothing on ${anchor}`)
  show(`the newest backup                ${age.toFixed(0)} s old, by the figures of its node`)
  if (!(age < 600)) wrong.push('the figures do not know the backup that was made now')
  const { said: opinion, status: accepted, unprivileged } = shipped()
  show(`haproxy -c                       ${opinion || 'nothing to say'}`)
  if (accepted !== 0) wrong.push('HAProxy does not take its file')
  if (!unprivileged) wrong.push('the proxy keeps running as root')
  const { status, to, refused, own, ciphers } = await alone()
  show(`without TLS                      ${status} to ${to}`)
  if (status !== 308 || !/^https:.*\/bills\?a=1$/.test(to)) wrong.push('a page without TLS is not redirected to https')
  show(`calls without TLS                ${refused.join(', ')}`)
  if (refused.some((one) => one !== 403)) wrong.push('a call without TLS is not refused')
  show(`TLS 1.2                          by ECDHE ${ciphers.forward ? 'yes' : 'no'}, by RSA alone ${ciphers.other ? 'yes' : 'no'}`)
  if (!ciphers.forward) wrong.push('the proxy does not speak TLS 1.2')
  if (ciphers.other) wrong.push('the proxy takes a cipher without forward secrecy')
  const [head, body] = own.split('\r\n\r\n')
  show(`no process at all                ${head.split('\r\n')[0]}`)
  if (!/ 503/.test(head) || !/retry-after: 1/i.test(head) || JSON.parse(body).Error.code !== 'unavailable')
    wrong.push(`its own answer is ${own}`)
  const caller = await recorded()
  show(`who says to be 203.0.113.7       is kept as ${caller}`)
  if (caller !== '127.0.0.1') wrong.push('the proxy believes the address that a caller writes')
  if (!(await answers(`http://127.0.0.1:${port('http')}/readyz`))) wrong.push('no process is ready')
  return wrong
}
