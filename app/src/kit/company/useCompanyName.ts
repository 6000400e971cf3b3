/** The company name of a bulk account; its number until the name is loaded. */
import { useHint } from '../call/read'

export const useCompanyName = (bulkId: string): string => useHint('GetProfile', { id: bulkId })?.details.companyName || bulkId
