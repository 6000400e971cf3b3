/*
 * AmountField({ label, value, onChange, onBlur?, currency?, …FieldProps })
 * Money as the text that core parses ("1234.50"), never as a number. Left alone it is grouped ("1,234.50"); pasted groups and currency are taken off.
 * A comma that groups no thousands stays, and is refused: "6250,10" is not to become a hundred times as much.
 */
import { useLayoutEffect, useState } from 'react'
import type { FieldProps } from './Field'
import { TextField } from './TextField'

export interface AmountFieldProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  currency?: string | undefined
  placeholder?: string | undefined
  autoFocus?: boolean | undefined
}

export function AmountField({ value, onChange, onBlur, currency, ...field }: AmountFieldProps) {
  const [isEdited, setIsEdited] = useState(false)
  // Taking the groups off moves the cursor to the end: whoever came by the Tab key would write behind the amount, not over it.
  useLayoutEffect(() => {
    if (isEdited && document.activeElement instanceof HTMLInputElement) document.activeElement.select()
  }, [isEdited])
  return (
    <TextField
      {...field}
      value={isEdited ? value : groupedAmount(value)}
      onChange={(text) => onChange(plainAmount(text, currency))}
      onFocus={() => setIsEdited(true)}
      onBlur={() => {
        setIsEdited(false)
        onBlur?.()
      }}
      prefix={currency}
      inputMode="decimal"
      autoComplete="off"
      isTabular
    />
  )
}

/** Commas before thousands. While somebody types, those of the groups before are off already: "1234,567". */
const thousands = /^-?\d+(,\d{3})+(\.\d*)?$/

/** An amount as typed or pasted, without spaces, group commas and currency. What is left and is no amount stays, for core to refuse. */
export function plainAmount(text: string, currency = ''): string {
  const bare = text.replace(/\s/g, '')
  const amount = currency && bare.toLowerCase().startsWith(currency.toLowerCase()) ? bare.slice(currency.length) : bare
  return thousands.test(amount) ? amount.replaceAll(',', '') : amount
}

/** The same text with commas between thousands, if it is an amount. */
export function groupedAmount(text: string): string {
  const parts = /^(-?)(\d+)(\.\d*)?$/.exec(text)
  if (!parts) return text
  const [, sign = '', whole = '', decimals = ''] = parts
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + decimals
}
