/** Where somebody was on the way to: only an address of the portal itself. */
export const readFrom = (raw: Record<string, unknown>): { from?: string | undefined } => {
  const from = typeof raw.from === 'string' ? raw.from : undefined
  return { from: from?.startsWith('/') && !from.startsWith('//') ? from : undefined }
}
