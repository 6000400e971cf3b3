/**
 * A field for money. Its value is the text that core parses ("1234.50"), never a number; without focus it is shown with separators
 * ("1,234.50"). Separators and currency in pasted text are removed. Other commas stay and are refused, so that "6250,10" does not
 * become a hundred times as much.
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
  // Removing the separators moves the cursor to the end. Selecting the text lets a user who arrives by Tab overwrite it.
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

/**
 * Commas before groups of three digits. While typing after an earlier comma was removed, the first group may be longer: "1234,567".
 */
const thousands = /^-?\d+(,\d{3})+(\.\d*)?$/

/**
 * Removes spaces, thousands commas and the currency from a typed or pasted amount. Text that is not an amount stays, for core to
 * refuse.
 */
export function plainAmount(text: string, currency = ''): string {
  const bare = text.replace(/\s/g, '')
  const amount = currency && bare.toLowerCase().startsWith(currency.toLowerCase()) ? bare.slice(currency.length) : bare
  return thousands.test(amount) ? amount.replaceAll(',', '') : amount
}

/** Adds commas between thousands, if the text is an amount. */
export function groupedAmount(text: string): string {
  const parts = /^(-?)(\d+)(\.\d*)?$/.exec(text)
  if (!parts) return text
  const [, sign = '', whole = '', decimals = ''] = parts
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + decimals
}
