// Whether a run has passed: the checker compares what was acknowledged, and where little was, it has little to compare.

/**
 * Of a thousand commands so many may stay without an answer. After the last fault each is asked again for four minutes, fifty
 * times and more, while everything runs: no fault explains one. What does is a limit of an hour that a person has reached (429).
 */
const UNANSWERED = 1

/** Why the run has failed, a line for each reason; none: it has passed. */
export const verdict = ({ record, findings, isWhole, planned, failedJobs, errors }) => {
  const why = []
  const say = (is, what) => is && why.push(what)
  const of = (kind) => record.filter(({ t }) => t === kind).length
  const [acknowledged, unanswered] = [of('ack'), of('unknown')]
  const asked = acknowledged + unanswered + of('refused')
  // The gateway's are asked for by commands, and are in no plan.
  const injected = record.filter(({ t, what, planned: at }) => t === 'fault' && at !== undefined && what === 'injected').length
  say(findings.length > 0, `${findings.length} findings`)
  say(!isWhole, 'an invariant is broken')
  say(acknowledged === 0, `nothing of ${asked} commands was acknowledged`)
  say(unanswered * 1_000 > asked * UNANSWERED, `${unanswered} of ${asked} commands were never answered`)
  say(planned.faults > 0 && injected === 0, `none of ${planned.faults} faults could be made`)
  say(failedJobs.length > 0, `jobs failed: ${failedJobs.map(([name, count]) => `${count} x ${name}`).join(', ')}`)
  say(errors.length > 0, `${errors.length} mistakes of this program`)
  return why
}
