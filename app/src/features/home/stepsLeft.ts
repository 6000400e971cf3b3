/** What a company still lacks before it can pay, approve and export without being refused. */
import type { AccountingProfiles, CompanyApprovals } from '~/core/core'

export type SetUpStep =
  /** The user's own second factor. */
  | { id: 'factor' }
  /** Users who pay and have no second factor, while payments need approval. */
  | { id: 'payers'; without: number; all: number }
  /** Accounts without a cost centre, while an export needs one. */
  | { id: 'centres'; accounts: number }
  | { id: 'colleague' }
  | { id: 'policy' }
  | { id: 'accounting' }

export type StepId = SetUpStep['id']

/** Steps that a company may do without, so users can hide them. */
type OptionalStep = Extract<SetUpStep, { id: 'colleague' | 'policy' | 'accounting' }>
export const isOptional = (step: SetUpStep): step is OptionalStep => ['colleague', 'policy', 'accounting'].includes(step.id)

interface Known {
  hasFactor: boolean | undefined
  approvals: Pick<CompanyApprovals, 'isOn' | 'pending' | 'users'> | undefined
  payers: { all: number; without: readonly unknown[]; others: readonly unknown[] } | undefined
  accounting: Pick<AccountingProfiles, 'profiles'> | undefined
  uncoded: number | undefined
}

/** Whether the accounts' cost centres matter: a bill without one stops the export of a profile without a suspense account. */
export const needsCentres = (accounting: Known['accounting']): boolean =>
  accounting?.profiles.some(({ draft }) => draft.stream === 'bills' && draft.suspense == null) ?? false

/** Returns the steps that are left, the necessary ones first. What is not known counts as done. */
export function stepsLeft({ hasFactor, approvals, payers, accounting, uncoded = 0 }: Known, hidden: readonly StepId[]): SetUpStep[] {
  const users = approvals?.users ?? []
  const approvers = users.filter(({ canApprove }) => canApprove).length
  const steps: (SetUpStep | false | undefined)[] = [
    hasFactor === false && { id: 'factor' },
    // The user's own factor has a step of its own.
    approvals?.isOn && payers && payers.others.length > 0 && { id: 'payers', without: payers.without.length, all: payers.all },
    needsCentres(accounting) && uncoded > 0 && { id: 'centres', accounts: uncoded },
    users.length === 1 && { id: 'colleague' },
    approvals && !approvals.isOn && !approvals.pending && approvers > 1 && { id: 'policy' },
    accounting?.profiles.length === 0 && { id: 'accounting' },
  ]
  return steps.flatMap((step) => (step && !hidden.includes(step.id) ? [step] : []))
}
