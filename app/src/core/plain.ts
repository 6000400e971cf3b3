/** What is known without the rules: types, and plain data that core wrote when the app was built. */
import { audiences } from 'gridbill-core/declared/public'
import type { Audience } from 'gridbill-core/rules'

export { endpoints as publicEndpoints, firstEndpoints, publicScreens, termsVersion } from 'gridbill-core/declared/public'
export type * from 'gridbill-core/rules'

/** Whom an address is for; undefined for an unknown one, which leads to /404. */
export const audienceOf = (path: string): Audience | undefined =>
  (['public', 'customer', 'staff'] as const).find((audience) => new RegExp(audiences[audience]).test(path))
