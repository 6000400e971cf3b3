/**
 * Limits and times in the questions and answers. They are repeated here, because the public page renders without the rules.
 * `test/help.test.ts` compares each with core.
 */
export const figures = {
  answerDays: 5,
  approvalDays: 5,
  attempts: 5,
  declarationMb: 5,
  downloadHours: 24,
  firstDay: 8,
  fpxLeast: 'RM\u00a02',
  fpxMost: 'RM\u00a01,000,000',
  giroMost: 'RM\u00a01,000,000',
  idleMinutes: 15,
  invitationDays: 7,
  lapseDays: 14,
  lastDay: 27,
  mostAccounts: '10,000',
  mostBills: '20,000',
  mostDelegationDays: 92,
  mostSearched: '1,000',
  recoveryCodes: 10,
  rentasMost: 'RM\u00a0200,000,000',
  resetMinutes: 60,
  silenceDays: 14,
  statementHours: 24,
} as const
