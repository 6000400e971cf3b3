/* TriggerButton({ children: <Button/> })  makes the button within open React Aria's menu or panel around it */
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button'
import { ButtonElement } from './Button'

function Pressable({ disabled, ...given }: ButtonHTMLAttributes<HTMLButtonElement>) {
  // Left out where undefined: React Aria would take it over what the menu gives.
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return <AriaButton {...(set as ButtonProps)} isDisabled={disabled ?? false} />
}

export function TriggerButton({ children }: { children: ReactNode }) {
  return <ButtonElement value={Pressable}>{children}</ButtonElement>
}
