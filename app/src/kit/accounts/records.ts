/** What the utility's records say of accounts that are typed or uploaded, before they are sent. */
import { atom, getDefaultStore, useAtom } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import {
  type AccountError,
  type CheckedAccounts,
  type Code,
  constants,
  type NewAccount,
  type RowCounts,
  type RowState,
  rowState,
} from '../../core/core'
import { call } from '../call/api'

/** Whose list it is: of a bulk account that staff look after, or the own one, which an applicant does not have yet. */
export interface ListOwner {
  bulkId: string
  isStaff: boolean
}

export interface Records {
  /** Why an account cannot be added; null when it can, undefined until it is known. */
  errorOf: (accountNo: string) => AccountError | null | undefined
  /** How a row stands; undefined while its account is being looked up. */
  stateOf: (row: { accountNo: string; refusal: Code | null }) => RowState | undefined
  isAsking: boolean
  error: unknown
  retry: () => void
}

type Answers = ReadonlyMap<string, AccountError | null>
const nothing: Answers = new Map()
/** What is typed or pasted within this time is asked for in one call. */
const pauseMilliseconds = 250
/** How long answers are kept after the last screen that showed them. */
const keptMilliseconds = 5 * 60_000

/** The answers for each owner, by account number. */
const answersByOwner = atom<ReadonlyMap<string, Answers>>(new Map())
let dropping: ReturnType<typeof setTimeout> | undefined
answersByOwner.onMount = (set) => {
  clearTimeout(dropping)
  return () => {
    dropping = setTimeout(() => set(new Map()), keptMilliseconds)
  }
}

const nameOf = (owner: ListOwner | undefined) => (owner?.isStaff ? owner.bulkId : 'own')

/** Accounts were added or removed: earlier answers about them do not hold any more. */
export const forgetRecords = (owner: ListOwner) =>
  getDefaultStore().set(answersByOwner, (before) => new Map([...before].filter(([name]) => name !== nameOf(owner))))

const check = (owner: ListOwner | undefined, accounts: NewAccount[]): Promise<CheckedAccounts> =>
  call('CheckAccounts', { accounts, ...(owner && { bulkId: owner.bulkId }) })

/** Asks, in one call, about the numbers that have no answer yet. They are well-formed, and the array stays the same until they change. */
export function useRecords(owner: ListOwner | undefined, numbers: readonly string[]): Records {
  const name = nameOf(owner)
  const [all, setAnswers] = useAtom(answersByOwner)
  const answers = all.get(name) ?? nothing
  const [error, setError] = useState<unknown>()
  /** Numbers whose answer is on its way. */
  const asked = useRef(new Set<string>())
  const of = useRef(owner)
  of.current = owner

  useEffect(() => {
    if (error !== undefined) return
    const missing = [...new Set(numbers)].filter((one) => !answers.has(one) && !asked.current.has(one)).slice(0, constants.maxAccounts)
    if (missing.length === 0) return
    const timer = setTimeout(() => {
      for (const one of missing) asked.current.add(one)
      check(
        of.current,
        missing.map((accountNo) => ({ accountNo })),
      )
        .finally(() => {
          for (const one of missing) asked.current.delete(one)
        })
        .then(
          ({ wrong }) =>
            setAnswers((before) => {
              const next = new Map(before.get(name))
              for (const one of missing) next.set(one, null)
              for (const { row, errorType } of wrong) next.set(missing[row] ?? '', errorType)
              return new Map([...before, [name, next]])
            }),
          setError,
        )
    }, pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [numbers, answers, error, name, setAnswers])

  return useMemo(
    () => ({
      errorOf: (accountNo) => answers.get(accountNo),
      stateOf: ({ accountNo, refusal }) => {
        if (refusal) return standing(refusal, null)
        const found = answers.get(accountNo.trim())
        return found === undefined ? undefined : standing(null, found)
      },
      isAsking: error === undefined && numbers.some((one) => !answers.has(one)),
      error,
      retry: () => setError(undefined),
    }),
    [answers, numbers, error],
  )
}

const standings = new Map<string, RowState>()
/** Core's rule, asked once for each of its few cases: a list has ten thousand rows. */
function standing(refusal: Code | null, error: AccountError | null): RowState {
  const key = `${refusal ?? ''} ${error ?? ''}`
  const known = standings.get(key) ?? rowState(refusal, error)
  standings.set(key, known)
  return known
}

/** Counts rows by their state; rows without one yet are not counted. */
export function countRows(states: Iterable<RowState | undefined>): RowCounts {
  const counts = { ok: 0, notKnown: 0, toFix: 0 }
  for (const state of states) if (state) counts[state] += 1
  return counts
}
