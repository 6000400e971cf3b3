/** Checks typed or uploaded accounts against the utility's records before they are submitted. */
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
} from '~/core/core'
import { call } from '../call/api'
import { accountNumber } from './accountNumber'

/** The bulk account to which accounts are added: a customer's for staff, otherwise the user's own. An applicant has none yet. */
export interface ListOwner {
  bulkId: string
  isStaff: boolean
}

export interface Records {
  /** Returns why an account cannot be added; null if it can, undefined until it is checked. */
  errorOf: (accountNo: string) => AccountError | null | undefined
  /** Returns the state of a row; undefined while its account is being checked. */
  stateOf: (row: { accountNo: string; refusal: Code | null }) => RowState | undefined
  isAsking: boolean
  error: unknown
  retry: () => void
}

type Answers = ReadonlyMap<string, AccountError | null>
const noAnswers: Answers = new Map()
/** Milliseconds to wait before a check, so that numbers typed or pasted together go in a single call. */
const pauseMilliseconds = 250
/** Milliseconds for which answers stay cached after the last screen that used them. */
const cacheMilliseconds = 5 * 60_000

/** The answers of each owner, by account number. */
const answersByOwner = atom<ReadonlyMap<string, Answers>>(new Map())
let expiryTimer: ReturnType<typeof setTimeout> | undefined
answersByOwner.onMount = (set) => {
  clearTimeout(expiryTimer)
  return () => {
    expiryTimer = setTimeout(() => set(new Map()), cacheMilliseconds)
  }
}

const ownerKey = (owner: ListOwner | undefined) => (owner?.isStaff ? owner.bulkId : 'own')

/** Deletes cached answers after accounts were added or removed, because the answers may have changed. */
export const clearRecords = (owner: ListOwner) =>
  getDefaultStore().set(answersByOwner, (before) => new Map([...before].filter(([name]) => name !== ownerKey(owner))))

const check = (owner: ListOwner | undefined, accounts: NewAccount[]): Promise<CheckedAccounts> =>
  call('CheckAccounts', { accounts, ...(owner && { bulkId: owner.bulkId }) })

/**
 * Checks the numbers that have no cached answer, in a single call. The numbers must be well-formed. Pass the same array
 * while they are unchanged, because a new array restarts the wait.
 */
export function useRecords(owner: ListOwner | undefined, numbers: readonly string[]): Records {
  const name = ownerKey(owner)
  const [all, setAnswers] = useAtom(answersByOwner)
  const answers = all.get(name) ?? noAnswers
  const [error, setError] = useState<unknown>()
  const inFlight = useRef(new Set<string>())
  const latestOwner = useRef(owner)
  latestOwner.current = owner

  useEffect(() => {
    if (error !== undefined) return
    const missing = [...new Set(numbers)].filter((one) => !answers.has(one) && !inFlight.current.has(one)).slice(0, constants.maxAccounts)
    if (missing.length === 0) return
    const timer = setTimeout(() => {
      for (const one of missing) inFlight.current.add(one)
      check(
        latestOwner.current,
        missing.map((accountNo) => ({ accountNo })),
      )
        .finally(() => {
          for (const one of missing) inFlight.current.delete(one)
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
        if (refusal) return cachedRowState(refusal, null)
        const found = answers.get(accountNumber(accountNo))
        return found === undefined ? undefined : cachedRowState(null, found)
      },
      isAsking: error === undefined && numbers.some((one) => !answers.has(one)),
      error,
      retry: () => setError(undefined),
    }),
    [answers, numbers, error],
  )
}

const rowStates = new Map<string, RowState>()
/** Caches core's rule, which has few different inputs, because a list has up to ten thousand rows. */
function cachedRowState(refusal: Code | null, error: AccountError | null): RowState {
  const key = `${refusal ?? ''} ${error ?? ''}`
  const known = rowStates.get(key) ?? rowState(refusal, error)
  rowStates.set(key, known)
  return known
}

/** Counts rows by state. Rows without a state are still being checked, and do not count. */
export function countRows(states: Iterable<RowState | undefined>): RowCounts {
  const counts = { ok: 0, notKnown: 0, toFix: 0 }
  for (const state of states) if (state) counts[state] += 1
  return counts
}
