// Writes the report of a run as text.

const column = (text, width) => String(text).padEnd(width)
const ms = (milliseconds) => `${(milliseconds / 1_000).toFixed(1)} s`
const counted = (list, nameOf) => {
  const by = new Map()
  for (const item of list) {
    const name = nameOf(item)
    by.set(name, [...(by.get(name) ?? []), item])
  }
  return [...by].sort(([one], [other]) => (one < other ? -1 : 1))
}
const times = (list, nameOf) =>
  counted(list, nameOf)
    .map(([name, all]) => `${all.length} x ${name}`)
    .join(', ')
const kindOf = ({ path, body }) => {
  const name = path
    .split('?')[0]
    .replace(/\/[0-9a-f-]{8,}$/, '')
    .split('/')
    .at(-1)
  return name === 'MakePayment' ? `MakePayment, ${body.paymentMethod}` : name
}

const commandLines = (record) => {
  const asked = record.filter(({ t }) => ['ack', 'refused', 'unknown'].includes(t))
  const lines = [`${column('', 40)}asked  acknowledged  by repeating  refused  never answered  longest`]
  const line = (name, all) => {
    const of = (t) => all.filter((one) => one.t === t)
    const again = of('ack').filter(({ tries }) => tries > 1)
    const longest = Math.max(0, ...of('ack').map(({ took }) => took))
    return `${column(name, 40)}${column(all.length, 7)}${column(of('ack').length, 14)}${column(again.length, 14)}${column(of('refused').length, 9)}${column(of('unknown').length, 16)}${ms(longest)}`
  }
  for (const [name, all] of counted(asked, kindOf)) {
    lines.push(line(name, all))
    const refused = all.filter(({ t }) => t === 'refused')
    if (refused.length > 0) lines.push(`${column('', 40)}  refused: ${times(refused, ({ code }) => code)}`)
  }
  lines.push(line('all', asked))
  return lines
}

const waitLines = (record) =>
  record
    .filter(({ t }) => t === 'ack')
    .sort((one, other) => other.took - one.took)
    .slice(0, 8)
    .map(
      (ack) => `${column(ms(ack.took), 10)}${kindOf(ack)}, command ${ack.n}, ${ack.tries} tries: ${times(ack.answers, String)}`,
    )

const faultLines = (record) =>
  counted(
    record.filter(({ t }) => t === 'fault'),
    ({ kind }) => kind,
  ).map(([kind, all]) => {
    const of = (what) => all.filter((fault) => (fault.what ?? 'injected') === what)
    const others = all.filter(({ what }) => what && what !== 'injected')
    const why = others.length > 0 ? `; ${times(others, ({ what, why: reason }) => `${what}${reason ? `: ${reason}` : ''}`)}` : ''
    return `${column(kind, 28)}${of('injected').length} of ${all.length}${why}`
  })

/** @param run the run's settings, figures, record and findings */
export const report = ({
  settings,
  took,
  record,
  troubles,
  reads,
  streams,
  mails,
  checked,
  findings,
  books,
  why,
  failedJobs,
  errors,
}) => {
  const part = (title, lines) => (lines.length > 0 ? ['', title, ...lines.map((line) => `  ${line}`)] : [])
  const kinds = ['lost', 'doubled', 'foreign', 'different', 'books']
  const unanswered = record.filter(({ t }) => t === 'unknown')
  const summary = kinds.map((kind) => `${kind} ${findings.filter((finding) => finding.kind === kind).length}`).join(', ')
  return [
    `make chaos: ${Object.entries(settings)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ')}`,
    `commands for ${settings.MINUTES} minutes, all over after ${ms(took)}`,
    `findings: ${summary}; never answered ${unanswered.length}; ${checked.isWhole ? 'every invariant holds' : 'AN INVARIANT IS BROKEN'}`,
    ...part('FAILED', why),
    ...part('Commands', commandLines(record)),
    ...part('The longest waits', waitLines(record)),
    ...part(
      'Answers that were neither success nor refusal, all asked again',
      [...troubles].sort(([, one], [, other]) => other - one).map(([what, number]) => `${column(number, 8)}${what}`),
    ),
    ...part(
      'Reads',
      [...reads].map(([name, { times: number, longest }]) => `${column(name, 30)}${column(number, 8)}longest ${ms(longest)}`),
    ),
    ...part('Live streams', [`opened ${streams.opened}, ended ${streams.ended}, changes heard ${streams.changes}`]),
    ...part('E-mails', [`taken ${mails.taken}, refused ${mails.refused}`]),
    ...part('Faults: injected of planned', faultLines(record)),
    ...part(
      'Findings',
      findings.map(({ kind, what }) => `${kind}: ${what}`),
    ),
    ...part(
      'Never answered',
      unanswered.map((entry) => `${kindOf(entry)}, command ${entry.n}: ${times(entry.answers, String)}`),
    ),
    ...part(
      'Jobs that failed',
      failedJobs.map((columns) => columns.join(', ')),
    ),
    ...part('Mistakes of this program', errors),
    ...part('Books, in ringgit', [
      Object.entries(books)
        .map(([name, sum]) => `${name} ${(sum / 100).toFixed(2)}`)
        .join(', '),
    ]),
    ...part('gridbill check', checked.lines),
    '',
  ].join('\n')
}
