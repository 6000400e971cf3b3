/** The stages of a payment run, from the chosen bills to the company's books, and which of them is under way. */
import type { ListedDocument, ProposalState, StatusName } from '~/core/core'

const stages = ['draft', 'checking', 'approval', 'ready', 'paid', 'books'] as const
export type Stage = (typeof stages)[number]

/** The stage that is under way; `done` once the payment is in the books; null if the run ended without a payment. */
export type Progress = Stage | 'done' | null

const ofProposal: Record<ProposalState, Progress> = {
  proposed: 'approval',
  approved: 'ready',
  released: 'paid',
  refused: null,
  void: null,
  lapsed: null,
  withdrawn: null,
}
export const progressOfProposal = (state: ProposalState): Progress => ofProposal[state]

const ended: readonly StatusName[] = ['failed', 'declined', 'fpxDeclined', 'paymentRequired']

/** Returns the document of the payment that is in the books, or will be. A reversed document is not. */
export const currentDocument = (documents: readonly ListedDocument[] | undefined) => documents?.find(({ isCurrent }) => isCurrent)

/** A paid payment is in the books once the accounting program's number came back. */
export function progressOfPayment(status: StatusName, document: Pick<ListedDocument, 'theirNo'> | undefined): Progress {
  if (ended.includes(status)) return null
  if (status !== 'paid') return 'paid'
  return document?.theirNo ? 'done' : 'books'
}

/** Returns the stages of a run. A payment that needs no approval is paid after the review. */
export const stagesOf = (needsApproval: boolean): readonly Stage[] =>
  stages.filter((stage) => needsApproval || (stage !== 'approval' && stage !== 'ready'))
