// Decides whether a run has passed. The checker compares only acknowledged commands, so a run with few of them must fail here.

/**
 * How many of a thousand commands may stay without an answer. After the last fault each is repeated for four minutes, more than fifty
 * times, while everything runs, so no fault explains a missing answer. A user who reached an hourly limit (429) does.
 */
const UNANSWERED = 1

/** Whether WAL is archived, by figures of the primary. One segment may have been filled just now. A missing figure is NaN. */
export const isArchived = ({ failing, waiting }) => failing === 0 && waiting <= 1

/** Returns the reasons for a failure, a line each. The run has passed if there are none. */
export const verdict = ({ record, findings, isWhole, planned, failedJobs, archive, errors }) => {
  const why = []
  const say = (is, what) => is && why.push(what)
  const of = (kind) => record.filter(({ t }) => t === kind).length
  const [acknowledged, unanswered] = [of('ack'), of('unknown')]
  const asked = acknowledged + unanswered + of('refused')
  // Faults of the gateway are requested by commands and are not planned, so they do not count.
  const injected = record.filter(({ t, what, planned: at }) => t === 'fault' && at !== undefined && what === 'injected').length
  say(findings.length > 0, `${findings.length} findings`)
  say(!isWhole, 'an invariant is broken')
  say(acknowledged === 0, `nothing of ${asked} commands was acknowledged`)
  say(unanswered * 1_000 > asked * UNANSWERED, `${unanswered} of ${asked} commands were never answered`)
  say(planned.faults > 0 && injected === 0, `none of ${planned.faults} faults could be made`)
  say(failedJobs.length > 0, `jobs failed: ${failedJobs.map(([name, count]) => `${count} x ${name}`).join(', ')}`)
  say(!isArchived(archive), `WAL is not archived: failing ${archive.failing}, waiting ${archive.waiting}`)
  say(errors.length > 0, `${errors.length} mistakes of this program`)
  return why
}
