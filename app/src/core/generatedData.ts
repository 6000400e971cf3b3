/** Types and data that are generated from core when the app is built. They are available without the rules. */
import { audiences } from 'gridbill-core/declared/public'
import type { Audience } from 'gridbill-core/rules'

export { endpoints as publicEndpoints, firstEndpoints, publicScreens, termsVersion } from 'gridbill-core/declared/public'
export type * from 'gridbill-core/rules'

/** Returns the audience of a path. Undefined for an unknown path, which leads to /404. */
export const audienceOf = (path: string): Audience | undefined =>
  (['public', 'customer', 'staff'] as const).find((audience) => new RegExp(audiences[audience]).test(path))
