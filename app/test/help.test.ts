/** Figures in questions and answers equal core's constants, and statements about limits and permissions are true. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allows, amountShown, constants, numberShown, paymentMethod, scopesOf, sentence } from '../src/core/core'
import { checkPayment } from '../src/core/forms'
import { figures } from '../src/features/identity/help/figures'
import { sections, tips } from '../src/features/identity/help/questions'
import en from '../src/words/en/help.json'
import ms from '../src/words/ms/help.json'

/** Reads a constant from core's source, because the app does not use it. */
function ofCore(file: string, name: string): number {
  const source = readFileSync(new URL(`../../core/src/${file}`, import.meta.url), 'utf8')
  const [, value = ''] = new RegExp(`pub const ${name}: \\w+ = ([\\d_ *]+);`).exec(source) ?? []
  const product = value.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1)
  if (!value) throw new Error(`core has no ${name} in ${file}`)
  return product
}

const short = (amount: string | null) => amount && amountShown(amount).replace('.00', '')
const [fpx, giro, rentas, cheque] = (['FPX', 'EFT_GIRO', 'EFT_RENTAS', 'CHEQUE'] as const).map((method) => paymentMethod(method, 'en'))

test("figures equal core's constants", () => {
  expect(figures).toEqual({
    answerDays: ofCore('queries/working_days.rs', 'ANSWER_WORKING_DAYS'),
    approvalDays: ofCore('payments/fpx/approval.rs', 'APPROVAL_DAYS'),
    attempts: constants.maxAttempts,
    declarationMb: constants.maxDeclarationBytes / (1 << 20),
    downloadHours: ofCore('downloads.rs', 'STORED_HOURS'),
    firstDay: constants.firstGovernmentDay,
    fpxLeast: short(fpx?.least ?? null),
    fpxMost: short(fpx?.most ?? null),
    giroMost: short(giro?.most ?? null),
    idleMinutes: constants.idleSeconds / 60,
    invitationDays: ofCore('identity/registering.rs', 'INVITATION_SECONDS') / 86_400,
    lapseDays: ofCore('approvals/types.rs', 'LAPSE_DAYS'),
    lastDay: constants.lastGovernmentDay,
    mostAccounts: numberShown(constants.maxAccounts),
    mostBills: numberShown(constants.maxInvoices),
    mostDelegationDays: ofCore('approvals/types.rs', 'MAX_DELEGATION_DAYS'),
    mostSearched: numberShown(constants.maxSearchedNumbers),
    recoveryCodes: ofCore('identity/factors.rs', 'RECOVERY_CODES'),
    rentasMost: short(rentas?.most ?? null),
    resetMinutes: ofCore('identity/registering.rs', 'RESET_SECONDS') / 60,
    silenceDays: ofCore('queries/state.rs', 'SILENCE_DAYS'),
    statementHours: ofCore('statements/mod.rs', 'PROMISED_HOURS'),
  })
  expect(cheque?.most ?? null).toBeNull()
  expect(sentence('sessionExpired', 'en')).toContain(` ${figures.idleMinutes} min`)
})

test.each([
  ['en', en],
  ['ms', ms],
] as const)('every figure exists, and every question has an answer: %s', (_, words) => {
  const texts = Object.values(words.questions).flatMap(({ q, a }) => [q, a])
  const named = [...texts, ...Object.values(words.tips)].flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))
  expect(named.filter((name) => !(name && name in figures))).toEqual([])
  expect(new Set(named)).toEqual(new Set(Object.keys(figures)))
  // The only typed number is the day on which the tariffs changed.
  const typed = texts.filter((text) => /\d/.test(text.replace(/\{\{\w+\}\}/g, '').replace(/1 (July|Julai) 2025/g, '')))
  expect(typed).toEqual([])
  expect(Object.keys(words.questions).sort()).toEqual(sections.flatMap(({ questions }) => [...questions]).sort())
  expect(Object.keys(words.tips)).toEqual([...tips])
})

test('a RENTAS payment is limited as a whole, a GIRO payment by transfer, and the texts say so', () => {
  const inTwo = (paymentMethod: 'EFT_GIRO' | 'EFT_RENTAS', amount: string, totalAmount: string) => {
    const referenceNumbers = ['1', '2'].map((number) => ({ number, amount }))
    return checkPayment({ paymentMethod, totalAmount, bankId: 'ANY', referenceNumbers }, 10, 'en')
  }
  expect(inTwo('EFT_GIRO', '1000000.00', '2000000.00')).toBeFalsy()
  expect(inTwo('EFT_RENTAS', '200000000.00', '400000000.00')?.fields.map(({ code }) => code)).toEqual(['amountAboveMethod'])
  expect(en.questions.limits.a).toContain('EFT GIRO up to {{giroMost}} per transfer, and EFT RENTAS up to {{rentasMost}} per payment')
  expect(ms.questions.limits.a).toContain(
    'EFT GIRO sehingga {{giroMost}} bagi setiap pindahan, dan EFT RENTAS sehingga {{rentasMost}} bagi setiap pembayaran',
  )
  for (const words of [en, ms]) {
    // Several transfers help only with a method whose limit applies to each transfer.
    const [several = '', ...rest] = words.questions.above.a.split('. ')
    expect(several).toContain('EFT GIRO')
    expect(rest.at(-1)).toMatch(/FPX \w+ EFT RENTAS/)
    // The action of a group only selects its bills. The user reviews the payment before paying.
    expect(words.tips.groups).toMatch(/select|memilih/)
  }
})

test('roles may do what their descriptions say', () => {
  const none = { makePayments: false, manageAccounts: false }
  const may = (role: 'master' | 'member' | 'viewer', given: Partial<typeof none> = {}) => {
    const scopes = scopesOf(role, { ...none, ...given })
    return {
      views: allows(scopes, 'bill', 'view') && allows(scopes, 'payment', 'view') && allows(scopes, 'account', 'view'),
      pays: allows(scopes, 'payment', 'add'),
      keeps: allows(scopes, 'account', 'update') && allows(scopes, 'account', 'add') && allows(scopes, 'account', 'delete'),
      users: allows(scopes, 'manageUser', 'update'),
    }
  }
  expect(may('master')).toEqual({ views: true, pays: true, keeps: true, users: true })
  expect(may('member')).toEqual({ views: true, pays: false, keeps: false, users: false })
  expect(may('member', { makePayments: true })).toEqual({ views: true, pays: true, keeps: false, users: false })
  expect(may('member', { manageAccounts: true })).toEqual({ views: true, pays: false, keeps: true, users: false })
  expect(may('viewer')).toEqual({ views: true, pays: false, keeps: false, users: false })
})
