/** An amount as typed or pasted, without spaces, group commas and currency. What is left and is no amount stays, for core to refuse. */
export function plainAmount(text: string, currency = ''): string {
  const bare = text.replace(/[\s,]/g, '')
  return currency && bare.toLowerCase().startsWith(currency.toLowerCase()) ? bare.slice(currency.length) : bare
}

/** The same text with commas between thousands, if it is an amount. */
export function groupedAmount(text: string): string {
  const parts = /^(-?)(\d+)(\.\d*)?$/.exec(text)
  if (!parts) return text
  const [, sign = '', whole = '', decimals = ''] = parts
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + decimals
}
