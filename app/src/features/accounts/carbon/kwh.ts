import { countShown } from '~/core/core'

/** Formats use in whole kWh. */
export const kwhShown = (kwh: string): string => countShown(Math.round(Number(kwh)))
