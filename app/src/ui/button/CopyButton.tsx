/*
 * CopyButton({ text, children, copied, label?, mode?, size? })
 * Copies a text, and says that it did. `label` names what is copied where the words on the button do not.
 */
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { VisuallyHidden } from '../text/VisuallyHidden'
import { Button, type ButtonLook } from './Button'

interface Props extends ButtonLook {
  text: string
  children: string
  /** What it says afterwards. */
  copied: string
  label?: string | undefined
}

export function CopyButton({ text, children, copied, label, ...look }: Props) {
  const [last, setLast] = useState<string>()
  // Another text was not copied yet.
  const isCopied = last === text
  async function copy() {
    await navigator.clipboard.writeText(text)
    setLast(text)
  }
  return (
    <>
      <Button {...look} icon={isCopied ? <Check /> : <Copy />} label={label} onPress={() => void copy()}>
        {isCopied ? copied : children}
      </Button>
      <VisuallyHidden role="status">{isCopied ? copied : ''}</VisuallyHidden>
    </>
  )
}
