/**
 * The rules of the portal, which the server runs too: the same totals, the same refusals, the same words.
 * With `first.ts` the only import of the WebAssembly packages; they are loaded before anything else of the app runs.
 */
import type {
  ActivityShown,
  BatchColourShown,
  BillStateShown,
  Constants,
  FpxStatusShown,
  ListEntry,
  MethodShown,
  RegistrationShown,
  Rights,
  StatusShown,
} from 'gridbill-core/portal'
import * as rules from 'gridbill-core/portal'
import type {
  AccountError,
  Action,
  Activity,
  Area,
  Checked,
  Code,
  CompanyDetails,
  Day,
  ErrorBody,
  Event,
  FpxStatus,
  Instant,
  Language,
  Money,
  Payable,
  PaymentMethod,
  Permissions,
  ReconcileAsked,
  RegistrationForm,
  RegistrationStatus,
  RegistrationStatusCodes,
  ReviewAction,
  Role,
  RowState,
  ScreenAt,
  Search,
  Selection,
  Status,
  StatusCodes,
  TeamPermission,
  TypedReference,
  Verdict,
  Window,
} from './first'
import { pairs } from './pairs'

export { menu } from 'gridbill-core/declared/portal'
export type {
  ActivityShown,
  BatchColourShown,
  BillStateShown,
  Constants,
  FpxStatusShown,
  MethodShown,
  RegistrationShown,
  Rights,
  StatusShown,
} from 'gridbill-core/portal'
export * from './first'
/** A refusal in the person's language, or null when all is well. */
export type Refusal = ErrorBody | null

const malay = (language: Language): boolean => language === 'ms'
const read = <T>(json: string): T => JSON.parse(json) as T
/** The name of each code. */
const named = <const Codes extends Record<string, number>>(codes: Codes) => {
  const names = new Map(Object.entries(codes).map(([name, code]) => [code, name]))
  return (code: Codes[keyof Codes]) => names.get(code) as keyof Codes & string
}

/** Core's figures: idle times, attempts, limits. */
export const constants = read<Constants>(rules.constants())
/** What stands for a missing value. */
const missing = constants.missing

/** What may be typed as a number, an amount or a day, and has a check. */
export type Checkable =
  | 'amount'
  | 'day'
  | 'instant'
  | 'accountNo'
  | 'batchId'
  | 'invoiceNo'
  | 'bulkId'
  | 'transactionNo'
  | 'referenceId'
  | 'eftNumber'
  | 'chequeNumber'
  | 'bankId'
  | 'mobileNo'
  | 'email'

/** Checks what was typed; the value is how it is stored and sent. */
export const check = (what: Checkable, typed: string, language: Language): Checked<string> =>
  read(rules.check(what, typed, malay(language)))

/** `RM 1,234.50`; a dash for no amount. */
export const amountShown = (amount: Money | null | undefined): string => (amount == null ? missing : rules.amount_shown(amount))
/** Negative when the first is less, 0 when both are the same: for sorting. */
export const compareAmounts = (one: Money, other: Money): number => rules.compare_amounts(one, other)
export const sumAmounts = (amounts: readonly Money[], language: Language): Checked<Money> =>
  read(rules.sum_amounts(amounts.join('\n'), malay(language)))
/** Two digits at least, thousands grouped; a dash for no count. */
export const countShown = (count: number | null | undefined): string => (count == null ? missing : rules.count_shown(count))

/** `20 Nov 2026`; a dash for no day. */
export const dayShown = (day: Day | null | undefined, language: Language): string =>
  day == null ? missing : rules.day_shown(day, malay(language))
/** `20 Nov 2026, 10:05` at +08:00, wherever the browser is; a dash for no instant. */
export const instantShown = (instant: Instant | null | undefined, language: Language): string =>
  instant == null ? missing : rules.instant_shown(instant, malay(language))
/** The day that a clock at +08:00 shows at that instant. */
export const dayAt = (instant: Instant | Date): Day => rules.day_at(instant instanceof Date ? instant.toISOString() : instant)
export const daysBetween = (earlier: Day, later: Day): number => rules.days_between(earlier, later)
export const dayPlusDays = (day: Day, days: number): Day => rules.day_plus_days(day, days)
export const dayMinusMonths = (day: Day, months: number): Day => rules.day_minus_months(day, months)

