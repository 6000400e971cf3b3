/**
 * Formats a telephone number, stored or typed, as people in Malaysia dial it: `03-8888 1234`. A stored number has neither the country
 * code nor the 0. A text of another form is shown as it is.
 */
export function phoneShown(text: string): string {
  const digits = text.replace(/[\s.()-]/g, '').replace(/^(\+60|0060|60(?=[13-9]\d{7})|0)/, '')
  const [, service, first, last] = /^1([38]00)(\d{2})(\d{4})$/.exec(digits) ?? []
  if (service) return `1-${service}-${first}-${last}`
  if (!/^\d{8,11}$/.test(digits)) return text
  // Mobile numbers (01x) and the areas of Sabah and Sarawak (08x) have codes of three digits.
  const codeLength = /^[18]/.test(digits) ? 2 : 1
  const number = digits.slice(codeLength)
  const split = number.length <= 6 ? 3 : number.length - 4
  return `0${digits.slice(0, codeLength)}-${number.slice(0, split)} ${number.slice(split)}`
}
