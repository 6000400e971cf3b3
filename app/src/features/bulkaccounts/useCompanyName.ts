/** Whose a bulk account is; its number until that is known. */
import { useCall } from '../../useCall'

export const useCompanyName = (bulkId: string): string => useCall('GetProfileForAdmin', { id: bulkId }).data?.details.companyName || bulkId
