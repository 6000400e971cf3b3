/** Whose a bulk account is; its number until that is known. */
import { useCall } from '../call/useCall'

export const useCompanyName = (bulkId: string): string => useCall('GetProfile', { id: bulkId }).data?.details.companyName || bulkId
