// `make chaos`: users and faults on a running cluster (`make cluster`), by a plan from a seed, and a checker at the end.
//   SEED, MINUTES, RATE (commands begun in a second), CONNECTIONS (users who read, with a stream each), FAULT_EVERY and HEAVY_EVERY
//   (seconds), FAULTS="kill switchover" for some kinds only.
// Plan, requests, answers and findings are in one folder; the report is printed. With exit code 1 the report says why (verdict.mjs).
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setting, wait } from '../../bench/portal.mjs'
import { invariants } from '../proofs/check.mjs'
import { place, portal as address } from '../proofs/cluster.mjs'
import { check } from './check.mjs'
import { Portal, Refused, Unanswered } from './client.mjs'
import { Clocks } from './clock.mjs'
import { SmallDisk } from './disk.mjs'
import { Faults } from './faults.mjs'
import { asked, fpx, Gateway } from './gateway.mjs'
import { Mailbox } from './mailbox.mjs'
import { exported, group, register } from './others.mjs'
import { planOf } from './plan.mjs'
import { prepare, putBack } from './prepare.mjs'
import { Readers } from './readers.mjs'
import { Record } from './record.mjs'
import { report } from './report.mjs'
import { archive, before, failedJobs, stateOf, waiting } from './state.mjs'
import { rivals, transfer } from './transfers.mjs'
import { verdict } from './verdict.mjs'
import { assigned, deliverBills, deliverCompanies, needed, worldOf } from './world.mjs'

const JOURNEYS = { transfer, fpx, rivals, register, group, export: exported }
/** Milliseconds after the last fault within which every call must be answered. */
const SETTLE = 240_000

const settings = {
  SEED: setting('SEED', Math.floor(Math.random() * 1e9)),
  MINUTES: setting('MINUTES', 5),
  RATE: setting('RATE', 4),
  CONNECTIONS: setting('CONNECTIONS', 40),
  FAULT_EVERY: setting('FAULT_EVERY', 4),
  HEAVY_EVERY: setting('HEAVY_EVERY', 45),
}
const faults = process.env.FAULTS?.split(' ').filter(Boolean)
if (faults) settings.FAULTS = `"${faults.join(' ')}"`
const say = (what) => console.log(`chaos: ${what}`)

/** Makes the plan, with its bills, users and accounts. */
const planned = async (folder, mark) => {
  const { SEED: seed, MINUTES: minutes, RATE: rate, FAULT_EVERY: every, HEAVY_EVERY: heavy } = settings
  const plan = planOf({ seed, minutes, rate, every, heavy, faults })
  let world = await worldOf(seed)
  const missing = needed(plan.commands) - world.companies.reduce((sum, { bills }) => sum + bills.length, 0)
  if (missing > 0) {
    say(`${missing} more bills come by the feed`)
    await deliverBills(missing + 100, world, mark, folder)
    world = await worldOf(seed)
  }
  const companies = await deliverCompanies(plan.commands, mark, folder)
  const commands = assigned(plan.commands, world)
  const lines = [...commands.map((one) => ({ do: one })), ...plan.faults.map((one) => ({ fault: one }))]
  writeFileSync(join(folder, 'plan.jsonl'), `${[{ settings, mark }, ...lines].map((line) => JSON.stringify(line)).join('\n')}\n`)
  return { world, companies, commands, faults: plan.faults }
}

/** Queries payments whose outcome only the bank knows, and waits until accepted payments are posted. */
const settle = async (run, old) => {
  run.portal.deadline = run.elapsed() + SETTLE
  for (let tries = 0; tries < 3; tries++) {
    const orders = []
    for (const [order, status] of await waiting(old, '9, 10')) {
      const { stage, code } = (await run.gateway.payment(order)) ?? {}
      if (code && (stage === 'done' || (code === '99' && status === '9'))) orders.push(order)
    }
    if (orders.length === 0) break
    say(`an officer asks FPX about ${orders.length} payments`)
    await asked(run, run.world.staff[0], orders, tries)
  }
  for (let left = 120; left > 0 && (await waiting(old, '3')).length > 0; left--) await wait(1_000)
}

