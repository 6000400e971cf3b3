/** Whose a bulk account is; its number until that is known. */
import { useHint } from '../call/read'

export const useCompanyName = (bulkId: string): string => useHint('GetProfile', { id: bulkId })?.details.companyName || bulkId