/** How a bill's state reads and looks. */
export const billState = (
  bill: { totalAmountPayable: Money; status: Status; dueDate: Day | null },
  today: Day,
  language: Language,
): BillStateShown => read(rules.bill_state(bill.totalAmountPayable, bill.status, bill.dueDate ?? '', today, malay(language)))
/** How late an unpaid batch is; the days are always said beside the colour. */
export const batchColour = (extractionDate: Day, today: Day): BatchColourShown => read(rules.batch_colour(extractionDate, today))
/** Why a bill cannot be selected for payment. */
export const billRefusal = (
  bill: { status: Status; totalAmountPayable: Money; currentCharge: Money; disablePayment: boolean },
  language: Language,
): Refusal => read(rules.bill_refusal(bill.status, bill.totalAmountPayable, bill.currentCharge, bill.disablePayment, malay(language)))
/** What a selection comes to: bills, accounts, and the total that is charged. */
export const selectionOf = (bills: readonly Pick<Payable, 'accountNo' | 'amount'>[], language: Language): Checked<Selection> =>
  read(rules.select(bills.map((bill) => `${bill.accountNo} ${bill.amount}`).join('\n'), malay(language)))

/** The status of each name, of bills and payments. */
export const paymentStatuses = read<StatusCodes>(rules.payment_codes())
export type StatusName = keyof StatusCodes
export const paymentStatusName = named(paymentStatuses)
/** How a payment's status reads, for customers and for staff, and looks. */
export const paymentStatus = (status: Status, language: Language): StatusShown => read(rules.payment_status(status, malay(language)))
/** The bank gateway's word for where an FPX payment stands, and how it looks. */
export const fpxStatus = (status: FpxStatus, language: Language): FpxStatusShown => read(rules.fpx_status(status, malay(language)))
/** A method's name and limits. */
export const paymentMethod = (method: PaymentMethod, language: Language): MethodShown => read(rules.payment_method(method, malay(language)))
/** Why a method is closed now. */
export const methodClosed = (unavailable: Window | null, now: Instant, language: Language): Refusal =>
  unavailable && read(rules.method_open(unavailable.from, unavailable.to, now, malay(language)))
/** Every field of a payment's form that is wrong: `bankId`, `totalAmount`, `referenceNumbers.0.number`, … */
export const checkPayment = (
  form: { paymentMethod: PaymentMethod; totalAmount: Money; bankId?: string | null; referenceNumbers: TypedReference[] },
  mostReferences: number,
  language: Language,
): Refusal =>
  read(
    rules.check_payment(
      form.paymentMethod,
      form.totalAmount,
      form.bankId ?? '',
      pairs(form.referenceNumbers.map(({ number, amount }) => [number, amount])),
      mostReferences,
      malay(language),
    ),
  )
/** Whether that number by that method can pay a difference. */
export const checkDifference = (method: PaymentMethod, amount: Money, number: string, language: Language): Refusal =>
  read(rules.check_difference(method, amount, number, malay(language)))
/** The reconciliation that follows from what staff typed as really paid. */
export const reconcile = (billed: Money, typedPaid: string, previous: ReconcileAsked | null, language: Language): Checked<ReconcileAsked> =>
  read(rules.reconcile(billed, typedPaid, previous?.reconcileType ?? 0, previous?.reconcileAmount ?? '', malay(language)))
/** Whether that difference is so large that staff are asked twice. */
export const isLargeDifference = (billed: Money, difference: Money): boolean => rules.is_large_difference(billed, difference)
/** What was paid by such a reconciliation. */
export const paidAmount = (billed: Money, asked: ReconcileAsked, language: Language): Checked<Money> =>
  read(rules.paid(billed, asked.reconcileType, asked.reconcileAmount, malay(language)))
/** The status that an event leads to; other events are refused. */
export const nextStatus = (from: Status, event: Event, language: Language): Checked<Status> =>
  read(rules.next_status(from, event, malay(language)))

/** What an answer code of the bank gateway means. */
export const fpxVerdict = (code: string): Verdict => read(rules.fpx_verdict(code))

/** Somebody to invite: `email`, `nickname`, `permissions`. */
export const checkMember = (email: string, nickname: string, ticked: readonly TeamPermission[], language: Language): Refusal =>
  read(rules.check_member(email, nickname, ticked.join(' '), malay(language)))
/** The role and permissions that the ticks make; the refusal is the form's. */
export const roleOf = (ticked: readonly TeamPermission[], language: Language): Checked<Rights> =>
  read(rules.role_of(ticked.join(' '), malay(language)))
/** The ticks that stand for what somebody has already. */
export const ticksOf = ({ role, permissions }: Rights): TeamPermission[] =>
  read(rules.ticks_of(role, permissions.makePayments, permissions.manageAccounts))
/** How an activity looks. */
export const activityShown = (activity: Activity): ActivityShown => read(rules.activity_shown(activity))
/** One of the utility's people: `emailAddress` (not asked for when null), `username`, `nickname`, `mobileNo`, `role`. */
export const checkStaffUser = (
  user: { emailAddress: string | null; username: string; nickname: string; mobileNo: string; role: Role | null },
  language: Language,
): Refusal =>
  read(
    rules.check_staff_user(
      user.emailAddress !== null,
      user.emailAddress ?? '',
      user.username,
      user.nickname,
      user.mobileNo,
      user.role ?? '',
      malay(language),
    ),
  )
