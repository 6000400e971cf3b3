/**
 * The limits and times that questions and answers name. The page is public and is drawn without the rules, so they stand here; `test/help.test.ts`
 * compares each with core's.
 */
export const figures = {
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
  lastDay: 27,
  mostAccounts: '10,000',
  mostBills: '20,000',
  mostSearched: '1,000',
  rentasMost: 'RM\u00a0200,000,000',
  resetMinutes: 60,
  statementHours: 24,
} as const
