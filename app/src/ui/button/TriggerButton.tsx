/**
 * Makes the button inside the trigger of React Aria's menu or panel. It takes the focus, which the plain button that it replaces
 * had.
 */
import { type ButtonHTMLAttributes, type ReactNode, useEffect, useRef } from 'react'
import { Button as AriaButton, type ButtonProps } from 'react-aria-components/Button'
import { ButtonElement } from './Button'

function Pressable({ disabled, ...given }: ButtonHTMLAttributes<HTMLButtonElement>) {
  const button = useRef<HTMLButtonElement>(null)
  useOnce(() => button.current?.focus({ preventScroll: true }))
  // Undefined props are left out, because React Aria would prefer them over the menu's own.
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return <AriaButton {...(set as ButtonProps)} ref={button} isDisabled={disabled ?? false} />
}

export function TriggerButton({ children }: { children: ReactNode }) {
  return <ButtonElement value={Pressable}>{children}</ButtonElement>
}

/** Runs the function once, after the first render. */
export function useOnce(act: () => void) {
  const first = useRef(act)
  useEffect(() => {
    first.current()
  }, [])
}