/** The own profile: `name`, `mobileNo`. */
export const checkProfile = (name: string, mobileNo: string, language: Language): Refusal =>
  read(rules.check_profile(name, mobileNo, malay(language)))

/** A favourite range of dates: `startDate`, `endDate`. */
export const checkDateRange = (start: Day | '', end: Day | '', language: Language): Refusal =>
  read(rules.check_typed_range(start, end, malay(language)))

/** Every text of a company, by its name in the form: `companyName`, `mailingAddress.city`, … */
const companyFields = (company: CompanyDetails = {}): string =>
  pairs(
    Object.entries(company).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : Object.entries(value).map(([part, text]) => [`${name}.${part}`, text as string]),
    ),
  )
/** A company, its address and its contacts: `companyName`, `mailingAddress.city`, `primaryContact.email`, … */
export const checkCompany = (company: CompanyDetails, language: Language): Refusal =>
  read(rules.check_company_details(companyFields(company), malay(language)))
/** A whole application: `businessType`, `details.…`, `declarationFileId`. */
export const checkRegistrationForm = (form: RegistrationForm, today: Day, language: Language): Refusal =>
  read(
    rules.check_registration_form(
      form.businessType ?? 0,
      companyFields(form.details),
      form.declarationFileId ?? '',
      today,
      malay(language),
    ),
  )
/** A company's number; the value is how it is stored. */
export const checkRegistrationNo = (typed: string, language: Language): Checked<string> =>
  read(rules.check_registration_no(typed, malay(language)))
/** What to call the sector that the utility's records name; one that is not in core's list stays as it is. */
export const sectorName = (named: string, language: Language): string => rules.sector_name(named, malay(language))
/** What staff decide about an application: `remark`. */
export const checkReview = (action: ReviewAction, remark: string, language: Language): Refusal =>
  read(rules.check_decision(action, remark, malay(language)))
/** The status of each name, of registrations. */
export const registrationStatuses = read<RegistrationStatusCodes>(rules.registration_codes())
export const registrationStatusName = named(registrationStatuses)
/** How a registration's status reads and looks. */
export const registrationStatus = (status: RegistrationStatus, language: Language): RegistrationShown =>
  read(rules.registration_status(status, malay(language)))
/** Whether a government entity may register on that day. */
export const governmentIsOpen = (today: Day): boolean => rules.government_is_open(today)
/** Why an account could not be taken into a bulk account, and what to do about it. */
export const accountError = (error: AccountError, language: Language): string => rules.account_error(error, malay(language))
const rowStates = new Map<string, RowState>()
/** How a row of a list of accounts stands that is refused like that, or whose account has that error. */
export function rowState(refusal: Code | null, error: AccountError | null): RowState {
  const key = `${refusal ?? ''} ${error ?? ''}`
  const known = rowStates.get(key) ?? read<RowState>(rules.row_state(refusal ?? '', error ?? ''))
  rowStates.set(key, known)
  return known
}
export const checkGroupName = (typed: string, language: Language): Checked<string> => read(rules.check_group_name(typed, malay(language)))
/** The states that an address may be in. */
export const states = read<string[]>(rules.states())
/** Whether a customer needs an electricity account free of errors to open the address. */
export const needsAccount = (path: string): boolean => rules.needs_account(path)

/** What a searched text is: numbers of one kind or another, or plain text. */
export const recognise = (typed: string, language: Language): Checked<Search> => read(rules.recognise(typed, malay(language)))

/** Every list: what answers it, the parameters of its address, its orders. */
export const lists = rules
  .lists()
  .trim()
  .split('\n')
  .map((line) => read<ListEntry>(line))

/** Every address with who may open it. */
export const screens = read<ScreenAt[]>(rules.screens())
/** Whether the signed-in person's permission codes hold that action in that area. */
export const allows = (scopes: readonly string[], area: Area, action: Action): boolean => scopes.includes(rules.scope(area, action))
/** The permission codes of a role. */
export const scopesOf = (role: Role, permissions: Permissions): string[] =>
  read(rules.scopes(role, permissions.makePayments, permissions.manageAccounts))
/** Whether that person may open the address; nobody is signed in when there is none. */
export const opensFor = (path: string, person: { role: Role | null; permissions: Permissions } | null, customerView = false): boolean =>
  rules.opens_for(
    path,
    person?.role ?? '',
    person?.permissions.makePayments ?? false,
    person?.permissions.manageAccounts ?? false,
    customerView,
  )
