/** All rules by name, from JSON to JSON, as the browser runs them. `core/tests/rules` has the same rules for native runs. */
import { checkCoding, checkCostCentre, checkParts, parseShare, percentOf, planPayments, splitAmount } from 'gridbill-core/accounting'
import { accountingPreset, checkAccountingProfile, previewAccounting } from 'gridbill-core/exports'
import { auditBill, auditRules, releaseDay } from 'gridbill-core/finance'
import { carbonReport, regionOfState } from 'gridbill-core/packs'
import * as core from '../src/core/core'
import * as forms from '../src/core/forms'

// biome-ignore lint/suspicious/noExplicitAny: the files of cases define the types of the inputs
type Input = any
type Rule = (input: Input, language: core.Language) => unknown

const nobody = { email: '', password: '', name: '', identificationType: '', identificationNo: '', mobileNo: '' }
const permissions = (input: Input) => ({ makePayments: input.makePayments, manageAccounts: input.manageAccounts })

/** Returns the codes of the refused fields. A package without sentences has no messages to compare. */
function codesOf({ code, params, fields }: core.ErrorBody) {
  const wrong = fields.length ? fields : [{ field: '', code, params }]
  return { refused: wrong.map(({ field, code, params }) => [field, code, params]) }
}
const codesOr = <T>({ value, error }: core.Checked<T>) => (error ? codesOf(error) : { value })

/** A profile of accounting: a preset, and the fields that differ from it. */
const profileOf = (input: Input) => ({ ...accountingPreset(input.preset, input.stream), ...input.set })

