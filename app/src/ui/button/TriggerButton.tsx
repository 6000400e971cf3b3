/* TriggerButton({ children: <Button/> })  makes the button within open React Aria's menu or panel around it; it takes the focus of the one before */
import { type ButtonHTMLAttributes, type ReactNode, useEffect, useRef } from 'react'
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button'
import { ButtonElement } from './Button'

function Pressable({ disabled, ...given }: ButtonHTMLAttributes<HTMLButtonElement>) {
  const button = useRef<HTMLButtonElement>(null)
  useOnce(() => button.current?.focus({ preventScroll: true }))
  // Left out where undefined: React Aria would take it over what the menu gives.
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return <AriaButton {...(set as ButtonProps)} ref={button} isDisabled={disabled ?? false} />
}

export function TriggerButton({ children }: { children: ReactNode }) {
  return <ButtonElement value={Pressable}>{children}</ButtonElement>
}

/** Does it when the component is drawn first. */
export function useOnce(act: () => void) {
  const first = useRef(act)
  useEffect(() => first.current(), [])
}
