// Checks acknowledged commands other than payments: users and companies, groups, files.

const sorted = (list) => [...list].sort()
const same = (one, other) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

const checkRegistrations = (record, { people, registrations }, say) => {
  const acks = record.filter(({ t }) => t === 'ack')
  const asked = record.filter(({ step }) => step === 'register').map(({ about }) => about)
  const byEmail = new Map(people.map((person) => [person.email, person]))
  const of = (step) => acks.filter((ack) => ack.step === step)
  for (const { about, n } of of('register'))
    if (!byEmail.has(about)) say('lost', `${about} (command ${n}) registered and is not there`)
  for (const { about, n } of of('activate')) {
    if (byEmail.get(about)?.isActivated !== true) say('lost', `${about} (command ${n}) was activated, and is not`)
  }
  for (const { email } of people) if (!asked.includes(email)) say('foreign', `${email} never registered`)
  const approved = new Set(of('approve').map(({ about }) => about))
  const applied = new Map(of('apply').map((ack) => [ack.about, ack]))
  const open = new Set(record.filter(({ t }) => t === 'unknown').map(({ about }) => about))
  for (const [number, { who, n, body }] of applied) {
    const found = registrations.filter((one) => one.registrationNo === number)
    const one = found[0]
    if (!one) say('lost', `the application of ${number} (command ${n}) is not there`)
    if (found.length > 1) say('doubled', `${found.length} applications of ${number}`)
    if (!one || open.has(number)) continue
    if (one.who !== who) say('different', `the application of ${number} is ${one.who}'s`)
    const status = approved.has(number) ? 7 : 2
    if (one.status !== status)
      say('different', `the application of ${number} is at ${one.status}, and by what was acknowledged at ${status}`)
    const accounts = status === 7 ? body.accounts.map(({ accountNo }) => accountNo) : []
    if (!same(one.accounts, accounts))
      say('different', `${number} has the accounts ${one.accounts.join(', ')}, and asked for ${accounts.join(', ')}`)
  }
  for (const { registrationNo, status } of registrations) {
    if (status !== 1 && !applied.has(registrationNo) && !open.has(registrationNo))
      say('foreign', `no user applied for ${registrationNo}`)
  }
}

/** Compares each account's group with the acknowledged commands, in their order. */
const checkGroups = (record, { groups }, say) => {
  const names = new Map()
  const homes = new Map()
  const open = new Set()
  for (const { t, step, about, body } of record) {
    if (t === 'unknown' && ['group', 'assign', 'rename', 'remove', 'delete'].includes(step)) open.add(about)
    if (t !== 'ack') continue
    if (step === 'group') names.set(about, about)
    if (step === 'group' || step === 'assign') for (const account of body.accountNumbers) homes.set(account, about)
    if (step === 'rename') names.set(about, body.groupName)
    if (step === 'remove') for (const account of body.accountNumbers) homes.delete(account)
    if (step === 'delete') {
      names.delete(about)
      for (const [account, home] of homes) if (home === about) homes.delete(account)
    }
  }
  const byName = new Map(groups.map((group) => [group.name, group]))
  for (const [first, name] of names) {
    if (open.has(first)) continue
    const accounts = [...homes].filter(([, home]) => home === first).map(([account]) => account)
    const group = byName.get(name)
    if (!group) say('lost', `the group ${name} is not there`)
    else if (!same(group.accounts, accounts))
      say('different', `the group ${name} has ${group.accounts.join(', ')}, and was given ${accounts.join(', ')}`)
  }
  const known = new Set(names.values())
  for (const { name } of groups)
    if (!known.has(name) && ![...open].some((one) => name.startsWith(one)))
      say('foreign', `the group ${name} was never acknowledged`)
}

/** Files of a user. A new one replaces the oldest. */
const MOST_FILES = 30

/**
 * Each key must have one file. A further file may exist only if its request was never answered. A file that was downloaded may be replaced
 * already. A file that was replaced before it could be downloaded is a finding of its own: reading it failed for minutes.
 */
const checkFiles = (record, { downloads }, say) => {
  const asked = record.filter(({ step }) => step === 'export')
  const acks = asked.filter(({ t }) => t === 'ack')
  const acked = new Map(acks.map((ack) => [ack.data.downloadId, ack]))
  const there = new Map(downloads.map((one) => [one.downloadId, one]))
  const had = new Set(record.filter(({ t }) => t === 'file').map(({ downloadId }) => downloadId))
  const isReplaced = ({ at, who }) => acks.filter((other) => other.who === who && other.at > at).length >= MOST_FILES
  for (const [id, ack] of acked) {
    const { state } = there.get(id) ?? {}
    if (!state && had.has(id)) continue
    if (!state && isReplaced(ack)) say('different', `the file of ${id} was replaced before it could be downloaded`)
    else if (!state) say('lost', `the download ${id} is not there`)
    else if (state !== 'ready') say('different', `the file of ${id} was promised, and is ${state}`)
  }
  const open = asked.filter(({ t }) => t === 'unknown').length
  const more = downloads.filter(({ downloadId }) => !acked.has(downloadId)).length
  if (more > open) say('foreign', `${more} downloads were not acknowledged, and only ${open} were never answered`)
  for (const { t, downloadId, isWhole } of record)
    if (t === 'file' && !isWhole) say('different', `the file of ${downloadId} is not whole`)
}

export const checkOthers = (record, found, say) => {
  checkRegistrations(record, found, say)
  checkGroups(record, found, say)
  checkFiles(record, found, say)
}
