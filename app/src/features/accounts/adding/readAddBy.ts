/** How accounts are added, as the address says: typed, unless it says otherwise. */
export const readAddBy = (raw: Record<string, unknown>): { by?: 'workbook' | undefined } => (raw.by === 'workbook' ? { by: raw.by } : {})
