import type { ListedFinding } from '~/core/core'

/**
 * The key of a row: the bill and the finding, because the side panel reads the findings of the bill. Neither part has a
 * full stop.
 */
export const keyOfFinding = ({ invoiceNo, findingId }: Pick<ListedFinding, 'invoiceNo' | 'findingId'>) => `${invoiceNo}.${findingId}`
export const billOfKey = (key: string) => key.split('.')[0] ?? ''
