/** The questions by topic, in the order of the page. A question's ID is its fragment: `/learnMore#limits` opens that question. */
export const sections = [
  { id: 'payments', questions: ['methods', 'many', 'twice', 'balances', 'approval', 'receipt', 'files'] },
  { id: 'limits', questions: ['limits', 'above', 'closed'] },
  { id: 'approvals', questions: ['policy', 'propose', 'void', 'away', 'changePolicy'] },
  { id: 'findings', questions: ['finding', 'hold', 'dismiss', 'unchecked'] },
  { id: 'queries', questions: ['asking', 'answer', 'held', 'ending'] },
  { id: 'costs', questions: ['centres', 'codeMany', 'sen', 'uncoded', 'emissions'] },
  { id: 'accounting', questions: ['exporting', 'sample', 'exportedTwice', 'suspense', 'theirNumbers'] },
  { id: 'reconciliation', questions: ['difference', 'less', 'bills'] },
  { id: 'roles', questions: ['roles', 'transfer', 'invited', 'apiTokens'] },
  { id: 'registering', questions: ['who', 'company', 'government', 'decided'] },
  { id: 'tariff', questions: ['tariff', 'across', 'afa'] },
  { id: 'session', questions: ['locked', 'idle', 'language', 'factor', 'passkey', 'companySignIn', 'lostFactor'] },
] as const

export type QuestionId = (typeof sections)[number]['questions'][number]

export const tips = ['paste', 'overdue', 'views', 'groups', 'send', 'address'] as const

const normalized = (text: string) => text.toLocaleLowerCase().replaceAll('\u00a0', ' ')

/** Whether the text contains all of the searched words. */
export const hasWords = (text: string, searched: string): boolean =>
  normalized(searched)
    .split(/\s+/)
    .every((word) => normalized(text).includes(word))
