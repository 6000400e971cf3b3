/**
 * A field for an amount. Its value is the text that core parses ("1234.50"), never a number. Without the focus it is shown with
 * separators ("1,234.50"). Separators and currency in pasted text are removed. Other commas stay, so that core refuses "6250,10"
 * instead of reading 625,010.
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
  // Removing the separators moves the cursor to the end. The text is selected instead, so that a user can overwrite it.
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
 * Commas before groups of three digits. The first group may be longer, because an earlier comma is removed while the user types:
 * "1234,567".
 */
const thousands = /^-?\d+(,\d{3})+(\.\d*)?$/

/**
 * Removes spaces, thousands separators and the currency from a typed or pasted amount. Other text stays, so that core refuses it.
 */
export function plainAmount(text: string, currency = ''): string {
  const compact = text.replace(/\s/g, '')
  const amount = currency && compact.toLowerCase().startsWith(currency.toLowerCase()) ? compact.slice(currency.length) : compact
  return thousands.test(amount) ? amount.replaceAll(',', '') : amount
}

/** Adds thousands separators, if the text is an amount. */
export function groupedAmount(text: string): string {
  const parts = /^(-?)(\d+)(\.\d*)?$/.exec(text)
  if (!parts) return text
  const [, sign = '', whole = '', decimals = ''] = parts
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + decimals
}
