/** Returns the company name of a bulk account, or its number until the name is loaded. */
import { useOptionalRead } from '../call/read'

export const useCompanyName = (bulkId: string): string => useOptionalRead('GetProfile', { id: bulkId })?.details.companyName || bulkId