/** Runs the plan: each command and fault at its time. */
const played = async (run, plan) => {
  const began = performance.now()
  run.elapsed = () => performance.now() - began
  const end = settings.MINUTES * 60_000
  const injector = new Faults(run, end)
  const supervising = injector.supervise()
  const readers = new Readers(run, settings.CONNECTIONS, settings.SEED)
  const journeys = new Set()
  const begin = (one) => {
    const journey = JOURNEYS[one.kind](run, one)
      .catch((error) => {
        // Both of these are already in the record.
        if (!(error instanceof Refused || error instanceof Unanswered))
          run.errors.push(`command ${one.n}, ${one.kind}: ${error.stack}`)
      })
      .finally(() => journeys.delete(journey))
    journeys.add(journey)
  }
  const all = [
    ...plan.commands.map((one) => [one.at, () => begin(one)]),
    ...plan.faults.map((one) => [one.at, () => injector.begin(one)]),
  ]
  let said = 0
  // Ctrl-C ends the plan, and the work so far is checked.
  process.once('SIGINT', () => {
    run.isStopped = true
  })
  for (const [at, act] of all.sort(([one], [other]) => one - other)) {
    while (run.elapsed() < at && !run.isStopped) await wait(Math.min(at - run.elapsed(), 1_000))
    if (run.isStopped) break
    if (run.elapsed() - said > 60_000) {
      said = run.elapsed()
      say(
        `${Math.round(said / 60_000)} min: ${run.record.all.filter(({ t }) => t === 'ack').length} acknowledged, ${journeys.size} under way, ${injector.done.length} faults`,
      )
    }
    act()
  }
  while (run.elapsed() < end && !run.isStopped) await wait(500)
  say('the plan is over; all faults end, and every open call is answered')
  await injector.over()
  await supervising
  run.portal.deadline = run.elapsed() + SETTLE
  while (journeys.size > 0) await Promise.all(journeys)
  await readers.end()
  return readers.streams
}

const main = async () => {
  if (!existsSync(join(place, 'run/haproxy.pid'))) {
    console.error('no cluster runs here: `make cluster` starts one')
    return 1
  }
  const seconds = Math.floor(Date.now() / 1_000)
  // Marks this run in names and keys, and in numbers of the feed.
  const tag = seconds.toString(36)
  const mark = `9${String(seconds % 10_000).padStart(4, '0')}`
  const folder = join(place, 'chaos', `${settings.SEED}-${tag}`)
  mkdirSync(folder, { recursive: true })
  say(
    `${Object.entries(settings)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')} make chaos   (${folder})`,
  )
  const plan = await planned(folder, mark)
  say(`${plan.commands.length} commands and ${plan.faults.length} faults`)
  const mailbox = await Mailbox.open()
  const { clocks, why: whyNoClocks } = await Clocks.make()
  if (!clocks) say(`SKIPPED, no clock jumps: ${whyNoClocks}`)
  const links = await prepare(mailbox, clocks)
  const wantsDisk = plan.faults.some(({ kind }) => kind === 'fullDisk')
  const { disk, why } = wantsDisk ? await SmallDisk.make() : {}
  if (wantsDisk) say(disk ? `${disk.node} is on a small disk` : `SKIPPED, no full disk: ${why}`)
  const record = new Record(folder)
  const run = {
    record,
    links,
    mailbox,
    clocks,
    whyNoClocks,
    disk,
    whyNoDisk: why,
    tag,
    seed: settings.SEED,
    world: plan.world,
    companies: plan.companies,
    errors: [],
  }
  run.elapsed = () => 0
  const elapsed = () => run.elapsed()
  run.portal = new Portal({
    record,
    tag,
    direct: address,
    through: `http://127.0.0.1:${links.get('clients').port}`,
    elapsed,
  })
  run.gateway = new Gateway({ record, portal: run.portal, elapsed })
  const old = await before()
  try {
    const streams = await played(run, plan)
    await settle(run, old)
    const bills = plan.commands.flatMap((one) => one.bills ?? [])
    const found = await stateOf({ old, tag, bills, gateway: run.gateway })
    writeFileSync(join(folder, 'found.json'), JSON.stringify(found))
    const lines = []
    const isWhole = (await invariants()((line) => lines.push(line))).length === 0
    const { findings, books } = check(record.all, found)
    const { troubles, reads } = run.portal
    const jobs = await failedJobs(old)
    const checked = { isWhole, lines }
    const failures = verdict({
      record: record.all,
      findings,
      isWhole,
      planned: { faults: plan.faults.length },
      failedJobs: jobs,
      archive: await archive(),
      errors: run.errors,
    })
    const text = report({
      why: failures,
      settings,
      took: run.elapsed(),
      record: record.all,
      troubles,
      reads,
      streams,
      mails: mailbox,
      checked,
      findings,
      books,
      failedJobs: jobs,
      errors: run.errors,
    })
    writeFileSync(join(folder, 'report.txt'), text)
    console.log(`\n${text}`)
    return failures.length > 0 ? 1 : 0
  } finally {
    await record.end()
    run.portal.end()
    say('the cluster is put back as it was')
    if (disk)
      await disk
        .free()
        .then(() => disk.remove())
        .catch((error) => say(`the small disk is still there: ${error.message}`))
    await putBack(links).catch((error) => say(`not put back: ${error.message}`))
    mailbox.end()
  }
}

process.exit(await main())
