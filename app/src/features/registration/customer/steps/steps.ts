/** The steps of an application, and the fields of each. */
import type { FieldError } from '~/core/core'
import { link } from '~/core/links'

export const stepIds = ['type', 'company', 'address', 'contacts', 'declaration', 'accounts', 'review'] as const
export type StepId = (typeof stepIds)[number]

const contact = (who: string) => ['name', 'jobTitle', 'department', 'email', 'mobileNo'].map((field) => `${who}.${field}`)

/** The company's fields by step, with core's names, in the order of the form. */
export const fieldsOf = {
  company: ['registrationNo', 'companyName', 'landline'],
  address: ['unitFloor', 'building', 'street', 'postalCode', 'city', 'state'].map((field) => `mailingAddress.${field}`),
  contacts: [...contact('primaryContact'), ...contact('secondaryContact')],
} as const satisfies Partial<Record<StepId, readonly string[]>>
export type CompanyStep = keyof typeof fieldsOf

/** Converts the name of a refused field to its name within the step. */
export const nameInStep = (field: string) => field.replace(/^details\./, '')

/** Returns the step that a refused field belongs to. */
export function stepOf(field: string): StepId {
  const name = nameInStep(field)
  if (name === 'businessType') return 'type'
  if (name === 'declarationFileId') return 'declaration'
  if (name.startsWith('accounts')) return 'accounts'
  const steps = Object.keys(fieldsOf) as CompanyStep[]
  return steps.find((step) => (fieldsOf[step] as readonly string[]).includes(name)) ?? 'review'
}

/** Sorts refused fields in the order of the steps. */
export const inOrder = (fields: readonly FieldError[]) =>
  [...fields].sort((one, other) => stepIds.indexOf(stepOf(one.field)) - stepIds.indexOf(stepOf(other.field)))

/** The tabs of the step of the accounts, one for each source. */
export const accountTabs = ['found', 'typed', 'upload'] as const
export type AccountTab = (typeof accountTabs)[number]

export interface StepSearch {
  step?: StepId | undefined
  /** The open tab in the step of the accounts. */
  tab?: AccountTab | undefined
  /** Set if the step was opened from the review and returns to it. */
  from?: 'review' | undefined
}

export function readStepSearch(raw: Record<string, unknown>): StepSearch {
  return {
    step: stepIds.find((id) => id === raw.step),
    tab: accountTabs.find((tab) => tab === raw.tab),
    from: raw.from === 'review' ? 'review' : undefined,
  }
}

export const addressOf = (step: StepId, { tab, from }: Omit<StepSearch, 'step'> = {}) => link('registerCompany', { step, tab, from })