const rules: Record<string, Rule> = {
  'email.check': (input, language) => core.checkEmail(input.email, language),
  'password.check': (input, language) => core.checkNewPassword(input.password, input.confirmation, language),
  'password.broken': (input) => core.brokenPasswordRules(input.password),
  'registration.check': (input, language) => core.checkRegistration({ ...nobody, ...input.form }, language),
  'profile.check': (input, language) => forms.checkProfile(input.name, input.mobileNo, language),
  'dates.check': (input, language) => core.checkDateRange(input.startDate, input.endDate, language),
  'member.check': (input, language) => forms.checkMember(input.email, input.nickname, input.permissions, language),
  'member.role': (input, language) => forms.roleOf(input.permissions, language),
  'member.ticks': (input) => forms.ticksOf({ role: input.role, permissions: permissions(input) }),
  'activity.shown': (input) => core.activityShown(input.activity),
  'staffUser.check': (input, language) =>
    forms.checkStaffUser({ ...input, emailAddress: input.email ?? null, role: input.role || null }, language),
  check: (input, language) => core.check(input.what, input.text, language),
  'amount.shown': (input) => core.amountShown(input.amount),
  'amount.compare': (input) => core.compareAmounts(input.one, input.other),
  'amount.sum': (input, language) => core.sumAmounts(input.amounts, language),
  'numbers.write': (input) => core.writeNumbers(input.numbers),
  'count.shown': (input) => core.countShown(input.count),
  'count.within': (input) => core.numberShown(input.count),
  'search.recognise': (input, language) => core.recognise(input.text, language),
  'day.shown': (input, language) => core.dayShown(input.day, language),
  'day.at': (input) => core.dayAt(input.instant),
  'day.between': (input) => core.daysBetween(input.earlier, input.later),
  'day.waited': (input, language) => core.waitedShown(input.since, input.today, language),
  'bank.allot': (input, language) => forms.allotShares(input.lines, input.payments, language),
  'day.plusDays': (input) => core.dayPlusDays(input.day, input.days),
  'day.minusMonths': (input) => core.dayMinusMonths(input.day, input.months),
  // The package has codes without their sentences.
  'day.release': (input, language) => {
    const { value, error } = releaseDay(input.chosen, input.today, language)
    return error ? { refused: error.code } : { value }
  },
  'instant.shown': (input, language) => core.instantShown(input.instant, language),
  'bill.state': (input, language) =>
    core.billState(
      { totalAmountPayable: input.amount, status: input.status, closed: input.closed ?? null, dueDate: input.due || null },
      input.today,
      language,
    ),
  'bill.refusal': (input, language) =>
    core.billRefusal(
      {
        status: input.status,
        totalAmountPayable: input.amount,
        currentCharge: input.currentCharge,
        closed: input.closed ?? null,
      },
      language,
    ),
  'bill.select': (input, language) =>
    core.selectionOf(
      input.bills.map(([accountNo, amount]: [string, string]) => ({ accountNo, amount })),
      language,
    ),
  'bill.yearBefore': (input) => core.yearBefore(input.until, input.ends),
  'bill.changeADay': (input) => core.changeADay(input.now, input.nowDays, input.before, input.beforeDays),
  'bill.dueOn': (input, language) => core.dueOn(input.due, input.day, language),
  'eInvoice.left': (input, language) => core.rejectionLeft(input.endsAt, input.now, language),
  'batch.colour': (input, language) => core.batchColour(input.extracted, input.today, language),
  'payment.codes': () => core.paymentStatuses,
  'payment.status': (input, language) => core.paymentStatus(input.status, language),
  'payment.next': (input, language) => forms.nextStatus(input.from, input.event, language),
  'payment.check': (input, language) =>
    forms.checkPayment(
      {
        paymentMethod: input.method,
        totalAmount: input.total,
        bankId: input.bank || null,
        referenceNumbers: input.references,
      },
      input.most,
      language,
    ),
  'payment.plan': (input) =>
    planPayments(
      input.bills.map(([invoiceNo, amount]: [string, string]) => ({ invoiceNo, amount })),
      input.method,
      input.most,
    ),
  'payment.checkDifference': (input, language) => forms.checkDifference(input.method, input.amount, input.number, language),
  'payment.reason': (input, language) => core.checkReason(input.text, language),
  'method.shown': (input, language) => core.paymentMethod(input.method, language),
  'method.open': (input, language) => forms.methodClosed({ from: input.from, to: input.to }, input.now, language),
  'method.window': (input, language) => forms.checkWindow(input.form, input.now, language),
  'reconcile.difference': (input, language) => forms.reconcile(input.billed, input.paid, input.earlier, language),
  'reconcile.paid': (input, language) =>
    forms.paidAmount(input.billed, { reconcileType: input.type, reconcileAmount: input.amount }, language),
  'fpx.verdict': (input) => forms.fpxVerdict(input.code),
  'login.check': (input, language) => core.checkLogin(input.username, input.password, language),
  'language.accepted': (input) => forms.acceptedLanguage(input.header),
  'role.scopes': (input) => core.scopesOf(input.role, permissions(input)),
  'role.description': (input, language) => core.roleDescription({ role: input.role, permissions: permissions(input) }, language),
  'screen.at': (input) => core.screenAt(input.path),
  'screen.opens': (input) =>
    core.opensFor(input.path, input.role && { role: input.role, permissions: permissions(input), customerView: input.customerView }),
  'company.check': (input, language) => forms.checkCompany(input.company, language),
  'company.form': (input, language) =>
    forms.checkRegistrationForm(
      { businessType: input.businessType, details: input.company, declarationFileId: input.declaration },
      input.today,
      language,
    ),
  'company.sector': (input, language) => core.sectorName(input.text, language),
  'company.number': (input, language) => core.checkRegistrationNo(input.text, language),
  'company.review': (input, language) => core.checkReview(input.action, input.remark, language),
  'company.codes': () => core.registrationStatuses,
  'company.status': (input, language) => core.registrationStatus(input.status, language),
  'company.governmentIsOpen': (input) => forms.governmentIsOpen(input.day),
  'company.accountError': (input, language) => core.accountError(input.error, language),
  'company.groupName': (input, language) => core.checkGroupName(input.text, language),
  'company.needsAccount': (input) => core.needsAccount(input.path),
  'announcement.frozen': (input, language) => core.frozenRefusal(input.freezes, input.features, input.now, language)?.errorMessage ?? null,
  'announcement.check': (input, language) => forms.checkAnnouncement(input.form, input.now, language),
  'announcement.preview': (input, language) => forms.announcementPreview(input.form, language),
  'announcement.suggested': (input) => forms.suggestedAnnouncement(input.form),
  // With `only`, the finding of that rule, as if the others were muted.
  'audit.bill': ({ only, bill, history, account, prices, kinds, companyChange, settings, today }, language) => {
    const others = only ? auditRules(language).filter(({ rule }) => rule !== only) : []
    const muted = [...(account.muted ?? []), ...others.map(({ rule }) => ({ rule, until: today }))]
    const on = { ...account, muted }
    const { findings, unchecked } = auditBill(bill, history, on, prices, kinds ?? [], companyChange, settings, today, language)
    const all = findings.map(({ finding }) => finding)
    return only ? { finding: all[0] ?? null, unchecked: unchecked[0]?.reason ?? null } : all
  },
  'accounting.check': (input, language) => codesOr(checkAccountingProfile(profileOf(input), input.known, language)),
  'accounting.preview': (input, language) => codesOr(previewAccounting({ ...profileOf(input), name: 'Books' }, input.sources, language)),
  'carbon.report': (input, language) =>
    codesOr(
      carbonReport(input.bills, input.accounts, input.factors, input.certificates, input.by, input.from, input.to, input.today, language),
    ),
  'carbon.region': (input) => regionOfState(input.state),
  'cost.centre': (input, language) => {
    const error = checkCostCentre(input.code, input.name, language)
    return error ? codesOf(error) : { value: true }
  },
  'cost.coding': (input, language) => codesOr(checkCoding(input.periods, input.known, language)),
  'cost.parts': (input, language) => codesOr(checkParts(input.parts, input.known, language)),
  'cost.split': (input) => input.amounts.map((amount: string) => splitAmount(amount, input.parts)),
  'cost.share': (input, language) => {
    const { value, error } = parseShare(input.text, language)
    return error ? codesOf(error) : { value: [value, percentOf(value ?? 0)] }
  },
  'code.sentence': (input, language) => core.sentence(input.code, language, input.params),
}

export const names = Object.keys(rules)

/** Runs a rule. Returns `{malformed: true}` if the input has an invalid value that only a program can supply. */
export function run(name: string, input: Input): unknown {
  const rule = rules[name]
  if (!rule) throw new Error(`no rule is named ${name}`)
  try {
    return rule(input, input.language ?? 'en')
  } catch (error) {
    if (error instanceof Error && error.message === 'malformed value') return { malformed: true }
    throw error
  }
}
