/** What the utility's records say of accounts that are typed or uploaded, before they are sent. */
import { skipToken, useQuery } from '@tanstack/react-query'
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
import { queries } from '../call/queries'

/** Whose list it is: of a bulk account that staff look after, or the own one, which an applicant does not have yet. */
export interface ListOwner {
  bulkId: string
  isStaff: boolean
}

export interface Records {
  /** Why an account cannot be added; null when it can, undefined while nobody knows. */
  errorOf: (accountNo: string) => AccountError | null | undefined
  /** How a row stands; undefined while its account is being looked up. */
  stateOf: (row: { accountNo: string; refusal: Code | null }) => RowState | undefined
  isAsking: boolean
  error: unknown
  retry: () => void
}

type Answers = ReadonlyMap<string, AccountError | null>
const nothing: Answers = new Map()
/** Milliseconds: what is typed or pasted together is asked for together. */
const pause = 250

const nameOf = (owner: ListOwner | undefined) => (owner?.isStaff ? owner.bulkId : 'own')
const keyOf = (name: string) => ['accounts in the records', name] as const

/** Accounts were added or taken out: what was said of them does not hold any more. */
export const forgetRecords = (owner: ListOwner) => queries.removeQueries({ queryKey: keyOf(nameOf(owner)) })

const check = (owner: ListOwner | undefined, accounts: NewAccount[]): Promise<CheckedAccounts> =>
  call('CheckAccounts', { accounts, ...(owner && { bulkId: owner.bulkId }) })

/** Asks about the numbers that were not asked about before, all in one call. They are well-formed, and stay the same array until they change. */
export function useRecords(owner: ListOwner | undefined, numbers: readonly string[]): Records {
  const name = nameOf(owner)
  const key = useMemo(() => keyOf(name), [name])
  const { data: answers = nothing } = useQuery<Answers>({ queryKey: key, queryFn: skipToken })
  const [error, setError] = useState<unknown>()
  const asked = useRef(new Set<string>())
  const of = useRef(owner)
  of.current = owner

  useEffect(() => {
    if (error !== undefined) return
    const missing = [...new Set(numbers)].filter((one) => !answers.has(one) && !asked.current.has(one)).slice(0, constants.mostAccounts)
    if (missing.length === 0) return
    const timer = setTimeout(() => {
      for (const one of missing) asked.current.add(one)
      check(
        of.current,
        missing.map((accountNo) => ({ accountNo })),
      ).then(
        ({ wrong }) =>
          queries.setQueryData<Answers>(key, (before = nothing) => {
            const next = new Map(before)
            for (const one of missing) next.set(one, null)
            for (const { row, errorType } of wrong) next.set(missing[row] ?? '', errorType)
            return next
          }),
        (refused) => {
          asked.current.clear()
          setError(refused)
        },
      )
    }, pause)
    return () => clearTimeout(timer)
  }, [numbers, answers, error, key])

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

/** Rows by how they stand; those that nobody knows of yet are in none. */
export function countRows(states: Iterable<RowState | undefined>): RowCounts {
  const counts = { ok: 0, notKnown: 0, toFix: 0 }
  for (const state of states) if (state) counts[state] += 1
  return counts
}
