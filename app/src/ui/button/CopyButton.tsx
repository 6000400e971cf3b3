/** A button that copies a text and confirms it. `label` names the copied text, if the button's text does not, until it is copied. */
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useUiWords } from '../base/UiWords'
import { toasts } from '../feedback/toastQueue'
import { VisuallyHidden } from '../text/VisuallyHidden'
import { Button, type ButtonLook } from './Button'

interface Props extends ButtonLook {
  text: string
  children: string
  /** The text shown after copying. */
  copied: string
  label?: string | undefined
}

export function CopyButton({ text, children, copied, label, ...look }: Props) {
  const { notCopied } = useUiWords()
  const [last, setLast] = useState<string>()
  // False again if the text changes.
  const isCopied = last === text
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setLast(text)
    } catch {
      setLast(undefined)
      toasts.add({ title: notCopied, tone: 'bad' })
    }
  }
  return (
    <>
      <Button {...look} icon={isCopied ? <Check /> : <Copy />} label={isCopied ? undefined : label} onPress={() => void copy()}>
        {isCopied ? copied : children}
      </Button>
      <VisuallyHidden role="status">{isCopied ? copied : ''}</VisuallyHidden>
    </>
  )
}
