/** The figures in the guides: core's constants, and limits that the portal reports. The texts contain only their names. */
import type { Page } from '@playwright/test'
import declared from '../../../core-wasm/pkg/declared/portal.json' with { type: 'json' }
import { ask } from '../people'

interface Methods {
  methods: { paymentMethod: string; least: string; most: string | null }[]
}

const ringgit = (amount: string) => `RM ${Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

/** Returns the figures. The user of the page must be a Master, who can read the limit of users. */
export async function figuresOf(page: Page): Promise<Record<string, string>> {
  const get = async <T>(path: string) => ((await (await page.request.get(path)).json()) as { Data: T }).Data
  const { methods } = await get<Methods>('/billpayment-svc/api/v1/Payment/GetPaymentMethods')
  const of = (name: string) => methods.find(({ paymentMethod }) => paymentMethod === name)
  const most = (name: string) => ringgit(of(name)?.most ?? '')
  const { maxUserLimit } = await ask<{ maxUserLimit: number }>(page, '/user-svc/api/v1/User/GetManageUsersCards/3010000017')
  const { constants } = declared
  return {
    fpxLeast: ringgit(of('FPX')?.least ?? ''),
    fpxMost: most('FPX'),
    giroMost: most('EFT_GIRO'),
    rentasMost: most('EFT_RENTAS'),
    references: String(constants.maxReferences),
    overdueDays: String(constants.overdueAfterDays),
    historyMonths: String(constants.historyMonths),
    idleMinutes: String(constants.idleSeconds / 60),
    accounts: constants.maxAccounts.toLocaleString('en-US'),
    users: String(maxUserLimit),
    firstDay: String(constants.firstGovernmentDay),
    lastDay: String(constants.lastGovernmentDay),
    attempts: String(constants.maxAttempts),
  }
}

/** Inserts the figures into a text. Throws if the text names an unknown figure. */
export function withFigures(text: string, figures: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const figure = figures[name]
    if (figure === undefined) throw new Error(`the guides have no figure ${name}`)
    return figure
  })
}
