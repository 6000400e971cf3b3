/** The names of kinds of charges, which the utility delivers. */
import type { NamedChargeKind } from '~/core/core'

/** Returns the name of a kind, or its code if the utility has not delivered it. */
export const nameOf = (kind: string, kinds: readonly NamedChargeKind[]) => kinds.find((one) => one.kind === kind)?.name ?? kind
