/** Text of several lines or cells as one line with commas, or undefined for text that is one line already. */
export function onOneLine(text: string): string | undefined {
  if (!/[\r\n\t]/.test(text.trim())) return undefined
  return text
    .split(/[\r\n\t]+/)
    .map((part) => part.trim().replace(/,$/, ''))
    .filter(Boolean)
    .join(', ')
}
